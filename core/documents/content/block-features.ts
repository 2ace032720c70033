import { HINT_COUNT } from './class-hints';
import { ContainerFeatures } from './container-features';
import { type FeatureRows, type FeatureTable, inSteps } from './feature-table';
import { log } from './logs';
import type { PageFacts } from './page-facts';
import type { Block } from './page-index';
import { between, DISTANCES, FAR, isProse, type PageStructure } from './page-structure';
import { PLACE_NAMES } from './places';
import { NO_GROUP } from './repeats';
import { TEXT_HINT_NAMES } from './text-hints';
import { WordOverlap } from './word-overlap';
import { words } from './words';

const HEADING_HINTS = ['related', 'comment', 'newsletter', 'share', 'refs', 'tags', 'shop'].map((n) =>
  TEXT_HINT_NAMES.indexOf(n),
);
const TAG_CODES = new Map(
  [
    'div',
    'p',
    'li',
    'td',
    'span',
    'section',
    'article',
    'a',
    'button',
    'label',
    'dt',
    'dd',
    'pre',
    'blockquote',
    'figcaption',
    'h6',
    'h5',
    'h4',
    'h3',
    'h2',
    'h1',
    'th',
    'summary',
    'address',
    'center',
  ].map((tag, i) => [tag, i + 1]),
);
const CONTAINER_KINDS = [
  HINT_COUNT + PLACE_NAMES.indexOf('articleTag'),
  HINT_COUNT + PLACE_NAMES.indexOf('mainTag'),
  HINT_COUNT + PLACE_NAMES.indexOf('bodyProp'),
  HINT_COUNT + PLACE_NAMES.indexOf('sectionTag'),
];

const NEIGHBOURS = [-2, -1, 1, 2];
const REACHES = [4, 12];
/** What stands for a neighbour where the page begins or ends. */
const NOBODY = [0, -1, -1, 0, 0];
const HEADINGS = new Map([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, level]));

/** Facts about each block that its own features and its neighbours' features share. */
interface BlockFacts {
  readonly hints: number;
  readonly tag: number;
  readonly heading: number;
  readonly signature: number;
  readonly copies: number;
}

interface SignatureGroup {
  blocks: number;
  words: number;
  linkWords: number;
  prose: number;
}

/** Turns the blocks of a page into rows of numbers for the block model. */
export class BlockFeatures {
  private readonly facts: readonly BlockFacts[];
  private readonly pageSteps: Int32Array;
  /** The words of title and description. */
  private readonly headWords: WordOverlap;
  private readonly containers: ContainerFeatures;
  private readonly groups = new Map<number, SignatureGroup>();
  private readonly firstH1: number;
  private readonly lastHeading: Int32Array;
  private readonly topRange: readonly [number, number];
  /** Per element 1 where it is the top candidate or around it. */
  private readonly topPath: Uint8Array;

  constructor(
    private readonly structure: PageStructure,
    private readonly pageFacts: PageFacts,
    pageRow: readonly number[],
  ) {
    this.pageSteps = Int32Array.from(pageRow, inSteps);
    this.headWords = new WordOverlap(pageFacts.titleWords, pageFacts.descriptionWords);
    this.containers = new ContainerFeatures(structure);
    this.facts = this.describeBlocks();
    this.firstH1 = this.facts.findIndex((facts) => facts.heading === 1);
    this.lastHeading = this.findHeadings();
    const top = structure.page.elements[structure.topCandidate];
    this.topRange = [top?.firstBlock ?? 0, top?.endBlock ?? 0];
    this.topPath = this.pathOf(structure.topCandidate);
  }

  /** The features of the blocks named, a row for each. */
  table(indices: readonly number[]): FeatureTable {
    return { count: indices.length, write: (row, out) => this.write(indices[row] ?? 0, out) };
  }

  private write(index: number, out: FeatureRows): void {
    const block = this.structure.page.blocks[index];
    const facts = this.facts[index];
    if (block === undefined || facts === undefined) return;
    this.addOwn(out, block, facts);
    this.addPlaces(out, block);
    this.containers.addAround(out, index, block.element);
    this.addRepetition(out, index, block, facts);
    this.addNeighbours(out, index, block);
    this.addPosition(out, index, block);
    this.addTitles(out, block);
    out.pushSteps(this.pageSteps, 0, this.pageSteps.length);
  }

  /** The number that blocks of the same make share. */
  signature(index: number): number {
    return this.facts[index]?.signature ?? 0;
  }

  /** The heading above a block, or -1. */
  headingOf(index: number): number {
    return this.lastHeading[index] ?? -1;
  }

  private describeBlocks(): readonly BlockFacts[] {
    const { page, signatures, hints } = this.structure;
    const copies = new Map<number, number>();
    for (const { stats } of page.blocks) copies.set(stats.hash, (copies.get(stats.hash) ?? 0) + 1);
    return page.blocks.map((block, i) => {
      const name = page.elements[block.element]?.node.name ?? '';
      const signature = Math.imul(signatures[block.element] ?? 0, 31) ^ block.inline.length;
      const group = this.groups.get(signature) ?? { blocks: 0, words: 0, linkWords: 0, prose: 0 };
      group.blocks++;
      group.words += block.stats.words;
      group.linkWords += block.linkWords;
      if (isProse(block)) group.prose++;
      this.groups.set(signature, group);
      return {
        hints: hints[i] ?? 0,
        tag: TAG_CODES.get(name) ?? 0,
        heading: HEADINGS.get(name) ?? 0,
        signature,
        copies: block.stats.chars > 0 ? (copies.get(block.stats.hash) ?? 1) : 1,
      };
    });
  }

  private findHeadings(): Int32Array {
    const found = new Int32Array(this.facts.length);
    let last = -1;
    this.facts.forEach((facts, i) => {
      found[i] = last;
      if (facts.heading > 0) last = i;
    });
    return found;
  }

  private pathOf(element: number): Uint8Array {
    const { elements } = this.structure.page;
    const path = new Uint8Array(elements.length);
    for (let up = element; up >= 0; up = elements[up]?.parent ?? -1) path[up] = 1;
    return path;
  }

  private addOwn(out: FeatureRows, block: Block, facts: BlockFacts): void {
    const { stats } = block;
    const size = stats.words + 1;
    out.push(log(stats.words));
    out.push(log(stats.chars));
    out.push(block.linkWords / size);
    out.push(log(block.links));
    out.push(block.links / size);
    out.push(stats.stops / size);
    out.push(stats.commas / size);
    out.push(stats.symbols / size);
    out.push(stats.digits / (stats.chars + 1));
    out.push(stats.upper / (stats.chars + 1));
    out.push(stats.chars / size);
    out.push(block.boldWords / size);
    out.push(block.media);
    out.push(stats.last === 46 || stats.last === 33 || stats.last === 63 || stats.last === 0x3002 ? 1 : 0);
    out.push(stats.last === 58 ? 1 : 0);
    out.push(stats.stops);
    out.push(facts.tag);
    out.push(facts.heading);
    out.push(facts.copies);
    out.push(TAG_CODES.get(block.inline) ?? 0);
    out.pushBits(facts.hints, TEXT_HINT_NAMES.length);
  }

  private addPlaces(out: FeatureRows, block: Block): void {
    const at = block.element * DISTANCES;
    out.pushWhole(this.structure.distances, at, at + DISTANCES);
    out.push(this.structure.page.elements[block.element]?.depth ?? 0);
    for (const kind of CONTAINER_KINDS) {
      const distance = this.structure.distances[at + kind] ?? FAR;
      let up = distance === FAR ? -1 : block.element;
      for (let i = 0; i < distance && up >= 0; i++) up = this.structure.page.elements[up]?.parent ?? -1;
      if (up < 0) out.push(-1);
      else this.containers.addShare(out, up);
    }
  }

  private addRepetition(out: FeatureRows, index: number, block: Block, facts: BlockFacts): void {
    const group = this.groups.get(facts.signature) ?? { blocks: 1, words: 0, linkWords: 0, prose: 0 };
    out.push(log(group.blocks));
    out.push(group.words / group.blocks);
    out.push(group.linkWords / (group.words + 1));
    out.push(group.prose / group.blocks);
    out.push(group.words / (between(this.structure.sums.words, 0, this.facts.length) + 1));
    const { repeats } = this.structure;
    this.addRepeat(out, index, repeats.inner[block.element] ?? -1);
    this.addRepeat(out, index, repeats.widest[block.element] ?? -1);
  }

  /** The posts, cards or rows a block is in one of, and where in it the block lies. */
  private addRepeat(out: FeatureRows, index: number, item: number): void {
    const { page, sums, repeats } = this.structure;
    const group = repeats.groups[item] ?? NO_GROUP;
    const { count, words, linkWords, media, prices, dates } = group;
    const range = page.elements[item];
    out.push(log(count));
    out.push(words / (between(sums.words, 0, page.blocks.length) + 1));
    out.push(log(words / count));
    out.push(linkWords / (words + 1));
    out.push(Math.min(group.rank, 20));
    out.push(media / count);
    out.push(prices / count);
    out.push(dates / count);
    out.push(range === undefined ? -1 : index - range.firstBlock);
    out.push(range === undefined ? -1 : range.endBlock - range.firstBlock);
    out.push(range === undefined ? -1 : between(sums.words, range.firstBlock, range.endBlock) / (words / count + 1));
  }

  private addNeighbours(out: FeatureRows, index: number, block: Block): void {
    for (const offset of NEIGHBOURS) {
      const other = this.structure.page.blocks[index + offset];
      const facts = this.facts[index + offset];
      if (other === undefined || facts === undefined) for (const value of NOBODY) out.push(value);
      else {
        out.push(log(other.stats.words));
        out.push(other.linkWords / (other.stats.words + 1));
        out.push(facts.tag);
        out.push(other.element === block.element ? 1 : 0);
        out.push(facts.hints === 0 ? 0 : 1);
      }
    }
    for (const reach of REACHES) {
      this.addStretch(out, Math.max(0, index - reach), index);
      this.addStretch(out, index + 1, Math.min(this.facts.length, index + reach + 1));
    }
  }

  private addStretch(out: FeatureRows, from: number, to: number): void {
    const { sums } = this.structure;
    const size = between(sums.words, from, to);
    out.push(log(size));
    out.push(between(sums.linkWords, from, to) / (size + 1));
    out.push(between(sums.longWords, from, to) / (size + 1));
  }

  private addPosition(out: FeatureRows, index: number, block: Block): void {
    const { page, sums } = this.structure;
    const total = between(sums.words, 0, page.blocks.length) + 1;
    const [from, to] = this.topRange;
    let levels = 0;
    for (let up = block.element; up >= 0 && this.topPath[up] === 0; up = page.elements[up]?.parent ?? -1) levels++;
    const heading = this.headingOf(index);
    const headingFacts = this.facts[heading];
    out.push(index / page.blocks.length);
    out.push(log(index));
    out.push(log(page.blocks.length - index));
    out.push(between(sums.words, 0, index) / total);
    out.push(between(sums.longWords, 0, index) / (between(sums.longWords, 0, page.blocks.length) + 1));
    out.push(index < from ? from - index : 0);
    out.push(index >= to ? index - to + 1 : 0);
    out.push(levels);
    this.containers.addShare(out, this.structure.topCandidate);
    out.push(this.firstH1 < 0 ? -999 : Math.max(-50, Math.min(200, index - this.firstH1)));
    out.push(heading < 0 ? 99 : Math.min(99, index - heading));
    out.push(headingFacts?.heading ?? 0);
    out.push(headingFacts === undefined ? 0 : headingFacts.hints === 0 ? 0 : 1);
    for (const bit of HEADING_HINTS) out.push(((headingFacts?.hints ?? 0) >> bit) & 1);
  }

  private addTitles(out: FeatureRows, block: Block): void {
    const { articleBody } = this.pageFacts;
    if (block.stats.words > 60) {
      out.push(-1);
      out.push(-1);
    } else {
      const { count, inFirst, inSecond } = this.headWords.of(block.text);
      out.push(count === 0 ? 0 : inFirst / count);
      out.push(count < 5 ? -1 : inSecond / count);
    }
    if (articleBody === '') out.push(-1);
    else out.push(block.stats.words >= 4 && articleBody.includes(words(block.text).slice(0, 30).join(' ')) ? 1 : 0);
  }
}
