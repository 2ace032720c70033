import { textContent } from 'domutils';
import { type Document, defineFormat, findMoney, type MarkupItem } from '../../../core/contract/plugin';
import { findProduct } from './find-product';
import { imageTexts, optionLists } from './options';
import { stateVariants } from './state-variants';
import { amountOf, compact, isoCurrency, itemsAt, type Price, textAt, webAddress } from './values';
import { imagesOf, markupVariants, offerFacts, offersOf, type Variant } from './variants';

/** Values extracted by rules from a potential product page. */
interface Read {
  readonly name?: string | null;
  readonly brand?: string | null;
  readonly category?: string | null;
  readonly description?: string | null;
  readonly price?: number | null;
  readonly originalPrice?: number | null;
  readonly currency?: string | null;
  readonly availability?: boolean | null;
  readonly sku?: string | null;
}

const nullable = (type: string) => ({ type: [type, 'null'] });
const fields = {
  type: 'object',
  properties: {
    name: nullable('string'),
    brand: nullable('string'),
    category: nullable('string'),
    description: nullable('string'),
    price: nullable('number'),
    originalPrice: nullable('number'),
    currency: nullable('string'),
    availability: nullable('boolean'),
    sku: nullable('string'),
  },
};

/** `product`: the product a page sells, with its variants. */
export const product = defineFormat({
  id: 'product',
  summary: 'The product on the page: title, brand, variants with price and availability, images.',
  needs: ['dom', 'markup', 'metadata', 'rules'],
  versions: ['v2'],
  fields,
  derive({ dom, markup, metadata, rules }, { url, warn }) {
    const titles = [metadata.title, metadata.ogTitle].filter((title) => typeof title === 'string');
    const found = findProduct(markup, { url, titles });
    if (found === 'several') {
      warn('The page lists several products, so `product` is absent; scrape the page of a single product.');
      return undefined;
    }
    const read = (rules.data ?? {}) as Read;
    const isSold = typeof read.price === 'number' && typeof read.availability === 'boolean';
    const title = found ? textAt(found.item, 'name') : read.name;
    if (
      !title ||
      (!found && !isSold && !/^(?:og:)?product/.test(String(metadata.ogType ?? metadata['og:type'] ?? '')))
    ) {
      warn('No product was found on the page, so `product` is absent.');
      return undefined;
    }
    const item = found?.item;
    const base = ownFacts(item, read, { url, image: metadata.ogImage });
    const variants = found ? markupVariants(found.item, found.variants, url) : [];
    const listed = variants.length > 0 ? variants : (stateVariants(dom, base) ?? optionVariants(dom, base) ?? [base]);
    const finish = finisher(dom, url);
    const known = listed.map(finish);
    if (known.some(({ price }) => !price)) warn('For some variants of the product, the page shows no single price.');
    if (known.some(({ availability }) => !availability))
      warn('The page does not say whether the product is in stock, so `availability` is absent.');
    return compact({
      title,
      brand: (item && textAt(item, 'brand', 'manufacturer')) ?? read.brand ?? undefined,
      category: (item && categoryOf(item)) ?? read.category ?? undefined,
      url: webAddress(item && textAt(item, 'url'), url) ?? url,
      description: (item && textAt(item, 'description')) ?? read.description ?? undefined,
      variants: known,
    });
  },
});

const categoryOf = (item: MarkupItem): string | undefined => {
  const category = textAt(item, 'category');
  return category && /^https?:/.test(category) ? undefined : category;
};

/** Returns the product itself as its only variant. */
function ownFacts(
  item: MarkupItem | undefined,
  read: Read,
  { url, image }: { readonly url: string; readonly image: unknown },
): Variant {
  const offers = item ? offersOf(item) : [];
  const stated = offers.length === 1 && offers[0] ? offerFacts(offers[0]) : {};
  const isRange = item && itemsAt(item, 'offers').some((offer) => isSpread(offer));
  const currency = stated.price?.currency ?? isoCurrency(read.currency ?? undefined);
  const price = stated.price ?? (isRange ? undefined : priceOf(read.price, currency));
  const original = priceOf(read.originalPrice, currency);
  const isSale = price && original && original.amount > price.amount;
  const picture = webAddress(typeof image === 'string' ? image : undefined, url);
  return compact({
    sku: (item && textAt(item, 'sku')) ?? read.sku ?? undefined,
    price: price && compact({ ...price, currency }),
    sale: stated.sale ?? (isSale ? { originalPrice: original } : undefined),
    availability:
      stated.availability ?? (typeof read.availability === 'boolean' ? { inStock: read.availability } : undefined),
    images: (item && imagesOf(item, url)) ?? (picture ? [{ url: picture }] : undefined),
  });
}

/** True for an offer with a price range. */
function isSpread(offer: MarkupItem): boolean {
  const low = amountOf(textAt(offer, 'lowPrice'));
  const high = amountOf(textAt(offer, 'highPrice'));
  return low !== undefined && high !== undefined && high > low;
}

const priceOf = (amount: number | null | undefined, currency: string | undefined): Price | undefined =>
  typeof amount === 'number' ? compact({ amount, currency }) : undefined;

/** Returns the options as product variants if the page has exactly one list of options. */
function optionVariants(dom: Document, base: Variant): readonly Variant[] | undefined {
  const [list, ...others] = optionLists(dom);
  if (!list || others.length > 0 || list.options.length < 2) return undefined;
  const { sku: _, ...shared } = base;
  return list.options.map(({ text, isSoldOut }) =>
    compact({
      ...shared,
      title: text,
      values: { [list.name]: text },
      availability: isSoldOut ? { inStock: false } : base.availability,
    }),
  );
}

/**
 * Returns a function that completes a variant with the price texts on the page and the alternative texts of its images.
 */
function finisher(dom: Document, url: string): (variant: Variant) => Variant {
  const texts = imageTexts(dom, url);
  const money = findMoney(textContent(dom.children).slice(0, 200_000));
  const written = (price: Price | undefined): Price | undefined =>
    price && compact({ ...price, formatted: money.find(({ amount }) => amount === price.amount)?.text });
  return (variant) =>
    compact({
      ...variant,
      price: written(variant.price),
      sale: variant.sale && { originalPrice: written(variant.sale.originalPrice) ?? variant.sale.originalPrice },
      images: variant.images?.map((image) => compact({ ...image, alt: texts.get(image.url) })),
    });
}
