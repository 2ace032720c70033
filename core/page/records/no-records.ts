import type { Element } from 'domhandler';
import { wholeRow } from '../extraction/rules/page/spanned-rows';
import { findElement, textOf } from '../extraction/rules/page/text-of';
import { shownElements } from './shape';

/** What advertisements call themselves, alone in an element of their own. */
const PAID =
  /^(?:ad|ads|advert|advertisement|sponsored|promoted|paid|partner offer|anzeige|werbung|gesponsert|annonce|sponsorisé|publicité|publicidad|patrocinado|promocionado|anuncio|sponsorizzato|pubblicità|reklama|sponsorowane|advertentie|gesponsord|реклама|広告|スポンサー)[.:·]?$/iu;
/** How rows begin that sum up the others. */
const SUMS =
  /^(?:(?:grand |sub)?total|sum|overall|average|mean|summe|gesamt|insgesamt|durchschnitt|totaux|somme|moyenne|totale|media|suma|razem|totaal|totalt|итого|всего|合計|合计|总计)\b/iu;

/** Whether an element that looks like a record says that it is paid for. */
export const isPaidFor = (record: readonly Element[]): boolean =>
  record.some(
    (part) =>
      findElement(part, (element) => {
        if (shownElements(element).length > 0) return false;
        const text = textOf(element);
        return text.length < 24 && PAID.test(text);
      }) !== undefined,
  );

/** Whether a row heads, parts or sums up the rows of a table; tables of other elements name their head by a class. */
export function isNoDataRow(row: Element, cellsOfMost: number): boolean {
  if (row.name !== 'tr')
    return /(?:^|[\s_-])(?:thead|table-?head|head(?:er)?)(?:$|[\s_-])/i.test(row.attribs.class ?? '');
  const cells = shownElements(wholeRow(row)).filter(({ name }) => name === 'td' || name === 'th');
  if (cells.length === 0 || cells.every(({ name }) => name === 'th')) return true;
  if (parentName(row) === 'tfoot' || parentName(row) === 'thead') return true;
  if (cells.length <= cellsOfMost / 2) return true;
  const [first] = cells;
  return first !== undefined && SUMS.test(textOf(first));
}

const parentName = ({ parent }: Element): string | undefined =>
  parent && 'name' in parent ? (parent.name as string) : undefined;

/** True for a day, a month or a letter, which parts a list. */
export const partsAList = (text: string): boolean =>
  /^\p{L}$|^(?:\p{L}+,? )?\d{1,4}[./ -]|\b(?:19|20)\d\d\b|^\p{L}+day\b/u.test(text) && text.length < 40;

/** Whether an element among records only heads those that follow: a heading, a day or a letter without a link. */
export function isHeadOfRecords(element: Element): boolean {
  const text = textOf(element);
  const holds = (passes: (inner: Element) => boolean) => findElement(element, passes) !== undefined;
  if (text === '' || text.length > maxHeadChars || holds(({ name }) => name === 'a' || name === 'img')) return false;
  return partsAList(text) || holds((inner) => /^h[1-6]$/.test(inner.name) && textOf(inner) === text);
}

const maxHeadChars = 80;
