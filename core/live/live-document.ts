import { type ChildNode, Document, Element, Text } from 'domhandler';
import { appendChild } from 'domutils';
import type { LiveNode, LiveTree } from './live-tree';

/**
 * Snapshot of a live page as a document that recipes can read. Maps the document's nodes to mirror IDs and vice versa.
 */
export interface LiveDocument {
  /** Shared by all callers, so it must not be modified. */
  readonly document: Document;
  /** Current URL. */
  readonly address: string;
  /** Version of the page in this snapshot. Incremented with every change to the page. */
  readonly version: number;
  /** True when content is missing because the page exceeds a limit. */
  readonly cut: boolean;
  nodeOf(id: number): Element | Text | undefined;
  idOf(node: ChildNode): number | undefined;
}

const excludedTags = new Set(['script', 'noscript']);

/**
 * Creates a page's document. Frames become `div[data-original-tag="iframe"]`, and the shadow tree of a shadow host
 * replaces the host's children, as in the HTML from the browser engine.
 */
export function liveDocument(tree: LiveTree): LiveDocument {
  const nodes = new Map<number, Element | Text>();
  const ids = new Map<ChildNode, number>();
  const document = new Document([]);
  const keep = (id: number, node: Element | Text): void => {
    nodes.set(id, node);
    ids.set(node, id);
  };
  for (const child of tree.root?.children ?? []) copy(child, document, undefined, keep);
  const { address, version, cut } = tree;
  return { document, address, version, cut, nodeOf: (id) => nodes.get(id), idOf: (node) => ids.get(node) };
}

type Keep = (id: number, node: Element | Text) => void;

/** Copies a node into a parent. If the node is in a shadow root, `host` is the element with that root. */
function copy(node: LiveNode, into: Document | Element, host: LiveNode | undefined, keep: Keep): void {
  if (node.kind === 'text') put(new Text(node.text), node.id, into, keep);
  if (node.kind !== 'element' || excludedTags.has(node.tag) || (host && node.tag === 'style')) return;
  if (host && node.tag === 'slot') copyAssigned(node, host, into, keep);
  else if (node.frame.length > 0) copyFrame(node, into, keep);
  else copyElement(node, into, host, keep);
}

function copyElement(node: LiveNode, into: Document | Element, host: LiveNode | undefined, keep: Keep): void {
  const element = new Element(node.tag, attributesOf(node));
  put(element, node.id, into, keep);
  const isHost = node.shadow.length > 0;
  for (const child of isHost ? node.shadow : node.children) copy(child, element, isHost ? node : host, keep);
}

/** Copies the nodes assigned to a slot. If there are no such nodes, copies the slot's own children. */
function copyAssigned(slot: LiveNode, host: LiveNode, into: Document | Element, keep: Keep): void {
  const name = slot.attributes.get('name') ?? '';
  const assigned = host.children.filter((child) => (child.attributes.get('slot') ?? '') === name);
  const filled = assigned.some(({ kind, text }) => kind === 'element' || text.trim() !== '');
  for (const child of filled ? assigned : slot.children) copy(child, into, filled ? hostOf(host) : host, keep);
}

/** Returns the element whose shadow root contains a node. */
function hostOf(node: LiveNode): LiveNode | undefined {
  for (let one: LiveNode | undefined = node; one; one = one.parent) if (one.place === 'shadow') return one.parent;
  return undefined;
}

function copyFrame(node: LiveNode, into: Document | Element, keep: Keep): void {
  const { id, class: names } = attributesOf(node);
  const address = node.attributes.get('src') ?? node.attributes.get('rr_src');
  const box = new Element('div', {
    'data-original-tag': 'iframe',
    ...(id === undefined ? {} : { id }),
    ...(names === undefined ? {} : { class: names }),
    ...(address ? { 'data-src': address } : {}),
  });
  put(box, node.id, into, keep);
  const root = node.frame.flatMap(({ children }) => children).find(({ tag }) => tag === 'html');
  const body = root?.children.find(({ tag }) => tag === 'body');
  for (const child of body?.children ?? []) copy(child, box, undefined, keep);
}

/** Returns a node's attributes without those that the recorder added. */
function attributesOf({ attributes }: LiveNode): Record<string, string> {
  return Object.fromEntries([...attributes].filter(([name]) => !name.startsWith('rr_') && name !== '_cssText'));
}

function put(node: Element | Text, id: number, into: Document | Element, keep: Keep): void {
  appendChild(into, node);
  keep(id, node);
}
