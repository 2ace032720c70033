import type { Document, Element } from 'domhandler';
import type { Metadata } from '../../../../common/model';
import { type DecimalMarks, findMoney, type Money } from '../../../../common/values/money';
import type { DecimalMark } from '../../../../common/values/numbers';
import { isItem, type MarkupItem, valuesAt } from '../../../../contract/markup-item';
import { currencyAt, denotes, isSharedSign } from '../values/shared-signs';
import { scriptCurrency } from './script-currency';
import type { PageView } from './view';

/** Parts of a page that reveal its conventions for amounts of money. */
interface MoneyEvidence {
  readonly document: Document;
  readonly url: string;
  readonly metadata: Metadata;
  readonly view: PageView;
  readonly items: readonly MarkupItem[];
  readonly metas: ReadonlyMap<string, readonly { readonly content: string }[]>;
  readonly scripts: readonly Element[];
}

/** Conventions for amounts of money on a page. */
export interface MoneyHabits {
  readonly decimalMark: DecimalMarks;
  /**
   * Returns the currency code that an ambiguous symbol represents on this page. Returns unknown symbols and codes
   * unchanged.
   */
  currencyOf(sign: string): string;
}

const MAX_AMOUNTS = 2000;
const CODE_PATHS = ['priceCurrency', 'offers.priceCurrency', 'offers.offers.priceCurrency'];
const SPECIFIED = 'offers.priceSpecification.priceCurrency';
const METAS = ['product:price:currency', 'og:price:currency', 'product:sale_price:currency'];

/**
 * Detects the conventions for amounts of money on a page. Call this function through `evidence.once`, which caches the
 * result.
 */
export function moneyHabits(evidence: MoneyEvidence): MoneyHabits {
  let amounts: readonly Money[] | undefined;
  const all = () => (amounts ??= amountsOn(evidence));
  const marks = new Map<string | undefined, DecimalMark | undefined>();
  const codes = new Map<string, string>();
  return {
    decimalMark: (currency) => {
      if (!marks.has(currency)) marks.set(currency, decimalMarkOf(all(), currency));
      return marks.get(currency);
    },
    currencyOf: (sign) => {
      if (!isSharedSign(sign)) return sign;
      const code = codes.get(sign) ?? codeFor(sign, evidence, all) ?? sign;
      codes.set(sign, code);
      return code;
    },
  };
}

function amountsOn({ view }: MoneyEvidence): readonly Money[] {
  const found: Money[] = [];
  for (const { text } of view.lines) {
    if (found.length >= MAX_AMOUNTS) break;
    if (text.length < 1000) found.push(...findMoney(text));
  }
  return found;
}

/**
 * Returns the decimal mark that all unambiguous amounts in a currency use. Undefined if the amounts disagree or all of
 * them are ambiguous.
 */
function decimalMarkOf(amounts: readonly Money[], currency: string | undefined): DecimalMark | undefined {
  const marks = new Set(
    amounts.filter((one) => one.currency === currency).flatMap(({ text }) => clearMark(text) ?? []),
  );
  const [mark, other] = marks;
  return other === undefined ? mark : undefined;
}

/** Returns the decimal mark of an unambiguous amount such as `12.50`, `1.234,5` or `1,234,567`. */
function clearMark(text: string): DecimalMark | undefined {
  const digits = /\d[\d.,]*\d/.exec(text)?.[0] ?? '';
  const [, mark] = /([.,])\d{1,2}$/.exec(digits) ?? [];
  if (mark === '.' || mark === ',') return mark;
  const [, group] = /^\d{1,3}([.,])\d{3}(?:\1\d{3})+$/.exec(digits) ?? [];
  return group === '.' ? ',' : group === ',' ? '.' : undefined;
}

/**
 * Returns the code for an ambiguous symbol. The code comes from markup, meta tags, other prices with a code, scripts,
 * the domain or the language.
 */
function codeFor(sign: string, evidence: MoneyEvidence, amounts: () => readonly Money[]): string | undefined {
  const fitting = (codes: readonly string[]): string | undefined => {
    const [code, other] = new Set(codes.map((one) => one.trim().toUpperCase()).filter((one) => denotes(sign, one)));
    return other === undefined ? code : undefined;
  };
  return (
    fitting(codesInMarkup(evidence)) ??
    fitting(amounts().flatMap(({ currency }) => currency ?? [])) ??
    fitting([scriptCurrency(evidence)?.currency ?? '']) ??
    currencyAt(sign, originOf(evidence))
  );
}

function codesInMarkup({ items, metas }: MoneyEvidence): readonly string[] {
  const inItem = (item: MarkupItem): readonly string[] =>
    [...CODE_PATHS, SPECIFIED].flatMap((path) =>
      valuesAt(item, path).flatMap(({ value }) => (typeof value === 'string' ? [value] : [])),
    );
  const listed = items.flatMap((item) => [
    ...valuesAt(item, 'itemListElement'),
    ...valuesAt(item, 'itemListElement.item'),
    ...valuesAt(item, 'hasVariant'),
  ]);
  const inner = listed.flatMap(({ value }) => (isItem(value) ? [value] : []));
  const stated = METAS.flatMap((name) => metas.get(name) ?? []).map(({ content }) => content);
  return [...[...items, ...inner].flatMap(inItem), ...stated];
}

function originOf({ url, document, metadata }: MoneyEvidence) {
  const root = document.children.find((one) => 'name' in one && one.name === 'html');
  const stated = root && 'attribs' in root ? root.attribs.lang : undefined;
  return { host: URL.parse(url)?.hostname ?? '', language: stated ?? String(metadata.language ?? '') };
}
