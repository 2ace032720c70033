import { findMoney } from '../../models/rules/values/money';
import { parseNumber } from '../../models/rules/values/numbers';
import { traitsNamed, wordsOf } from './items';
import type { MeasuredPage } from './measured-page';
import type { Unit } from './segment';

/** A price stands in a line of its own, or with little else: a discount, the tax. */
const MOST_WORDS = 12;
const MOST_CHARS = 120;
const MAX_PRICES = 20;
const IN_JSON = /"(?:price|lowPrice)"\s*:\s*"?(\d[\d.,]*)/g;
const ELSEWHERE = traitsNamed('nav header footer ad related');

/** The prices that the data of a page gives for what it offers, in JSON-LD, rounded to cents. */
export function pricesIn(json: string): readonly number[] {
  const prices = new Set<number>();
  for (const [, written = ''] of json.matchAll(IN_JSON)) {
    const price = parseNumber(/^\d+\.\d+$/.test(written) ? Number(written).toFixed(2) : written);
    if (price !== undefined && price > 0 && prices.size < MAX_PRICES) prices.add(price);
  }
  return [...prices];
}

/** Keeps the price of what the page offers, where nothing that is kept says it: in the line nearest to the headline that shows it. */
export function keepPrice(page: MeasuredPage, keep: Uint8Array, headline: number): void {
  const prices = new Set(page.facts.prices);
  if (prices.size === 0) return;
  let nearest = -1;
  let least = Number.POSITIVE_INFINITY;
  for (const [i, unit] of page.segments.units.entries()) {
    const isKept = keep[i] === 1;
    if (!isKept && (wordsOf(page, unit) > MOST_WORDS || isElsewhere(page, unit))) continue;
    if (!says(page, unit, prices)) continue;
    if (isKept) return;
    const far = Math.abs(unit.firstBlock - headline);
    if (far >= least) continue;
    least = far;
    nearest = i;
  }
  if (nearest >= 0) keep[nearest] = 1;
}

function says({ segments: { blocks } }: MeasuredPage, unit: Unit, prices: ReadonlySet<number>): boolean {
  for (let i = unit.firstBlock; i < unit.endBlock; i++) {
    const text = blocks[i]?.text ?? '';
    if (text.length <= MOST_CHARS && /\d/.test(text) && findMoney(text).some(({ amount }) => prices.has(amount)))
      return true;
  }
  return false;
}

const isElsewhere = (page: MeasuredPage, { element }: Unit): boolean =>
  ELSEWHERE.some((trait) => page.hasAround(element, trait));
