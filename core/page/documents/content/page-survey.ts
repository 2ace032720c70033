import { type Document, type Element, isTag, isText, type ParentNode } from 'domhandler';
import { parseNumber } from '../../../common/values/numbers';
import { visitElements } from '../../../contract/visit-elements';
import { words } from './text';

/** Class names and IDs of consent boxes in common tools and themes. */
const CONSENT =
  /(^|\s)(onetrust|cybotcookiebot|cookiebot|didomi|usercentrics|qc-cmp2?|iubenda-cs|cookie-?yes|cky|truste|borlabscookiebox|sp_message)([-_\s]|dialog|$)|cookie[-_]?(consent|banner|bar|box|notice|popup|modal|dialog|overlay|prompt|law|alert)([-_\s]|$)|(^|[-_\s])(gdpr|consent)[-_]?(banner|bar|box|notice|popup|modal|dialog|overlay|manager)([-_\s]|$)/i;

/** True if a class or ID marks a cookie consent box. */
export const isCalledConsent = (name: string): boolean => CONSENT.test(name);

/** True for a cookie consent box, which is never content, even if its text is long. */
const isConsentBox = ({ name, attribs: { id, class: classes } }: Element): boolean =>
  mayBeConsentBox(name) &&
  ((id !== undefined && isCalledConsent(id)) || (classes !== undefined && isCalledConsent(classes)));

/** False for `html` and `body`, whose classes often refer to only a part of the page. */
const mayBeConsentBox = (name: string): boolean => name !== 'body' && name !== 'html';

/** Elements of a page, grouped by kind and in document order, so that later lookups need no tree walk. */
interface PageSurvey {
  /** Elements with page metadata: head elements (wherever they are), `noscript`, and elements with an `itemtype`. */
  readonly facts: readonly Element[];
  /** All `a` and `area` elements with an `href`. */
  readonly anchors: readonly Element[];
  readonly pictures: readonly Element[];
  /** All `h1` elements. */
  readonly headlines: readonly Element[];
  readonly consentBoxes: ReadonlySet<Element>;
  /** All `noscript` elements. */
  readonly fallbacks: readonly Element[];
  readonly styles: readonly Element[];
  /** `href` of the first `<base>` element with an `href`, or empty. */
  readonly base: string;
}

const FACTS = new Set(['meta', 'title', 'html', 'link', 'script', 'noscript']);
const OTHERS = ['a', 'area', 'picture', 'h1', 'base', 'style'];
const NOTED = new Set([...FACTS, ...OTHERS]);
/** Flag for an element with an `itemtype`. */
export const IS_TYPED = 1;
/** Flag for an element with a class or ID of a consent box. */
export const ASKS_CONSENT = 2;
/** Flag for an element with an encoded email address. */
export const ENCODES_EMAIL = 4;

const marksOf = (element: Element): number =>
  (element.attribs.itemtype === undefined ? 0 : IS_TYPED) | (isConsentBox(element) ? ASKS_CONSENT : 0);

/** Builds a survey from elements visited in document order. */
export class Surveyor implements PageSurvey {
  readonly facts: Element[] = [];
  readonly anchors: Element[] = [];
  readonly pictures: Element[] = [];
  readonly headlines: Element[] = [];
  readonly consentBoxes = new Set<Element>();
  readonly fallbacks: Element[] = [];
  readonly styles: Element[] = [];
  #base: string | undefined;

  get base(): string {
    return this.#base ?? '';
  }

  /** Adds the next element. `marks` are the flags of its attributes. */
  visit(element: Element, marks = marksOf(element)): void {
    const { name, attribs } = element;
    if (marks !== 0) this.visitMarked(element, marks);
    if (!NOTED.has(name)) return;
    if (FACTS.has(name) && (marks & IS_TYPED) === 0) this.facts.push(element);
    if (name === 'a' || name === 'area') {
      if (attribs.href !== undefined) this.anchors.push(element);
    } else if (name === 'picture') this.pictures.push(element);
    else if (name === 'h1') this.headlines.push(element);
    else if (name === 'noscript') this.fallbacks.push(element);
    else if (name === 'style') this.styles.push(element);
    else if (name === 'base') this.#base ??= attribs.href;
  }

  private visitMarked(element: Element, marks: number): void {
    if ((marks & IS_TYPED) !== 0) this.facts.push(element);
    if ((marks & ASKS_CONSENT) !== 0 && mayBeConsentBox(element.name)) this.consentBoxes.add(element);
  }
}

/**
 * Property of a tree's root that stores its survey. All callers can share the survey, because a parsed tree never
 * changes. If a WeakMap stored the surveys, V8's minor garbage collections would keep and copy pages that are no longer
 * used.
 */
const SURVEY = Symbol('survey');
type Surveyed = ParentNode & { [SURVEY]?: PageSurvey };

/** Stores a survey that was built during parsing. */
export function keepSurvey(root: Surveyed, survey: PageSurvey): void {
  root[SURVEY] = survey;
}

/** Returns the survey of a tree, built on first use. */
export function surveyOf(root: Surveyed): PageSurvey {
  const known = root[SURVEY];
  if (known !== undefined) return known;
  const survey = new Surveyor();
  visitElements(root, (element) => survey.visit(element));
  root[SURVEY] = survey;
  return survey;
}

/** Information from a page's head, used to detect the page's kind and headline. */
export interface PageFacts {
  readonly url: string;
  /** `<title>` and `og:title`, one per line. */
  readonly title: string;
  readonly titleWords: ReadonlySet<string>;
  /** Product prices in the page's JSON-LD and meta elements (at most 20). */
  readonly prices: readonly number[];
  /** Full names of the page's authors (at most 20), from JSON-LD and meta elements. */
  readonly authors: readonly string[];
  /** True if JSON-LD or microdata marks the page as a forum thread or a Q&A page. */
  readonly isThread: boolean;
  /** True if `og:type` or JSON-LD marks the page as an article. */
  readonly isArticle: boolean;
  /**
   * True if `noscript` contains much more text than the rest of the page. In that case, scripts probably load the
   * page's text.
   */
  readonly isScriptShell: boolean;
}

const MAX_SCRIPT_CHARS = 400_000;
const MAX_PRICES = 20;
const IN_JSON = /"(?:price|lowPrice)"\s*:\s*"?(\d[\d.,]*)/g;
const PRICE = /^(product:|og:)?price(:amount)?$|^lowprice$/;
const MAX_AUTHORS = 20;
const AUTHOR = /^(article:|citation_|dc\.|dcterms\.|parsely-|sailthru\.)?(author|creator)$/;
const AUTHOR_IN_JSON = /"author"\s*:\s*(?:"([^"\\]{4,60})"|(?:\[\s*)?\{[^{}]*?"name"\s*:\s*"([^"\\]{4,60})")/g;
const IS_FULL_NAME = /^\p{L}[^/@|,]{1,40} [^/@|,]{1,40}$/u;
const IS_PRODUCT = /(^|[/#])product$/i;
const IS_PRODUCT_IN_JSON = /"@type"\s*:\s*(?:"[^"]*|\[[^[\]]*)\bproduct\b/i;
const IS_THREAD = /(^|[/#])(DiscussionForumPosting|QAPage)$/i;
const IS_THREAD_IN_JSON = /"@type"\s*:\s*"(DiscussionForumPosting|QAPage)"/i;
const IS_ARTICLE_IN_JSON = /"@type"\s*:\s*(?:\[\s*)?"(?:\w*Article|BlogPosting|Report)"/;
const MIN_SHELL_CHARS = 400;
const NO_TEXT = new Set(['script', 'style', 'template', 'title', 'textarea', 'select', 'svg']);

/** Returns the offer prices in JSON-LD, rounded to cents. */
function pricesIn(json: string): readonly number[] {
  const prices = new Set<number>();
  for (const [, written = ''] of json.matchAll(IN_JSON)) {
    const price = parseNumber(/^\d+\.\d+$/.test(written) ? Number(written).toFixed(2) : written);
    if (price !== undefined && price > 0 && prices.size < MAX_PRICES) prices.add(price);
  }
  return [...prices];
}

class FactsReader {
  title = '';
  readonly prices = new Set<number>();
  readonly authors = new Set<string>();
  isThread = false;
  isArticle = false;
  private offers = false;

  visit(element: Element): void {
    const { name, attribs } = element;
    if (attribs.itemtype !== undefined && IS_PRODUCT.test(attribs.itemtype)) this.offers = true;
    if (attribs.itemtype !== undefined && IS_THREAD.test(attribs.itemtype)) this.isThread = true;
    if (name === 'meta') this.meta(element);
    else if (name === 'title' && this.title === '') this.title = textOf(element);
    else if (name === 'script' && /ld\+json/i.test(attribs.type ?? '')) this.jsonLd(textOf(element));
  }

  private meta({ attribs }: Element): void {
    const name = (attribs.property ?? attribs.name ?? attribs.itemprop ?? '').toLowerCase();
    const content = attribs.content ?? '';
    if (PRICE.test(name)) for (const price of pricesIn(`"price":"${content}"`)) this.prices.add(price);
    if (AUTHOR.test(name)) this.author(content);
    if (name === 'og:type') this.isArticle ||= content.trim().toLowerCase() === 'article';
    if (name === 'og:title') this.title += `\n${content}`;
  }

  private jsonLd(script: string): void {
    const text = script.slice(0, MAX_SCRIPT_CHARS);
    for (const [, name, named] of text.matchAll(AUTHOR_IN_JSON)) this.author(name ?? named ?? '');
    this.isThread ||= IS_THREAD_IN_JSON.test(text);
    this.isArticle ||= IS_ARTICLE_IN_JSON.test(text);
    this.offers ||= IS_PRODUCT_IN_JSON.test(text);
    if (this.offers) for (const price of pricesIn(text)) this.prices.add(price);
  }

  private author(written: string): void {
    const name = written.trim();
    if (IS_FULL_NAME.test(name) && this.authors.size < MAX_AUTHORS) this.authors.add(name);
  }
}

function textOf(element: Element): string {
  return element.children.map((child) => ('data' in child ? child.data : '')).join('');
}

/** Returns the number of visible characters below a node. */
function textChars(root: ParentNode): number {
  let chars = 0;
  const stack: ParentNode[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    for (const child of node.children) {
      if (isText(child)) chars += child.data.trim().length;
      else if (isTag(child) && !NO_TEXT.has(child.name)) stack.push(child);
    }
  }
  return chars;
}

/**
 * True if `noscript` contains more than `MIN_SHELL_CHARS` characters, and more than twice as many as the rest of the
 * page.
 */
function isShell(document: Document, silent: readonly Element[]): boolean {
  const silentChars = silent.reduce((sum, element) => sum + textChars(element), 0);
  return silentChars > MIN_SHELL_CHARS && silentChars > 2 * (textChars(document) - silentChars);
}

function isInsideNoText(element: Element): boolean {
  for (let up = element.parent; up !== null && isTag(up); up = up.parent) if (NO_TEXT.has(up.name)) return true;
  return false;
}

/** Reads the metadata in the head of a page. */
export function readPageFacts(document: Document, url: string): PageFacts {
  const reader = new FactsReader();
  const silent: Element[] = [];
  for (const element of surveyOf(document).facts) {
    if (isInsideNoText(element)) continue;
    reader.visit(element);
    if (element.name === 'noscript') silent.push(element);
  }
  const { title, prices, authors, isThread, isArticle } = reader;
  return {
    url,
    prices: [...prices],
    authors: [...authors],
    isThread,
    isArticle,
    isScriptShell: isShell(document, silent),
    title,
    titleWords: new Set(words(title)),
  };
}
