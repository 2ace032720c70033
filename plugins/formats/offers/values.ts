import { currencyOf, findMoney, isItem, type MarkupItem, plainValue, valuesAt } from '../../../core/contract/plugin';

/** An amount of money in a response. */
export interface Price {
  readonly amount: number;
  /** ISO 4217 code. */
  readonly currency?: string;
  /** The amount as formatted on the page. */
  readonly formatted?: string;
}

/** An image in a response. */
export interface Image {
  readonly url: string;
  readonly alt?: string;
}

/** Drops undefined fields from an object. */
export const compact = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;

/** Returns the first text found at one of the paths, tried in order. */
export function textAt(item: MarkupItem, ...paths: readonly string[]): string | undefined {
  for (const path of paths) {
    for (const value of valuesAt(item, path)) {
      const text = String(plainValue(value) ?? '').trim();
      if (text !== '') return text;
    }
  }
  return undefined;
}

/** Returns the items at a path. */
export const itemsAt = (item: MarkupItem, path: string): readonly MarkupItem[] =>
  valuesAt(item, path).flatMap(({ value }) => (isItem(value) ? [value] : []));

/** Returns the name after the last slash, hash sign or colon of a schema.org term. */
export const termOf = (text: string): string => text.replace(/^.*[/#:](?=\w+$)/, '');

/** Returns an ISO currency code. Undefined for a symbol shared by several currencies. */
export function isoCurrency(text: string | undefined): string | undefined {
  const code = text === undefined ? undefined : currencyOf(text);
  return code && /^[A-Z]{3}$/.test(code) ? code : undefined;
}

/** Returns an amount from markup: a number, or a string that contains a number. Undefined for a range. */
export function amountOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text);
  const written = /^[\d.,'’\s]+$/.test(text) ? `${text} EUR` : text;
  const found = findMoney(written);
  return found.length === 1 ? found[0]?.amount : undefined;
}

/** Returns an absolute HTTP URL. Undefined for URLs with other schemes. */
export function webAddress(address: string | undefined, base: string): string | undefined {
  const url = address === undefined || address === '' ? null : URL.parse(address, base);
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

/** Returns true if a schema.org availability means that a product can be bought. Undefined for unknown terms. */
export function inStockBy(term: string): boolean | undefined {
  if (/^(?:InStock|InStoreOnly|OnlineOnly|LimitedAvailability|PreOrder|PreSale|MadeToOrder)$/i.test(term)) return true;
  if (/^(?:OutOfStock|SoldOut|Discontinued|BackOrder|Reserved)$/i.test(term)) return false;
  return undefined;
}
