import { currencyOf, findMoney } from '../../../../common/values/money';
import { parseNumber } from '../../../../common/values/numbers';
import { withT } from '../../../documents/metadata/dates';
import type { Choice, Field } from '../schema/field';
import { parseClock, parseDay } from './dates';
import { parseMinutes } from './durations';
import { parseStock } from './words-of-state';

/** A value converted to the type of a field. `fit` rates how well the value suits the field, 0–1. */
export interface Coerced {
  readonly value: Choice | Readonly<Record<string, unknown>>;
  readonly fit: number;
}

/** Returns the same key for values that differ only in case, punctuation or spaces. */
export const comparable = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .normalize('NFKC')
        .toLowerCase()
        .replace(/[\s\p{P}]+/gu, '') || value
    : JSON.stringify(value);

const LONG: ReadonlySet<string> = new Set(['prose', 'list', 'address']);
const MAX_CHARS = { short: 300, long: 20_000 };

/** Opening quotation marks, keyed by the closing marks that are also used as separators. */
const OPENING: Readonly<Record<string, string>> = { '»': '«', '›': '‹' };

/** Matches text that consists only of a phrase for a price of zero, e.g. `free` or `gratis`. */
const FREE =
  /^(?:free(?: of charge| admission| entry| entrance)?|gratis|kostenlos|kostenfrei|eintritt frei|gratuite?|gratuit[oa]|entrada (?:libre|gratuita|livre)|ingresso (?:libero|gratuito)|entrée (?:libre|gratuite)|vrij entree|bezpłatn[eya]|wstęp wolny|бесплатно|無料|免费|免費|무료)$/iu;
/** Schema.org namespace of terms such as `InStock`. */
const SCHEMA_ORG = /^https?:\/\/(?:www\.)?schema\.org\//i;

/** Converts text to the value of a string field, according to its concept. */
export function readText(field: Field, raw: string): Coerced | undefined {
  const text = raw
    .replace(/[ \t\u00a0]+/g, ' ')
    .replace(/\s+/g, (spaces) => (spaces.includes('\n') ? '\n' : spaces))
    .trim()
    .replace(/^[►▶▸▹➤➔→]\s+(?=\S)/u, '')
    .replace(/\s[/|·•»›]$/, (sign, at: number, whole: string) =>
      whole.slice(0, at).includes(OPENING[sign[1] ?? ''] ?? '\0') ? sign : '',
    );
  const kind = field.concept?.kind;
  // A price level such as `$$` consists only of currency signs.
  const isLevel = field.concept?.id === 'priceRange' && /^\p{Sc}+$/u.test(text);
  if (!isLevel && !/[\p{L}\p{N}]/u.test(text)) return undefined;
  if (
    text.length > (kind !== undefined && LONG.has(kind) ? MAX_CHARS.long : kind === undefined ? 2000 : MAX_CHARS.short)
  )
    return undefined;
  if (kind === 'code') return readCode(field.concept?.id ?? '', text);
  if (kind === 'money') {
    const isMoney = findMoney(text).length > 0;
    return isMoney || /\d/.test(text) || FREE.test(text) ? { value: text, fit: isMoney ? 1 : 0.8 } : undefined;
  }
  if (kind === 'currency') return { value: currencyOf(text) ?? text, fit: 1 };
  if (kind === 'phone') return readPhone(text);
  if (kind === 'date') return { value: withT(text.slice(0, 100)), fit: dateFit(field, text) };
  if (kind === 'time') return parseClock(text) ? { value: text.slice(0, 60), fit: 1 } : undefined;
  if (kind === 'duration') return parseMinutes(text) === undefined ? undefined : { value: text, fit: 1 };
  if (kind === 'stock')
    return parseStock(text) === undefined ? undefined : { value: text.replace(SCHEMA_ORG, ''), fit: 1 };
  if (kind === 'number') return parseNumber(text) === undefined ? undefined : { value: text, fit: 0.9 };
  return { value: tidy(kind, text), fit: kind === 'name' ? nameFit(text) : 1 };
}

/**
 * Rates how well a string suits a date field without a format. A time without a date is suitable unless the field name
 * requests a date.
 */
function dateFit({ words }: Field, text: string): number {
  if (parseDay(text) !== undefined) return 1;
  if (!/\d/.test(text)) return 0.2;
  return words.some((word) => /^dat/.test(word)) && parseClock(text) !== undefined ? 0.2 : 0.7;
}

/** Removes introductory words such as "by" from names. */
const tidy = (kind: string | undefined, text: string): string =>
  kind === 'name'
    ? text
        .replace(/^(?:by|von|par|por|di|door|przez|von:)\s+(?=\p{Lu})/iu, '')
        .replace(/^(?:at|@|bei|chez|presso|bij|hos)\s+(?=\p{Lu})/u, '')
        .replace(/\s+/g, (spaces) => (spaces.includes('\n') ? ' ' : spaces))
    : text;

const nameFit = (text: string): number => (text.length > 120 || /https?:\/\//.test(text) ? 0.3 : 1);

/**
 * Reads an article number or similar code: up to four words with at least one digit, or a single word in upper case.
 */
function readCode(id: string, raw: string): Coerced | undefined {
  const text = (raw.split(/[|\n;]|\s{2,}|(?<=\S)\s[•·(]/)[0] ?? '')
    .trim()
    .replace(/^[#№:：]\s*/, '')
    .replace(/[.,;]$/, '');
  if (id === 'gtin' || id === 'isbn') return readBarcode(id, text);
  if (text === '' || text.length > 40 || text.split(' ').length > 4 || /[{}<>@=]|https?:/.test(text)) return undefined;
  if (!/\d/.test(text) && !/^[A-Z][A-Z0-9-]{2,}$/.test(text)) return undefined;
  const hasBlank = text.includes(' ');
  return { value: text, fit: hasBlank ? 0.75 : 1 };
}

/** Validates a barcode by its check digit. Accepts any ISBN, because some books are printed with a wrong ISBN. */
function readBarcode(id: string, text: string): Coerced | undefined {
  const digits = text.replace(/[\s-]/g, '');
  if (id === 'isbn' && /^(?:\d{9}[\dX]|97[89]\d{10})$/i.test(digits)) return { value: text, fit: 1 };
  if (!/^\d{8}$|^\d{12,14}$/.test(digits) || /^0+$/.test(digits)) return undefined;
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 1 ? 3 : 1), 0);
  return sum % 10 === 0 ? { value: id === 'isbn' ? text : digits, fit: 1 } : undefined;
}

function readPhone(text: string): Coerced | undefined {
  const found = /(?:\+|\(|\d)[\d\s().\-/–·]{5,24}\d/.exec(text.replace(/^tel:/, ''));
  if (!found) return undefined;
  const digits = found[0].replace(/\D/g, '').length;
  return digits < 6 || digits > 16 ? undefined : { value: found[0].trim(), fit: 1 };
}
