import type { Make, MeasuredPage, Stretch } from './measured-page';
import type { Unit } from './segment';
import { HEADING_TAGS, TRAIT_NAMES } from './tags';

const TAGS = (
  'div p li td span section article a button label dt dd h6 h5 h4 h3 h2 h1 th summary address center figcaption ul ol menu dl ' +
  'details blockquote pre table figure'
).split(' ');
const tagNumbers = new Map(TAGS.map((tag, i) => [tag, i + 1]));
/** Number of blocks to examine before and after a unit. */
const NEAR = 4;
const LEVELS = 4;
const NO_H1 = -999;
const MAX_BEHIND_H1 = 200;
const MAX_AHEAD_OF_H1 = -50;
const MAX_BELOW_HEADING = 99;

/** Logarithmic scale for sizes, because they differ by orders of magnitude. */
const log = (value: number): number => Math.log2(value + 1);
const trait = (name: string): number => TRAIT_NAMES.indexOf(name);

interface Text {
  words: number;
  chars: number;
  linkWords: number;
  proseWords: number;
  symbols: number;
  upper: number;
}

/**
 * Row of feature values. Features are written directly into the row, because returning each value would be slower: V8
 * allocates a heap number for each polymorphic return value.
 */
class Row {
  at = 0;

  constructor(readonly values: Float32Array) {}

  add(value: number): void {
    this.values[this.at++] = value;
  }
}

/** A unit and its surroundings, from which its features are computed. */
interface Place {
  readonly row: Row;
  readonly page: MeasuredPage;
  readonly index: number;
  readonly unit: Unit;
  readonly text: Text;
  /** Enclosing elements, innermost first. */
  readonly around: readonly Stretch[];
  readonly like: Make;
  /** Index of the unit with the first `h1`, or -1. */
  readonly h1: number;
  /** Index of the last heading before the unit, or -1. */
  readonly heading: number;
}

const share = (part: number, whole: number): number => part / (whole + 1);
const around = ({ around: stretches }: Place, level: number): Stretch => stretches[level] as Stretch;
const distanceTo = (name: string) => {
  const bit = trait(name);
  return ({ page, unit, row }: Place): void => row.add(page.distance(unit.element, bit));
};
/**
 * Creates a feature for the share of the page's words in the nearest element with the given trait. Its value is -1 if
 * no such element exists.
 */
const shareOf = (name: string) => {
  const bit = trait(name);
  return ({ page, unit, row }: Place): void => {
    const element = page.nearest(unit.element, bit);
    row.add(element < 0 ? -1 : share(page.inside(element).words, page.words));
  };
};

/** Creates a feature for the number of elements with the given trait on the page (log2). */
const counted = (name: string) => {
  const bit = trait(name);
  return ({ traitCounts }: MeasuredPage): number => log(traitCounts[bit] ?? 0);
};

/** Features of the page, identical for all its units. */
const PAGE_FEATURES: Readonly<Record<string, (page: MeasuredPage) => number>> = {
  /** Number of words on the page (log2). */
  pageWords: ({ words }) => log(words),
  /** Number of sentence ends per word. */
  pageStopRate: (page) => page.inside(0).stopRate,
  /** Number of buttons and labels (log2). */
  pageButtons: counted('button'),
  /** Number of elements marked as posts, messages or answers (log2). */
  pagePosts: counted('post'),
  /** Number of hyphens in the URL path. Articles usually have many. */
  urlDashes: ({ facts }) => new URL(facts.url).pathname.split('-').length - 1,
};

/**
 * Features of a unit. Each function adds one number to the unit's row. `around0` is the unit's own element, `around1`
 * the next larger one, and so on.
 */
const UNIT_FEATURES: Readonly<Record<string, (place: Place) => void>> = {
  /** Number of words in the unit (log2). */
  words: ({ text, row }) => row.add(log(text.words)),
  /** Share of the unit's words that are in links. */
  linkShare: ({ text, row }) => row.add(share(text.linkWords, text.words)),
  /** Share of the unit's words that are in prose paragraphs. */
  proseShare: ({ text, row }) => row.add(share(text.proseWords, text.words)),
  /** Number of symbols per word in the unit. */
  symbolRate: ({ text, row }) => row.add(share(text.symbols, text.words)),
  /** Number of capital letters per character in the unit. */
  upperRate: ({ text, row }) => row.add(share(text.upper, text.chars)),
  /** Number of the unit's tag in `TAGS`, or 0 for other tags. */
  tag: ({ page, unit, row }) => row.add(tagNumbers.get(page.segments.elements[unit.element]?.node.name ?? '') ?? 0),
  /**
   * Number of levels up to the nearest menu, detected by tag, role or class. 31 if there is no such ancestor. The
   * features `toHeader` to `toList` work the same way.
   */
  toNav: distanceTo('nav'),
  /** Number of levels up to the nearest site header. */
  toHeader: distanceTo('header'),
  /** Number of levels up to the nearest footer. */
  toFooter: distanceTo('footer'),
  /** Number of levels up to the nearest sidebar. */
  toSide: distanceTo('side'),
  /** Number of levels up to the nearest ad, dialog or notice. */
  toAd: distanceTo('ad'),
  /** Number of levels up to the nearest comment section. */
  toComment: distanceTo('comment'),
  /** Number of levels up to the main element. */
  toMain: distanceTo('main'),
  /** Number of levels up to the nearest article. */
  toArticle: distanceTo('article'),
  /** Number of levels up to the nearest element marked as content or text. */
  toContent: distanceTo('content'),
  /** Number of levels up to the nearest figure or gallery. */
  toMedia: distanceTo('media'),
  /** Number of levels up to the nearest list. */
  toList: distanceTo('list'),
  /** Share of the page's words in the enclosing article, or -1. */
  articleShare: shareOf('article'),
  /** Share of linked words in the unit's element. */
  around0LinkShare: (place) => place.row.add(around(place, 0).linkShare),
  /** Share of prose words in the unit's element. */
  around0ProseShare: (place) => place.row.add(around(place, 0).proseShare),
  /** Number of words in `around1` (log2). */
  around1Words: (place) => place.row.add(log(around(place, 1).words)),
  /** Share of prose words in `around1`. */
  around1ProseShare: (place) => place.row.add(around(place, 1).proseShare),
  /** Share of prose words in `around3`. */
  around3ProseShare: (place) => place.row.add(around(place, 3).proseShare),
  /** Number of sentence ends per word in `around3`. */
  around3StopRate: (place) => place.row.add(around(place, 3).stopRate),
  /** Number of units with the same structure: the same tags and first classes up to the root (log2). */
  likeCount: ({ like, row }) => row.add(log(like.count)),
  /** Mean number of words in units with the same structure (log2). */
  likeWords: ({ like, row }) => row.add(log(like.words / like.count)),
  /** Share of linked words in units with the same structure. */
  likeLinkShare: ({ like, row }) => row.add(share(like.linkWords, like.words)),
  /** Share of the units with the same structure that contain prose. */
  likeProseShare: ({ like, row }) => row.add(like.prose / like.count),
  /** Share of the page's words that are in units with the same structure. */
  likePageShare: ({ like, page, row }) => row.add(share(like.words, page.words)),
  /** Number of cards, posts or rows of the same kind as the innermost one around the unit (log2). */
  itemCount: ({ page, unit, row }) => row.add(log(page.itemOf(page.item, unit.element)?.count ?? 0)),
  /** Share of the page's words in the largest kind of cards, posts or rows around the unit. */
  mainItemShare: ({ page, unit, row }) =>
    row.add(share(page.itemOf(page.mainItem, unit.element)?.words ?? 0, page.words)),
  /** Share of linked words in the four blocks before the unit. */
  beforeLinkShare: ({ page, unit: { firstBlock }, row }) =>
    row.add(page.linkShareBetween(Math.max(0, firstBlock - NEAR), firstBlock)),
  /** Number of words in the four blocks after the unit (log2). */
  afterWords: ({ page, unit: { endBlock }, row }) =>
    row.add(log(page.wordsBetween(endBlock, page.clip(endBlock + NEAR)))),
  /** Number of words in the next unit (log2), or -1 for the last unit. */
  nextWords: ({ page, index, row }) => {
    const next = page.segments.units[index + 1];
    row.add(next === undefined ? -1 : log(page.wordsBetween(next.firstBlock, next.endBlock)));
  },
  /** Number of blocks with the same text as the unit's first block, including that block. */
  copies: ({ page, unit: { firstBlock }, row }) => row.add(page.copiesOf(firstBlock)),
  /**
   * Number of levels up to the nearest element that is or contains the top element (the element with most of the
   * prose).
   */
  levelsToTop: ({ page, unit, row }) => row.add(page.levelsToTop(unit.element)),
  /** Number of blocks from the end of the top element to the unit, or 0 for earlier units. */
  pastTop: ({ page, unit: { firstBlock }, row }) => row.add(Math.max(0, firstBlock + 1 - page.topEnd)),
  /** Share of the page's words in the top element. */
  topShare: ({ page, row }) => row.add(share(page.inside(page.top).words, page.words)),
  /** Relative position of the unit on the page, from 0 to 1. */
  position: ({ page, index, row }) => row.add(index / page.segments.units.length),
  /** Share of the page's words before the unit. */
  wordsBefore: ({ page, unit: { firstBlock }, row }) => row.add(share(page.wordsBetween(0, firstBlock), page.words)),
  /** Share of the page's prose before the unit. */
  proseBefore: ({ page, unit: { firstBlock }, row }) =>
    row.add(share(page.proseBefore(firstBlock), page.proseBefore(Infinity))),
  /** Number of units since the first h1: negative before it, -999 if the page has none. */
  fromH1: ({ h1, index, row }) =>
    row.add(h1 < 0 ? NO_H1 : Math.max(MAX_AHEAD_OF_H1, Math.min(MAX_BEHIND_H1, index - h1))),
  /** Number of units since the last heading. */
  fromHeading: ({ heading, index, row }) =>
    row.add(heading < 0 ? MAX_BELOW_HEADING : Math.min(MAX_BELOW_HEADING, index - heading)),
};

/** Feature names in row order. */
export const FEATURES: readonly string[] = [...Object.keys(UNIT_FEATURES), ...Object.keys(PAGE_FEATURES)];

const unitFeatures = Object.values(UNIT_FEATURES);
const pageFeatures = Object.values(PAGE_FEATURES);

/** Returns the features of all units of a page, row by row. */
export function featuresOf(page: MeasuredPage): Float32Array {
  const { units, elements } = page.segments;
  const row = new Row(new Float32Array(units.length * FEATURES.length));
  const ofPage = pageFeatures.map((feature) => feature(page));
  const levels = units.map(({ element }) => HEADING_TAGS.indexOf(elements[element]?.node.name ?? '') + 1);
  const h1 = levels.indexOf(1);
  let heading = -1;
  units.forEach((unit, index) => {
    const like = page.makeOfUnit(index);
    const around = aroundOf(page, unit);
    const place = { row, page, index, unit, text: textOf(page, unit), around, like, h1, heading };
    for (const feature of unitFeatures) feature(place);
    for (const value of ofPage) row.add(value);
    if ((levels[index] ?? 0) > 0) heading = index;
  });
  return row.values;
}

function aroundOf(page: MeasuredPage, { element, isWhole }: Unit): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let at = isWhole ? (page.wider[element] ?? 0) : element;
  for (let level = 0; level < LEVELS; level++) {
    stretches.push(page.inside(at));
    at = page.wider[at] ?? 0;
  }
  return stretches;
}

function textOf({ segments: { blocks } }: MeasuredPage, { firstBlock, endBlock }: Unit): Text {
  const text = { words: 0, chars: 0, linkWords: 0, proseWords: 0, symbols: 0, upper: 0 };
  for (let i = firstBlock; i < endBlock; i++) {
    const block = blocks[i];
    if (block === undefined) continue;
    text.words += block.words;
    text.chars += block.chars;
    text.linkWords += block.linkWords;
    if (block.isProse) text.proseWords += block.words;
    text.symbols += block.symbols;
    text.upper += block.upper;
  }
  return text;
}
