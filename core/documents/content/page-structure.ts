import type { Element } from 'domhandler';
import { HINT_COUNT, hintMask } from './class-hints';
import type { Block, PageIndex } from './page-index';
import { PLACE_COUNT, placeMask } from './places';
import { findRepeats, type Repeats, type RunningSums } from './repeats';
import { TEXT_HINT_NAMES, textHintMask } from './text-hints';

/** The distance that stands for "no such ancestor". */
export const FAR = 31;
const MAX_DISTANCE = 24;

/** Everything about containers that block features ask for, computed in one pass over the elements. */
export interface PageStructure {
  readonly page: PageIndex;
  readonly sums: RunningSums;
  /** Per element, the levels up to the nearest ancestor-or-self with each hint, then with each place. */
  readonly distances: Uint8Array;
  /** Per element, the nearest ancestor covering more blocks. */
  readonly wider: Int32Array;
  /** Per element, a hash of the tags and class names on the way from the root. */
  readonly signatures: Int32Array;
  /** The element most of the prose hangs from, as Readability would choose it. */
  readonly topCandidate: number;
  /** Per block what its words say, when it is short. */
  readonly hints: Int32Array;
  readonly repeats: Repeats;
}

/** Number of distances kept per element. */
export const DISTANCES = HINT_COUNT + PLACE_COUNT;

/** A block long and plain enough to be prose. */
export function isProse(block: Block): boolean {
  return block.stats.words >= 12 && block.linkWords * 3 < block.stats.words;
}

const MAX_HINTED_WORDS = 40;
const PRICE = TEXT_HINT_NAMES.indexOf('price');
const DATE = TEXT_HINT_NAMES.indexOf('date');

const hintsOf = (block: Block): number =>
  block.stats.words > 0 && block.stats.words <= MAX_HINTED_WORDS ? textHintMask(block.text, block.stats.digits > 0) : 0;

function runningSums(blocks: readonly Block[], hints: Int32Array): RunningSums {
  const size = blocks.length + 1;
  const sums = {
    words: new Float64Array(size),
    linkWords: new Float64Array(size),
    longWords: new Float64Array(size),
    stops: new Float64Array(size),
    media: new Float64Array(size),
    prices: new Float64Array(size),
    dates: new Float64Array(size),
  };
  blocks.forEach((block, i) => {
    sums.words[i + 1] = (sums.words[i] ?? 0) + block.stats.words;
    sums.linkWords[i + 1] = (sums.linkWords[i] ?? 0) + block.linkWords;
    sums.longWords[i + 1] = (sums.longWords[i] ?? 0) + (isProse(block) ? block.stats.words : 0);
    sums.stops[i + 1] = (sums.stops[i] ?? 0) + block.stats.stops;
    sums.media[i + 1] = (sums.media[i] ?? 0) + block.media;
    sums.prices[i + 1] = (sums.prices[i] ?? 0) + (((hints[i] ?? 0) >> PRICE) & 1);
    sums.dates[i + 1] = (sums.dates[i] ?? 0) + (((hints[i] ?? 0) >> DATE) & 1);
  });
  return sums;
}

/** The sum over the blocks `[from, to)`. */
export function between(sum: Float64Array, from: number, to: number): number {
  return (sum[to] ?? 0) - (sum[from] ?? 0);
}

function hash(seed: number, text: string): number {
  let value = seed;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    // Numbers in class names count items, and an item is like its siblings.
    if (code < 48 || code > 57) value = Math.imul(value ^ code, 16777619);
  }
  return value;
}

const signatureOf = (parent: number, element: Element): number =>
  hash(Math.imul(hash(parent, element.name), 31), (element.attribs.class ?? '').slice(0, 80));

/** Per distance the one a level deeper. */
const oneFurther = Uint8Array.from({ length: FAR + 1 }, (_, distance) =>
  distance === FAR ? FAR : Math.min(distance + 1, MAX_DISTANCE),
);

/** The number of the lowest bit set. */
const bitNumber = (bits: number): number => 31 - Math.clz32(bits & -bits);

function distancesOf(page: PageIndex): Uint8Array {
  const distances = new Uint8Array(page.elements.length * DISTANCES).fill(FAR);
  page.elements.forEach((element, index) => {
    if (element.firstBlock === element.endBlock) return;
    const at = index * DISTANCES;
    const above = element.parent * DISTANCES;
    // A class on the page's own root says something about the page, not about a part of it.
    const own = element.node.name === 'body' || element.node.name === 'html' ? 0 : hintMask(element.node);
    const places = placeMask(element.node);
    if (element.parent >= 0) {
      for (let i = 0; i < DISTANCES; i++) distances[at + i] = oneFurther[distances[above + i] as number] as number;
    }
    for (let bits = own; bits !== 0; bits &= bits - 1) distances[at + bitNumber(bits)] = 0;
    for (let bits = places; bits !== 0; bits &= bits - 1) distances[at + HINT_COUNT + bitNumber(bits)] = 0;
  });
  return distances;
}

function widerOf(page: PageIndex): Int32Array {
  const wider = new Int32Array(page.elements.length);
  page.elements.forEach((element, index) => {
    const up = page.elements[element.parent];
    if (up === undefined) return;
    const same = up.firstBlock === element.firstBlock && up.endBlock === element.endBlock;
    wider[index] = same ? (wider[element.parent] ?? 0) : element.parent;
  });
  return wider;
}

/** Prose gives its full score to its container, half to the next one and less further up; links take from it. */
function topCandidateOf(page: PageIndex, sums: RunningSums): number {
  const scores = new Float64Array(page.elements.length);
  for (const block of page.blocks) {
    if (!isProse(block)) continue;
    const score = 1 + block.stats.commas + Math.min(block.stats.chars / 100, 3);
    let up = block.element;
    for (const share of [1, 1, 0.5, 0.3, 0.2]) {
      if (up < 0) break;
      scores[up] = (scores[up] ?? 0) + score * share;
      up = page.elements[up]?.parent ?? -1;
    }
  }
  let best = 0;
  let bestScore = 0;
  page.elements.forEach((element, index) => {
    const words = between(sums.words, element.firstBlock, element.endBlock);
    const links = between(sums.linkWords, element.firstBlock, element.endBlock);
    const score = (scores[index] ?? 0) * (1 - links / (words + 1));
    if (score <= bestScore) return;
    best = index;
    bestScore = score;
  });
  return best;
}

/** Computes the container facts of a page; linear in its elements and blocks. */
export function describeStructure(page: PageIndex): PageStructure {
  const hints = Int32Array.from(page.blocks, hintsOf);
  const sums = runningSums(page.blocks, hints);
  const signatures = new Int32Array(page.elements.length);
  page.elements.forEach((element, index) => {
    if (element.firstBlock < element.endBlock)
      signatures[index] = signatureOf(signatures[element.parent] ?? 7, element.node);
  });
  return {
    page,
    sums,
    signatures,
    distances: distancesOf(page),
    wider: widerOf(page),
    topCandidate: topCandidateOf(page, sums),
    hints,
    repeats: findRepeats(page, signatures, sums),
  };
}
