import { asciiNumbers } from './digits';
import { type DecimalMark, parseScaled, type Scale, scaleAt, scaled, toPlain } from './numbers';
import { isShort, RecentTexts, RecentTextsBy } from './recent-texts';

/** Returns the decimal separator that a page uses for amounts in a currency, if known. */
export type DecimalMarks = (currency: string | undefined) => DecimalMark | undefined;

/** An amount of money found in text. */
export interface Money {
  /** Amount including its scale: 40,000 for `$40k`. */
  readonly amount: number;
  /** ISO 4217 code, or the symbol if several currencies share it (`$`, `kr`). */
  readonly currency: string | undefined;
  /** True if the amount was written with a scale: `$40k`, `€1.2 million`. */
  readonly isScaled?: true;
  /** Sign of a surcharge or discount: `(+40 €)`, `-20 €`. */
  readonly change: '+' | '-' | undefined;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Patterns of currency symbols, each with its currency. Longer symbols precede the symbols that they contain. */
const SIGNS: readonly (readonly [sign: string, currency: string])[] = [
  ['US\\$', 'USD'],
  ...['USD', 'CAD', 'AUD', 'NZD', 'HKD', 'SGD', 'TWD', 'MXN', 'ARS', 'CLP', 'COP', 'UYU'].map(
    (code) => [`${code}\\s?\\$`, code] as const,
  ),
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
  ['￥', '¥'],
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
  ['₾', 'GEL'],
  ['₼', 'AZN'],
  ['֏', 'AMD'],
  ['৳', 'BDT'],
  ['₲', 'PYG'],
  ['₵', 'GHS'],
  ['₮', 'MNT'],
  ['₭', 'LAK'],
  ['៛', 'KHR'],
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
  ['Rp\\.?', 'IDR'],
  ['S\\/\\.?', 'PEN'],
  ['KSh', 'KES'],
  ['ر\\.\\s?س\\.?', 'SAR'],
  ['د\\.\\s?إ\\.?', 'AED'],
  ['ج\\.\\s?م\\.?', 'EGP'],
  ['د\\.\\s?ك\\.?', 'KWD'],
];
const CODES =
  'EUR|USD|GBP|CHF|JPY|CNY|RMB|INR|RUB|BRL|CAD|AUD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|HRK|TRY|UAH|KZT|BYN|KRW|TWD|HKD|SGD|THB|VND|IDR|MYR|PHP|ZAR|AED|SAR|EGP|ILS|MXN|ARS|CLP|COP|PEN|PKR|NGN|KES|ISK|RSD|MKD|AZN|BDT|LKR|NPR|QAR|KWD|OMR|BHD|JOD|TND|DZD|UZS|UYU|DOP|GTQ|GHS|PYG';
/** Currencies with three decimal places. */
const MILS: ReadonlySet<string | undefined> = new Set(['KWD', 'OMR', 'BHD', 'JOD', 'TND']);
const SIGN = `(?:${SIGNS.map(([sign]) => sign).join('|')})`;
const WORD = `(?:${WORDS.map(([word]) => word).join('|')}|(?:${CODES}))(?![\\p{L}])`;
// Matches Indian digit groups (1,23,456), groups of three, and plain digits. Allows any number of decimals ($0.0125).
const AMOUNT =
  "\\d{1,2}(?:,\\d{2})+,\\d{3}(?:\\.\\d+)?(?!\\d)|\\d{1,3}(?:[.,'’\\u00a0\\u202f\\u2009 ]\\d{3})+(?:[.,]\\d{1,2})?(?!\\d)|\\d+(?:[.,]\\d+)?(?!\\d)";
/** Matches a thousands separator other than a comma. */
const GROUP = "[.'’\\u00a0\\u202f\\u2009 ]";
const WHOLE = `\\d{1,3}(?:${GROUP}\\d{3}){1,5}|\\d+`;
/** Matches one or two dashes in place of cents. */
const DASHES = '[-‐‑–—―−]{1,2}';
/** Matches cents without whole units: `,89`, `-,99`. */
const CENTS = '(?:[-–—−]\\s?)?[.,]\\d{2}(?!\\d)';
const BEFORE = new RegExp(
  `(${SIGN}|(?<![\\p{L}])${WORD})\\s{0,2}(${AMOUNT}|${CENTS})(?:\\s?[.,]${DASHES})?(?!\\s?%)`,
  'giu',
);
const AFTER = new RegExp(
  `(?<![\\d.,])(${AMOUNT}|(?<!\\p{L})${CENTS})(?:\\s?[.,]${DASHES})?\\s{0,2}(${SIGN}|${WORD})`,
  'giu',
);
const DASHED_END = new RegExp(`${DASHES}$`);
const SIGN_FIRST = new RegExp(`^\\s{0,2}(?:${SIGN}|${WORD})`, 'iu');
/** Matches a currency symbol used as the decimal separator, as in France: `49€99`. */
const AS_MARK = /(?<![\d.,€])(\d{1,3}(?:[. \u00a0\u202f]\d{3})*|\d+)€(\d{2})(?![\d.,]|\s?€)/gu;
const MINOR = /(?<![\d.,])(\d{1,3}(?:[.,]\d)?)\s?(¢|cents?(?!\p{L}))/giu;
/**
 * Matches pence written without a space (`24p`), optionally followed by a unit such as `each`. Does not match within a
 * sentence, where `24p` has other meanings.
 */
const PENCE = /^\s{0,9}(\d{1,2})p(?=\s{0,9}(?:$|\/)|\s{1,9}(?:each|per)(?!\p{L}))/giu;
/**
 * Matches a dash in place of cents or whole units (`49,-`, `1 990,–`, `-,99`). The dash marks a price even if no
 * currency is given.
 */
const DASHED = new RegExp(
  `(?<![\\d.,]|\\d[’'])(${WHOLE}) ?,${DASHES}(?![\\d\\p{L}])|(?<![\\d.,\\p{L}])([-–—],\\d{2})(?!\\d)`,
  'gu',
);
/**
 * Matches whole francs as written in Switzerland: `49.–`, `1'290.-`. Skips numbered items such as `12.- Ajo`. The
 * amount must be followed by the end of the text, or by something that typically follows a price.
 */
const FRANCS = new RegExp(
  `(?<![\\d.,\\p{L}]|\\d[’'])(?!0|\\d\\.)(${WHOLE})\\.${DASHES}(?=\\s{0,9}(?:$|[/|)*+]|\\d[\\d'’ ]*\\.[-–—]|(?:statt|anstatt|pro|je|per|inkl|exkl|zzgl|pauschal|par|au lieu|invece)(?!\\p{L})))`,
  'giu',
);
/** Matches whole kronor as written in Sweden: `1 299:-`. Skips numbered items such as `Step 12:- Stir`. */
const KRONOR = new RegExp(
  `(?<![\\d.,]|(?<!\\p{L})(?:step|q|question|ans|answer|note|no|example|part|unit|chapter|rule|day|week|fig|figure|table)\\.? ?)(\\d{1,3}(?:${GROUP}\\d{3}){1,3}|\\d{2,6}|\\d(?=:[-–—]\\s*$)) ?:${DASHES}(?:(?=\\))(?<=\\([^()]{1,80})|(?![\\d\\p{L})(|*]))`,
  'giu',
);
/** Matches kronor with öre after a colon: `29:90 kr`. */
const WITH_ORE = new RegExp(
  `(?<![\\d.,:])(\\d{1,3}(?:${GROUP}\\d{3}){1,5}|\\d+):(\\d{2})\\s?(?:kr|SEK)(?!\\p{L})`,
  'giu',
);
/** Matches an amount with East Asian scale characters such as 万 (10,000): `12万円`, `1만 5천원`. */
const EAST_ASIAN =
  /(?<![\d.,])(\d[\d.,]{0,14}\s?[百千천万萬만億亿억](?:\s?\d[\d.,]{0,14}\s?[百千천万萬만]?){0,4})\s?(円|元|원)(?!\p{L})/gu;
/**
 * Matches an ISO code that disambiguates the symbol before the amount: `$64.50 USD`. Also matches if a capitalized word
 * follows without a space.
 */
const CODE_AFTER = new RegExp(`^\\s?(${CODES})(?!\\p{Ll}|\\p{Lu}(?!\\p{Ll})|\\s?\\d)`, 'u');
const SHARED: ReadonlySet<string | undefined> = new Set(['$', '¥', 'kr', 'Rs']);
const CODE = new RegExp(`^(?:${CODES})$`, 'i');
const BY_TEXT = [...SIGNS, ...WORDS].map(
  ([pattern, currency]) => [new RegExp(`^(?:${pattern})$`, 'iu'), currency] as const,
);
const MAYBE = new RegExp(`${SIGN}|${WORD}|\\d\\s?(?:¢|cents?)|^\\s*\\d+p|\\d ?[.,:][-‐‑–—―−]|[-–—],\\d\\d`, 'iu');

/** Returns the currency for a symbol, word or code. Undefined if unknown. */
export function currencyOf(text: string): string | undefined {
  return currencies.of(text, readCurrency);
}

const currencies = new RecentTexts<string | undefined>();

function readCurrency(text: string): string | undefined {
  const bare = text.trim();
  if (CODE.test(bare)) return bare.toUpperCase() === 'RMB' ? 'CNY' : bare.toUpperCase();
  return BY_TEXT.find(([pattern]) => pattern.test(bare))?.[1];
}

/** True when a string contains a currency symbol, word or code. */
export const mentionsCurrency = (text: string): boolean => mentions.of(text, (one) => MAYBE.test(one));

const mentions = new RecentTexts<boolean>();

/** Maximum number of amounts read from one string. Limited because each amount is compared with all others. */
const maxAmounts = 500;

/**
 * Returns up to `maxAmounts` amounts of money in a string, in order. `marks` determines whether the dot in `3.355` is a
 * thousands separator or a decimal separator.
 */
export function findMoney(written: string, marks?: DecimalMarks): readonly Money[] {
  if (!isShort(written)) return readMoney(written, marks);
  const { amounts, isAmbiguous } = unmarked.of(written, readUnmarked);
  return marks && isAmbiguous ? marked.of(marks, written, (text) => readMoney(text, marks)) : amounts;
}

/** Amounts parsed before the decimal separator of the page is known. */
interface UnmarkedAmounts {
  readonly amounts: readonly Money[];
  /** True if the amounts may depend on the decimal separator of the page. */
  readonly isAmbiguous: boolean;
}

const unmarked = new RecentTexts<UnmarkedAmounts>();
const marked = new RecentTextsBy<DecimalMarks, readonly Money[]>();

function readUnmarked(text: string): UnmarkedAmounts {
  let isAmbiguous = false;
  const amounts = readMoney(text, () => {
    isAmbiguous = true;
    return undefined;
  });
  return { amounts, isAmbiguous };
}

function readMoney(written: string, marks?: DecimalMarks): readonly Money[] {
  const text = asciiNumbers(written);
  if (!/\d/.test(text) || !MAYBE.test(text)) return [];
  const found: Money[] = [];
  const put = (match: RegExpMatchArray, amount: number, sign: string | undefined, isScale = false): void => {
    if (found.length >= maxAmounts) return;
    const start = match.index ?? 0;
    const { factor, length } = scaleOfMoney(text.slice(start + match[0].length), sign);
    const last = start + match[0].length + length;
    const code = SHARED.has(sign) ? CODE_AFTER.exec(text.slice(last)) : null;
    const end = last + (code?.[0].length ?? 0);
    const currency = code ? currencyOf(code[1] ?? '') : sign;
    if (!Number.isFinite(amount) || found.some((one) => start < one.end && one.start < end)) return;
    const change = changeBefore(text.slice(0, start));
    const isScaled = factor === 1 && !isScale ? {} : { isScaled: true as const };
    found.push({
      amount: scaled(amount, factor),
      currency,
      ...isScaled,
      change,
      start,
      end,
      text: written.slice(start, end).trim(),
    });
  };
  const whole = (match: RegExpMatchArray, amount = '', sign = ''): void => {
    const currency = currencyOf(sign);
    // Looks up the page's decimal separator only for ambiguous amounts, because finding it requires a pass over the
    // text of the page.
    const isOpen = /^\d{1,3}[.,]\d{3}$/.test(amount);
    const mark = isOpen ? (MILS.has(currency) ? '.' : marks?.(currency)) : undefined;
    const value = Number(toPlain(amount.replace(/^[-–—−]\s?/, ''), mark));
    // With a small number, `TL` means teaspoons rather than Turkish lira.
    if (sign !== 'TL' || value >= 10) put(match, value, currency);
  };
  if (text.includes('€'))
    for (const match of text.matchAll(AS_MARK)) put(match, Number(`${toPlain(match[1] ?? '')}.${match[2]}`), 'EUR');
  if (text.includes(':'))
    for (const match of text.matchAll(WITH_ORE)) put(match, Number(`${toPlain(match[1] ?? '')}.${match[2]}`), 'kr');
  for (const match of text.matchAll(EAST_ASIAN))
    put(match, parseScaled(match[1] ?? '') ?? Number.NaN, currencyOf(match[2] ?? ''), true);
  for (const match of text.matchAll(BEFORE)) {
    const done = found.at(-1)?.end ?? 0;
    if (!belongsLeft(text, match, done)) whole(match, match[2], match[1]);
  }
  for (const match of text.matchAll(AFTER)) whole(match, match[1], match[2]);
  if (/¢|cent/i.test(text))
    for (const match of text.matchAll(MINOR)) put(match, cents(match[1]), match[2] === '¢' ? '$' : undefined);
  for (const match of text.matchAll(PENCE)) put(match, cents(match[1]), 'GBP');
  if (text.includes(',')) for (const match of text.matchAll(DASHED)) whole(match, match[1] ?? match[2]);
  if (text.includes('.')) for (const match of text.matchAll(FRANCS)) whole(match, match[1]);
  if (text.includes(':')) for (const match of text.matchAll(KRONOR)) whole(match, match[1], 'kr');
  return found.sort((a, b) => a.start - b.start);
}

/**
 * True if a symbol between two numbers belongs to the first number, as in `59 € 49 €`. `done` is the end of the
 * previous amount.
 */
function belongsLeft(text: string, match: RegExpMatchArray, done: number): boolean {
  const start = match.index ?? 0;
  const before = text.slice(done, start);
  if (!/\d\s{0,2}$/.test(before)) return false;
  const [, sign = ''] = match;
  // In `39,90 kr 49,-`, `kr` belongs to the first price, because the dash already marks the second as a price.
  if (/[.,]\d{2}\s{0,2}$/.test(before) && DASHED_END.test(match[0])) return true;
  const isNearer = !/\s$/.test(before) && /^\s/.test(match[0].slice(sign.length));
  return isNearer || SIGN_FIRST.test(text.slice(start + match[0].length));
}

/** Matches the Indian abbreviations of lakh and crore: `₹85 L`, `₹1.2 Cr`. */
const INDIAN_SCALE = /^\s?(?:(L)|Crs?\.?)(?![\p{L}\d])/u;

/** Returns the scale after an amount. Next to a currency, `m` means a million. */
function scaleOfMoney(rest: string, currency: string | undefined): Scale {
  if (/^m(?![\p{L}\d²³/])/u.test(rest)) return { factor: 1e6, length: 1 };
  const indian = currency === 'INR' || currency === 'Rs' ? INDIAN_SCALE.exec(rest) : null;
  return indian ? { factor: indian[1] ? 1e5 : 1e7, length: indian[0].length } : scaleAt(rest);
}

const cents = (written = ''): number => Math.round(Number(toPlain(written)) * 10) / 1000;

/** Returns the sign before an amount. Ignores a dash that is a list bullet or part of a range. */
function changeBefore(before: string): Money['change'] {
  if (/(?:^|[\s(])\+\s?$/.test(before)) return '+';
  return /(?:^|[\p{L}:]\s)[-−–]$|\(\s?[-−–]\s?$/u.test(before) ? '-' : undefined;
}
