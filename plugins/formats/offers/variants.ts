import { type MarkupItem, plainValue, valuesAt } from '../../../core/contract/plugin';
import {
  amountOf,
  compact,
  type Image,
  inStockBy,
  isoCurrency,
  itemsAt,
  type Price,
  termOf,
  textAt,
  webAddress,
} from './values';

/** A product variant. */
export interface Variant {
  readonly id?: string;
  readonly sku?: string;
  readonly title?: string;
  readonly values?: Readonly<Record<string, string>>;
  readonly price?: Price;
  readonly sale?: { readonly originalPrice: Price };
  readonly availability?: { readonly inStock: boolean; readonly text?: string };
  readonly images?: readonly Image[];
}

/** Properties that distinguish variants. */
const OPTIONS = ['color', 'size', 'material', 'pattern', 'width', 'height', 'depth', 'weight', 'suggestedAge'];
const LISTED = /(?:ListPrice|StrikethroughPrice|MSRP|SRP|RegularPrice|RetailPrice)$/i;

/** Returns the variants in the markup: the members of a group, or offers with distinct product numbers or names. */
export function markupVariants(item: MarkupItem, variants: readonly MarkupItem[], url: string): readonly Variant[] {
  if (variants.length > 0) return variants.map((one) => productVariant(one, item, url));
  const offers = offersOf(item);
  const keyOf = (offer: MarkupItem) => textAt(offer, 'sku', 'itemOffered.sku', 'gtin13', 'gtin', 'mpn', 'name');
  const keys = new Set(offers.map(keyOf).filter((key) => key !== undefined));
  if (offers.length > 1 && keys.size === offers.length)
    return offers.map((offer) => offerVariant(offer, itemsAt(offer, 'itemOffered')[0], url));
  return [];
}

/** Returns the offers for a product, including those in an aggregate offer. */
export const offersOf = (item: MarkupItem): readonly MarkupItem[] =>
  itemsAt(item, 'offers').flatMap((offer) => {
    const inner = itemsAt(offer, 'offers');
    return inner.length > 0 ? inner : [offer];
  });

function productVariant(product: MarkupItem, group: MarkupItem, url: string): Variant {
  const offers = offersOf(product);
  const offer = offers.length === 1 ? offers[0] : undefined;
  const names = new Set([...variesBy(group), ...OPTIONS]);
  return compact({
    ...(offer ? offerFacts(offer) : {}),
    id: textAt(product, 'productID', '@id'),
    sku: textAt(product, 'sku') ?? (offer && textAt(offer, 'sku')),
    title: textAt(product, 'name'),
    values: valuesOf(product, names),
    images: imagesOf(product, url),
  });
}

function offerVariant(offer: MarkupItem, product: MarkupItem | undefined, url: string): Variant {
  return compact({
    ...offerFacts(offer),
    id: textAt(offer, '@id'),
    sku: textAt(offer, 'sku', 'itemOffered.sku'),
    title: textAt(offer, 'name', 'itemOffered.name'),
    values: valuesOf(product ?? offer, new Set(OPTIONS)),
    images: imagesOf(product ?? offer, url),
  });
}

const variesBy = (group: MarkupItem): readonly string[] =>
  valuesAt(group, 'variesBy').map((value) => termOf(String(plainValue(value) ?? '')));

function valuesOf(item: MarkupItem, names: ReadonlySet<string>): Variant['values'] {
  const values: Record<string, string> = {};
  for (const name of names) {
    const text = textAt(item, name, `${name}.name`);
    if (text !== undefined) values[name] = text;
  }
  for (const one of itemsAt(item, 'additionalProperty')) {
    const name = textAt(one, 'name');
    const text = textAt(one, 'value');
    if (name !== undefined && text !== undefined) values[name] ??= text;
  }
  return Object.keys(values).length > 0 ? values : undefined;
}

/** Returns the price, list price and availability of one offer. */
export function offerFacts(offer: MarkupItem): Pick<Variant, 'price' | 'sale' | 'availability'> {
  const specifications = itemsAt(offer, 'priceSpecification');
  const isListed = (one: MarkupItem) => LISTED.test((textAt(one, 'priceType') ?? '').replace(/\s/g, ''));
  const asked = specifications.find((one) => !isListed(one) && textAt(one, 'validForMemberTier') === undefined);
  const price = priceOf(offer) ?? (asked && priceOf(asked, offer));
  const listed = specifications.find(isListed);
  const original = listed && priceOf(listed, offer);
  const availability = textAt(offer, 'availability');
  const term = availability === undefined ? '' : termOf(availability);
  const inStock = inStockBy(term);
  return compact({
    price,
    sale: price && original && original.amount > price.amount ? { originalPrice: original } : undefined,
    availability: inStock === undefined ? undefined : { inStock, text: term },
  });
}

function priceOf(item: MarkupItem, offer = item): Price | undefined {
  const low = textAt(item, 'lowPrice', 'minPrice');
  const high = textAt(item, 'highPrice', 'maxPrice');
  const amount = amountOf(textAt(item, 'price') ?? (low === high || high === undefined ? low : undefined));
  if (amount === undefined) return undefined;
  const currency = isoCurrency(textAt(item, 'priceCurrency') ?? textAt(offer, 'priceCurrency'));
  return compact({ amount, currency });
}

/** Returns the distinct absolute image URLs of an item. */
export function imagesOf(item: MarkupItem, url: string): readonly Image[] | undefined {
  const addresses = valuesAt(item, 'image').flatMap((value) => {
    const own = typeof value.value === 'object' ? textAt(value.value, 'contentUrl', 'url', '@id') : undefined;
    return webAddress(own ?? String(plainValue(value) ?? ''), url) ?? [];
  });
  return addresses.length > 0 ? [...new Set(addresses)].map((address) => ({ url: address })) : undefined;
}
