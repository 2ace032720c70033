import { getElementsByTagName, textContent } from 'domutils';
import type { Document } from '../../../core/contract/plugin';
import { amountOf, compact } from './values';
import type { Variant } from './variants';

const maxVisited = 20_000;
type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns the `variants` list from the JSON state in a shop's scripts. Undefined if no list is found. Compares amounts
 * with the price on the page to detect minor units such as cents. Omits the prices if none of them matches in either
 * unit.
 */
export function stateVariants(dom: Document, base: Variant): readonly Variant[] | undefined {
  for (const script of getElementsByTagName('script', dom)) {
    if (!/json/i.test(script.attribs.type ?? '') || /ld\+json/i.test(script.attribs.type ?? '')) continue;
    const text = textContent(script);
    if (!text.includes('"variants"') || text.length > 1_500_000) continue;
    const list = variantsIn(parse(text));
    if (list) return list.map((one) => toVariant(one, list, base));
  }
  return undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the `variants` list closest to the root in which every object has a price and an ID or SKU. */
function variantsIn(root: unknown): readonly Fields[] | undefined {
  let level: readonly unknown[] = [root];
  for (let visited = 0; level.length > 0 && visited < maxVisited; visited += level.length) {
    for (const value of level) {
      const list = isFields(value) ? value.variants : undefined;
      if (!Array.isArray(list) || list.length === 0) continue;
      if (list.every((one) => isFields(one) && 'price' in one && ('id' in one || 'sku' in one))) return list;
    }
    level = level.flatMap((value) =>
      Array.isArray(value) ? value.slice(0, 200) : isFields(value) ? Object.values(value) : [],
    );
  }
  return undefined;
}

function toVariant(fields: Fields, all: readonly Fields[], base: Variant): Variant {
  const scale = scaleOf(all, base.price?.amount);
  const amount = rawAmount(fields.price);
  const before = rawAmount(fields.compare_at_price ?? fields.compareAtPrice);
  const currency = base.price?.currency;
  const price = scale && amount !== undefined ? compact({ amount: amount / scale, currency }) : undefined;
  const original = scale && before !== undefined ? compact({ amount: before / scale, currency }) : undefined;
  const available = fields.available ?? fields.availableForSale ?? fields.inStock;
  return compact({
    id: textOf(fields.id),
    sku: textOf(fields.sku),
    title: textOf(fields.title ?? fields.name),
    values: valuesOf(fields),
    price,
    sale: price && original && original.amount > price.amount ? { originalPrice: original } : undefined,
    availability: typeof available === 'boolean' ? { inStock: available } : undefined,
    images: base.images,
  });
}

/**
 * Returns the divisor, 1 or 100, that converts one of the amounts to the price on the page. Undefined if neither
 * divisor matches.
 */
function scaleOf(all: readonly Fields[], stated: number | undefined): number | undefined {
  if (stated === undefined) return undefined;
  const amounts = all.flatMap(({ price }) => rawAmount(price) ?? []);
  return [1, 100].find((scale) => amounts.some((amount) => amount / scale === stated));
}

const rawAmount = (value: unknown): number | undefined => {
  if (isFields(value)) return rawAmount(value.amount);
  return typeof value === 'number' ? value : typeof value === 'string' ? amountOf(value) : undefined;
};

const textOf = (value: unknown): string | undefined =>
  typeof value === 'number' || (typeof value === 'string' && value !== '') ? String(value) : undefined;

/** Returns the options of a variant, from a list of names and values or from `option1` … `option3`. */
function valuesOf({ selectedOptions, option1, option2, option3 }: Fields): Variant['values'] {
  const values: Record<string, string> = {};
  for (const one of Array.isArray(selectedOptions) ? selectedOptions : [])
    if (isFields(one) && typeof one.name === 'string') values[one.name] = String(one.value);
  for (const [name, value] of Object.entries({ option1, option2, option3 }))
    if (typeof value === 'string') values[name] ??= value;
  return Object.keys(values).length > 0 ? values : undefined;
}
