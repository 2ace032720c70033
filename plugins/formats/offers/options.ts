import { type Element, isTag } from 'domhandler';
import { getElementsByTagName, textContent } from 'domutils';
import { type Document, findMoney } from '../../../core/contract/plugin';

/** A list of options, such as sizes. */
export interface OptionList {
  readonly name: string;
  readonly options: readonly { readonly text: string; readonly value: string; readonly isSoldOut: boolean }[];
}

/** Matches the labels of lists that select a product variant, in the languages that shops use most. */
const OPTION_LABEL =
  /(?<!\p{L})(?:size|colou?r|style|flavou?r|variant|capacity|storage|finish|material|pack(?:age)? size|größe|farbe|ausführung|variante|geschmack|taille|couleur|coloris|modèle|talla|tamaño|color|sabor|taglia|colore|misura|tamanho|cor|maat|kleur|rozmiar|kolor|размер|цвет|storlek|färg|koko|väri|サイズ|カラー|颜色|尺码)(?!\p{L})/iu;
const SOLD_OUT =
  /sold ?out|out of stock|ausverkauft|nicht verfügbar|épuisé|agotado|esaurito|esgotado|uitverkocht|wyprzedan|нет в наличии|slutsåld|売り切れ|在庫なし|缺货/iu;
const clean = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Returns the lists on a page that select a variant of the product. */
export function optionLists(dom: Document): readonly OptionList[] {
  const labels = new Map(
    getElementsByTagName('label', dom).flatMap((label) =>
      label.attribs.for ? [[label.attribs.for, clean(textContent(label))] as const] : [],
    ),
  );
  return getElementsByTagName('select', dom).flatMap((select) => {
    const { id = '', name = '' } = select.attribs;
    const label = labels.get(id) ?? select.attribs['aria-label'] ?? name;
    const options = getElementsByTagName('option', select).flatMap(readOption);
    // Skips lists whose options have prices, because the price on the page does not apply to these options.
    const hasPrices = options.some(({ value, text }) => findMoney(`${text} ${value}`).length > 0);
    if (!OPTION_LABEL.test(label) || options.length === 0 || hasPrices) return [];
    return [{ name: clean(label).replace(/ ?[:*]$/, ''), options }];
  });
}

function readOption(option: Element): OptionList['options'] {
  const { value, disabled } = option.attribs;
  const text = clean(textContent(option));
  // An option without a value is a prompt such as "Choose a size".
  if (text === '' || value === '') return [];
  const end = text.search(SOLD_OUT);
  const bare = end > 0 ? text.slice(0, end).replace(/[ ([–—-]{1,4}$/u, '') : text;
  return [{ text: bare, value: value ?? text, isSoldOut: disabled !== undefined || end >= 0 }];
}

/** Returns the alternative text of a page's images, keyed by absolute URL. */
export function imageTexts(dom: Document, url: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const image of getElementsByTagName('img', dom)) {
    const alt = image.attribs.alt?.trim();
    const address = image.attribs.src && URL.parse(image.attribs.src, url)?.href;
    if (alt && address && isTag(image)) texts.set(address, alt);
  }
  return texts;
}
