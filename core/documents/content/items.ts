import type { Make, MeasuredPage } from './measured-page';
import type { Unit } from './segment';
import { TRAIT_NAMES } from './traits';

/** The numbers of traits, by their names. */
export const traitsNamed = (names: string): readonly number[] =>
  names.split(' ').map((name) => TRAIT_NAMES.indexOf(name));
/** What is none of the content by its name or tag, wherever it stands. */
export const STRANGE_TRAITS = traitsNamed('nav toc side share ad filter hidden');

/** A unit with more than this share of links is of another kind than text. */
const MOSTLY_LINKS = 0.5;
/** Of a card, this share is kept before the rest of it is; and the rest is at least this likely. */
const MIN_CARD_SHARE = 0.5;
const MIN_IN_CARD = 0.06;
/** The posts of a thread hold this share of what is kept, and are called posts, or stand as near in what is. */
const MIN_THREAD_SHARE = 0.4;
const MOST_LEVELS_TO_POST = 2;
const MOST_POSTER_WORDS = 20;
/** Who wrote the posts is kept where that is this likely in the mean. */
const MIN_POSTER = 0.2;
const POST = TRAIT_NAMES.indexOf('post');
const POSTER_TRAITS = traitsNamed('author meta');

/** The words of a unit. */
export const wordsOf = (page: MeasuredPage, { firstBlock, endBlock }: Unit): number =>
  page.wordsBetween(firstBlock, endBlock);

/** How much a unit says about those of its make: long ones more, but not by their length. */
export const weightOf = (page: MeasuredPage, unit: Unit): number => Math.sqrt(wordsOf(page, unit) + 1);

/** The make of a unit, and whether it is mostly links: those are of another kind than text that is made alike. */
export function kindOf(page: MeasuredPage, index: number): number {
  const { firstBlock = 0, endBlock = 0 } = page.segments.units[index] ?? {};
  const isLinks = page.linkShareBetween(firstBlock, endBlock) >= MOSTLY_LINKS ? 1 : 0;
  return Math.imul(page.unitMakes[index] ?? 0, 31) ^ isLinks;
}

/** Kept words before each block. */
export function keptWords({ segments: { units, blocks } }: MeasuredPage, keep: Uint8Array): Float64Array {
  const sums = new Float64Array(blocks.length + 1);
  units.forEach(({ firstBlock, endBlock }, i) => {
    for (let block = firstBlock; block < endBlock; block++)
      sums[block + 1] = (sums[block] ?? 0) + (keep[i] === 1 ? (blocks[block]?.words ?? 0) : 0);
  });
  return sums;
}

const itemAt = (page: MeasuredPage, { element }: Unit): number => page.item[element] ?? -1;

/** The cards, posts and rows of which anything is kept. */
export function keptItems(page: MeasuredPage, keep: Uint8Array): ReadonlySet<number> {
  const items = new Set<number>();
  page.segments.units.forEach((unit, i) => {
    if (keep[i] === 1 && itemAt(page, unit) >= 0) items.add(itemAt(page, unit));
  });
  return items;
}

/** The parts of cards, posts and rows are kept in all of them or in none, as is right for most of those of one make. */
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

/** Keeps the rest of cards, posts and rows that are mostly kept: what tells one from another is often a price or a date. */
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

/** Keeps who wrote the posts of a thread and when, of all posts or of none. */
export function keepPosters(page: MeasuredPage, probabilities: Float64Array, keep: Uint8Array): void {
  const isKeptPost = keptPosts(page, keep);
  const makes = new Map<number, { sum: number; readonly units: number[] }>();
  page.segments.units.forEach((unit, i) => {
    const size = wordsOf(page, unit);
    if (unit.isWhole || size === 0 || size > MOST_POSTER_WORDS) return;
    const post = itemsAround(page, unit).find(isKeptPost);
    if (post === undefined || !hasBelow(page, unit, post, POSTER_TRAITS)) return;
    const make = makes.get(kindOf(page, i)) ?? { sum: 0, units: [] };
    make.sum += probabilities[i] ?? 0;
    make.units.push(i);
    makes.set(kindOf(page, i), make);
  });
  for (const { sum, units } of makes.values()) if (sum >= MIN_POSTER * units.length) for (const i of units) keep[i] = 1;
}

/** Tells posts of which something is kept from all other repeated elements. */
function keptPosts(page: MeasuredPage, keep: Uint8Array): (item: number) => boolean {
  const items = new Set<number>();
  const words = new Map<Make, number>();
  let all = 0;
  page.segments.units.forEach((unit, i) => {
    if (keep[i] !== 1) return;
    all += wordsOf(page, unit);
    for (const item of itemsAround(page, unit)) {
      const make = page.makeOfElement(item);
      if (page.distance(item, POST) <= MOST_LEVELS_TO_POST) items.add(item);
      words.set(make, (words.get(make) ?? 0) + wordsOf(page, unit));
    }
  });
  return (item) => items.has(item) && (words.get(page.makeOfElement(item)) ?? 0) >= MIN_THREAD_SHARE * all;
}

/** The cards, posts and rows that a unit stands in, the innermost first. */
function itemsAround(page: MeasuredPage, unit: Unit): readonly number[] {
  const items: number[] = [];
  for (let item = itemAt(page, unit); item >= 0; ) {
    items.push(item);
    item = page.item[page.segments.elements[item]?.parent ?? 0] ?? -1;
  }
  return items;
}

/** True where a unit has one of some traits by an element below its item, or by the item itself. */
function hasBelow(page: MeasuredPage, { element }: Unit, item: number, traits: readonly number[]): boolean {
  const { elements } = page.segments;
  const levels = (elements[element]?.depth ?? 0) - (elements[item]?.depth ?? 0);
  return traits.some((trait) => page.distance(element, trait) <= levels);
}
