import { previewUnits } from './certain-units';
import { sidebarAround } from './frame';
import { type MeasuredPage } from './measured-page';
import { traitsNamed, wordsOf } from './parts';
import { covers, type PageElement, type Unit } from './segment';
import { HEADING_TAGS } from './tags';
import { words } from './text';

const [COMMENT = 0, POST = 0, REVIEW = 0, AUTHOR = 0, SIDE = 0] = traitsNamed('comment post review author side');
const ASIDE_TRAITS = [SIDE, AUTHOR];
/** Sidebars and author boxes are small enough to drop if they contain at most this share of all kept words. */
const MAX_ASIDE_SHARE = 0.3;
/** Minimum probability for keeping a unit in a sidebar or author box. */
const MIN_ASIDE = 0.9;
/** Maximum length of a byline, in words. Longer text in an author element describes the author. */
const MAX_BYLINE_WORDS = 14;
/** Comments are dropped if the rest of the page has at least this many words. */
const MIN_ARTICLE_WORDS = 200;
/**
 * On a shorter page, comments are dropped if the rest of the page has at least `MIN_SHORT_ARTICLE_WORDS` words. It must
 * also have at least `MIN_TIMES_COMMENTS` times as many words as the comments.
 */
const MIN_SHORT_ARTICLE_WORDS = 80;
const MIN_TIMES_COMMENTS = 2;
/**
 * On a page declared as an article, comments and sidebars are also dropped if the rest of the page has at least this
 * many words.
 */
const MIN_DECLARED_WORDS = 40;
/** Hosts and paths of forums, where comments are the content. */
const FORUM_HOST = /(?:^|[.-])(?:forums?|boards?|discuss(?:ions?)?|community|answers|talk)[.-]/i;
const FORUM_PATH =
  /\/(?:forums?|boards?|threads?|topics?|discussions?|community|questions?|comments?|show_?thread|view_?topic|t|r)(?:\.\w+)?(?:\/|$)/i;
/** A part below the main article counts as another article if it has at least this many words. */
const MIN_NEXT_WORDS = 80;
const MAX_HEADING_LEVEL = 2;
const MAX_UNITS_TO_HEADING = 6;
/**
 * A main article shares at least `MIN_OWN_TITLE` of its headline's words with the page title. The headline of another
 * article shares at most `MAX_OTHER_TITLE` of its words.
 */
const MIN_OWN_TITLE = 0.6;
const MAX_OTHER_TITLE = 0.4;

/** The start of an article: its headline and its first paragraph. */
interface ArticleStart {
  readonly headline: PageElement | undefined;
  readonly leadEnd: number;
}

/** Drops sidebars and author boxes before and after an article, and the comments and other articles below it. */
export function dropBesideArticle(
  page: MeasuredPage,
  probabilities: Float64Array,
  keep: Uint8Array,
  start: ArticleStart,
): void {
  dropFurtherArticles(page, keep, start);
  for (const trait of ASIDE_TRAITS)
    if (page.traitCounts[trait] !== 0) dropAsides(page, probabilities, keep, start, trait);
  if (page.traitCounts[COMMENT] !== 0) dropComments(page, keep, start);
}

const MENU_TRAITS = traitsNamed('nav header');
const MIN_MENU_LINKED = 0.5;

/**
 * Returns a predicate for link lists in menus and site headers above the headline. If no `h1` repeats the page title,
 * the predicate is always false.
 */
export function menuAboveHeadline(page: MeasuredPage): (unit: Unit) => boolean {
  const { elements, units } = page.segments;
  const headline = units.find(
    (unit) => elements[unit.element]?.node.name === 'h1' && titleShare(page, unit) >= MIN_OWN_TITLE,
  );
  if (headline === undefined) return () => false;
  return (unit) => {
    if (unit.endBlock > headline.firstBlock) return false;
    if (page.linkShareBetween(unit.firstBlock, unit.endBlock) < MIN_MENU_LINKED) return false;
    return MENU_TRAITS.some((trait) => {
      const menu = elements[page.nearest(unit.element, trait)];
      return menu !== undefined && !covers(menu, headline);
    });
  };
}

/**
 * Returns a unit's nearest ancestor with the given trait, or -1. Ignores ancestors that contain the article's first
 * paragraph.
 */
function partAround(page: MeasuredPage, { element }: Unit, trait: number, { leadEnd }: ArticleStart): number {
  const part = trait === SIDE ? sidebarAround(page, element) : page.nearest(element, trait);
  if (part < 0) return -1;
  const { firstBlock = 0, endBlock = 0 } = page.segments.elements[part] ?? {};
  return firstBlock <= leadEnd && leadEnd < endBlock ? -1 : part;
}

const keptWordsOf = (page: MeasuredPage, keep: Uint8Array, includes: (unit: Unit, i: number) => boolean): number =>
  page.segments.units.reduce((sum, unit, i) => sum + (keep[i] === 1 && includes(unit, i) ? wordsOf(page, unit) : 0), 0);

function dropAsides(
  page: MeasuredPage,
  probabilities: Float64Array,
  keep: Uint8Array,
  start: ArticleStart,
  trait: number,
): void {
  const { units, blocks } = page.segments;
  const { titles } = previewUnits(page);
  const isAside = units.map(
    (unit, i) =>
      keep[i] === 1 &&
      !titles.has(i) &&
      (trait !== AUTHOR || wordsOf(page, unit) > MAX_BYLINE_WORDS) &&
      partAround(page, unit, trait, start) >= 0,
  );
  const end = units.findLast(
    ({ firstBlock, isWhole }, i) => keep[i] === 1 && !isWhole && !isAside[i] && blocks[firstBlock]?.isProse,
  );
  if (!isAside.includes(true) || end === undefined) return;
  const all = keptWordsOf(page, keep, () => true);
  const asides = keptWordsOf(page, keep, (_, i) => isAside[i] === true);
  const isSmall = asides <= MAX_ASIDE_SHARE * all;
  if (!isSmall && (!page.facts.isArticle || all - asides < MIN_DECLARED_WORDS)) return;
  isAside.forEach((is, i) => {
    const { firstBlock = 0 } = units[i] ?? {};
    const isApart = firstBlock > end.firstBlock || firstBlock < (start.headline?.firstBlock ?? 0);
    if (is && isApart && (isSmall || isInAside(page, units[i])) && (probabilities[i] ?? 0) < MIN_ASIDE) keep[i] = 0;
  });
}

/** True for a unit in an `aside` element. The tag is better evidence than a class name such as `widget`. */
function isInAside({ segments: { elements } }: MeasuredPage, unit: Unit | undefined): boolean {
  for (let up = unit?.element ?? -1; up >= 0; up = elements[up]?.parent ?? -1)
    if (elements[up]?.node.name === 'aside') return true;
  return false;
}

/** Drops the comments below an article, except in forums. Keeps posts and reviews, even inside a comment section. */
function dropComments(page: MeasuredPage, keep: Uint8Array, start: ArticleStart): void {
  const { units } = page.segments;
  const { hostname, pathname } = new URL(page.facts.url);
  if (page.facts.isThread || FORUM_HOST.test(hostname) || FORUM_PATH.test(pathname)) return;
  const isComment = units.map((unit) => {
    const part = partAround(page, unit, COMMENT, start);
    if (part < 0 || (page.segments.elements[part]?.firstBlock ?? 0) < start.leadEnd) return false;
    const levels = page.distance(unit.element, COMMENT);
    return page.distance(unit.element, POST) >= levels && page.distance(unit.element, REVIEW) > levels;
  });
  const rest = keptWordsOf(page, keep, (_, i) => isComment[i] !== true);
  const comments = keptWordsOf(page, keep, (_, i) => isComment[i] === true);
  const isLong =
    rest >= MIN_ARTICLE_WORDS || (rest >= MIN_SHORT_ARTICLE_WORDS && rest >= MIN_TIMES_COMMENTS * comments);
  if (!isLong && (!page.facts.isArticle || rest < MIN_DECLARED_WORDS)) return;
  isComment.forEach((is, i) => {
    if (is) keep[i] = 0;
  });
}

/** Drops other articles below the main article, if the headline of the main article matches the page title. */
function dropFurtherArticles(page: MeasuredPage, keep: Uint8Array, { headline }: ArticleStart): void {
  const { elements, units } = page.segments;
  if (headline === undefined) return;
  const own = elements.findLast((element) => isArticle(element) && covers(element, headline));
  if (own === undefined || titleShare(page, headline) < MIN_OWN_TITLE) return;
  const further = elements.filter(
    (other) => other.depth === own.depth && other.firstBlock >= own.endBlock && isFurtherArticle(page, other),
  );
  units.forEach((unit, i) => {
    if (further.some((article) => covers(article, unit))) keep[i] = 0;
  });
}

const isArticle = ({ node }: PageElement): boolean => node.name === 'article' || node.attribs.role === 'article';

/** True for an article with its own headline and enough text. */
function isFurtherArticle(page: MeasuredPage, article: PageElement): boolean {
  if (!isArticle(article) || page.wordsBetween(article.firstBlock, article.endBlock) < MIN_NEXT_WORDS) return false;
  const { elements, units } = page.segments;
  const start = units.findIndex((unit) => covers(article, unit));
  const heading = units.slice(start, start + MAX_UNITS_TO_HEADING).find((unit) => {
    const level = HEADING_TAGS.indexOf(elements[unit.element]?.node.name ?? '') + 1;
    return level > 0 && level <= MAX_HEADING_LEVEL;
  });
  return heading !== undefined && covers(article, heading) && titleShare(page, heading) <= MAX_OTHER_TITLE;
}

/** Returns the share of an element's words that also occur in the page title. */
function titleShare(
  { segments: { blocks }, facts }: MeasuredPage,
  { firstBlock, endBlock }: Unit | PageElement,
): number {
  const all = blocks.slice(firstBlock, endBlock).flatMap(({ text }) => words(text));
  return all.filter((word) => facts.titleWords.has(word)).length / Math.max(1, all.length);
}
