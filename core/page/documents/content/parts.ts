import { type ChildNode, type Element, isTag, type ParentNode } from 'domhandler';
import { findMoney } from '../../../common/values/money';
import { type Make, type MeasuredPage } from './measured-page';
import { type Unit } from './segment';
import { HEADING_TAGS, TRAIT_NAMES } from './tags';

/** Returns the bit numbers of traits, given their names separated by spaces. */
export const traitsNamed = (names: string): readonly number[] =>
  names.split(' ').map((name) => TRAIT_NAMES.indexOf(name));
/** Traits of elements that are never content, wherever they are on the page. */
export const STRANGE_TRAITS = traitsNamed('nav toc side share ad filter hidden');

/** A unit counts as links rather than text if at least this share of its words is linked. */
const MOSTLY_LINKS = 0.5;
/**
 * If at least `MIN_CARD_SHARE` of a card's words is kept, the card's other units are kept as well, unless their
 * probability is below `MIN_IN_CARD`.
 */
const MIN_CARD_SHARE = 0.5;
const MIN_IN_CARD = 0.06;
/** A page counts as a thread if at least this share of its kept words is in posts. */
const MIN_THREAD_SHARE = 0.4;
const MAX_LEVELS_TO_POST = 2;
const MAX_POSTER_WORDS = 20;
/** The author lines of posts are kept if their mean probability is at least this. */
const MIN_POSTER = 0.2;
const POST = TRAIT_NAMES.indexOf('post');
const COMMENT = TRAIT_NAMES.indexOf('comment');
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
 * Hashes a unit's structure together with whether it is mostly links. Links and text are therefore averaged separately.
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
 * Keeps the remaining units of mostly kept cards, posts and rows. The model often misses prices and dates, because they
 * differ from the other units.
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

/** Returns a predicate for posts with kept text. */
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

/** True if the card, post or row has one of the traits, or an element between it and the unit does. */
function hasBelow(page: MeasuredPage, { element }: Unit, item: number, traits: readonly number[]): boolean {
  const { elements } = page.segments;
  const levels = (elements[element]?.depth ?? 0) - (elements[item]?.depth ?? 0);
  return traits.some((trait) => page.distance(element, trait) <= levels);
}

const HEADINGS = new RegExp(
  [
    /^related( (posts?|articles?|news|products?|items?|pages?|content|resources?|stories|videos?|reading|links|topics|searches|recipes|guides|jobs|events|books|courses|listings|questions))?$/,
    /^(you )?(may|might) also (like|enjoy|be interested)( in)?( these)?$|^more (stories|articles|posts|news) (for you|like this|from .+)$|^more (like this|from .+)$/,
    /^(customers|people|others|readers|shoppers)( who \w+ this( item)?)? also (bought|viewed|liked?|read|purchased|searched( for)?|ask|asked)$/,
    /^(recently viewed|recommended|similar)( (for you|items|products|articles|posts|stories|reading|recipes|jobs|events|listings|books))?$|^recommended by our editors$/,
    /^(most (read|popular|viewed|shared)|popular (posts|articles)|trending( now| topics| stories)?|read (next|also|more)|up next)$/,
    /^(mehr zum thema|mehr zu .+|lesen sie auch( die folgenden .+)?|zum weiterlesen|auch interessant|passend dazu|zuletzt angesehen|meistgelesen|das könnte (sie|dich|ihnen|dir) auch .+)$/,
    /^(ähnliche|weitere|verwandte) (artikel|beiträge|produkte|themen|meldungen|nachrichten|rezepte|angebote|stellen|veranstaltungen)$|^kunden (kauften|kaufen|sahen|haben) .*auch/,
    /^(à lire aussi|lire aussi|articles en relation|vous aimerez aussi|vous pourriez aussi aimer|(articles|produits|recettes|offres) (similaires|liés|associés)|sur le même (sujet|thème))$/,
    /^((artículos|productos|noticias|entradas|recetas) relacionad[ao]s|también te puede (interesar|gustar)|te puede interesar|lee también)$/,
    /^((articoli|prodotti) correlati|(articoli|prodotti|ricette) simili|(ti )?potrebbe (interessarti|piacerti|interessare)( anche)?|leggi anche)$/,
    /^((artigos|produtos|notícias|matérias) relacionad[ao]s|le[ir]a (também|mais)|veja também|você (também )?pode gostar|talvez você goste)$/,
    /^(lees ook|gerelateerde? (artikelen|berichten)|läs (också|även)|relaterade artiklar|læs også|les også|(czytaj|zobacz|przeczytaj) (także|też|również)|polecane artykuły|ilgili haberler|baca juga|artikel terkait)$/,
    /^(читайте также|похожие (статьи|новости|записи)|вам может (быть интересно|понравиться)|関連(記事|ニュース)|おすすめ記事|相关(文章|阅读|新闻)|推荐阅读|관련\s?(기사|글)|مقالات ذات صلة|اقرأ أيضا)$/,
  ]
    .map(({ source }) => source)
    .join('|'),
);
/** First words of a line that links to another page, e.g. "Read also". */
const RELATED_LINE =
  /^[^\p{L}]*(related( (post|article|story))?|read also|also read|read next|read more|see more|see also|don[’']t miss|leggi anche|lesen sie (auch|hier)|auch interessant|mehr zum thema|(à )?lire aussi|lee también|te puede interesar|leia também|veja também)\s*[:：–—>»-]/iu;
const MAX_WORDS_OF_LINE = 30;
/** Matches lines with links that ask readers to follow or subscribe. */
const SUBSCRIBE_LINE =
  /^[^\p{L}]*(follow (us|me|@\w+|\p{Lu}[\p{L}\d .'’-]{1,40} on)\b.*\b(facebook|twitter|instagram|youtube|tiktok|linkedin|telegram|mastodon)\b|(subscribe to|sign up (for|to)|join) (our |the |\p{Lu}).*\b(newsletters?|forums|(youtube|telegram|whatsapp)( channel)?|inbox)\b|get .*\b(delivered|newsletters?|inbox)\b)/iu;
const MAX_WORDS_TO_SUBSCRIBE = 60;
const MIN_SHOUTED = 5;
const MIN_CAPITALS = 0.6;
/** Text of placeholders for ads and videos. */
const PLACEHOLDER =
  /^(advert(isement|ising)?|adverts|sponsored( content)?|anzeige|werbung|publicité|publicidade?|pubblicità|reklama|реклама|media playback is (unsupported on your|not supported on this) device|image \d+ of \d+)[:.]?$/i;
const MAX_PLACEHOLDER_CHARS = 60;
const EDGES = /^[^\p{L}\p{N}]+|(?<=[\p{L}\p{N}])[^\p{L}\p{N}]+$/gu;
/** Quick check for headings that start and end without punctuation and need no trimming. */
const WITHOUT_EDGES = /^[a-z\d](?:.*[a-z\d])?$/is;
const ASCII_SIGNS = /(?<![ -/:-@[-`{-~])[ -/:-@[-`{-~]+$/;
const MAX_CHARS = 60;
/**
 * A section consists of links if at least `MIN_LINKED` of its words are in links and at most `MAX_PROSE_SHARE` are
 * prose.
 */
const MIN_LINKED = 0.3;
const MAX_PROSE_SHARE = 0.3;
const MIN_LIST_LINKED = 0.7;
const MIN_TEASERS = 2;
/**
 * A section consists of cards if it has at least `MIN_CARDS` units of at most `MAX_KINDS` kinds. At least
 * `MIN_PROSE_ABOVE` words of prose must be above it.
 */
const MIN_CARDS = 3;
const MAX_KINDS = 2;
const MIN_PROSE_ABOVE = 100;
const MAX_TEASER_SHARE = 0.35;
/**
 * A heading may be inside at most `MAX_BOXES` elements. At most `MAX_BESIDE_HEADING` words may be beside it, e.g. a
 * link to the full list.
 */
const MAX_BOXES = 3;
const MAX_BESIDE_HEADING = 3;

/** Returns 1 for each unit that is a placeholder, a line with a related link, or part of a section of related links. */
export function relatedSections(page: MeasuredPage): Uint8Array {
  const { units } = page.segments;
  const isRelated = new Uint8Array(units.length);
  for (let i = 0; i < units.length; i++) {
    const unit = units[i] as Unit;
    const level = levelOf(page, unit);
    if (isPlaceholder(page, unit) || (level === 0 && isRelatedLine(page, unit))) isRelated[i] = 1;
    if (level === 1 || unit.isWhole) continue;
    if (level > 1 && saysRelated(page, unit)) isRelated.fill(1, i, endOfSection(page, i, level));
    if (level === 0 && isListOfLinks(page, units[i + 1]) && saysRelated(page, unit)) isRelated.fill(1, i, i + 2);
  }
  return isRelated;
}

/** True for the placeholder of an ad or an unsupported video. */
function isPlaceholder({ segments: { blocks } }: MeasuredPage, { firstBlock, endBlock, isWhole }: Unit): boolean {
  const block = blocks[firstBlock];
  if (isWhole || endBlock - firstBlock > 1 || block === undefined || block.chars > MAX_PLACEHOLDER_CHARS) return false;
  return block.links === 0 && PLACEHOLDER.test(block.text);
}

/** True for a line that links to another page ("Read also: …", a link in capitals) or asks to subscribe. */
function isRelatedLine(page: MeasuredPage, unit: Unit): boolean {
  const { firstBlock, endBlock, isWhole } = unit;
  const block = page.segments.blocks[firstBlock];
  if (isWhole || endBlock - firstBlock > 1 || block === undefined || block.links === 0) return false;
  if (block.words <= MAX_WORDS_TO_SUBSCRIBE && SUBSCRIBE_LINE.test(block.text)) return true;
  if (block.links !== 1) return false;
  if (block.words > MAX_WORDS_OF_LINE || block.linkWords < MIN_LINKED * block.words) return false;
  const isInCapitals =
    block.linkWords === block.words && block.words >= MIN_SHOUTED && block.upper > MIN_CAPITALS * block.chars;
  return isInCapitals || RELATED_LINE.test(block.text);
}

/** True for a list that is almost entirely links. */
const isListOfLinks = (page: MeasuredPage, unit: Unit | undefined): boolean =>
  unit?.isWhole === true && page.linkShareBetween(unit.firstBlock, unit.endBlock) >= MIN_LIST_LINKED;

function saysRelated({ segments: { blocks } }: MeasuredPage, { firstBlock, endBlock }: Unit): boolean {
  let chars = 0;
  for (let i = firstBlock; i < endBlock; i++) chars += blocks[i]?.chars ?? 0;
  if (chars > MAX_CHARS) return false;
  const text = blocks
    .slice(firstBlock, endBlock)
    .map((block) => block.text)
    .join(' ');
  return headsRelatedPages(text);
}

/** True for a heading that sites use only above links to their own other pages. */
export function headsRelatedPages(heading: string): boolean {
  if (heading.length > MAX_CHARS) return false;
  const text = heading.replace(ASCII_SIGNS, '');
  return HEADINGS.test((WITHOUT_EDGES.test(text) ? text : text.replace(EDGES, '')).toLowerCase());
}

/** Returns the end of a section within the element around it, or `start` if no links follow. */
function endOfSection(page: MeasuredPage, start: number, level: number): number {
  const { elements, units } = page.segments;
  const from = units[start]?.endBlock ?? 0;
  let box = units[start]?.element ?? 0;
  for (let step = 0; step < MAX_BOXES; step++) {
    box = page.wider[box] ?? 0;
    const end = nextHeading(page, start, level, elements[box]?.endBlock ?? 0);
    const to = units[end - 1]?.endBlock ?? from;
    if (page.wordsBetween(from, to) <= MAX_BESIDE_HEADING) continue;
    const isOfLinks =
      page.linkShareBetween(from, to) >= MIN_LINKED && page.proseShareBetween(from, to) <= MAX_PROSE_SHARE;
    return isOfLinks || isOfTeasers(page, start + 1, end) || isOfCards(page, start, end) ? end : start;
  }
  return start;
}

/**
 * True for a section of teasers whose headings link to other pages. It must have no comments and at most 35 % of the
 * page's words.
 */
function isOfTeasers(page: MeasuredPage, from: number, to: number): boolean {
  const units = page.segments.units.slice(from, to);
  const headings = units.filter((unit) => levelOf(page, unit) > 0);
  if (headings.length < MIN_TEASERS || headings.some((unit) => page.hasAround(unit.element, COMMENT))) return false;
  const words = page.wordsBetween(units[0]?.firstBlock ?? 0, units.at(-1)?.endBlock ?? 0);
  if (words > MAX_TEASER_SHARE * page.words) return false;
  return headings.every(({ firstBlock, endBlock }) => page.linkShareBetween(firstBlock, endBlock) >= MOSTLY_LINKS);
}

/**
 * True for a section below an article that consists of cards or rows with text. Each card must begin below the heading.
 */
function isOfCards(page: MeasuredPage, heading: number, to: number): boolean {
  const units = page.segments.units.slice(heading + 1, to).filter((unit) => wordsOf(page, unit) > 0);
  const from = page.segments.units[heading]?.firstBlock ?? 0;
  const makes = new Set<Make>();
  for (const unit of units) {
    const item = itemAt(page, unit);
    if (item < 0 || (page.segments.elements[item]?.firstBlock ?? 0) < from) return false;
    makes.add(page.makeOfElement(item));
  }
  return units.length >= MIN_CARDS && makes.size <= MAX_KINDS && page.proseBefore(from) >= MIN_PROSE_ABOVE;
}

/**
 * Returns the end of a heading's section: the next heading outside a card, or the end of the element around the
 * section.
 */
function nextHeading(page: MeasuredPage, start: number, level: number, endBlock: number): number {
  const { units } = page.segments;
  let end = start + 1;
  for (; end < units.length; end++) {
    const unit = units[end] as Unit;
    const isHeading = levelOf(page, unit) > 0 && levelOf(page, unit) <= level;
    if (unit.endBlock > endBlock || (isHeading && (page.item[unit.element] ?? -1) < 0)) break;
  }
  return end;
}

const levelOf = ({ segments: { elements } }: MeasuredPage, { element }: Unit): number =>
  HEADING_TAGS.indexOf(elements[element]?.node.name ?? '') + 1;

/** Maximum length of a price line, in words. The line may also mention a discount or tax. */
const MAX_WORDS_OF_PRICE = 12;
const MAX_CHARS_OF_PRICE = 120;
const ELSEWHERE = traitsNamed('nav header footer ad related');

/**
 * Keeps the line with the product's price that is nearest to the headline. Does nothing if a kept unit already contains
 * the price.
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
