import type { MarkupItem } from '../../../core/contract/plugin';
import { itemsAt, textAt, webAddress } from './values';

const PRODUCT = new Set([
  'product',
  'productgroup',
  'individualproduct',
  'productmodel',
  'someproducts',
  'vehicle',
  'car',
  'motorcycle',
]);

/** True for a schema.org item that is a product. */
export const isProduct = ({ types }: MarkupItem): boolean => types.some((type) => PRODUCT.has(type));

/** The main product on a page and its variants, as described by the markup. */
export interface FoundProduct {
  readonly item: MarkupItem;
  readonly variants: readonly MarkupItem[];
}

/**
 * Returns the main product on a page, based on its markup. Returns `several` when the page lists multiple products
 * without a main product.
 */
export function findProduct(
  markup: readonly MarkupItem[],
  { url, titles }: { readonly url: string; readonly titles: readonly string[] },
): FoundProduct | 'several' | undefined {
  const named = markup
    .flatMap((item) => [item, ...itemsAt(item, 'mainEntity'), ...itemsAt(item, 'about')])
    .filter((item) => isProduct(item) && textAt(item, 'name') !== undefined);
  const groups = withVariants(named);
  if (groups.length <= 1) return groups[0];
  const own = groups.filter(({ item }) => isOf(item, url));
  if (own[0]) return own[0];
  const titled = groups.filter(({ item }) => {
    const name = plain(textAt(item, 'name') ?? '');
    return titles.some((title) => plain(title).startsWith(name) || plain(title) === name);
  });
  return titled[0] ?? (new Set(groups.map(({ item }) => textAt(item, 'name'))).size === 1 ? groups[0] : 'several');
}

const plain = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim();

/** Returns the products in the markup. Members of a product group become variants of one product. */
function withVariants(items: readonly MarkupItem[]): readonly FoundProduct[] {
  const groups = new Map<string, { item: MarkupItem; variants: MarkupItem[] }>();
  const found: FoundProduct[] = [];
  for (const item of items) {
    const parent = itemsAt(item, 'isVariantOf')[0];
    const key = textAt(item, 'inProductGroupWithID') ?? (parent && textAt(parent, '@id', 'productGroupID', 'name'));
    if (item.types.includes('productgroup') || key === undefined) {
      found.push({ item, variants: itemsAt(item, 'hasVariant') });
      continue;
    }
    const known = groups.get(key);
    if (known) known.variants.push(item);
    else {
      const group = { item: parent && textAt(parent, 'name') ? parent : item, variants: [item] };
      groups.set(key, group);
      found.push(group);
    }
  }
  return found.filter(({ item, variants }) => {
    const id = textAt(item, 'productGroupID', '@id');
    const outside = id === undefined ? undefined : groups.get(id);
    if (!outside || outside.variants === variants) return true;
    // If the markup contains an item for the group itself, that item represents the group.
    if (variants.length === 0) outside.item = item;
    return false;
  });
}

/** True for a product whose URL has the same path as the page URL. */
function isOf(item: MarkupItem, url: string): boolean {
  const stated = webAddress(textAt(item, 'url', 'offers.url', '@id'), url);
  const path = (address: string) => URL.parse(address)?.pathname.replace(/\/$/, '');
  return stated !== undefined && path(stated) === path(url);
}
