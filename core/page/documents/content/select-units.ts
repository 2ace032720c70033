import { dropBesideArticle, menuAboveHeadline } from './beside-article';
import { introducesCode, placesInText } from './between';
import { keepByline } from './byline';
import { certainUnits, previewUnits } from './certain-units';
import { isFramed } from './frame';
import { type Headlines } from './headline';
import { outsideMain } from './main-element';
import { type MeasuredPage } from './measured-page';
import { probabilityOf } from './model';
import {
  agreeInItems,
  isCount,
  itemAt,
  keepPosters,
  keepPrice,
  keepWholeItems,
  keptItems,
  keptWords,
  kindOf,
  linkAround,
  STRANGE_TRAITS,
  traitsNamed,
  weightOf,
  wordsOf,
} from './parts';
import { keepPictures } from './pictures';
import { relatedSections } from './related-sections';
import { covers, type PageElement, type Unit } from './segment';
import { keepPanels } from './tab-panels';
import { HEADING_TAGS, isDataTable } from './tags';

/**
 * The model's result is ignored if the highest probability is below `MIN_BEST`, or if the page has fewer than
 * `MIN_PAGE_WORDS` words. Such pages differ too much from the training data.
 */
const MIN_BEST = 0.15;
const MIN_PAGE_WORDS = 50;
/** Range of a page's probability threshold: from `MIN_CUT` to `MAX_CUT`. Units above the threshold are kept. */
const MIN_CUT = 0.05;
const MAX_CUT = 0.5;
const MIN_KEPT_WORDS = 20;
const MIN_KEPT_SHARE = 0.1;
/** Weight (0–1) of similar units when a unit's probability is averaged with theirs. */
const SHARE_OF_LIKE = 0.5;
/** Cost of a missing word relative to that of an extra word. */
const COST_OF_MISSING = 0.8;
/** The element chosen as the content must contain at least this share of the kept words. */
const BOX_SHARE = 0.9;
/** Minimum probability for keeping a unit inside the content. */
const MIN_INSIDE = 0.12;
const MIN_HEADING = 0.05;
const MIN_CERTAIN = 0.03;
/** Minimum probability for keeping a short line between two paragraphs, or text just before code. */
const MIN_BETWEEN = 0.2;
const MIN_INDEXED = 0.05;
/** A section below the content counts as content only if its heading has at least this probability. */
const MIN_SECTION = 0.2;
/** Minimum probability for keeping a line in an article (except its lead) or in possible boilerplate. */
const MIN_DOUBTFUL = 0.5;
/** Minimum probability for keeping a complete element (e.g. a list) in an article or in possible boilerplate. */
const MIN_DOUBTFUL_WHOLE = 0.35;
/** Minimum probability for keeping a unit above an article's first paragraph, where it may be a lead. */
const MIN_LEAD = 0.3;
/** Minimum probability for keeping the main image, or a unit marked as a lead by its class or ID. */
const MIN_CALLED_LEAD = 0.15;
const MAX_LEVELS_TO_INTRO = 1;
const [INTRO = 0] = traitsNamed('intro');
const CALL = /(^|[-_\s])(cta|call-?to-?action)([-_\s]|$)/i;
const BUTTON = /(^|[-_\s])(cta|btn|button)([-_\s]|$)/i;
/** A result count is kept only if at least one of the next `NEAR_ITEMS` units is a result. */
const NEAR_ITEMS = 3;
const MIN_PROSE_SHARE = 0.55;
const MAX_INDEX_PROSE = 0.2;
const MAX_LINKED_SHARE = 0.5;
/** A page with only menus, a header and a footer is treated as empty only if it has at least this many words. */
const FRAME_WORDS = 100;
const FRAME_SHARE = 0.9;
const FRAME_MAX_INSIDE = 0.3;
const FRAME_MAX_OUTSIDE = 0.1;
const STRANGE_TABLE_TRAITS = traitsNamed('toc share filter comment related');
const DOUBTFUL_TRAITS = [...STRANGE_TRAITS, ...traitsNamed('comment related author tags')];

const logOdds = (probability: number): number => {
  const p = Math.min(0.999, Math.max(0.001, probability));
  return Math.log(p / (1 - p));
};

/**
 * Selects the most probable units, then adds complete elements inside the content and images in kept text. Returns 1
 * for each kept unit. Keeps nothing if the page has only menus, a header and a footer. If a page has little text or no
 * probable content, keeps everything except menus, headers and footers. Returns undefined if no unit can be content.
 */
export function selectUnits(page: MeasuredPage, verdicts: Float64Array, headlines: Headlines): Uint8Array | undefined {
  const { units } = page.segments;
  if (isBareFrame(page, verdicts)) return new Uint8Array(units.length);
  const related = relatedSections(page);
  const isOutside = outsideMain(page, verdicts);
  const isMenu = menuAboveHeadline(page);
  const probabilities = agreeWithLike(page, verdicts).map((verdict, i) =>
    related[i] === 1 || isOutside(units[i] as Unit) || isMenu(units[i] as Unit) ? 0 : verdict,
  );
  const cut = Math.min(MAX_CUT, Math.max(MIN_CUT, bestCut(page, probabilities)));
  const keep = new Uint8Array(
    units.map((unit, i) => (wordsOf(page, unit) > 0 && (probabilities[i] ?? 0) >= cut ? 1 : 0)),
  );
  const isUnknown = page.words < MIN_PAGE_WORDS || verdicts.every((verdict) => verdict < MIN_BEST);
  if (isUnknown || isTooLittle(page, keep)) return withoutFrame(page);
  const part = contentPart(page, keep, headlines);
  fillIn(page, probabilities, keep, part);
  agreeInItems(page, keep);
  if (!isProse(page, boxOf(page, keptWords(page, keep)))) keepWholeItems(page, probabilities, keep);
  keepPosters(page, probabilities, keep);
  keepPanels(page, keep);
  for (let i = 0; i < keep.length; i++) if (related[i] === 1) keep[i] = 0;
  for (const i of previewUnits(page).others) keep[i] = 0;
  if (part.isProse) dropBesideArticle(page, probabilities, keep, part);
  keepPrice(page, keep, part.firstBlock);
  keepPictures(page, keep, part);
  dropBareHeadings(page, keep);
  keepByline(page, keep, part.headline);
  return keep;
}

/** True for a page of at least `FRAME_WORDS` words that consists almost entirely of menus, a header and a footer. */
function isBareFrame(page: MeasuredPage, verdicts: Float64Array): boolean {
  let inside = 0;
  for (const [i, unit] of page.segments.units.entries()) {
    const framed = isFramed(page, unit);
    if ((verdicts[i] ?? 0) > (framed ? FRAME_MAX_INSIDE : FRAME_MAX_OUTSIDE)) return false;
    if (framed) inside += wordsOf(page, unit);
  }
  return page.words >= FRAME_WORDS && inside >= FRAME_SHARE * page.words;
}

function withoutFrame(page: MeasuredPage): Uint8Array | undefined {
  const keep = new Uint8Array(page.segments.units.map((unit) => (isFramed(page, unit) ? 0 : 1)));
  return keep.includes(1) ? keep : undefined;
}

/**
 * True if no text was kept, or only one or two lines of a long page, probably by chance. The headline does not count.
 */
function isTooLittle(page: MeasuredPage, keep: Uint8Array): boolean {
  const kept = page.segments.units.reduce(
    (sum, unit, i) => sum + (keep[i] === 1 && levelOf(page, unit) !== 1 ? wordsOf(page, unit) : 0),
    0,
  );
  return kept === 0 || (kept < MIN_KEPT_WORDS && kept < MIN_KEPT_SHARE * page.words);
}

/**
 * Moves each probability towards the mean of similar units, which are usually either all content or all boilerplate.
 */
function agreeWithLike(page: MeasuredPage, verdicts: Float64Array): Float64Array {
  const { units } = page.segments;
  const groups = new Map<number, { weight: number; sum: number }>();
  units.forEach((unit, i) => {
    if (wordsOf(page, unit) === 0) return;
    const kind = kindOf(page, i);
    const group = groups.get(kind) ?? { weight: 0, sum: 0 };
    const weight = weightOf(page, unit);
    group.weight += weight;
    group.sum += weight * logOdds(verdicts[i] ?? 0);
    groups.set(kind, group);
  });
  return verdicts.map((verdict, i) => {
    const { sum, weight } = groups.get(kindOf(page, i)) ?? { sum: 0, weight: 1 };
    return probabilityOf((SHARE_OF_LIKE * sum) / weight + (1 - SHARE_OF_LIKE) * logOdds(verdict));
  });
}

/**
 * Returns the threshold that maximizes the expected agreement (0–1) between the kept words and the content. Each pass
 * keeps the units whose probability exceeds the agreement of the previous pass, because only such units increase the
 * agreement. Few passes are needed.
 */
function bestCut(page: MeasuredPage, probabilities: Float64Array): number {
  const words = new Float64Array(page.segments.units.map((unit) => wordsOf(page, unit)));
  const missing = COST_OF_MISSING * words.reduce((sum, count, i) => sum + count * (probabilities[i] ?? 0), 0);
  for (let best = 0; ; ) {
    let shared = 0;
    let kept = 0;
    let cut = MAX_CUT;
    for (let i = 0; i < words.length; i++) {
      const count = words[i] as number;
      const probability = probabilities[i] as number;
      if (count === 0 || probability <= best) continue;
      shared += probability * count;
      kept += count;
      if (kept === count || probability < cut) cut = probability;
    }
    const agreement = shared / (kept + missing);
    if (!(agreement > best)) return cut;
    best = agreement;
  }
}

interface ContentPart {
  readonly box: PageElement;
  readonly headline: PageElement | undefined;
  /** Index of the first block of the headline or of the content element, whichever comes first. */
  readonly firstBlock: number;
  /** Index after the last block of the content element if it is an article, else of its nearest larger ancestor. */
  readonly endBlock: number;
  /** Index of the first kept prose block. */
  readonly leadEnd: number;
  /** True if the content consists of paragraphs, like an article. */
  readonly isProse: boolean;
  /** True if the content is a list of links and short lines in a `main` element, as on a portal's home page. */
  readonly isIndex: boolean;
}

/**
 * Adds units that the selection missed: probable units in the content, headings of kept units, and the remaining units
 * of kept cards.
 */
function fillIn(page: MeasuredPage, probabilities: Float64Array, keep: Uint8Array, part: ContentPart): void {
  const { units } = page.segments;
  const items = keptItems(page, keep);
  const isHeading = (i: number): boolean => levelOf(page, units[i] as Unit) > 0;
  const headings = headingsAbove(page);
  const isCertain = certainUnits(page);
  const { titles } = previewUnits(page);
  const places = part.isProse ? placesInText(page, keep) : [];
  for (let i = units.length - 1; i >= 0; i--) {
    const unit = units[i] as Unit;
    const isInPart = unit.firstBlock >= part.firstBlock && unit.endBlock <= part.endBlock;
    const isInItem = items.has(page.item[unit.element] ?? -1);
    const heads = keep[i + 1] === 1 && isHeading(i);
    if (isLaterTable(page, unit, part) && (probabilities[i] ?? 0) >= MIN_CERTAIN) keep[i] = 1;
    if (wordsOf(page, unit) === 0 || !(heads || isInPart || isInItem)) continue;
    const heading = headings[i] ?? -1;
    const isBelow = unit.firstBlock >= part.box.endBlock && !isInItem;
    const isStray = isBelow && (heading < 0 || (probabilities[heading] ?? 0) < MIN_SECTION);
    let least = isStray ? MIN_DOUBTFUL : leastInside(page, unit, part, isInItem);
    if (places[i] === 'between' && !isDoubtful(page, unit, part, isInItem)) least = Math.min(least, MIN_BETWEEN);
    if (places[i] === 'callout') least = MIN_CERTAIN;
    if (keep[i + 1] === 1 && introducesCode(page, i)) least = Math.min(least, MIN_BETWEEN);
    if (isBelow) least = Math.max(least, MIN_INSIDE);
    if (unit.isWhole && keep[i - 1] === 1 && isHeading(i - 1)) least = MIN_INSIDE;
    if (heads) least = isInSameItem(page, unit, units[i + 1]) ? 0 : MIN_HEADING;
    if (isCertain(unit, i)) least = MIN_CERTAIN;
    if (titles.has(i)) least = 0;
    if (isInPart && !part.isProse && isCount(page, unit) && isAboveItems(page, i, items)) least = 0;
    if ((probabilities[i] ?? 0) >= least) keep[i] = 1;
  }
}

/** Returns the minimum probability for keeping a unit inside the content. */
function leastInside(page: MeasuredPage, unit: Unit, part: ContentPart, isInItem: boolean): number {
  const isDoubted = isDoubtful(page, unit, part, isInItem);
  const isAbove = unit.firstBlock < part.leadEnd;
  if (isAbove && isLead(page, unit)) return MIN_CALLED_LEAD;
  if (isAbove && part.isProse && !isDoubted) return MIN_LEAD;
  if (isCallToAction(page, unit) && !part.isProse) return MIN_CERTAIN;
  if (part.isProse || isDoubted) return unit.isWhole ? MIN_DOUBTFUL_WHOLE : MIN_DOUBTFUL;
  return part.isIndex ? MIN_INDEXED : MIN_INSIDE;
}

/** True for a lead, and for the main image of an article. */
const isLead = (page: MeasuredPage, unit: Unit): boolean =>
  nameOf(page, unit) === 'figure' ||
  (page.distance(unit.element, INTRO) <= MAX_LEVELS_TO_INTRO &&
    page.linkShareBetween(unit.firstBlock, unit.endBlock) <= MAX_LINKED_SHARE);

/** True for a link styled as a button or inside a call-to-action element. */
function isCallToAction(page: MeasuredPage, unit: Unit): boolean {
  const { firstBlock, endBlock, isWhole } = unit;
  const block = page.segments.blocks[firstBlock];
  if (isWhole || endBlock - firstBlock > 1 || block?.links !== 1 || block.linkWords < block.words) return false;
  const link = linkAround(block.leaves[0]);
  const around = page.segments.elements[unit.element]?.node.attribs.class ?? '';
  return link !== undefined && (BUTTON.test(link.attribs.class ?? '') || CALL.test(around));
}

/** True if both units are in the same card, post or row, where a heading is kept even if its probability is low. */
const isInSameItem = (page: MeasuredPage, unit: Unit, next: Unit | undefined): boolean =>
  next !== undefined && itemAt(page, unit) >= 0 && itemAt(page, unit) === itemAt(page, next);

/** True if a unit is just above kept cards or rows. */
const isAboveItems = (page: MeasuredPage, unit: number, items: ReadonlySet<number>): boolean =>
  page.segments.units.slice(unit + 1, unit + 1 + NEAR_ITEMS).some((below) => items.has(itemAt(page, below)));

/** True for a data table after the start of the content, but outside menus, sidebars and similar parts. */
function isLaterTable(page: MeasuredPage, unit: Unit, { firstBlock }: ContentPart): boolean {
  const node = page.segments.elements[unit.element]?.node;
  if (!unit.isWhole || unit.firstBlock < firstBlock || node === undefined || !isDataTable(node)) return false;
  return !isFramed(page, unit) && !STRANGE_TABLE_TRAITS.some((trait) => page.hasAround(unit.element, trait));
}

/** Returns the index of the nearest heading above each unit, or -1. */
function headingsAbove(page: MeasuredPage): Int32Array {
  let heading = -1;
  const indexes = page.segments.units.map((unit, i) => {
    const above = heading;
    if (levelOf(page, unit) > 0) heading = i;
    return above;
  });
  return new Int32Array(indexes);
}

const isProse = (page: MeasuredPage, element: number): boolean => page.inside(element).proseShare >= MIN_PROSE_SHARE;

function contentPart(page: MeasuredPage, keep: Uint8Array, headlines: Headlines): ContentPart {
  const { elements, blocks, units } = page.segments;
  const at = boxOf(page, keptWords(page, keep));
  const box = elements[at] as PageElement;
  const keptBlocks = new Uint8Array(blocks.length);
  units.forEach(({ firstBlock, endBlock }, i) => {
    if (keep[i] === 1) keptBlocks.fill(1, firstBlock, endBlock);
  });
  const headline = headlines.find(keptBlocks);
  const firstBlock = Math.min(box.firstBlock, headline?.firstBlock ?? box.firstBlock);
  // The search starts below the headline, because a long headline looks like prose.
  const belowHeadline = headline?.endBlock ?? 0;
  const leadEnd = blocks.findIndex(({ isProse }, i) => i >= belowHeadline && isProse && keptBlocks[i] === 1);
  if (isProse(page, at))
    return { box, headline, firstBlock, endBlock: box.endBlock, leadEnd, isProse: true, isIndex: false };
  const isMain = box.node.name === 'main' || box.node.attribs.role === 'main';
  return {
    box,
    headline,
    firstBlock,
    leadEnd,
    endBlock: elements[page.wider[at] ?? 0]?.endBlock ?? box.endBlock,
    isProse: false,
    isIndex: isMain && page.inside(at).proseShare <= MAX_INDEX_PROSE,
  };
}

/** True for links outside cards, and for units in parts of the content that are marked as menus, share buttons etc. */
function isDoubtful(page: MeasuredPage, unit: Unit, { box, isIndex }: ContentPart, isInItem: boolean): boolean {
  const { elements } = page.segments;
  const linkShare = page.linkShareBetween(unit.firstBlock, unit.endBlock);
  if (linkShare > MAX_LINKED_SHARE && !isInItem && !isIndex) return true;
  let levels = 0;
  for (let up = unit.element; up >= 0 && !covers(elements[up], box); up = elements[up]?.parent ?? -1) levels++;
  return (isIndex ? STRANGE_TRAITS : DOUBTFUL_TRAITS).some((trait) => page.distance(unit.element, trait) < levels);
}

/** Drops headings with no kept content below them, except in lists of headings or above textless images. */
function dropBareHeadings(page: MeasuredPage, keep: Uint8Array): void {
  const { units } = page.segments;
  const nextOfLevel = new Array<number>(HEADING_TAGS.length + 1).fill(units.length);
  let nextKept = units.length;
  for (let i = units.length - 1; i >= 0; i--) {
    const level = levelOf(page, units[i] as Unit);
    const end = Math.min(...nextOfLevel.slice(1, level + 1));
    const isListed = i > 0 && keep[i - 1] === 1 && levelOf(page, units[i - 1] as Unit) === level;
    const isOverText = page.wordsBetween(units[i]?.endBlock ?? 0, units[end - 1]?.endBlock ?? 0) > 0;
    if (level > 1 && !isListed && isOverText && nextKept >= end) keep[i] = 0;
    if (keep[i] === 1) nextKept = i;
    if (level > 0) nextOfLevel[level] = i;
  }
}

const nameOf = (page: MeasuredPage, { element }: Unit): string => page.segments.elements[element]?.node.name ?? '';
/** Returns the level of a heading, or 0 for any other unit. */
const levelOf = (page: MeasuredPage, unit: Unit): number => HEADING_TAGS.indexOf(nameOf(page, unit)) + 1;

/** Returns the article or `main` element with nearly all kept words, else the smallest element that contains them. */
function boxOf({ segments: { elements, blocks } }: MeasuredPage, kept: Float64Array): number {
  const enough = BOX_SHARE * (kept[blocks.length] ?? 0);
  let box = 0;
  elements.forEach(({ parent, firstBlock, endBlock }, i) => {
    if (parent === box && endBlock - firstBlock > 1 && (kept[endBlock] ?? 0) - (kept[firstBlock] ?? 0) >= enough)
      box = i;
  });
  for (let up = box; up >= 0; up = elements[up]?.parent ?? -1) {
    const { name, attribs } = (elements[up] as PageElement).node;
    if (name === 'main' || name === 'article' || attribs.role === 'main') return up;
  }
  return box;
}
