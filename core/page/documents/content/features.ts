import type { Make, MeasuredPage, Stretch } from './measured-page';
import type { Unit } from './segment';
import { HEADING_TAGS, TRAIT_NAMES } from './tags';

const TAGS = (
  'div p li td span section article a button label dt dd h6 h5 h4 h3 h2 h1 th summary address center figcaption ul ol menu dl ' +
  'details blockquote pre table figure'
).split(' ');
const tagNumbers = new Map(TAGS.map((tag, i) => [tag, i + 1]));
/** How many blocks before and after a unit are looked at. */
const NEAR = 4;
const LEVELS = 4;
const NO_H1 = -999;
const MOST_BEHIND_H1 = 200;
const MOST_AHEAD_OF_H1 = -50;
const MOST_BELOW_HEADING = 99;

/** Sizes differ by orders of magnitude, and what tells is the order. */
const log = (value: number): number => Math.log2(value + 1);
const trait = (name: string): number => TRAIT_NAMES.indexOf(name);

/** What a unit's text is made of. */
interface Text {
  words: number;
  chars: number;
  linkWords: number;
  proseWords: number;
  symbols: number;
  upper: number;
}

/** Takes the features of units, one after another. V8 makes an object of a number that one of many functions returns, and none of one that is stored. */
class Row {
  at = 0;

  constructor(readonly values: Float32Array) {}

  add(value: number): void {
    this.values[this.at++] = value;
  }
}

/** A unit in its page. */
interface Place {
  readonly row: Row;
  readonly page: MeasuredPage;
  readonly index: number;
  readonly unit: Unit;
  readonly text: Text;
  /** The elements around it, each wider than the one before. */
  readonly around: readonly Stretch[];
  readonly like: Make;
  /** Index of the first `h1` among the units, or -1. */
  readonly h1: number;
  /** Index of the heading above, or -1. */
  readonly heading: number;
}

const share = (part: number, whole: number): number => part / (whole + 1);
const around = ({ around: stretches }: Place, level: number): Stretch => stretches[level] as Stretch;
const distanceTo = (name: string) => {
  const bit = trait(name);
  return ({ page, unit, row }: Place): void => row.add(page.distance(unit.element, bit));
};
/** The share of the page's words in the nearest element with a trait, or -1. */
const shareOf = (name: string) => {
  const bit = trait(name);
  return ({ page, unit, row }: Place): void => {
    const element = page.nearest(unit.element, bit);
    row.add(element < 0 ? -1 : share(page.inside(element).words, page.words));
  };
};

/** How many elements of the page have a trait. */
const counted = (name: string) => {
  const bit = trait(name);
  return ({ traitCounts }: MeasuredPage): number => log(traitCounts[bit] ?? 0);
};

/** What is told of the page as a whole: the same for all its units. */
const PAGE_FEATURES: Readonly<Record<string, (page: MeasuredPage) => number>> = {
  /** Words of the page (log2). */
  pageWords: ({ words }) => log(words),
  /** Ends of sentences per word of the page. */
  pageStopRate: (page) => page.inside(0).stopRate,
  /** Buttons and labels (log2). */
  pageButtons: counted('button'),
  /** Elements called posts, messages or answers (log2). */
  pagePosts: counted('post'),
  /** Dashes in the path of the address: articles have long ones. */
  urlDashes: ({ facts }) => new URL(facts.url).pathname.split('-').length - 1,
};

/** What is told of a unit: each adds one number to its row. `around0` is the element it stands in, `around1` the next wider one, and so on. */
const UNIT_FEATURES: Readonly<Record<string, (place: Place) => void>> = {
  /** Words of the unit (log2). */
  words: ({ text, row }) => row.add(log(text.words)),
  /** Share of its words in links. */
  linkShare: ({ text, row }) => row.add(share(text.linkWords, text.words)),
  /** Share of its words in paragraphs of prose. */
  proseShare: ({ text, row }) => row.add(share(text.proseWords, text.words)),
  /** Symbols per word. */
  symbolRate: ({ text, row }) => row.add(share(text.symbols, text.words)),
  /** Capitals per character. */
  upperRate: ({ text, row }) => row.add(share(text.upper, text.chars)),
  /** The tag it stands in, by number; 0 for others. */
  tag: ({ page, unit, row }) => row.add(tagNumbers.get(page.segments.elements[unit.element]?.node.name ?? '') ?? 0),
  /** Levels up to the nearest element that is a menu by tag, role or name; 31 for none. The same for other kinds below. */
  toNav: distanceTo('nav'),
  /** Levels up to a header of the site. */
  toHeader: distanceTo('header'),
  /** Levels up to a footer. */
  toFooter: distanceTo('footer'),
  /** Levels up to a sidebar. */
  toSide: distanceTo('side'),
  /** Levels up to an advert, dialog or notice. */
  toAd: distanceTo('ad'),
  /** Levels up to comments. */
  toComment: distanceTo('comment'),
  /** Levels up to the main element. */
  toMain: distanceTo('main'),
  /** Levels up to an article. */
  toArticle: distanceTo('article'),
  /** Levels up to what is called content or text. */
  toContent: distanceTo('content'),
  /** Levels up to a figure or gallery. */
  toMedia: distanceTo('media'),
  /** Levels up to a list. */
  toList: distanceTo('list'),
  /** Share of the page's words in the article around it; -1 for none. */
  articleShare: shareOf('article'),
  /** Share of words in links, in the element it stands in. */
  around0LinkShare: (place) => place.row.add(around(place, 0).linkShare),
  /** Share of words in prose, there. */
  around0ProseShare: (place) => place.row.add(around(place, 0).proseShare),
  /** Words of the next wider element (log2). */
  around1Words: (place) => place.row.add(log(around(place, 1).words)),
  /** Share of its words in prose. */
  around1ProseShare: (place) => place.row.add(around(place, 1).proseShare),
  /** Share of prose, two levels further out. */
  around3ProseShare: (place) => place.row.add(around(place, 3).proseShare),
  /** Ends of sentences per word, there. */
  around3StopRate: (place) => place.row.add(around(place, 3).stopRate),
  /** Units of the same make: tags and first classes alike up to the root (log2). */
  likeCount: ({ like, row }) => row.add(log(like.count)),
  /** Words of such a unit in the mean (log2). */
  likeWords: ({ like, row }) => row.add(log(like.words / like.count)),
  /** Share of their words in links. */
  likeLinkShare: ({ like, row }) => row.add(share(like.linkWords, like.words)),
  /** Share of them that hold prose. */
  likeProseShare: ({ like, row }) => row.add(like.prose / like.count),
  /** Share of the page's words in them. */
  likePageShare: ({ like, page, row }) => row.add(share(like.words, page.words)),
  /** Cards, posts or rows like the one around it (log2). */
  itemCount: ({ page, unit, row }) => row.add(log(page.itemOf(page.item, unit.element)?.count ?? 0)),
  /** Share of the page's words in the repeated elements around it with most words. */
  mainItemShare: ({ page, unit, row }) =>
    row.add(share(page.itemOf(page.mainItem, unit.element)?.words ?? 0, page.words)),
  /** Share of the words of the four blocks before it in links. */
  beforeLinkShare: ({ page, unit: { firstBlock }, row }) =>
    row.add(page.linkShareBetween(Math.max(0, firstBlock - NEAR), firstBlock)),
  /** Words of the four blocks after it (log2). */
  afterWords: ({ page, unit: { endBlock }, row }) =>
    row.add(log(page.wordsBetween(endBlock, page.clip(endBlock + NEAR)))),
  /** Words of the next unit (log2); -1 at the end. */
  nextWords: ({ page, index, row }) => {
    const next = page.segments.units[index + 1];
    row.add(next === undefined ? -1 : log(page.wordsBetween(next.firstBlock, next.endBlock)));
  },
  /** Blocks of the page with the same text as its first. */
  copies: ({ page, unit: { firstBlock }, row }) => row.add(page.copiesOf(firstBlock)),
  /** Levels up to the element that most of the prose hangs from, or to one around that. */
  levelsToTop: ({ page, unit, row }) => row.add(page.levelsToTop(unit.element)),
  /** Blocks behind the end of that element. */
  pastTop: ({ page, unit: { firstBlock }, row }) => row.add(Math.max(0, firstBlock + 1 - page.topEnd)),
  /** Share of the page's words in that element. */
  topShare: ({ page, row }) => row.add(share(page.inside(page.top).words, page.words)),
  /** Its place among the units, from 0 to 1. */
  position: ({ page, index, row }) => row.add(index / page.segments.units.length),
  /** Share of the page's words before it. */
  wordsBefore: ({ page, unit: { firstBlock }, row }) => row.add(share(page.wordsBetween(0, firstBlock), page.words)),
  /** Share of the page's prose before it. */
  proseBefore: ({ page, unit: { firstBlock }, row }) =>
    row.add(share(page.proseBefore(firstBlock), page.proseBefore(Infinity))),
  /** Units since the first h1; negative before it, -999 without one. */
  fromH1: ({ h1, index, row }) =>
    row.add(h1 < 0 ? NO_H1 : Math.max(MOST_AHEAD_OF_H1, Math.min(MOST_BEHIND_H1, index - h1))),
  /** Units since the last heading. */
  fromHeading: ({ heading, index, row }) =>
    row.add(heading < 0 ? MOST_BELOW_HEADING : Math.min(MOST_BELOW_HEADING, index - heading)),
};

/** Names of the features, in the order of a row. */
export const FEATURES: readonly string[] = [...Object.keys(UNIT_FEATURES), ...Object.keys(PAGE_FEATURES)];

const unitFeatures = Object.values(UNIT_FEATURES);
const pageFeatures = Object.values(PAGE_FEATURES);

/** The features of all units of a page, row after row. */
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
