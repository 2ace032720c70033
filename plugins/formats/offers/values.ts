import { currencyOf, findMoney, isItem, type MarkupItem, plainValue, valuesAt } from '../../../core/contract/plugin';

/** An amount of money in an answer. */
export interface Price {
  readonly amount: number;
  /** ISO 4217 code. */
  readonly currency?: string;
  /** The amount as the page writes it. */
  readonly formatted?: string;
}

/** An image in an answer. */
export interface Image {
  readonly url: string;
  readonly alt?: string;
}

/** An object without its undefined fields. */
export const compact = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;

/** The first text at the first of some paths that has one. */
export function textAt(item: MarkupItem, ...paths: readonly string[]): string | undefined {
  for (const path of paths) {
    for (const value of valuesAt(item, path)) {
      const text = String(plainValue(value) ?? '').trim();
      if (text !== '') return text;
    }
  }
  return undefined;
}

/** The things at a path. */
export const itemsAt = (item: MarkupItem, path: string): readonly MarkupItem[] =>
  valuesAt(item, path).flatMap(({ value }) => (isItem(value) ? [value] : []));

/** The name behind the last slash of a schema.org address. */
export const termOf = (text: string): string => text.replace(/^.*[/#:](?=\w+$)/, '');

/** An ISO currency code; undefined for a sign that several currencies share. */
export function isoCurrency(text: string | undefined): string | undefined {
  const code = text === undefined ? undefined : currencyOf(text);
  return code && /^[A-Z]{3}$/.test(code) ? code : undefined;
}

/** An amount in markup: a number, or a text with one; undefined for a range. */
export function amountOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text);
  const written = /^[\d.,'’\s]+$/.test(text) ? `${text} EUR` : text;
  const found = findMoney(written);
  return found.length === 1 ? found[0]?.amount : undefined;
}

/** Absolute http address; undefined for any other. */
export function webAddress(address: string | undefined, base: string): string | undefined {
  const url = address === undefined || address === '' ? null : URL.parse(address, base);
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

/** True if a schema.org availability means that a product can be bought; undefined for unknown terms. */
export function inStockBy(term: string): boolean | undefined {
  if (/^(?:InStock|InStoreOnly|OnlineOnly|LimitedAvailability|PreOrder|PreSale|MadeToOrder)$/i.test(term)) return true;
  if (/^(?:OutOfStock|SoldOut|Discontinued|BackOrder|Reserved)$/i.test(term)) return false;
  return undefined;
}
