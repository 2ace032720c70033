import { type Document, type Element, isTag, isText, type ParentNode } from 'domhandler';
import { pricesIn } from './offer-price';
import { surveyOf } from './page-survey';
import { words } from './words';

/** What the head of a page says that helps to tell its kind and its headline. */
export interface PageFacts {
  readonly url: string;
  /** What `<title>` and `og:title` say, a line each. */
  readonly title: string;
  readonly titleWords: ReadonlySet<string>;
  /** All `@type` values of JSON-LD and microdata, lower case. */
  readonly types: ReadonlySet<string>;
  /** What the products of the page cost, by its JSON-LD and meta elements; at most 20. */
  readonly prices: readonly number[];
  /** Only scripts fill this page: what a reader without scripts is given says more than the rest. */
  readonly isScriptShell: boolean;
}

const TYPE_PATTERN = /"@type"\s*:\s*(\[[^\]]*\]|"[^"]*")/g;
const MAX_SCRIPT_CHARS = 400_000;
const MIN_SHELL_CHARS = 400;
const PRICE = /^(product:|og:)?price(:amount)?$|^lowprice$/;
const NO_TEXT = new Set(['script', 'style', 'template', 'title', 'textarea', 'select', 'svg']);

class FactsReader {
  title = '';
  readonly types = new Set<string>();
  readonly prices = new Set<number>();
  visit(element: Element): void {
    const { itemtype } = element.attribs;
    if (itemtype !== undefined) this.addType(itemtype.replace(/^.*[/#]/, ''));
    if (element.name === 'meta') this.meta(element);
    else if (element.name === 'title' && this.title === '') this.title = textOf(element);
    else if (element.name === 'script' && /ld\+json/i.test(element.attribs.type ?? '')) this.jsonLd(textOf(element));
  }

  private meta({ attribs }: Element): void {
    const name = (attribs.property ?? attribs.name ?? attribs.itemprop ?? '').toLowerCase();
    const content = attribs.content ?? '';
    if (PRICE.test(name)) for (const price of pricesIn(`"price":"${content}"`)) this.prices.add(price);
    if (name === 'og:title') this.title += `\n${content}`;
  }

  private jsonLd(script: string): void {
    const text = script.slice(0, MAX_SCRIPT_CHARS);
    for (const match of text.matchAll(TYPE_PATTERN)) {
      for (const name of match[1]?.match(/\w+/g) ?? []) this.addType(name);
    }
    if (this.types.has('product')) for (const price of pricesIn(text)) this.prices.add(price);
  }

  private addType(name: string): void {
    if (this.types.size < 100) this.types.add(name.toLowerCase());
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

/** Reads the head, JSON-LD and microdata types of a page. */
export function readPageFacts(document: Document, url: string): PageFacts {
  const reader = new FactsReader();
  const silent: Element[] = [];
  for (const element of surveyOf(document).facts) {
    if (isInsideNoText(element)) continue;
    reader.visit(element);
    if (element.name === 'noscript') silent.push(element);
  }
  const { title, types, prices } = reader;
  return {
    url,
    types,
    prices: [...prices],
    isScriptShell: isShell(document, silent),
    title,
    titleWords: new Set(words(title)),
  };
}
