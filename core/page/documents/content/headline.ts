import { type Element, isTag } from 'domhandler';
import { remember } from '../remember';
import { type PageFacts } from './page-survey';
import { type PageElement, type Segments } from './segment';
import { words } from './text';

const MIN_SHARE = 0.6;
const MIN_COVER = 0.5;
const ABOVE_SHARE = 0.2;
const MAX_WORDS = 60;
const HEADINGS = new Set(['h2', 'h3', 'h4', 'h5', 'h6']);
const SHOWN_AS_TITLE = /(^|[-_\s])(title|headline|heading|entry-title|post-title)([-_\s]|$)/i;
const NAME_OF_SITE = /(^|[-_\s])(logo|site-?(title|name|logo))([-_\s]|$)/i;

/** A candidate for the headline, with its similarity to the page title. */
interface Candidate {
  readonly element: PageElement;
  /** Share of the candidate's words that are also in the title. */
  readonly share: number;
  /** Number of words shared with the title. */
  readonly common: number;
}

/** Finds the headline of a page. Caches results that do not depend on which units are kept. */
export class Headlines {
  #h1s: readonly Candidate[] | undefined;
  #own: readonly Candidate[] | undefined;
  #visual: readonly Candidate[] | undefined;

  constructor(
    private readonly page: Segments,
    private readonly facts: PageFacts,
  ) {}

  /**
   * Returns the headline: the `h1` that matches the title, else another headline-like element that matches it. If
   * neither exists, uses the first `h1` above nearly all kept text. The last resorts are an `h1` with the site name and
   * a title-like heading at the start of the kept text.
   */
  find(keep: Uint8Array): PageElement | undefined {
    this.#h1s ??= candidates(this.page, this.facts, (node) => node.name === 'h1');
    this.#own ??= this.#h1s.filter(({ element }) => !isNameOfSite(element.node));
    const own = this.#own;
    const said = best(own);
    if (said !== undefined) return said.element;
    const firstBelow = firstOfContent(this.page, keep);
    this.#visual ??= visualHeadlines(this.page, this.facts);
    const visual = this.#visual.filter(({ element }) => element.firstBlock <= firstBelow);
    const above = own.find(({ element }) => element.firstBlock <= firstBelow);
    return (best(visual) ?? above ?? best(this.#h1s) ?? leading(visual, keep))?.element;
  }
}

/** Returns headline-like elements that contain enough of the title's words. */
function visualHeadlines(page: Segments, facts: PageFacts): readonly Candidate[] {
  const leastCommon = MIN_COVER * wordsOfTitle(facts);
  return candidates(page, facts, looksLikeHeadline).filter(({ common }) => common >= leastCommon);
}

/** Returns the last block that may contain the headline: the block in which the first fifth of the kept words ends. */
function firstOfContent({ blocks }: Segments, keep: Uint8Array): number {
  const wordsOf = (i: number): number => (keep[i] === 1 ? (blocks[i]?.words ?? 0) : 0);
  const all = blocks.reduce((sum, _, i) => sum + wordsOf(i), 0);
  let seen = 0;
  return blocks.findIndex((_, i) => {
    seen += wordsOf(i);
    return seen > ABOVE_SHARE * all;
  });
}

/** Returns the number of words in the longest part of the title. Another part is often the site name. */
const wordsOfTitle = ({ title }: PageFacts): number =>
  Math.max(...title.split(/(?<!\s)\s+[|–—·»:-]+\s+|\n/).map((part) => words(part).length));

const isShownAsTitle = remember((names) => (SHOWN_AS_TITLE.test(names) ? 1 : 0));

const looksLikeHeadline = ({ name, attribs: { class: names } }: Element): boolean =>
  HEADINGS.has(name) || (names !== undefined && isShownAsTitle(names) === 1);

function best(all: readonly Candidate[]): Candidate | undefined {
  let found: Candidate | undefined;
  for (const one of all) {
    if (one.share < MIN_SHARE) continue;
    if (one.common > (found?.common ?? 0) || (found !== undefined && isHeadingIn(found, one))) found = one;
  }
  return found;
}

/** Returns the heading at the start of the kept content. */
const leading = (all: readonly Candidate[], keep: Uint8Array): Candidate | undefined =>
  all.find(({ element }) => HEADINGS.has(element.node.name) && element.firstBlock === keep.indexOf(1));

/**
 * True if the second candidate is a heading and the only content of the first. The heading is then the better headline.
 */
const isHeadingIn = ({ element: box }: Candidate, { element }: Candidate): boolean =>
  HEADINGS.has(element.node.name) &&
  !HEADINGS.has(box.node.name) &&
  element.firstBlock === box.firstBlock &&
  element.endBlock === box.endBlock;

function candidates(
  { elements, blocks }: Segments,
  facts: PageFacts,
  fits: (node: Element) => boolean,
): readonly Candidate[] {
  const found: Candidate[] = [];
  for (const element of elements) {
    const { node, firstBlock, endBlock } = element;
    if (firstBlock === endBlock || endBlock - firstBlock > 3 || !fits(node)) continue;
    const said = words(
      blocks
        .slice(firstBlock, endBlock)
        .map(({ text }) => text)
        .join(' '),
    );
    if (said.length === 0 || said.length > MAX_WORDS) continue;
    const common = said.filter((word) => facts.titleWords.has(word)).length;
    found.push({ element, share: common / said.length, common });
  }
  return found;
}

/** True for a heading with a link to the home page, and for a heading marked as a logo. */
export function isNameOfSite(node: Element): boolean {
  const link = node.children.find((child) => isTag(child) && child.name === 'a') as Element | undefined;
  const around = node.parent !== null && isTag(node.parent) ? node.parent : undefined;
  const href = link?.attribs.href ?? (around?.name === 'a' ? around.attribs.href : undefined);
  if (href !== undefined && /^(https?:\/\/[^/]+)?\/(index\.\w+)?$/.test(href.trim())) return true;
  return [node, around].some((one) => NAME_OF_SITE.test(`${one?.attribs.class ?? ''} ${one?.attribs.id ?? ''}`));
}
