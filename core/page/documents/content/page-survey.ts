import { type Document, type Element, isTag, isText, type ParentNode } from 'domhandler';
import { parseNumber } from '../../../common/values/numbers';
import { visitElements } from '../../../contract/visit-elements';
import { words } from './text';

/** What the common tools and themes call the boxes in which they ask for consent to cookies. */
const CONSENT =
  /(^|\s)(onetrust|cybotcookiebot|cookiebot|didomi|usercentrics|qc-cmp2?|iubenda-cs|cookie-?yes|cky|truste|borlabscookiebox|sp_message)([-_\s]|dialog|$)|cookie[-_]?(consent|banner|bar|box|notice|popup|modal|dialog|overlay|prompt|law|alert)([-_\s]|$)|(^|[-_\s])(gdpr|consent)[-_]?(banner|bar|box|notice|popup|modal|dialog|overlay|manager)([-_\s]|$)/i;

/** True for a class or id of a box that asks for consent to cookies. */
export const isCalledConsent = (name: string): boolean => CONSENT.test(name);

/** True for a box that asks for consent to cookies: no part of what a page says, however long its text is. */
const isConsentBox = ({ name, attribs: { id, class: classes } }: Element): boolean =>
  mayBeConsentBox(name) &&
  ((id !== undefined && isCalledConsent(id)) || (classes !== undefined && isCalledConsent(classes)));

/** False for the page itself, whose classes often tell what stands on it. */
const mayBeConsentBox = (name: string): boolean => name !== 'body' && name !== 'html';

/** The elements of a page that are asked for by name, in document order. */
interface PageSurvey {
  /** What states facts: elements of the head wherever they stand, `noscript`, and whatever has an `itemtype`. */
  readonly facts: readonly Element[];
  /** All `a` and `area` with an address. */
  readonly anchors: readonly Element[];
  readonly pictures: readonly Element[];
  /** All `h1`. */
  readonly headlines: readonly Element[];
  /** Boxes that ask for consent to cookies. */
  readonly consentBoxes: ReadonlySet<Element>;
  /** All `noscript`. */
  readonly fallbacks: readonly Element[];
  /** All `style`. */
  readonly styles: readonly Element[];
  /** What the first `<base>` with an address says, or nothing. */
  readonly base: string;
}

const FACTS = new Set(['meta', 'title', 'html', 'link', 'script', 'noscript']);
const OTHERS = ['a', 'area', 'picture', 'h1', 'base', 'style'];
const NOTED = new Set([...FACTS, ...OTHERS]);
/** Marks an element with an `itemtype`. */
export const IS_TYPED = 1;
/** Marks an element whose class or id is one of boxes that ask for consent to cookies. */
export const ASKS_CONSENT = 2;

const marksOf = (element: Element): number =>
  (element.attribs.itemtype === undefined ? 0 : IS_TYPED) | (isConsentBox(element) ? ASKS_CONSENT : 0);

/** Takes a survey element by element, in document order. */
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

  /** Takes note of the next element, of whose attributes the marks tell what is asked for. */
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
 * Elements of a parsed tree neither come nor go, so each tree is surveyed once, for all that ask. Its survey is kept on the root: V8's young
 * collections take what a WeakMap holds for alive, and would copy whole pages that nobody needs any more.
 */
const SURVEY = Symbol('survey');
type Surveyed = ParentNode & { [SURVEY]?: PageSurvey };

/** Keeps the survey of a tree that was taken while it was made. */
export function keepSurvey(root: Surveyed, survey: PageSurvey): void {
  root[SURVEY] = survey;
}

/** The survey of a tree; walks the tree where none is kept. */
export function surveyOf(root: Surveyed): PageSurvey {
  const known = root[SURVEY];
  if (known !== undefined) return known;
  const survey = new Surveyor();
  visitElements(root, (element) => survey.visit(element));
  root[SURVEY] = survey;
  return survey;
}

/** What the head of a page says that helps to tell its kind and its headline. */
export interface PageFacts {
  readonly url: string;
  /** What `<title>` and `og:title` say, a line each. */
  readonly title: string;
  readonly titleWords: ReadonlySet<string>;
  /** What the products of the page cost, by its JSON-LD and meta elements; at most 20. */
  readonly prices: readonly number[];
  /** Who wrote the page, by its JSON-LD and meta elements: first and last name; at most 20. */
  readonly authors: readonly string[];
  /** Only scripts fill this page: what a reader without scripts is given says more than the rest. */
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
const MIN_SHELL_CHARS = 400;
const NO_TEXT = new Set(['script', 'style', 'template', 'title', 'textarea', 'select', 'svg']);

/** The prices that the data of a page gives for what it offers, in JSON-LD, rounded to cents. */
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
  private offers = false;

  visit(element: Element): void {
    const { name, attribs } = element;
    if (attribs.itemtype !== undefined && IS_PRODUCT.test(attribs.itemtype)) this.offers = true;
    if (name === 'meta') this.meta(element);
    else if (name === 'title' && this.title === '') this.title = textOf(element);
    else if (name === 'script' && /ld\+json/i.test(attribs.type ?? '')) this.jsonLd(textOf(element));
  }

  private meta({ attribs }: Element): void {
    const name = (attribs.property ?? attribs.name ?? attribs.itemprop ?? '').toLowerCase();
    const content = attribs.content ?? '';
    if (PRICE.test(name)) for (const price of pricesIn(`"price":"${content}"`)) this.prices.add(price);
    if (AUTHOR.test(name)) this.author(content);
    if (name === 'og:title') this.title += `\n${content}`;
  }

  private jsonLd(script: string): void {
    const text = script.slice(0, MAX_SCRIPT_CHARS);
    for (const [, name, named] of text.matchAll(AUTHOR_IN_JSON)) this.author(name ?? named ?? '');
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

/** Characters of the text below a node that readers may see. */
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

/** True where `noscript` has enough text, and more than twice the rest of the page. */
function isShell(document: Document, silent: readonly Element[]): boolean {
  const silentChars = silent.reduce((sum, element) => sum + textChars(element), 0);
  return silentChars > MIN_SHELL_CHARS && silentChars > 2 * (textChars(document) - silentChars);
}

function isInsideNoText(element: Element): boolean {
  for (let up = element.parent; up !== null && isTag(up); up = up.parent) if (NO_TEXT.has(up.name)) return true;
  return false;
}

/** Reads what the head of a page says. */
export function readPageFacts(document: Document, url: string): PageFacts {
  const reader = new FactsReader();
  const silent: Element[] = [];
  for (const element of surveyOf(document).facts) {
    if (isInsideNoText(element)) continue;
    reader.visit(element);
    if (element.name === 'noscript') silent.push(element);
  }
  const { title, prices, authors } = reader;
  return {
    url,
    prices: [...prices],
    authors: [...authors],
    isScriptShell: isShell(document, silent),
    title,
    titleWords: new Set(words(title)),
  };
}
