import { type PageFacts } from './page-survey';
import { type Block, type PageElement, type Segments, type Unit } from './segment';
import { TRAIT_COUNT, traitsOf } from './tags';

/** Distance that means "no such ancestor". */
export const FAR = 31;
const MAX_DISTANCE = 24;
const MIN_REPEATS = 2;
const NONE = -1;
/** Shares of a paragraph's score that are added to its container and further ancestors, innermost first. */
const SHARES_UPWARD = [1, 1, 0.5, 0.3, 0.2];

/** Text statistics for a range of blocks. */
export interface Stretch {
  readonly words: number;
  readonly linkShare: number;
  readonly proseShare: number;
  /** Number of sentence ends per word. */
  readonly stopRate: number;
}

/** Statistics about elements or units with the same structure, i.e. the same tags and first classes up to the root. */
export interface Make {
  count: number;
  words: number;
  linkWords: number;
  /** Number of elements or units with prose. */
  prose: number;
}

/** Measures a page once, in linear time, so that the features of its units are fast to compute. */
export class MeasuredPage {
  readonly words: number;
  private readonly distances: Uint8Array;
  /** Per element, the nearest ancestor that covers more blocks than the element itself. */
  readonly wider: Int32Array;
  /** Per element, the innermost card, post or row that contains it (possibly the element itself), or -1. */
  readonly item: Int32Array;
  /**
   * Per element, the enclosing card, post or row (possibly the element itself) of the largest kind by number of words,
   * or -1.
   */
  readonly mainItem: Int32Array;
  /** Index of the element that contains most of the prose. */
  readonly top: number;
  readonly traitCounts = new Int32Array(TRAIT_COUNT);
  readonly unitMakes: Int32Array;
  private readonly onTopPath: Uint8Array;
  private readonly makes: Int32Array;
  private readonly elementMakes = new Map<number, Make>();
  private readonly makesOfUnits = new Map<number, Make>();
  private readonly copies = new Map<number, number>();
  private readonly sums: Sums;
  private readonly known: (Stretch | undefined)[];

  constructor(
    readonly segments: Segments,
    readonly facts: PageFacts,
  ) {
    const { elements, blocks, units } = segments;
    this.sums = sumsOf(blocks);
    for (const { hash } of blocks) this.copies.set(hash, (this.copies.get(hash) ?? 0) + 1);
    this.words = this.sums.words[blocks.length] ?? 0;
    this.known = new Array<Stretch | undefined>(elements.length);
    this.distances = new Uint8Array(elements.length * TRAIT_COUNT).fill(FAR);
    this.wider = new Int32Array(elements.length);
    this.makes = new Int32Array(elements.length);
    elements.forEach((element, index) => void this.addElement(element, index));
    this.item = new Int32Array(elements.length).fill(NONE);
    this.mainItem = new Int32Array(elements.length).fill(NONE);
    elements.forEach((element, index) => void this.findItems(element, index));
    this.top = this.findTop();
    this.onTopPath = new Uint8Array(elements.length);
    for (let up = this.top; up >= 0; up = elements[up]?.parent ?? NONE) this.onTopPath[up] = 1;
    // `new Int32Array(list)` is eight times as fast as `Int32Array.from` with a function.
    this.unitMakes = new Int32Array(units.map((unit) => this.addUnit(unit)));
  }

  /** Returns the number of words in the blocks `[from, to)`. */
  wordsBetween(from: number, to: number): number {
    return between(this.sums.words, from, to);
  }

  /** Returns the number of prose words before a block. */
  proseBefore(block: number): number {
    return this.sums.prose[this.clip(block)] ?? 0;
  }

  /** Limits a block index to the end of the page. */
  clip(block: number): number {
    return Math.min(block, this.segments.blocks.length);
  }

  /** Returns the number of blocks with the same text as the given block, including that block. */
  copiesOf(block: number): number {
    return this.copies.get(this.segments.blocks[block]?.hash ?? 0) ?? 0;
  }

  /** Index after the last block of the `top` element. */
  get topEnd(): number {
    return this.segments.elements[this.top]?.endBlock ?? 0;
  }

  /** Returns the number of levels up to the nearest element that is or contains the `top` element. */
  levelsToTop(element: number): number {
    let levels = 0;
    for (let up = element; up >= 0 && this.onTopPath[up] === 0; up = this.segments.elements[up]?.parent ?? NONE)
      levels++;
    return levels;
  }

  /**
   * Returns statistics about a group of similar cards, posts or rows, one of which contains `element`. `items` is either
   * `item` or `mainItem`.
   */
  itemOf(items: Int32Array, element: number): Make | undefined {
    const item = items[element] ?? NONE;
    return item === NONE ? undefined : this.makeOfElement(item);
  }

  linkShareBetween(from: number, to: number): number {
    return between(this.sums.linkWords, from, to) / (between(this.sums.words, from, to) + 1);
  }

  proseShareBetween(from: number, to: number): number {
    return between(this.sums.prose, from, to) / (between(this.sums.words, from, to) + 1);
  }

  stretch(from: number, to: number): Stretch {
    const words = between(this.sums.words, from, to);
    return {
      words,
      linkShare: this.linkShareBetween(from, to),
      proseShare: this.proseShareBetween(from, to),
      stopRate: between(this.sums.stops, from, to) / (words + 1),
    };
  }

  /** Returns text statistics for an element. */
  inside(element: number): Stretch {
    const known = this.known[element];
    if (known !== undefined) return known;
    const { firstBlock = 0, endBlock = 0 } = this.segments.elements[element] ?? {};
    const found = this.stretch(firstBlock, endBlock);
    this.known[element] = found;
    return found;
  }

  /** True if the element or one of its ancestors has the trait. */
  hasAround(element: number, trait: number): boolean {
    return this.distance(element, trait) !== FAR;
  }

  /** Returns the number of levels up to the nearest element with a trait, or `FAR`. */
  distance(element: number, trait: number): number {
    return this.distances[element * TRAIT_COUNT + trait] ?? FAR;
  }

  /** Returns the element itself or its nearest ancestor with the trait, or -1. */
  nearest(element: number, trait: number): number {
    const distance = this.distance(element, trait);
    if (distance === FAR) return NONE;
    let at = element;
    for (let level = 0; level < distance; level++) at = this.segments.elements[at]?.parent ?? 0;
    return at;
  }

  makeOfUnit(unit: number): Make {
    return this.makesOfUnits.get(this.unitMakes[unit] ?? 0) ?? NO_MAKE;
  }

  makeOfElement(element: number): Make {
    return this.elementMakes.get(this.makes[element] ?? 0) ?? NO_MAKE;
  }

  private addElement({ node, parent, firstBlock, endBlock }: PageElement, index: number): void {
    const up = this.segments.elements[parent];
    if (up === undefined) return;
    this.wider[index] = up.firstBlock === firstBlock && up.endBlock === endBlock ? (this.wider[parent] ?? 0) : parent;
    if (firstBlock === endBlock) return;
    const make = hashClass(Math.imul(hash(this.makes[parent] ?? 0, node.name), 31), node.attribs.class ?? '');
    this.makes[index] = make;
    if (endBlock - firstBlock > 1) this.count(this.elementMakes, make, firstBlock, endBlock);
    this.addTraits(traitsOf(node), index, parent);
  }

  private addTraits(traits: number, index: number, parent: number): void {
    const { distances, traitCounts } = this;
    const at = index * TRAIT_COUNT;
    const above = parent * TRAIT_COUNT;
    for (let trait = 0; trait < TRAIT_COUNT; trait++) {
      const distance = distances[above + trait] as number;
      distances[at + trait] = distance < MAX_DISTANCE ? distance + 1 : distance;
    }
    for (let bits = traits; bits !== 0; bits &= bits - 1) {
      const trait = 31 - Math.clz32(bits & -bits);
      distances[at + trait] = 0;
      traitCounts[trait] = (traitCounts[trait] ?? 0) + 1;
    }
  }

  private count(makes: Map<number, Make>, key: number, from: number, to: number): void {
    let make = makes.get(key);
    if (make === undefined) {
      make = { count: 0, words: 0, linkWords: 0, prose: 0 };
      makes.set(key, make);
    }
    make.count++;
    make.words += between(this.sums.words, from, to);
    make.linkWords += between(this.sums.linkWords, from, to);
    if (between(this.sums.prose, from, to) > 0) make.prose++;
  }

  private addUnit({ element, firstBlock, endBlock, isWhole }: Unit): number {
    const make = Math.imul(this.makes[element] ?? 0, 31) ^ (isWhole ? 1 : 0);
    this.count(this.makesOfUnits, make, firstBlock, endBlock);
    return make;
  }

  private findItems({ parent, firstBlock, endBlock }: PageElement, index: number): void {
    const make = this.makeOfElement(index);
    const isRepeated = endBlock - firstBlock > 1 && make.count >= MIN_REPEATS;
    const above = this.mainItem[parent] ?? NONE;
    this.item[index] = isRepeated ? index : (this.item[parent] ?? NONE);
    const isMain = isRepeated && (above === NONE || make.words > this.makeOfElement(above).words);
    this.mainItem[index] = isMain ? index : above;
  }

  /**
   * Finds the element with the most prose. Each paragraph adds its full score to its container and that container's
   * parent, and less to further ancestors. Links reduce the score.
   */
  private findTop(): number {
    const { elements, blocks } = this.segments;
    const scores = new Float64Array(elements.length);
    for (const block of blocks) {
      if (!block.isProse) continue;
      const score = 1 + block.commas + Math.min(block.chars / 100, 3);
      let up = block.element;
      for (const share of SHARES_UPWARD) {
        if (up < 0) break;
        scores[up] = (scores[up] ?? 0) + score * share;
        up = elements[up]?.parent ?? NONE;
      }
    }
    let top = 0;
    let best = 0;
    scores.forEach((score, index) => {
      const less = score > best ? score * (1 - this.inside(index).linkShare) : 0;
      if (less <= best) return;
      top = index;
      best = less;
    });
    return top;
  }
}

const NO_MAKE: Make = { count: 1, words: 0, linkWords: 0, prose: 0 };

/** Prefix sums over blocks. The sum over any range is then one subtraction. */
interface Sums {
  readonly words: Float64Array;
  readonly linkWords: Float64Array;
  readonly prose: Float64Array;
  readonly stops: Float64Array;
}

function sumsOf(blocks: readonly Block[]): Sums {
  const size = blocks.length + 1;
  const [words, linkWords] = [new Float64Array(size), new Float64Array(size)];
  const [prose, stops] = [new Float64Array(size), new Float64Array(size)];
  blocks.forEach((block, i) => {
    words[i + 1] = (words[i] ?? 0) + block.words;
    linkWords[i + 1] = (linkWords[i] ?? 0) + block.linkWords;
    prose[i + 1] = (prose[i] ?? 0) + (block.isProse ? block.words : 0);
    stops[i + 1] = (stops[i] ?? 0) + block.stops;
  });
  return { words, linkWords, prose, stops };
}

const between = (sums: Float64Array, from: number, to: number): number => (sums[to] ?? 0) - (sums[from] ?? 0);

function hash(seed: number, text: string, start = 0, end = text.length): number {
  let value = seed;
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    // Skips digits in class names, because they often number otherwise identical items.
    if (code < 48 || code > 57) value = Math.imul(value ^ code, 16777619);
  }
  return value;
}

const SPACE = /\s/;
const isSpace = (code: number): boolean =>
  code === 32 || (code >= 9 && code <= 13) || (code >= 160 && SPACE.test(String.fromCharCode(code)));

/** Hashes the first class of an element. Later classes often differ between siblings. */
function hashClass(seed: number, classes: string): number {
  let start = 0;
  while (start < classes.length && isSpace(classes.charCodeAt(start))) start++;
  let end = start;
  while (end < classes.length && !isSpace(classes.charCodeAt(end))) end++;
  return hash(seed, classes, start, end);
}
