import { type Element, isTag, isText, type ParentNode } from 'domhandler';
import { abbreviatesSpokenText, marksSpokenText } from '../../../documents/content/spoken-text';
import { INLINE_TAGS } from '../../../documents/content/tags';
import { oneLine } from '../../../documents/content/text';
import { splitPrice } from './split-price';

const UNREAD = new Set(['script', 'style', 'template', 'svg', 'noscript', 'select', 'textarea']);
const MAX_CHARS = 20_000;

/** Cached texts of the current page, if any. */
let texts: WeakMap<ParentNode, string> | undefined;

const textsByPage = new WeakMap<ParentNode, WeakMap<ParentNode, string>>();

/**
 * Caches the texts of a page that are read during `work`. Later calls for the same page reuse this cache, so the page
 * must never be modified.
 */
export function withTexts<T>(page: ParentNode, work: () => T): T {
  const outer = texts;
  texts = textsByPage.get(page) ?? new WeakMap();
  textsByPage.set(page, texts);
  try {
    return work();
  } finally {
    texts = outer;
  }
}

/**
 * Returns the text below a node, with white space collapsed to single spaces. Blocks and line breaks separate words.
 * Prices with separate cents get a decimal mark.
 */
export function textOf(node: ParentNode): string {
  const known = texts?.get(node);
  if (known !== undefined) return known;
  const text = readText(node);
  texts?.set(node, text);
  return text;
}

function readText(node: ParentNode): string {
  const parts: string[] = [];
  let chars = 0;
  // A price with separate cents is complete, so a digit after it starts another value, e.g. `R$ 279,90` `30% OFF`.
  let endsWithPrice = false;
  const visit = (parent: ParentNode) => {
    const price = isTag(parent as Element) ? splitPrice(parent as Element) : undefined;
    if (price !== undefined) {
      parts.push(price);
      endsWithPrice = true;
      return;
    }
    for (const child of parent.children) {
      if (chars > MAX_CHARS) return;
      if (isText(child)) {
        if (endsWithPrice && /^\d/.test(child.data)) parts.push(' ');
        if (child.data !== '') endsWithPrice = false;
        parts.push(child.data);
        chars += child.data.length;
      } else if (isTag(child) && !UNREAD.has(child.name) && !isUnread(child)) {
        const inline = INLINE_TAGS.has(child.name) && child.name !== 'br';
        if (!inline) parts.push(' ');
        visit(child);
        if (!inline) parts.push(' ');
      }
    }
  };
  visit(node);
  return oneLine(parts.join('').replaceAll('\u00ad', ''));
}

/** True for an element whose text repeats other text or is only a symbol. */
export const isUnread = (element: Element): boolean =>
  isPermalink(element) || isSkipLink(element) || abbreviatesSpokenText(element) || isSpokenState(element);

/** True for screen reader text after the visible text of a label, e.g. `Variant sold out or unavailable`. */
const isSpokenState = (element: Element): boolean =>
  parentOf(element)?.name === 'label' &&
  element.prev !== null &&
  marksSpokenText(element.attribs.class) &&
  element.parent?.children.some((child) => isText(child) && child.data.trim() !== '') === true;

const SKIP =
  /^(?:skip|jump) to |^(?:zum|direkt zum) (?:haupt)?inhalt|^aller au contenu|^(?:saltar|ir) al contenido|^(?:vai|salta) al contenuto|^(?:ir|saltar|pular) para o conteúdo|^(?:ga )?naar (?:de )?inhoud|^(?:przejdź|przeskocz) do |^hoppa till /iu;

/** True for a skip link, which jumps past the menu and is visible only to keyboard and screen reader users. */
const isSkipLink = ({ name, attribs, children }: Element): boolean =>
  name === 'a' &&
  attribs.href?.startsWith('#') === true &&
  children.length === 1 &&
  children.every((child) => isText(child) && SKIP.test(child.data.trim()));

/** True for a heading's link to itself, which is displayed as a symbol, e.g. `¶` or `#`. */
const isPermalink = ({ name, attribs, children }: Element): boolean =>
  name === 'a' &&
  attribs.href?.includes('#') === true &&
  children.length === 1 &&
  children.every((child) => isText(child) && child.data.length < 6 && /^[^\p{L}\p{N}]*$/u.test(child.data));

/** Returns the first descendant that satisfies the test, in document order. */
export function findElement(root: ParentNode, passes: (element: Element) => boolean): Element | undefined {
  for (const child of root.children) {
    if (!isTag(child)) continue;
    if (passes(child)) return child;
    const inner = findElement(child, passes);
    if (inner) return inner;
  }
  return undefined;
}

/** Returns up to `max` descendants that satisfy the test, in document order. */
export function findElements(root: ParentNode, passes: (element: Element) => boolean, max = 1000): readonly Element[] {
  const found: Element[] = [];
  const visit = (parent: ParentNode) => {
    for (const child of parent.children) {
      if (found.length >= max) return;
      if (!isTag(child)) continue;
      if (passes(child)) found.push(child);
      visit(child);
    }
  };
  visit(root);
  return found;
}

/** Returns the child elements of a node. */
export const elementsIn = (node: ParentNode): readonly Element[] => node.children.filter(isTag);

/** Returns the parent element, if any. */
export const parentOf = ({ parent }: Element): Element | undefined =>
  parent && isTag(parent as Element) ? (parent as Element) : undefined;

/** True if `node` is `ancestor` or one of its descendants. */
export function isWithin(node: ParentNode | null, ancestor: ParentNode): boolean {
  for (let up: ParentNode | null = node; up; up = up.parent) if (up === ancestor) return true;
  return false;
}

/** Returns the innermost element that contains all nodes, starting at the parent of the first node. */
export function parentOfAll(nodes: readonly Element[]): Element | undefined {
  let around = nodes[0] && parentOf(nodes[0]);
  while (around && !nodes.every((node) => isWithin(node, around as Element))) around = parentOf(around);
  return around;
}

/** True for elements that share an ancestor at most three levels up. */
export function areNear(a: Element, b: Element): boolean {
  const above = [a, a.parent, a.parent?.parent, a.parent?.parent?.parent];
  for (let up: Element['parent'] = b, steps = 0; up && steps < 4; steps++, up = up.parent) {
    if (above.includes(up as Element)) return true;
  }
  return false;
}
