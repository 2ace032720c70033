import type { Element } from 'domhandler';
import { parse } from 'tldts';
import { currencyOf, findMoney, mentionsCurrency } from '../../../../common/values/money';
import { parseNumber, parseScaled } from '../../../../common/values/numbers';
import type { SourceKind } from '../../../../contract/plugin';
import { searchPattern } from '../../../../contract/search-pattern';
import { resolveUrl } from '../../../documents/content/urls';
import type { DateStyle, FoundDay } from '../../../documents/metadata/dates';
import { daysOfRange } from '../../../documents/metadata/day-ranges';
import type { Sighting } from '../find/sighting';
import type { MoneyHabits } from '../page/money-habits';
import { partStruck } from '../page/struck';
import { findElements, textOf } from '../page/text-of';
import type { Choice, Field } from '../schema/field';
import { pickChoice } from './choices';
import { parseClock, parseDay, parseMoment, readDayOf } from './dates';
import { parseMinutes } from './durations';
import { formerPriceIn, type PriceInText, priceIn } from './price-in';
import { type Coerced, readText } from './texts';
import { parseFlag, parseStock } from './words-of-state';

/** Page data needed to interpret values. */
export interface ValuePlace {
  readonly base: string;
  readonly dates?: DateStyle;
  readonly money?: MoneyHabits;
}

/** Converts a found value to the type of a field. Undefined if that is impossible. */
export function coerce(field: Field, sighting: Sighting, place: ValuePlace): Coerced | undefined {
  const coerced = read(field, sighting, place);
  return coerced !== undefined && keepsLimits(field, coerced.value) ? coerced : undefined;
}

function read(field: Field, sighting: Sighting, place: ValuePlace): Coerced | undefined {
  const { raw } = sighting;
  if (sighting.isVerbatim && field.kind === 'string' && !field.choices) return { value: String(raw), fit: 1 };
  if (field.choices) {
    const choice =
      typeof raw === 'boolean'
        ? (field.choices.find((one) => one === raw) ?? choiceOfFlag(field.choices, raw))
        : pickChoice(String(raw), field.choices);
    return choice === undefined ? undefined : { value: choice, fit: 1 };
  }
  if (field.kind === 'boolean') return wrap(readFlag(raw));
  if (field.kind === 'number' || field.kind === 'integer') return readNumber(field, sighting, place);
  if (field.kind === 'string' || field.kind === 'any') return readString(field, sighting, place);
  return undefined;
}

const wrap = (value: Choice | undefined, fit = 1): Coerced | undefined =>
  value === undefined ? undefined : { value, fit };

const choiceOfFlag = (choices: readonly Choice[], raw: boolean) =>
  choices.find((one) => typeof one === 'string' && (parseStock(one) ?? parseFlag(one)) === raw);

function readFlag(raw: Sighting['raw']): boolean | undefined {
  if (typeof raw !== 'string') return typeof raw === 'boolean' ? raw : raw !== 0;
  return parseFlag(raw) ?? parseStock(raw.replace(/([a-z])([A-Z])/g, '$1 $2'));
}

function readNumber(field: Field, sighting: Sighting, place: ValuePlace): Coerced | undefined {
  const { raw, kind: source } = sighting;
  if (typeof raw === 'boolean') return undefined;
  const kind = field.concept?.kind;
  if (typeof raw === 'string' && isYear(field)) return wrap(yearIn(raw));
  const value =
    kind === 'duration'
      ? minutesFor(field, raw)
      : typeof raw === 'number'
        ? raw
        : FOR_MACHINES.has(source) && /^-?\d+\.\d+$/.test(raw.trim())
          ? Number(raw)
          : kind === 'money'
            ? amountFor(field, sighting, place)
            : PERCENT.test(field.name)
              ? (percentIn(raw) ?? (mentionsCurrency(raw) ? undefined : numberIn(raw, place)))
              : numberIn(raw, place);
  if (value === undefined) return undefined;
  const whole = field.kind === 'integer' ? Math.round(value) : value;
  if (field.kind === 'integer' && Math.abs(whole - value) > 0.001 && kind !== 'duration') return undefined;
  const clean =
    typeof raw === 'number' ||
    (kind === 'money' && (findMoney(raw)[0]?.start ?? 99) < 4) ||
    /^[^\d]{0,12}[\d.,'\s\u00a0\u202f]+[^\d]{0,16}$/.test(raw) ||
    kind === 'duration';
  return { value: whole, fit: clean ? 1 : 0.7 };
}

/** True for a field that contains a year, e.g. `founded` or `opening_year`. */
const isYear = ({ concept, words }: Field): boolean =>
  concept?.id === 'founded' || (concept === undefined && words.at(-1) === 'year');

/** Returns the year in a text such as `Oct 5, 2011`. */
const yearIn = (text: string): number | undefined => {
  const year = /(?<!\d)(?:1\d|20)\d\d(?!\d)/.exec(text)?.[0];
  return year === undefined ? undefined : Number(year);
};

/** Matches names of fields that contain percentages. */
const PERCENT = /percent|pct/i;

/** Returns the number before a percent sign. */
const percentIn = (text: string): number | undefined =>
  parseNumber(/(?<![\d.,])[-−–]?\d[\d.,]{0,12}(?=\s?%)/.exec(text)?.[0] ?? '');

/** Kinds of machine-readable sources. In these, a dot is always a decimal point. */
const FOR_MACHINES: ReadonlySet<SourceKind> = new Set(['json-ld', 'rdfa', 'meta', 'state']);

/**
 * Returns the amount next to a currency. Without a currency, returns the first number, e.g. the lower end of a range.
 */
const numberIn = (text: string, { money: habits }: ValuePlace): number | undefined =>
  (mentionsCurrency(text) ? priceIn(text, habits?.decimalMark)?.money.amount : undefined) ?? parseScaled(text);

/** Returns the amount that a money field requests: the current price, the former price or an end of a range. */
function amountFor(field: Field, sighting: Sighting, place: ValuePlace): number | undefined {
  const text = String(sighting.raw);
  const price = priceFor(field, sighting, place);
  if (HIGH.has(field.concept?.id ?? '')) return price?.high ?? (sighting.kind === 'text' ? undefined : amountIn(text));
  if (!price) return amountIn(bareText(field, sighting));
  if (price.high !== undefined) return price.money.amount;
  return price.money.change === '-' ? -price.money.amount : price.money.amount;
}

/**
 * Returns the text of a sighting without struck-through amounts. For a former price, returns only the struck-through
 * amounts.
 */
function bareText({ concept }: Field, { raw, node }: Sighting): string {
  const text = String(raw);
  const { struck, rest } = node ? partStruck(text, node) : { struck: '', rest: text };
  const wanted = concept?.id === 'oldPrice' ? struck : rest;
  return /\d/.test(wanted) ? wanted : text;
}

/** Returns the price that a field requests, and the part of the text that contains the price. */
export function priceFor(
  { concept }: Pick<Field, 'concept'>,
  { raw, node }: Pick<Sighting, 'raw' | 'node'>,
  { money: habits }: ValuePlace,
): (PriceInText & { readonly text: string }) | undefined {
  const whole = String(raw);
  const amounts = findMoney(whole).length;
  if (amounts === 0 || !mentionsCurrency(whole)) return undefined;
  const parts = node && amounts > 1 ? partStruck(whole, node) : { struck: '', rest: whole };
  const isFormer = concept?.id === 'oldPrice';
  const wanted = isFormer ? parts.struck : parts.rest;
  const isStated = wanted === whole ? amounts > 0 : findMoney(wanted).length > 0;
  const text = isStated ? wanted : whole;
  const price = (isFormer ? formerPriceIn : priceIn)(text, habits?.decimalMark);
  return price && { ...price, text };
}

/** Returns the upper end of a price range, if the field is numeric and therefore stores only the lower end. */
export function lostUpperEnd(field: Field, sighting: Sighting, place: ValuePlace): string | undefined {
  const { concept, kind, words } = field;
  if (concept?.kind !== 'money' || HIGH.has(concept.id) || (kind !== 'number' && kind !== 'integer')) return undefined;
  if (words.some((word) => LOW_WORDS.has(word))) return undefined;
  const high = sighting.upTo ?? (typeof sighting.raw === 'string' ? priceFor(field, sighting, place)?.high : undefined);
  return high === undefined ? undefined : String(high);
}

/** Concepts for the upper end of a range. */
const HIGH: ReadonlySet<string> = new Set(['highPrice', 'salaryMax']);
const LOW_WORDS: ReadonlySet<string> = new Set(['low', 'lowest', 'min', 'minimum', 'from']);

/** Reads an amount without a currency for a money field, e.g. `49,-` or `,89`. */
const amountIn = (text: string): number | undefined =>
  /^\D*[.,]\d{2}\D*$/.test(text)
    ? Number(`0.${text.replace(/\D/g, '')}`)
    : PHONE.test(text)
      ? undefined
      : parseScaled(text);

const PHONE = /\(\d{2,5}\)\s?\d{3}|\d{3}[\s-]\d{3}[\s-]\d{4}|^\s*(?:\+|0\d{2,})/;

function minutesFor(field: Field, raw: string | number): number | undefined {
  const unit = `${field.name} ${field.description}`.toLowerCase();
  const factor = /second/.test(unit) ? 60 : /\bhours?\b/.test(unit) && !/minute/.test(unit) ? 1 / 60 : 1;
  const minutes =
    typeof raw === 'number' ? raw : (parseMinutes(raw) ?? (/^\s*\d+\s*$/.test(raw) ? Number(raw) : undefined));
  return minutes === undefined || minutes <= 0 ? undefined : minutes * factor;
}

/** True for a field whose values are ISO dates. */
export const expectsDay = ({ format, concept, description }: Field): boolean =>
  format === 'date' ||
  format === 'date-time' ||
  (concept?.kind === 'date' && format === undefined && /iso|yyyy/i.test(description));

/** Returns the date in a value. Undefined if the field does not expect a date. */
export const dayRead = (field: Field, { raw }: Sighting, { dates }: ValuePlace): FoundDay | undefined =>
  expectsDay(field) && typeof raw === 'string' ? readDayOf(raw, dates) : undefined;

function readString(field: Field, sighting: Sighting, place: ValuePlace): Coerced | undefined {
  const { raw } = sighting;
  const text = dayOf(field, String(raw), place);
  const { format, concept } = field;
  if (format === 'date-time') return wrap(parseMoment(text, place.dates));
  if (expectsDay(field)) return wrap(parseDay(text, place.dates) ?? parseMoment(text)?.slice(0, 10));
  if (format === 'time') return wrap(parseClock(text));
  if (format === 'email' || concept?.kind === 'email')
    return wrap(/(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/.exec(unmasked(text))?.[0]);
  if (
    format === 'uri' ||
    format === 'url' ||
    format === 'uri-reference' ||
    concept?.kind === 'url' ||
    concept?.kind === 'image'
  )
    return readAddress(sighting, place);
  if (concept?.kind === 'currency')
    return wrap(
      resolved(currencyOf(text) ?? currencyCode(text) ?? (sighting.currency || findMoney(text)[0]?.currency), place),
    );
  return readText(field, text);
}

/**
 * Returns the first or last date of a range, depending on the field. Returns text that is not a date range unchanged.
 */
function dayOf({ concept, format }: Field, text: string, { dates }: ValuePlace): string {
  const isDay = format !== undefined && concept?.kind === 'date' && text.length < 200;
  const range = isDay ? daysOfRange(text, dates) : undefined;
  return range ? (concept?.id === 'endDate' ? range.last : range.first) : text;
}

/** Restores an email address that is obfuscated with words, e.g. `info [at] firm [dot] com`. */
const unmasked = (text: string): string =>
  text
    .replace(/\s?[[({]\s?(?:at|@|ät|arobase|chiocciola|arroba)\s?[\])}]\s?/giu, '@')
    .replace(/\s?[[({]\s?(?:dot|punkt|point|punto|ponto)\s?[\])}]\s?/giu, '.');

/** Returns the currency code in brackets, e.g. from `Norwegian krone (NOK)`. */
const currencyCode = (text: string): string | undefined => currencyOf(/\(([A-Z]{3})\)/.exec(text)?.[1] ?? '');

const resolved = (currency: string | undefined, { money }: ValuePlace): string | undefined =>
  currency === undefined ? undefined : (money?.currencyOf(currency) ?? currency);

/** Reads a URL from an attribute, from the link whose text is the value, or from the text itself. */
function readAddress({ raw, node }: Sighting, { base }: ValuePlace): Coerced | undefined {
  const text = String(raw).trim();
  const isShown = node !== undefined && !Object.values(node.attribs).includes(text) && textOf(node).includes(text);
  const link = isShown ? linkOf(node, text) : undefined;
  const written = link ?? text;
  if (written === '' || /\s/.test(written) || /^(?:data|javascript|blob):/i.test(written)) return undefined;
  if (link === undefined && isHost(written)) return wrap(resolveUrl(`https://${written}`, base));
  const isReference = !isShown || link !== undefined || /^(?:https?:)?\//i.test(written);
  return isReference ? wrap(resolveUrl(written, base)) : undefined;
}

const linkOf = (node: Element, text: string): string | undefined =>
  [node, ...findElements(node, ({ name }) => name === 'a')].find(
    (one) => one.attribs.href !== undefined && textOf(one) === text,
  )?.attribs.href;

const isHost = (text: string): boolean => /^[\w-]+\.[\w.-]+(?:\/|$)/.test(text) && parse(text).isIcann === true;

function keepsLimits(field: Field, value: Coerced['value']): boolean {
  if (typeof value === 'number')
    return value >= (field.minimum ?? Number.NEGATIVE_INFINITY) && value <= (field.maximum ?? Number.POSITIVE_INFINITY);
  if (typeof value !== 'string') return true;
  if (value.length < (field.minLength ?? 0) || value.length > (field.maxLength ?? Number.POSITIVE_INFINITY))
    return false;
  return field.pattern === undefined || searchPattern(field.pattern, value) !== null;
}
