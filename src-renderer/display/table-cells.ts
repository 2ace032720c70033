import type { RecipeField } from '../../core/common/recipe';
import { numberFormat } from '../texts/i18n';
import { plainNumber } from './words';

/** Shortens text in the middle, so that its beginning and end stay visible. */
export function cutMiddle(text: string, maxChars = 36): string {
  if (text.length <= maxChars) return text;
  const end = Math.floor((maxChars - 1) / 2);
  return `${text.slice(0, maxChars - 1 - end)}…${text.slice(-end)}`;
}

/** Shortens a URL in the middle. Omits the scheme. */
export const shortUrl = (url: string): string => cutMiddle(url.replace(/^https?:\/\/(?:www\.)?/i, ''));

/** Formats an amount with its currency: an ISO 4217 code, or a symbol that several currencies share (`$`). */
export function moneyText(amount: number, currency: string): string {
  if (/^[A-Z]{3}$/.test(currency)) {
    try {
      return numberFormat({ style: 'currency', currency }).format(amount);
    } catch {
      return `${amount} ${currency}`;
    }
  }
  const number = numberFormat({ minimumFractionDigits: Number.isInteger(amount) ? 0 : 2 });
  return /^[\p{L}.]+$/u.test(currency) ? `${number.format(amount)} ${currency}` : `${currency}${number.format(amount)}`;
}

/** Returns the text of a value on one line. */
export const valueText = (value: unknown): string =>
  Array.isArray(value)
    ? value.join(', ')
    : typeof value === 'number'
      ? plainNumber(value)
      : value === null || value === undefined
        ? ''
        : String(value);

/** Returns the text of a cell. Formats numbers as amounts if the column's currency is known. */
export const cellText = (value: unknown, currency: string | undefined): string =>
  typeof value === 'number' && currency ? moneyText(value, currency) : valueText(value);

/** Returns the text of a table cell. Shortens URLs, and adds the currency to prices. */
export const shownText = (value: unknown, type: RecipeField['type'], currency: string | undefined): string =>
  (type === 'link' || type === 'image') && typeof value === 'string'
    ? shortUrl(value)
    : cellText(value, type === 'price' ? currency : undefined);
