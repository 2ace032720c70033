import type { Image, Price } from './values';

/** A dish or drink on a menu. */
export interface MenuItem {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly images: readonly Image[];
  readonly price?: Price;
  readonly availability: { readonly inStock: boolean; readonly text?: string };
  readonly dietary: readonly string[];
  readonly calories?: number;
  readonly optionGroups: readonly OptionGroup[];
  readonly identifiers: { readonly merchantItemId?: string };
  readonly url?: string;
  readonly sourceUrl: string;
}

/** Size options for an item, each with a price. */
export interface OptionGroup {
  readonly options: readonly { readonly name?: string; readonly price: Price }[];
}

/** A menu section. */
export interface MenuSection {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly items: readonly MenuItem[];
}

/** A menu item that has not been numbered yet. */
export type FoundItem = Omit<MenuItem, 'id' | 'sourceUrl'> & { readonly id?: string };

/** A menu section whose items have not been numbered yet. */
export interface FoundSection {
  readonly name: string;
  readonly description?: string;
  readonly items: readonly FoundItem[];
}

const DIETS: readonly (readonly [diet: string, words: RegExp])[] = [
  [
    'vegan',
    /(?<!\p{L})(?:vegan\p{L}{0,3}|végane?|vegansk\p{L}?|wegańsk\p{L}{1,3}|веган\p{L}{0,7})(?!\p{L})|ヴィーガン|纯素/iu,
  ],
  [
    'vegetarian',
    /(?<!\p{L})(?:vegetarian\p{L}{0,2}|vegetarisch\p{L}{0,2}|végétarien\p{L}{0,2}|vegetarisk\p{L}?|wegetaria\p{L}{1,6}|вегетариан\p{L}{0,7})(?!\p{L})|ベジタリアン|素食/iu,
  ],
  [
    'gluten-free',
    /(?<!\p{L})(?:gluten[- ]?free|glutenfrei\p{L}{0,2}|sans gluten|sin gluten|senza glutine|sem glúten|glutenvrij\p{L}?|glutenfri\p{L}?|bezglutenow\p{L}{1,3}|без глютена)(?!\p{L})|グルテンフリー|无麸质/iu,
  ],
  [
    'lactose-free',
    /(?<!\p{L})(?:lactose[- ]?free|dairy[- ]?free|laktosefrei\p{L}{0,2}|sans lactose|sin lactosa|senza lattosio|sem lactose|lactosevrij|laktosfri\p{L}?|bez laktozy|без лактозы)(?!\p{L})/iu,
  ],
  ['halal', /(?<!\p{L})(?:halal|халяль)(?!\p{L})|ハラール/iu],
  ['kosher', /(?<!\p{L})(?:kosher|koscher|casher|кошерн\p{L}{1,3})(?!\p{L})/iu],
];

/** Returns the diets mentioned in the text of a menu item. */
export const dietsIn = (text: string): readonly string[] =>
  DIETS.flatMap(([diet, words]) => (words.test(text) ? [diet] : []));

/** Returns the diet for a schema.org term such as `VeganDiet`. */
export const dietOf = (term: string): string =>
  term
    .replace(/Diet$/, '')
    .replace(/(?<=[a-z])(?=[A-Z])/g, '-')
    .toLowerCase();

/** Returns the number of calories mentioned in a text. */
export function caloriesIn(text: string): number | undefined {
  const [, amount] = /(?<![\d.,])(\d{1,4}) ?(?:k?cal(?:ories)?|ккал|kalorien)(?!\p{L})/iu.exec(text) ?? [];
  return amount === undefined ? undefined : Number(amount);
}
