import { type ChildNode, type Element, isTag, type ParentNode } from 'domhandler';
import { findMoney } from '../../../common/values/money';
import { type Make, type MeasuredPage } from './measured-page';
import { type Unit } from './segment';
import { TRAIT_NAMES } from './tags';

/** Returns the bit numbers of traits, given their names separated by spaces. */
export const traitsNamed = (names: string): readonly number[] =>
  names.split(' ').map((name) => TRAIT_NAMES.indexOf(name));
/** Traits of elements that are never content, wherever they are on the page. */
export const STRANGE_TRAITS = traitsNamed('nav toc side share ad filter hidden');

/** Minimum share of linked words for a unit to count as links rather than text. */
export const MOSTLY_LINKS = 0.5;
/**
 * If at least `MIN_CARD_SHARE` of a card's words are kept, the card's other units are kept as well, unless their
 * probability is below `MIN_IN_CARD`.
 */
const MIN_CARD_SHARE = 0.5;
const MIN_IN_CARD = 0.06;
/** A page counts as a thread if at least this share of its kept words are in posts. */
const MIN_THREAD_SHARE = 0.4;
const MAX_LEVELS_TO_POST = 2;
const MAX_POSTER_WORDS = 20;
/** Minimum mean probability for keeping the author lines of posts. */
const MIN_POSTER = 0.2;
const POST = TRAIT_NAMES.indexOf('post');
const POSTER_TRAITS = traitsNamed('author meta');

const MAX_COUNT_CHARS = 40;
const COUNT =
  /^(showing )?[\d.,–-]+ (of|von|de|di|van|sur|\/) [\d.,]+( \p{L}+)?$|^[\d.,]+ (results?|products?|items?|articles?|entries|Ergebnisse|Produkte|Artikel|résultats|produits|resultados|productos|risultati|prodotti)$/iu;

/** Returns the number of words in a unit. */
export const wordsOf = (page: MeasuredPage, { firstBlock, endBlock }: Unit): number =>
  page.wordsBetween(firstBlock, endBlock);

/**
 * Returns a unit's weight in averages over units with the same structure. The weight grows more slowly than the unit's
 * length.
 */
export const weightOf = (page: MeasuredPage, unit: Unit): number => Math.sqrt(wordsOf(page, unit) + 1);

/**
 * Returns a hash of a unit's structure. Units that are mostly links get a different hash, so that links and text are
 * averaged separately.
 */
export function kindOf(page: MeasuredPage, index: number): number {
  const { firstBlock = 0, endBlock = 0 } = page.segments.units[index] ?? {};
  const isLinks = page.linkShareBetween(firstBlock, endBlock) >= MOSTLY_LINKS ? 1 : 0;
  return Math.imul(page.unitMakes[index] ?? 0, 31) ^ isLinks;
}

/** Returns the number of kept words before each block. */
export function keptWords({ segments: { units, blocks } }: MeasuredPage, keep: Uint8Array): Float64Array {
  const sums = new Float64Array(blocks.length + 1);
  units.forEach(({ firstBlock, endBlock }, i) => {
    for (let block = firstBlock; block < endBlock; block++)
      sums[block + 1] = (sums[block] ?? 0) + (keep[i] === 1 ? (blocks[block]?.words ?? 0) : 0);
  });
  return sums;
}

/** True for a line with a result count, such as "18 of 42 products" or "42 results". */
export function isCount(page: MeasuredPage, unit: Unit): boolean {
  const block = page.segments.blocks[unit.firstBlock];
  if (unit.isWhole || block === undefined || block.chars > MAX_COUNT_CHARS || block.links > 0) return false;
  return COUNT.test(block.text);
}

/** Returns the link that contains a leaf of a block, if any. */
export function linkAround(leaf: ChildNode | undefined): Element | undefined {
  let up: ParentNode | null | undefined = leaf?.parent;
  while (up && isTag(up) && up.name !== 'a') up = up.parent;
  return up && isTag(up) ? up : undefined;
}

/** Returns the innermost card, post or row around a unit, or -1. */
export const itemAt = (page: MeasuredPage, { element }: Unit): number => page.item[element] ?? -1;

/** Returns all cards, posts and rows with at least one kept unit. */
export function keptItems(page: MeasuredPage, keep: Uint8Array): ReadonlySet<number> {
  const items = new Set<number>();
  page.segments.units.forEach((unit, i) => {
    if (keep[i] === 1 && itemAt(page, unit) >= 0) items.add(itemAt(page, unit));
  });
  return items;
}

/** Makes cards, posts and rows consistent: parts of the same kind are all kept or all dropped, by majority. */
export function agreeInItems(page: MeasuredPage, keep: Uint8Array): void {
  const kept = new Map<number, number>();
  const isPart = page.segments.units.map((unit) => wordsOf(page, unit) > 0 && itemAt(page, unit) >= 0);
  page.segments.units.forEach((unit, i) => {
    const make = kindOf(page, i);
    const weight = keep[i] === 1 ? weightOf(page, unit) : -weightOf(page, unit);
    if (isPart[i]) kept.set(make, (kept.get(make) ?? 0) + weight);
  });
  isPart.forEach((is, i) => {
    if (is) keep[i] = (kept.get(kindOf(page, i)) ?? 0) >= 0 ? 1 : 0;
  });
}

/**
 * Keeps the remaining units of cards, posts and rows that are mostly kept. The model often misses prices and dates,
 * because they differ from the other units.
 */
export function keepWholeItems(page: MeasuredPage, probabilities: Float64Array, keep: Uint8Array): void {
  const { units } = page.segments;
  const all = new Map<number, number>();
  const kept = new Map<number, number>();
  units.forEach((unit, i) => {
    const item = itemAt(page, unit);
    all.set(item, (all.get(item) ?? 0) + weightOf(page, unit));
    if (keep[i] === 1) kept.set(item, (kept.get(item) ?? 0) + weightOf(page, unit));
  });
  units.forEach((unit, i) => {
    const item = itemAt(page, unit);
    if (item < 0 || wordsOf(page, unit) === 0 || (probabilities[i] ?? 0) < MIN_IN_CARD) return;
    const isMostlyKept = (kept.get(item) ?? 0) >= MIN_CARD_SHARE * (all.get(item) ?? 0);
    if (isMostlyKept && !hasBelow(page, unit, item, STRANGE_TRAITS)) keep[i] = 1;
  });
}

/** Keeps the author and date lines of posts in a thread. Lines of the same kind are kept in all posts or in none. */
export function keepPosters(page: MeasuredPage, probabilities: Float64Array, keep: Uint8Array): void {
  const isKeptPost = keptPosts(page, keep);
  const makes = new Map<number, { sum: number; readonly units: number[] }>();
  page.segments.units.forEach((unit, i) => {
    const size = wordsOf(page, unit);
    if (unit.isWhole || size === 0 || size > MAX_POSTER_WORDS) return;
    const post = itemsAround(page, unit).find(isKeptPost);
    if (post === undefined || !hasBelow(page, unit, post, POSTER_TRAITS)) return;
    const make = makes.get(kindOf(page, i)) ?? { sum: 0, units: [] };
    make.sum += probabilities[i] ?? 0;
    make.units.push(i);
    makes.set(kindOf(page, i), make);
  });
  for (const { sum, units } of makes.values()) if (sum >= MIN_POSTER * units.length) for (const i of units) keep[i] = 1;
}

/**
 * Returns a predicate for posts with kept text. Always false unless the page counts as a thread (see
 * `MIN_THREAD_SHARE`).
 */
function keptPosts(page: MeasuredPage, keep: Uint8Array): (item: number) => boolean {
  const items = new Set<number>();
  const words = new Map<Make, number>();
  let all = 0;
  page.segments.units.forEach((unit, i) => {
    if (keep[i] !== 1) return;
    all += wordsOf(page, unit);
    for (const item of itemsAround(page, unit)) {
      const make = page.makeOfElement(item);
      if (page.distance(item, POST) <= MAX_LEVELS_TO_POST) items.add(item);
      words.set(make, (words.get(make) ?? 0) + wordsOf(page, unit));
    }
  });
  return (item) => items.has(item) && (words.get(page.makeOfElement(item)) ?? 0) >= MIN_THREAD_SHARE * all;
}

/** Returns the cards, posts and rows around a unit, innermost first. */
function itemsAround(page: MeasuredPage, unit: Unit): readonly number[] {
  const items: number[] = [];
  for (let item = itemAt(page, unit); item >= 0; ) {
    items.push(item);
    item = page.item[page.segments.elements[item]?.parent ?? 0] ?? -1;
  }
  return items;
}

/** True if the unit's element, or an ancestor up to and including the card, post or row, has one of the traits. */
function hasBelow(page: MeasuredPage, { element }: Unit, item: number, traits: readonly number[]): boolean {
  const { elements } = page.segments;
  const levels = (elements[element]?.depth ?? 0) - (elements[item]?.depth ?? 0);
  return traits.some((trait) => page.distance(element, trait) <= levels);
}

/** Maximum length, in words, of a line with the price. The line may also mention a discount or tax. */
const MAX_WORDS_OF_PRICE = 12;
const MAX_CHARS_OF_PRICE = 120;
const ELSEWHERE = traitsNamed('nav header footer ad related');

/**
 * Keeps the line that contains the product's price and is nearest to the headline. Does nothing if a kept unit already
 * contains the price.
 */
export function keepPrice(page: MeasuredPage, keep: Uint8Array, headline: number): void {
  const prices = new Set(page.facts.prices);
  if (prices.size === 0) return;
  let nearest = -1;
  let least = Number.POSITIVE_INFINITY;
  for (const [i, unit] of page.segments.units.entries()) {
    const isKept = keep[i] === 1;
    if (!isKept && (wordsOf(page, unit) > MAX_WORDS_OF_PRICE || isElsewhere(page, unit))) continue;
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
    if (
      text.length <= MAX_CHARS_OF_PRICE &&
      /\d/.test(text) &&
      findMoney(text).some(({ amount }) => prices.has(amount))
    )
      return true;
  }
  return false;
}

const isElsewhere = (page: MeasuredPage, { element }: Unit): boolean =>
  ELSEWHERE.some((trait) => page.hasAround(element, trait));
