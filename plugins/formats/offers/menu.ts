import { defineFormat, type MarkupItem, type Metadata } from '../../../core/contract/plugin';
import { markupSections } from './markup-menu';
import type { FoundSection, MenuSection } from './menu-profile';
import { compact, itemsAt, textAt } from './values';
import { visibleSections } from './visible-menu';

const EATERY =
  /^(?:restaurant|foodestablishment|cafeorcoffeeshop|bakery|barorpub|fastfoodrestaurant|icecreamshop|brewery|winery|distillery)$/;
const MENU_WORDS =
  /(?<!\p{L})(?:menus?|speisekarte|getränkekarte|karte|carte|menú|carta|menù|cardápio|ementa|menukaart|matsedel|meny|jídelní lístek|jadłospis|меню)(?!\p{L})|メニュー|お品書き|菜单|菜單|메뉴/iu;
const COURSE_WORDS =
  /(?<!\p{L})(?:starters?|appeti[sz]ers?|mains?|main courses?|desserts?|drinks|beverages|sides|soups?|salads?|pizz[ae]s?|pasta|burgers?|breakfast|lunch|dinner|coffee|wines?|beers?|vorspeisen?|hauptgerichte?|hauptspeisen?|nachspeisen?|nachtisch|getränke|suppen?|salate?|beilagen|frühstück|kaffee|weine?|biere?|entrées?|plats?|boissons|soupes?|vins?|entrantes|platos|postres|bebidas|sopas|ensaladas|antipasti|primi|secondi|dolci|bevande|contorni|entradas|pratos|sobremesas|voorgerechten|hoofdgerechten|nagerechten|dranken|förrätter|varmrätter|efterrätter|drycker|przystawki|zupy|dania główne|desery|napoje|закуски|супы|горячее|десерты|напитки|салаты)(?!\p{L})|前菜|主菜|デザート|ドリンク|飲み物|汤|饮料|甜点/iu;

/** `menu`: the menu of a restaurant or café, grouped into sections. */
export const menu = defineFormat({
  id: 'menu',
  summary: 'The menu of a restaurant: sections with dishes, prices, diets and images.',
  needs: ['dom', 'markup', 'metadata'],
  versions: ['v2'],
  derive({ dom, markup, metadata }, { url, warn }) {
    const eatery = markup.find(({ types }) => types.some((type) => EATERY.test(type)));
    const stated = markupSections(markup, url);
    const seen = stated.length > 0 ? stated : visibleSections(dom, url);
    const confidence = stated.length > 0 ? 1 : confidenceOf(seen, { eatery, metadata, url });
    const isMenu = confidence >= 0.5;
    if (!isMenu) warn('No menu was found on the page.');
    const sections = isMenu ? numbered(seen, url) : [];
    return {
      isMenu,
      confidence,
      merchant: merchantOf(eatery, metadata, url),
      ...currencyOf(sections),
      sections,
      sourceUrl: url,
    };
  },
});

/**
 * Returns the confidence, 0–1, that priced rows are a menu. Considers menu words, course names, diets, the number of
 * items, and restaurants in the markup.
 */
function confidenceOf(
  sections: readonly FoundSection[],
  { eatery, metadata, url }: { eatery: MarkupItem | undefined; metadata: Metadata; url: string },
): number {
  const items = sections.reduce((sum, section) => sum + section.items.length, 0);
  if (items < 3) return 0;
  const path = URL.parse(url)?.pathname ?? '';
  const words = [metadata.title, metadata.description, path].join(' ');
  const courses = sections.filter(({ name }) => COURSE_WORDS.test(name)).length;
  const score =
    (MENU_WORDS.test(words) ? 0.3 : 0) +
    (eatery ? 0.3 : 0) +
    Math.min(0.4, 0.2 * courses) +
    (items >= 6 ? 0.1 : 0) +
    (sections.some((section) => section.items.some(({ dietary }) => dietary.length > 0)) ? 0.1 : 0);
  return Math.min(0.95, Math.round(score * 100) / 100);
}

/** Assigns numbered IDs to the sections and items of a page. */
const numbered = (sections: readonly FoundSection[], url: string): readonly MenuSection[] =>
  sections.map(({ name, description, items }, at) =>
    compact({
      id: `section-${at + 1}`,
      name: name || 'Menu',
      description,
      items: items.map((item, place) => ({ id: `item-${at + 1}-${place + 1}`, ...item, sourceUrl: url })),
    }),
  );

/** Returns the currency of the prices if all prices have the same currency. */
function currencyOf(sections: readonly MenuSection[]): { readonly currency?: string } {
  const items = sections.flatMap((section) => section.items);
  const prices = items.flatMap(({ price, optionGroups }) => [
    ...(price ? [price] : []),
    ...optionGroups.flatMap(({ options }) => options.map((option) => option.price)),
  ]);
  const [currency, ...others] = new Set(prices.map((price) => price.currency));
  return currency && others.length === 0 ? { currency } : {};
}

function merchantOf(eatery: MarkupItem | undefined, metadata: Metadata, url: string) {
  const site = [metadata.ogSiteName, metadata.title].find((text) => typeof text === 'string' && text !== '');
  const name = (eatery && textAt(eatery, 'name')) ?? String(site ?? URL.parse(url)?.hostname ?? '');
  const [address] = eatery ? itemsAt(eatery, 'address') : [];
  const parts = ['streetAddress', 'postalCode', 'addressLocality', 'addressRegion', 'addressCountry'];
  const stated = address && parts.flatMap((part) => [[part, textAt(address, part)] as const]);
  const location = stated ? compact(Object.fromEntries(stated)) : eatery && textAt(eatery, 'address');
  return compact({ name, type: eatery?.types.find((type) => EATERY.test(type)), location });
}
