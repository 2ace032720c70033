import { type MarkupItem, plainValue, valuesAt } from '../../../core/contract/plugin';
import { caloriesIn, dietOf, dietsIn, type FoundItem, type FoundSection } from './menu-profile';
import { compact, inStockBy, itemsAt, termOf, textAt, webAddress } from './values';
import { imagesOf, offerFacts, offersOf } from './variants';

const maxDepth = 6;

/** Returns the menu sections described by the markup. Empty if the markup describes no sections. */
export function markupSections(markup: readonly MarkupItem[], url: string): readonly FoundSection[] {
  const menus = markup.flatMap((item) => [item, ...itemsAt(item, 'hasMenu'), ...itemsAt(item, 'menu')]);
  const found = menus.filter(({ types }) => types.includes('menu')).flatMap((menu) => sectionsOf(menu, url, 0));
  const loose = markup.filter(({ types }) => types.includes('menusection'));
  const sections = found.length > 0 ? found : loose.flatMap((section) => sectionsOf(section, url, 0));
  return [...new Map(sections.map((section) => [JSON.stringify(section), section])).values()];
}

/** Returns a menu or section, followed by its nested sections. Omits menus and sections without items. */
function sectionsOf(holder: MarkupItem, url: string, depth: number): readonly FoundSection[] {
  if (depth > maxDepth) return [];
  const items = itemsAt(holder, 'hasMenuItem').flatMap((item) => itemOf(item, url));
  const own = compact({ name: textAt(holder, 'name') ?? '', description: textAt(holder, 'description'), items });
  const inner = itemsAt(holder, 'hasMenuSection').flatMap((section) => sectionsOf(section, url, depth + 1));
  return items.length > 0 ? [own, ...inner] : inner;
}

function itemOf(item: MarkupItem, url: string): readonly FoundItem[] {
  const name = textAt(item, 'name');
  if (name === undefined) return [];
  const offers = offersOf(item).map((offer) => ({ name: textAt(offer, 'name', 'size'), ...offerFacts(offer) }));
  const priced = offers.flatMap(({ name: size, price }) => (price ? [compact({ name: size, price })] : []));
  const terms = valuesAt(item, 'suitableForDiet').map((value) => termOf(String(plainValue(value) ?? '')));
  const description = textAt(item, 'description');
  const stated = offersOf(item).map((offer) => termOf(textAt(offer, 'availability') ?? ''));
  const isAway = stated.length > 0 && stated.every((term) => inStockBy(term) === false);
  return [
    compact({
      name,
      description,
      images: imagesOf(item, url) ?? [],
      price: priced.length === 1 ? priced[0]?.price : undefined,
      availability: compact({ inStock: !isAway, text: stated[0] === '' ? undefined : stated[0] }),
      dietary: terms.length > 0 ? terms.map(dietOf) : dietsIn(`${name} ${description ?? ''}`),
      calories: caloriesIn(textAt(item, 'nutrition.calories') ?? ''),
      optionGroups: priced.length > 1 ? [{ options: priced }] : [],
      identifiers: compact({ merchantItemId: textAt(item, 'sku', 'identifier', 'menuItemId') }),
      url: webAddress(textAt(item, 'url'), url),
    }),
  ];
}
