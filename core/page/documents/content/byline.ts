import { findDay } from '../metadata/dates';
import { type MeasuredPage } from './measured-page';
import { itemAt, linkAround, traitsNamed, wordsOf } from './parts';
import { type PageElement, type Unit } from './segment';

/** Maximum length of a byline in words, and maximum number of units between the headline and the byline. */
const MAX_WORDS = 14;
const MAX_UNITS_BELOW = 10;
/** Maximum number of levels between a name without "by" and an element marked as author. */
const MAX_LEVELS_TO_AUTHOR = 1;
const AUTHOR_PAGE = /\/(authors?|contributors?|writers?|columnists?|staff|team|people|by)\/[^/?#]+\/?$/i;
/** Maximum number of paragraphs between the headline and the byline. */
const MAX_PARAGRAPHS = 1;
const [AUTHOR = 0, HIDDEN = 0] = traitsNamed('author hidden');
const ELSEWHERE = traitsNamed('nav related comment filter');
/**
 * Traits of sidebars and footers. A sidebar or footer may contain the byline only if it has at most
 * `MAX_WORDS_OF_NO_SIDE` words.
 */
const SIDES = traitsNamed('side footer');
const MAX_WORDS_OF_NO_SIDE = 40;
/**
 * Maximum length, in words, of a byline that contains the author names from the `head`. Scientific papers can have many
 * authors.
 */
const MAX_WORDS_OF_AUTHORS = 120;
const BY =
  /^(?:(?:[Ww]ritten|[Pp]osted|[Pp]ublished|[Rr]eported|Story|Words|Text|Escrito|Écrit|Geschrieben|Gepostet|Veröffentlicht) )?(?:[Bb]y|BY|[Vv]on|VON|[Pp]ar|PAR|[Pp]or|POR|[Dd]oor|Di|Autor(?:in)?|Authors?)(?: ?: ?| )\p{Lu}/u;
const BY_ALONE = /^(?:(?:written|posted|published) )?(?:by|von|par|por|door|autor(?:in)?|authors?) ?:?$/i;
const NAME =
  /^\p{Lu}[\p{L}.'’-]+(?: (?:\p{Lu}[\p{L}.'’-]*|van|von|de|der|den|del|della|da|la|le|bin|al|and|und|et|y|&))* \p{Lu}[\p{L}.'’-]+,?$/u;

/** Keeps the author and date lines below the headline, with at most one paragraph in between. */
export function keepByline(page: MeasuredPage, keep: Uint8Array, headline: PageElement | undefined): void {
  const { units } = page.segments;
  if (headline === undefined) return;
  let [seen, paragraphs] = [0, 0];
  let [hasName, hasDay, isAwaited] = [false, false, false];
  for (const [i, unit] of units.entries()) {
    const words = wordsOf(page, unit);
    if (unit.firstBlock < headline.endBlock || words === 0 || page.hasAround(unit.element, HIDDEN)) continue;
    if (keep[i] === 1 && isParagraph(page, unit)) paragraphs++;
    if (++seen > MAX_UNITS_BELOW || paragraphs > MAX_PARAGRAPHS) return;
    if (words > MAX_WORDS_OF_AUTHORS || isElsewhere(page, unit, headline)) continue;
    const text = textOf(page, unit);
    const isLine = words <= MAX_WORDS;
    const isStated = page.facts.authors.some((author) => text.includes(author));
    const isName = isStated || (!hasName && isLine && saysName(page, unit, text));
    const isDay = !hasDay && isLine && findDay(text) !== undefined;
    if (isName || isDay || (isAwaited && isLine)) keep[i] = 1;
    isAwaited = isName && BY_ALONE.test(text);
    hasName ||= isName;
    hasDay ||= isDay;
  }
}

const isParagraph = ({ segments: { blocks } }: MeasuredPage, { firstBlock, isWhole }: Unit): boolean =>
  !isWhole && blocks[firstBlock]?.isProse === true;

/**
 * True for text that starts with "by" or a similar word, and for a name in an author element or linked to an author
 * page.
 */
function saysName(page: MeasuredPage, { element, firstBlock }: Unit, text: string): boolean {
  if (BY.test(text) || BY_ALONE.test(text)) return true;
  if (!NAME.test(text)) return false;
  const { rel = '', href = '' } = linkAround(page.segments.blocks[firstBlock]?.leaves[0])?.attribs ?? {};
  return page.distance(element, AUTHOR) <= MAX_LEVELS_TO_AUTHOR || rel === 'author' || AUTHOR_PAGE.test(href);
}

const textOf = ({ segments: { blocks } }: MeasuredPage, { firstBlock, endBlock }: Unit): string =>
  blocks
    .slice(firstBlock, endBlock)
    .map(({ text }) => text)
    .join(' ');

/** True for a unit in a card, menu or similar part that does not contain the headline. */
function isElsewhere(page: MeasuredPage, unit: Unit, headline: PageElement): boolean {
  const { elements } = page.segments;
  const item = elements[itemAt(page, unit)];
  if (item && item.firstBlock > headline.firstBlock && page.wordsBetween(item.firstBlock, item.endBlock) > MAX_WORDS)
    return true;
  let levels = 0;
  for (let up = unit.element; (elements[up]?.firstBlock ?? 0) > headline.firstBlock; up = elements[up]?.parent ?? 0)
    levels++;
  const isIn = (trait: number): boolean => page.distance(unit.element, trait) < levels;
  const isAside = (trait: number): boolean =>
    isIn(trait) && page.inside(page.nearest(unit.element, trait)).words > MAX_WORDS_OF_NO_SIDE;
  return ELSEWHERE.some(isIn) || SIDES.some(isAside);
}
