import { toPlain } from './numbers';

/** An amount of money as it stands in a text. */
export interface Money {
  readonly amount: number;
  /** ISO 4217 code, or the sign where several currencies share it (`$`, `kr`). */
  readonly currency: string | undefined;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Signs of currencies and what each means; longer ones first. */
const SIGNS: readonly (readonly [sign: string, currency: string])[] = [
  ['US\\$', 'USD'],
  ['USD\\s?\\$', 'USD'],
  ['CA\\$', 'CAD'],
  ['C\\$', 'CAD'],
  ['AU\\$', 'AUD'],
  ['A\\$', 'AUD'],
  ['NZ\\$', 'NZD'],
  ['HK\\$', 'HKD'],
  ['NT\\$', 'TWD'],
  ['S\\$', 'SGD'],
  ['R\\$', 'BRL'],
  ['MX\\$', 'MXN'],
  ['\\$', '$'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['¥', '¥'],
  ['¥', '¥'],
  ['₹', 'INR'],
  ['₽', 'RUB'],
  ['₩', 'KRW'],
  ['₺', 'TRY'],
  ['₴', 'UAH'],
  ['₸', 'KZT'],
  ['₪', 'ILS'],
  ['₫', 'VND'],
  ['฿', 'THB'],
  ['₱', 'PHP'],
  ['₦', 'NGN'],
  ['₡', 'CRC'],
];
const WORDS: readonly (readonly [word: string, currency: string])[] = [
  ['руб(?:лей|\\.)?', 'RUB'],
  ['р\\.', 'RUB'],
  ['грн\\.?', 'UAH'],
  ['тг\\.?', 'KZT'],
  ['zł', 'PLN'],
  ['zl', 'PLN'],
  ['Kč', 'CZK'],
  ['Ft', 'HUF'],
  ['lei', 'RON'],
  ['лв\\.?', 'BGN'],
  ['kn', 'HRK'],
  ['din\\.?', 'RSD'],
  ['kr\\.?', 'kr'],
  ['Rs\\.?', 'Rs'],
  ['Fr\\.', 'CHF'],
  ['SFr\\.?', 'CHF'],
  ['TL(?!\\s\\p{L})', 'TRY'],
  ['円', 'JPY'],
  ['元', 'CNY'],
  ['원', 'KRW'],
  ['euros?', 'EUR'],
  ['dollars?', '$'],
  ['Lt', 'LTL'],
];
const CODES =
  'EUR|USD|GBP|CHF|JPY|CNY|RMB|INR|RUB|BRL|CAD|AUD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|HRK|TRY|UAH|KZT|BYN|KRW|TWD|HKD|SGD|THB|VND|IDR|MYR|PHP|ZAR|AED|SAR|EGP|ILS|MXN|ARS|CLP|COP|PEN|PKR|NGN|KES';
const SIGN = `(?:${SIGNS.map(([sign]) => sign).join('|')})`;
const WORD = `(?:${WORDS.map(([word]) => word).join('|')}|(?:${CODES}))(?![\\p{L}])`;
const AMOUNT = "\\d{1,3}(?:[.,'’\\u00a0\\u202f\\u2009 ]\\d{3})+(?:[.,]\\d{1,2})?(?!\\d)|\\d+(?:[.,]\\d{1,2})?(?![\\d])";
const BEFORE = new RegExp(`(${SIGN}|(?<![\\p{L}])${WORD})\\s{0,2}(${AMOUNT})(?:\\s?(?:,|\\.)[-–—])?`, 'giu');
const AFTER = new RegExp(`(?<![\\d.,])(${AMOUNT})(?:,[-–—])?\\s{0,2}(${SIGN}|${WORD})`, 'giu');
const BY_TEXT = [...SIGNS, ...WORDS].map(
  ([pattern, currency]) => [new RegExp(`^(?:${pattern})$`, 'iu'), currency] as const,
);
const MAYBE = new RegExp(`${SIGN}|${WORD}`, 'iu');

/** The currency a sign, word or code stands for; undefined when it is none. */
export function currencyOf(text: string): string | undefined {
  const bare = text.trim();
  if (new RegExp(`^(?:${CODES})$`, 'i').test(bare)) return bare.toUpperCase() === 'RMB' ? 'CNY' : bare.toUpperCase();
  return BY_TEXT.find(([pattern]) => pattern.test(bare))?.[1];
}

/** True where a text has a sign, word or code of a currency in it. */
export const mentionsCurrency = (text: string): boolean => MAYBE.test(text);

/** All amounts of money in a text that stand next to a currency, in order. */
export function findMoney(text: string): readonly Money[] {
  if (!/\d/.test(text) || !MAYBE.test(text)) return [];
  const found: Money[] = [];
  for (const match of text.matchAll(BEFORE)) push(found, match, match[2], match[1]);
  for (const match of text.matchAll(AFTER)) {
    const start = match.index;
    if (found.some((one) => start < one.end && one.start < start + match[0].length)) continue;
    push(found, match, match[1], match[2]);
  }
  return found.sort((a, b) => a.start - b.start);
}

function push(found: Money[], match: RegExpMatchArray, amount = '', currency = ''): void {
  const value = Number(toPlain(amount));
  const start = match.index ?? 0;
  // A small number before TL is teaspoons rather than Turkish lira.
  if (!Number.isFinite(value) || (currency === 'TL' && value < 10)) return;
  found.push({
    amount: value,
    currency: currencyOf(currency),
    start,
    end: start + match[0].length,
    text: match[0].trim(),
  });
}
