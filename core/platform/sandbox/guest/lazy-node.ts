import { columnsOf, lastElement, lastParent, nodeKinds, rootKind, tagKind, textKind } from '../flat-fields';
import { host } from './host';

const { create, defineProperty } = Object;

/** A read-only node with the fields of domhandler's nodes. */
export interface LazyNode {
  readonly type: (typeof nodeKinds)[number];
  readonly name: string | undefined;
  readonly data: string | undefined;
  readonly attribs: Readonly<Record<string, string>>;
  readonly children: readonly LazyNode[];
  readonly parent: LazyNode | null;
  /** Number of the node, counted across all pages of the call. */
  readonly startIndex: number;
}

/*
 * The pages of the current call, in the order in which the plugin opens them. Strings and nodes are created on first
 * use. Code that runs for each node uses these variables directly, without array destructuring or unnecessary calls. In
 * QuickJS, a destructuring or a call costs as much as creating a node.
 */
let kinds = new Int32Array();
let values = new Int32Array();
let parents = new Int32Array();
let ends = new Int32Array();
let attributeEnds = new Int32Array();
let texts = new Int32Array();
let attributes = new Int32Array();
let stringEnds = new Int32Array();
let text = '';
/** Names of elements and attributes. */
const names: string[] = [];
/** Nodes by number. The array is preallocated, so that it rarely has to grow during a call. */
const nodes: (Node | null)[] = new Array(16_384).fill(null);

/** Opens a page of the current call and returns its root. */
export function openPage(name: string): LazyNode {
  const root = kinds.length;
  const ints = (part: string) => new Int32Array(host.bytes(name, part));
  const columns = columnsOf(ints('nodes'));
  kinds = joined(kinds, columns.kinds);
  values = joined(values, columns.values);
  parents = joined(parents, columns.parents);
  ends = joined(ends, columns.ends);
  attributeEnds = joined(attributeEnds, columns.attributeEnds);
  texts = joined(texts, columns.texts);
  attributes = joined(attributes, ints('attributes'));
  stringEnds = joined(stringEnds, ints('ends'));
  const added = host.value(name);
  text = text === '' ? added : text + added;
  for (const one of JSON.parse(host.names(name))) names.push(one);
  const known = nodes.length;
  if (known < kinds.length) {
    nodes.length = kinds.length;
    nodes.fill(null, known);
  }
  return addNode(root);
}

function joined(before: Int32Array<ArrayBuffer>, added: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  if (before.length === 0) return added;
  const both = new Int32Array(before.length + added.length);
  both.set(before);
  both.set(added, before.length);
  return both;
}

/** Keys under which a node caches its children and attributes. */
const kids = Symbol('children');
const attributesRead = Symbol('attribs');

class Node implements LazyNode {
  declare startIndex: number;
  declare type: LazyNode['type'];
  /** Name of the node if it is an element. */
  declare name: string | undefined;
  declare [kids]?: Node[];
  declare [attributesRead]?: Record<string, string>;
  get tagName(): string | undefined {
    return this.name;
  }
  /** Text of a text node, a comment or a directive. */
  get data(): string | undefined {
    const at = this.startIndex;
    return (kinds[at] as number) >= textKind ? stringAt(values[at] as number) : undefined;
  }
  get nodeValue(): string | undefined {
    return this.data;
  }
  get attribs(): Record<string, string> {
    return this[attributesRead] ?? readAttributes(this);
  }
  get children(): Node[] {
    return [];
  }
  get childNodes(): Node[] {
    return this.children;
  }
  get firstChild(): Node | null {
    return this.children[0] ?? null;
  }
  get lastChild(): Node | null {
    return this.children.at(-1) ?? null;
  }
  get parent(): Node | null {
    const at = parents[this.startIndex] as number;
    return at < 0 ? null : (nodes[at] ?? addNode(at));
  }
  get parentNode(): Node | null {
    return this.parent;
  }
  get next(): Node | null {
    const end = ends[this.startIndex] as number;
    const parent = parents[this.startIndex] as number;
    return parent >= 0 && end < (ends[parent] as number) ? (nodes[end] ?? addNode(end)) : null;
  }
  get nextSibling(): Node | null {
    return this.next;
  }
  get prev(): Node | null {
    const parent = parents[this.startIndex] as number;
    let at = this.startIndex - 1;
    if (parent < 0 || at === parent) return null;
    // The node at `at` is the previous sibling or one of its descendants.
    while (parents[at] !== parent) at = parents[at] as number;
    return nodes[at] ?? addNode(at);
  }
  get previousSibling(): Node | null {
    return this.prev;
  }
}

/** Parents have `children` as an own property, because domhandler's `hasChildren` checks for such a property. */
const ownChildren = {
  enumerable: true,
  configurable: true,
  get(this: Node): Node[] {
    return this[kids] ?? readChildren(this);
  },
};

const { prototype } = Node;

function newLeaf(): Node {
  const node = create(prototype) as Node;
  node.startIndex = 0;
  node.type = 'text';
  return node;
}

function newParent(): Node {
  const node = newLeaf();
  node.type = 'tag';
  node.name = undefined;
  node[kids] = undefined;
  node[attributesRead] = undefined;
  return defineProperty(node, 'children', ownChildren);
}

/**
 * Spare nodes, created when the module is loaded. All of them are unused at the start of each call, because the guest's
 * memory is restored before the call.
 */
const spareParents = Array.from({ length: 4096 }, newParent);
const spareLeaves = Array.from({ length: 4096 }, newLeaf);
let parentsLeft = spareParents.length;
let leavesLeft = spareLeaves.length;

/** Creates a node. Callers first check whether `nodes` already contains it. */
function addNode(at: number): Node {
  const kind = kinds[at] as number;
  let node: Node;
  if (kind === textKind && leavesLeft > 0) node = spareLeaves[--leavesLeft] as Node;
  else if (kind === tagKind && parentsLeft > 0) {
    node = spareParents[--parentsLeft] as Node;
    node.name = names[values[at] as number];
  } else node = newNode(at);
  node.startIndex = at;
  nodes[at] = node;
  return node;
}

/** Creates a node of any kind. The caller sets its `startIndex`. */
function newNode(at: number): Node {
  const kind = kinds[at] as number;
  const node = kind > lastParent ? newLeaf() : newParent();
  node.type = nodeKinds[kind] as LazyNode['type'];
  if (kind <= lastElement) node.name = names[values[at] as number];
  return node;
}

function readChildren(parent: Node): Node[] {
  const list: Node[] = [];
  const first = parent.startIndex + 1;
  const end = ends[first - 1] as number;
  for (let at = first, next = 0; at < end; at = ends[at] as number) list[next++] = nodes[at] ?? addNode(at);
  parent[kids] = list;
  return list;
}

function readAttributes(node: Node): Record<string, string> {
  const list: Record<string, string> = create(null);
  const end = attributeEnds[node.startIndex] as number;
  for (let one = attributeEnds[node.startIndex - 1] ?? 0; one < end; one += 2) {
    const value = attributes[one + 1] as number;
    list[names[attributes[one] as number] as string] = text.slice(stringEnds[value - 1], stringEnds[value]);
  }
  node[attributesRead] = list;
  return list;
}

const stringAt = (at: number): string => text.slice(stringEnds[at - 1], stringEnds[at]);

/** Returns the elements below a node that match a selector. With `isFirst`, returns only the first element. */
export function select(node: LazyNode, selector: string, isFirst: boolean): readonly LazyNode[] {
  const found = new Int32Array(host.select(node.startIndex, String(selector), isFirst ? 1 : 0));
  const list: Node[] = [];
  for (let next = 0, { length } = found; next < length; next++) {
    const at = found[next] as number;
    list[next] = nodes[at] ?? addNode(at);
  }
  return list;
}

/** Returns the text of a node and its descendants, without scripts and styles. */
export function textOf(node: LazyNode): string {
  const at = node.startIndex;
  const start = texts[at] as number;
  // Written as a negation to include undefined, i.e. a node that does not exist.
  if (!(start >= 0)) return hiddenTextOf(at);
  const end = texts[ends[at] as number] as number;
  return text.slice(start, end < 0 ? ~end : end);
}

/** Returns the text of a node inside a script, style or template, where text is not visible. */
function hiddenTextOf(root: number): string {
  if (kinds[root] === undefined) throw new Error('There is no such node.');
  let found = '';
  for (let at = root, next = at; at < (ends[root] as number); at = next) {
    const kind = kinds[at] as number;
    if (kind === textKind) found += stringAt(values[at] as number);
    const isSearched = kind === tagKind || kind > rootKind || (at === root && kind === rootKind);
    next = isSearched ? at + 1 : (ends[at] as number);
  }
  return found;
}
