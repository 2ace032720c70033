import { HINT_COUNT } from './class-hints';
import { FeatureRow } from './feature-row';
import type { PageFacts } from './page-facts';
import type { Block } from './page-index';
import { between, DISTANCES, FAR, isProse, type PageStructure } from './page-structure';
import { PLACE_NAMES } from './places';
import { TEXT_HINT_NAMES, textHintMask } from './text-hints';
import { words } from './words';

const log = (value: number): number => Math.log2(1 + value);
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
  private readonly buffer = new FeatureRow();
  private readonly facts: readonly BlockFacts[];
  private readonly groups = new Map<number, SignatureGroup>();
  private readonly firstH1: number;
  private readonly lastHeading: Int32Array;
  private readonly topRange: readonly [number, number];
  private readonly topPath: ReadonlySet<number>;

  constructor(
    private readonly structure: PageStructure,
    private readonly pageFacts: PageFacts,
    private readonly pageRow: readonly number[],
  ) {
    this.facts = this.describeBlocks();
    this.firstH1 = this.facts.findIndex((facts) => facts.heading === 1);
    this.lastHeading = this.findHeadings();
    const top = structure.page.elements[structure.topCandidate];
    this.topRange = [top?.firstBlock ?? 0, top?.endBlock ?? 0];
    this.topPath = this.pathOf(structure.topCandidate);
  }

  /** All features of one block, in a row that the next call overwrites. */
  row(index: number): FeatureRow {
    const out = this.buffer;
    const block = this.structure.page.blocks[index];
    const facts = this.facts[index];
    out.clear();
    if (block === undefined || facts === undefined) return out;
    this.addOwn(out, block, facts);
    this.addPlaces(out, block);
    this.addContainers(out, index, block);
    this.addRepetition(out, facts);
    this.addNeighbours(out, index, block);
    this.addPosition(out, index, block);
    this.addTitles(out, block);
    out.push(...this.pageRow);
    return out;
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
    const { page, signatures } = this.structure;
    const copies = new Map<string, number>();
    for (const block of page.blocks) copies.set(block.text, (copies.get(block.text) ?? 0) + 1);
    return page.blocks.map((block) => {
      const name = page.elements[block.element]?.node.name ?? '';
      const signature = Math.imul(signatures[block.element] ?? 0, 31) ^ block.inline.length;
      const group = this.groups.get(signature) ?? { blocks: 0, words: 0, linkWords: 0, prose: 0 };
      group.blocks++;
      group.words += block.stats.words;
      group.linkWords += block.linkWords;
      if (isProse(block)) group.prose++;
      this.groups.set(signature, group);
      return {
        hints: block.stats.words <= 40 ? textHintMask(block.text) : 0,
        tag: TAG_CODES.get(name) ?? 0,
        heading: /^h[1-6]$/.test(name) ? Number(name[1]) : 0,
        signature,
        copies: block.stats.chars > 0 ? (copies.get(block.text) ?? 1) : 1,
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

  private pathOf(element: number): ReadonlySet<number> {
    const path = new Set<number>();
    for (let up = element; up >= 0; up = this.structure.page.elements[up]?.parent ?? -1) path.add(up);
    return path;
  }

  private addOwn(out: FeatureRow, block: Block, facts: BlockFacts): void {
    const { stats } = block;
    const size = stats.words + 1;
    out.push(
      log(stats.words),
      log(stats.chars),
      block.linkWords / size,
      log(block.links),
      block.links / size,
      stats.stops / size,
      stats.commas / size,
      stats.symbols / size,
      stats.digits / (stats.chars + 1),
      stats.upper / (stats.chars + 1),
      stats.chars / size,
      block.boldWords / size,
      block.media,
      stats.last === 46 || stats.last === 33 || stats.last === 63 || stats.last === 0x3002 ? 1 : 0,
      stats.last === 58 ? 1 : 0,
      stats.stops,
      facts.tag,
      facts.heading,
      facts.copies,
      TAG_CODES.get(block.inline) ?? 0,
    );
    for (let bit = 0; bit < TEXT_HINT_NAMES.length; bit++) out.push((facts.hints >> bit) & 1);
  }

  private addPlaces(out: FeatureRow, block: Block): void {
    const at = block.element * DISTANCES;
    for (let i = 0; i < DISTANCES; i++) out.push(this.structure.distances[at + i] ?? FAR);
    out.push(this.structure.page.elements[block.element]?.depth ?? 0);
    for (const kind of CONTAINER_KINDS) {
      const distance = this.structure.distances[at + kind] ?? FAR;
      let up = distance === FAR ? -1 : block.element;
      for (let i = 0; i < distance && up >= 0; i++) up = this.structure.page.elements[up]?.parent ?? -1;
      out.push(up < 0 ? -1 : this.shareOf(up));
    }
  }

  private shareOf(element: number): number {
    const { page, sums } = this.structure;
    const range = page.elements[element];
    if (range === undefined) return 0;
    return between(sums.words, range.firstBlock, range.endBlock) / (between(sums.words, 0, page.blocks.length) + 1);
  }

  private addContainers(out: FeatureRow, index: number, block: Block): void {
    const { page, sums, wider } = this.structure;
    let element = block.element;
    for (let level = 0; level < 5; level++) {
      const range = page.elements[element];
      const from = range?.firstBlock ?? 0;
      const to = range?.endBlock ?? 0;
      const size = between(sums.words, from, to);
      out.push(
        log(size),
        between(sums.linkWords, from, to) / (size + 1),
        between(sums.longWords, from, to) / (size + 1),
        log(to - from),
        size / (to - from + 1),
        this.shareOf(element),
        level === 0 ? index - from : (index - from) / (to - from + 1),
        between(sums.stops, from, to) / (size + 1),
      );
      element = wider[element] ?? 0;
    }
  }

  private addRepetition(out: FeatureRow, facts: BlockFacts): void {
    const group = this.groups.get(facts.signature) ?? { blocks: 1, words: 0, linkWords: 0, prose: 0 };
    out.push(
      log(group.blocks),
      group.words / group.blocks,
      group.linkWords / (group.words + 1),
      group.prose / group.blocks,
      group.words / (between(this.structure.sums.words, 0, this.facts.length) + 1),
    );
  }

  private addNeighbours(out: FeatureRow, index: number, block: Block): void {
    const { page, sums } = this.structure;
    for (const offset of [-2, -1, 1, 2]) {
      const other = page.blocks[index + offset];
      const facts = this.facts[index + offset];
      out.push(
        log(other?.stats.words ?? 0),
        other === undefined ? -1 : other.linkWords / (other.stats.words + 1),
        facts?.tag ?? -1,
        other?.element === block.element ? 1 : 0,
        facts === undefined ? 0 : facts.hints === 0 ? 0 : 1,
      );
    }
    for (const reach of [4, 12]) {
      const from = Math.max(0, index - reach);
      const to = Math.min(page.blocks.length, index + reach + 1);
      for (const [a, b] of [
        [from, index],
        [index + 1, to],
      ] as const) {
        const size = between(sums.words, a, b);
        out.push(log(size), between(sums.linkWords, a, b) / (size + 1), between(sums.longWords, a, b) / (size + 1));
      }
    }
  }

  private addPosition(out: FeatureRow, index: number, block: Block): void {
    const { page, sums } = this.structure;
    const total = between(sums.words, 0, page.blocks.length) + 1;
    const [from, to] = this.topRange;
    let levels = 0;
    for (let up = block.element; up >= 0 && !this.topPath.has(up); up = page.elements[up]?.parent ?? -1) levels++;
    const heading = this.headingOf(index);
    const headingFacts = this.facts[heading];
    out.push(
      index / page.blocks.length,
      log(index),
      log(page.blocks.length - index),
      between(sums.words, 0, index) / total,
      between(sums.longWords, 0, index) / (between(sums.longWords, 0, page.blocks.length) + 1),
      index < from ? from - index : 0,
      index >= to ? index - to + 1 : 0,
      levels,
      this.shareOf(this.structure.topCandidate),
      this.firstH1 < 0 ? -999 : Math.max(-50, Math.min(200, index - this.firstH1)),
      heading < 0 ? 99 : Math.min(99, index - heading),
      headingFacts?.heading ?? 0,
      headingFacts === undefined ? 0 : headingFacts.hints === 0 ? 0 : 1,
    );
    for (const bit of HEADING_HINTS) out.push(((headingFacts?.hints ?? 0) >> bit) & 1);
  }

  private addTitles(out: FeatureRow, block: Block): void {
    const { titleWords, descriptionWords, articleBody } = this.pageFacts;
    if (block.stats.words > 60) {
      out.push(-1, -1);
    } else {
      const own = words(block.text);
      const shared = own.filter((word) => titleWords.has(word)).length;
      out.push(own.length === 0 ? 0 : shared / own.length);
      out.push(own.length < 5 ? -1 : own.filter((word) => descriptionWords.has(word)).length / own.length);
    }
    if (articleBody === '') out.push(-1);
    else out.push(block.stats.words >= 4 && articleBody.includes(words(block.text).slice(0, 30).join(' ')) ? 1 : 0);
  }
}
