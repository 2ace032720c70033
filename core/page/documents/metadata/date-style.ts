import { type Document, isTag, isText, type ParentNode } from 'domhandler';
import { plainDigits } from '../../../common/values/digits';
import { findMoney } from '../../../common/values/money';
import { surveyOf } from '../content/page-survey';
import { type DateStyle, type DayOrder, dayInUrl, type NumericDate, numericDates, readingsOf } from './dates';
import { perTag } from './per-tag';

/**
 * Property of a tree's root that stores the date style. A WeakMap would keep unused pages in memory (see
 * `page-survey.ts`).
 */
const STYLE = Symbol('date style');

/** Returns the date style of a page: its language and its order of day and month. Caches the result. */
export function dateStyleOf(document: Document & { [STYLE]?: DateStyle }, url: string): DateStyle {
  document[STYLE] ??= new PageDates(document, url);
  return document[STYLE];
}

/** Returns the date style of a column. One date with a day above 12 determines the order of all dates in the column. */
export function styleOfColumn(style: DateStyle, texts: readonly string[]): DateStyle {
  const own = commonOrder(texts.flatMap((text) => numericDates(plainDigits(text))).map(decisiveOrder));
  return own === undefined ? style : { language: style.language, order: own, isSure: true };
}

/** Date style of a page. Determines the order of day and month on first use, i.e. only if a date is ambiguous. */
class PageDates implements DateStyle {
  readonly language: string;
  #decision: Decision | undefined;

  constructor(
    private readonly document: Document,
    private readonly url: string,
  ) {
    this.language = languageOf(document);
  }

  get order(): DayOrder {
    return this.#decided.order;
  }

  get isSure(): boolean {
    return this.#decided.isSure;
  }

  get #decided(): Decision {
    this.#decision ??= decide(this.document, this.url, this.language);
    return this.#decision;
  }
}

type Decision = Pick<DateStyle, 'order' | 'isSure'>;

/** Determines the order from other dates on the page, else from the language, country or currency of the page. */
function decide(document: Document, url: string, language: string): Decision {
  const said = readPage(document);
  const byDates =
    commonOrder(said.dates.map(decisiveOrder)) ?? commonOrder([...said.timed, ...statedOrders(said, url)]);
  if (byDates !== undefined) return { order: byDates, isSure: true };
  const place = orderOfRegion(regionOf(url)) ?? orderOfRegion(currencyRegion(said.money));
  const { order, isSure } = orderOf(language);
  // `en-US` alone does not determine the order, because many templates declare it for sites from any country.
  if (isSure && (place === undefined || place === order || language !== 'en-US')) return { order, isSure };
  if (isSure || place === undefined) return { order, isSure: false };
  return { order: place, isSure: true };
}

/** Returns the order if all known orders are the same. */
function commonOrder(orders: readonly (DayOrder | undefined)[]): DayOrder | undefined {
  const named = new Set(orders.filter((order) => order !== undefined));
  return named.size === 1 ? [...named][0] : undefined;
}

/** Returns the order in which a date is valid. Undefined unless exactly one order is valid. */
function decisiveOrder(date: NumericDate): DayOrder | undefined {
  if (date.isDotted) return undefined;
  const { 'day-first': dayFirst, 'month-first': monthFirst } = readingsOf(date);
  if (dayFirst === undefined) return monthFirst === undefined ? undefined : 'month-first';
  return monthFirst === undefined ? 'day-first' : undefined;
}

/** Data on a page that indicates whether the day or the month comes first in its dates. */
interface Said {
  readonly dates: readonly NumericDate[];
  /** Day–month orders of visible dates in elements that also have a machine-readable date. */
  readonly timed: readonly (DayOrder | undefined)[];
  /** ISO dates in the head. */
  readonly stated: readonly string[];
  /** Short text nodes with digits, which may contain amounts of money. */
  readonly money: readonly string[];
}

const maxDates = 2000;
const maxAmounts = 40;
const maxMoneyChars = 60;
const silentTags = new Set(['style', 'template', 'svg', 'noscript']);
const addressAttributes = new Set(['href', 'src', 'srcset', 'style', 'class', 'id', 'action']);

function readPage(document: Document): Said {
  const said = {
    dates: [] as NumericDate[],
    timed: [] as (DayOrder | undefined)[],
    stated: [] as string[],
    money: [] as string[],
  };
  const read = (text: string): void => {
    if (/\d{4}|[^ -~]\p{Nd}/u.test(text) && said.dates.length < maxDates)
      said.dates.push(...numericDates(plainDigits(text)));
  };
  const stack: ParentNode[] = [document];
  for (let node = stack.pop(); node; node = stack.pop())
    for (const child of node.children) {
      if (isText(child)) {
        read(child.data);
        if (child.data.length < maxMoneyChars && said.money.length < maxAmounts && /\d/.test(child.data))
          said.money.push(child.data);
      } else if (isTag(child) && isRead(child.name, child.attribs.type)) {
        for (const [name, value] of Object.entries(child.attribs)) if (!addressAttributes.has(name)) read(value);
        const day = ISO_DAY.exec(child.attribs.datetime ?? child.attribs.content ?? '')?.[0];
        if (day !== undefined && child.name === 'meta') said.stated.push(day);
        else if (day !== undefined) said.timed.push(...ordersOfDay(numericDates(plainDigits(ownText(child))), [day]));
        stack.push(child);
      }
    }
  return said;
}

const ISO_DAY = /^(?:19|20)\d\d-\d\d-\d\d/;

const isRead = (name: string, type: string | undefined): boolean =>
  !silentTags.has(name) && (name !== 'script' || /ld\+json/i.test(type ?? ''));

const ownText = ({ children }: ParentNode): string =>
  children.map((child) => (isText(child) ? child.data : '')).join(' ');

/** Returns the orders in which the ambiguous dates match an ISO date in the head or the date in the URL. */
function statedOrders({ dates, stated }: Said, url: string): readonly (DayOrder | undefined)[] {
  return ordersOfDay(dates, [...stated, dayInUrl(url) ?? ''].filter(Boolean));
}

function ordersOfDay(dates: readonly NumericDate[], days: readonly string[]): readonly (DayOrder | undefined)[] {
  return dates.map((date) => {
    const { 'day-first': dayFirst = '', 'month-first': monthFirst = '' } = readingsOf(date);
    if (date.isDotted || days.includes(dayFirst) === days.includes(monthFirst)) return undefined;
    return days.includes(dayFirst) ? 'day-first' : 'month-first';
  });
}

/** Returns the language tag of a page, with the region if known. Empty if the language is unknown. */
function languageOf(document: Document): string {
  const { facts } = surveyOf(document);
  const root = facts.find(({ name }) => name === 'html')?.attribs ?? {};
  const meta = (wanted: string): string =>
    facts.find(
      ({ name, attribs }) =>
        name === 'meta' && (attribs.property ?? attribs['http-equiv'] ?? '').toLowerCase() === wanted,
    )?.attribs.content ?? '';
  const [own = '', ...more] = [root.lang ?? root['xml:lang'] ?? '', meta('content-language'), meta('og:locale')]
    .map(tagOf)
    .filter(Boolean);
  // `og:locale` may contain the same language with a region.
  return own.includes('-') ? own : (more.find((tag) => tag.startsWith(`${own}-`)) ?? own);
}

/** Returns the canonical form of a language tag. Empty if the tag is invalid. */
const tagOf = (written: string): string =>
  canonicalTag(
    written
      .trim()
      .replaceAll('_', '-')
      .split(/[\s,;]/, 1)[0] ?? '',
  );

const canonicalTag = perTag((first) => {
  try {
    const { language, region } = new Intl.Locale(first);
    return region === undefined ? language : `${language}-${region}`;
  } catch {
    return '';
  }
});

/**
 * Returns the order of day and month that CLDR defines for a language. `isSure` is false for a month-first order in two
 * cases: speakers use both orders, or CLDR puts the year first.
 */
const orderOf = perTag((tag): Decision => {
  const [known = ''] = tag === '' ? [] : Intl.DateTimeFormat.supportedLocalesOf(tag);
  const [language = ''] = known.split('-');
  const { order, isYearFirst } = cldrOrder(known);
  const own = cldrOrder(language).order;
  if (isYearFirst || known === '') return { order: own, isSure: own === 'day-first' };
  return { order, isSure: localeOf(known) !== 'en' };
});

/** Returns the CLDR locale that best matches a language tag. Drops regions for which CLDR has no locale. */
const localeOf = (tag: string): string => new Intl.DateTimeFormat(tag).resolvedOptions().locale;

function cldrOrder(tag: string): { readonly order: DayOrder; readonly isYearFirst: boolean } {
  const form = { calendar: 'gregory', month: 'numeric', day: 'numeric' } as const;
  const typesOf = (options: Intl.DateTimeFormatOptions): readonly string[] =>
    new Intl.DateTimeFormat(tag || 'en', options).formatToParts().map(({ type }) => type);
  const types = typesOf(form);
  return {
    order: types.indexOf('day') < types.indexOf('month') ? 'day-first' : 'month-first',
    isYearFirst: typesOf({ ...form, year: 'numeric' }).find((type) => type !== 'literal') === 'year',
  };
}

/** Returns the date order of a country. Undefined if the order is ambiguous. */
function orderOfRegion(region: string | undefined): DayOrder | undefined {
  if (region === undefined) return undefined;
  const tag = region === 'EU' ? 'en-150' : `${new Intl.Locale(`und-${region}`).maximize().language}-${region}`;
  const { order, isSure } = orderOf(tag);
  return isSure && localeOf(tag).includes('-') ? order : undefined;
}

/** Country-code top-level domains that sites from any country use. */
const anyCountry = /^(?:ac|ai|am|as|cc|cd|co|cx|fm|gg|gl|im|io|is|la|li|ly|me|ms|mu|nu|pw|sh|st|tk|to|tv|vc|ws)$/;

/** Returns the country of the URL's top-level domain, if any. */
function regionOf(url: string): string | undefined {
  const [, top = ''] = /\.([a-z]{2})$/.exec(URL.canParse(url) ? new URL(url).hostname : '') ?? [];
  if (top === '' || anyCountry.test(top)) return undefined;
  return top === 'uk' ? 'GB' : top.toUpperCase();
}

/**
 * If a page uses only one currency, returns the country of that currency, or `EU` for euros. Undefined for US dollars
 * and for symbols shared by several countries.
 */
function currencyRegion(texts: readonly string[]): string | undefined {
  const found = texts.flatMap((text) => findMoney(text).flatMap(({ currency }) => currency ?? []));
  const currencies = new Set(found);
  const [currency = ''] = currencies;
  return currencies.size === 1 && /^(?!USD)[A-Z]{3}$/.test(currency) ? currency.slice(0, 2) : undefined;
}
