import { amountIn, isBareAmount } from '../../core/common/prices/amounts';
import type { TextKey } from '../texts/catalogue';
import { numberFormat, t } from '../texts/i18n';
import { plainNumber } from './words';

/** Shortens text in the middle, so that its beginning and end stay visible. */
export function cutMiddle(text: string, maxChars = 36): string {
  if (text.length <= maxChars) return text;
  const end = Math.floor((maxChars - 1) / 2);
  return `${text.slice(0, maxChars - 1 - end)}…${text.slice(-end)}`;
}

/** Shortens a URL in the middle. Omits the scheme. */
export const shortUrl = (url: string): string => cutMiddle(linkText(url));

/**
 * Returns the URL of a value that is only a web address or an e-mail link. Undefined for all other values, such as text
 * that contains a URL, or a `javascript:` URL. The availability of a product, which is shown in words, is not a link.
 */
export function linkIn(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^(?:https?:\/\/|mailto:)\S+$/i.test(value)) return undefined;
  return URL.canParse(value) && wordsOf(value) === value ? value : undefined;
}

/** Returns the text of a link: the URL without its scheme. */
export const linkText = (url: string): string => url.replace(/^(?:https?:\/\/(?:www\.)?|mailto:)/i, '');

/** Maximum number of decimal places in an amount. Prices such as `$0.0125` are shown in full. */
const maximumFractionDigits = 8;
/** Maps each symbol that several currencies share to a currency that `Intl` displays with this symbol. */
const symbols: Readonly<Record<string, string>> = { $: 'USD', '¥': 'JPY' };

/** Formats an amount with its currency: an ISO 4217 code, or a symbol that several currencies share (`$`). */
export function moneyText(amount: number, currency: string): string {
  if (/^[A-Z]{3}$/.test(currency)) {
    try {
      return numberFormat({ style: 'currency', currency, maximumFractionDigits }).format(amount);
    } catch {
      return `${plainNumber(amount)} ${currency}`;
    }
  }
  const minimumFractionDigits = currency !== '$' && Number.isInteger(amount) ? 0 : 2;
  const digits = { minimumFractionDigits, maximumFractionDigits };
  const code = symbols[currency];
  if (code)
    return numberFormat({ style: 'currency', currency: code, currencyDisplay: 'narrowSymbol', ...digits }).format(
      amount,
    );
  const number = numberFormat(digits).format(amount);
  return /^[\p{L}.]+$/u.test(currency) ? `${number} ${currency}` : `${currency}${number}`;
}

/** Labels of the schema.org terms for the availability of a product. */
const stockTerms = {
  BackOrder: 'units.backOrder',
  Discontinued: 'units.discontinued',
  InStock: 'units.inStock',
  InStoreOnly: 'units.inStoreOnly',
  LimitedAvailability: 'units.limitedAvailability',
  MadeToOrder: 'units.madeToOrder',
  OnlineOnly: 'units.onlineOnly',
  OutOfStock: 'units.outOfStock',
  PreOrder: 'units.preOrder',
  PreSale: 'units.preSale',
  Reserved: 'units.reserved',
  SoldOut: 'units.soldOut',
} as const satisfies Readonly<Record<string, TextKey>>;
/**
 * Matches a schema.org term, with or without its namespace. Without a namespace, the term must consist of several words,
 * because a word such as `Reserved` may also be ordinary text.
 */
const schemaTerm =
  /^(?:(?:https?:\/\/(?:www\.)?schema\.org\/|schema:)([A-Z][A-Za-z]{3,30})|((?:[A-Z][a-z]{1,12}){2,3}))$/;

/** Returns a text for display. The availability of a product (`https://schema.org/InStock`) is shown in words. */
function wordsOf(text: string): string {
  const [, full, bare = ''] = schemaTerm.exec(text) ?? [];
  const term = full ?? bare;
  return Object.hasOwn(stockTerms, term) ? t(stockTerms[term as keyof typeof stockTerms]) : text;
}

/** Formats a value as one line of text. Formats numbers, and text such as `3.20`, as amounts if their currency is known. */
export function amountText(value: unknown, currency: string | undefined): string {
  if (typeof value === 'number') return currency ? moneyText(value, currency) : plainNumber(value);
  if (value === null || value === undefined) return '';
  if (typeof value === 'string' && currency && isBareAmount(value)) return moneyText(amountIn(value) ?? 0, currency);
  if (typeof value === 'string') return wordsOf(value);
  if (typeof value !== 'object') return String(value);
  if (!Array.isArray(value) || value.some((one) => typeof one === 'object')) return JSON.stringify(value);
  const texts = value.map((one) => amountText(one, currency));
  // A list with decimal commas needs another separator.
  return texts.join(
    value.some((one) => typeof one === 'number') && texts.some((one) => one.includes(',')) ? '; ' : ', ',
  );
}

/** Formats a value as one line of text. */
export const valueText = (value: unknown): string => amountText(value, undefined);
