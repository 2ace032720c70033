import { type ChildNode, Document, Element, isTag, isText, type ParentNode, Text } from 'domhandler';
import { findOne, prependChild } from 'domutils';
import { imageSource } from './image-sources';
import { MEDIA_TAGS } from './tags';
import { formulaOf, isFormulaSource, isShadowRoot } from './unshown-content';
import { resolveUrl } from './urls';

/** What stands in markdown where an image was given as base64 data. */
export const BASE64_PLACEHOLDER = '<Base64-Image-Removed>';

/** How kept nodes are copied. */
export interface CopyOptions {
  readonly base: string;
  readonly removeBase64Images: boolean;
  readonly keeps: (node: ChildNode) => boolean;
  /** Becomes an `h1` in front of all other content. */
  readonly headline?: Element;
}

const SOURCED = new Set(['iframe', 'video', 'audio', 'source', 'embed', 'track']);
const LAZY_SET = /^(srcset|sizes|data-(lazy-)?srcset)$/;

function imageAttributes(attribs: Readonly<Record<string, string>>, options: CopyOptions): Record<string, string> {
  const copy: Record<string, string> = {};
  for (const [name, value] of Object.entries(attribs)) if (!LAZY_SET.test(name)) copy[name] = value;
  const source = imageSource(attribs);
  if (source === undefined) return copy;
  if (/^data:/i.test(source)) copy.src = options.removeBase64Images ? BASE64_PLACEHOLDER : source;
  else copy.src = resolveUrl(source, options.base) ?? source;
  return copy;
}

/** The attributes with an absolute address. */
function withAddress(attribs: Record<string, string>, key: string, base: string): Record<string, string> {
  const address = attribs[key];
  if (address === undefined || (address === '' && key === 'src')) return attribs;
  return { ...attribs, [key]: resolveUrl(address, base) ?? address };
}

/** Attributes that stay as they are belong to both trees: nobody writes into them. */
function copyAttributes(element: Element, options: CopyOptions): Record<string, string> {
  const { name, attribs } = element;
  if (name === 'img') return imageAttributes(attribs, options);
  if (name === 'a') return withAddress(attribs, 'href', options.base);
  return SOURCED.has(name) ? withAddress(attribs, 'src', options.base) : attribs;
}

function append(parent: Document | Element, child: ChildNode): void {
  const last = parent.children[parent.children.length - 1] ?? null;
  if (last !== null) last.next = child;
  child.prev = last;
  child.parent = parent;
  parent.children.push(child);
}

/** Copies the kept nodes below `roots` under a new root; the tree copied from is left as it was. */
export function copyTree(roots: readonly ChildNode[], options: CopyOptions): Document {
  const document = new Document([]);
  let headline: Element | undefined;
  const stack: { from: readonly ChildNode[]; to: Document | Element; next: number }[] = [
    { from: roots, to: document, next: 0 },
  ];
  for (let frame = stack[stack.length - 1]; frame !== undefined; frame = stack[stack.length - 1]) {
    const node = frame.from[frame.next++];
    if (node === undefined) {
      stack.pop();
    } else if (isText(node)) {
      if (options.keeps(node)) append(frame.to, new Text(node.data));
    } else if (isTag(node) && isFormulaSource(node)) {
      if (options.keeps(node)) append(frame.to, formulaOf(node));
    } else if (isTag(node) && options.keeps(node)) {
      const copy = new Element(nameOf(node, options), copyAttributes(node, options), []);
      append(frame.to, copy);
      if (node === options.headline) headline = copy;
      stack.push({ from: node.children, to: copy, next: 0 });
    }
  }
  if (headline !== undefined) lead(document, headline);
  return document;
}

function nameOf(element: Element, { headline }: CopyOptions): string {
  if (element === headline) return 'h1';
  // What was kept of a noscript or template is shown, so it must not stay hidden in one.
  return element.name === 'noscript' || isShadowRoot(element) ? 'div' : element.name;
}

/** Moves the headline to the top of the body where text or a picture stands above it, and out of a link around it. */
function lead(document: Document, headline: Element): void {
  const body = findOne(({ name }) => name === 'body', document.children) ?? document;
  const first = findFirst(body);
  if (first === undefined || (isInside(first, headline) && !isLinked(headline))) return;
  prependChild(body, headline);
}

function isLinked(element: Element): boolean {
  for (let up = element.parent; up !== null; up = up.parent) if (isTag(up) && up.name === 'a') return true;
  return false;
}

/** The first text or picture below a node. */
function findFirst(root: ParentNode): ChildNode | undefined {
  const stack: ChildNode[] = root.children.toReversed();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (isText(node) ? node.data.trim() !== '' : isTag(node) && MEDIA_TAGS.has(node.name)) return node;
    if (isTag(node)) stack.push(...node.children.toReversed());
  }
  return undefined;
}

function isInside(node: ChildNode, element: Element): boolean {
  for (let up: ParentNode | ChildNode | null = node; up !== null; up = up.parent) if (up === element) return true;
  return false;
}
