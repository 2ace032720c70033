import { columnsOf, type NodeColumns, nodeKinds } from '../flat-fields';
import { host } from './host';

const { defineProperty } = Object;
const lastElement = nodeKinds.indexOf('style');
const lastParent = nodeKinds.indexOf('cdata');
const text = nodeKinds.indexOf('text');

/** A read-only node with the fields of domhandler's nodes. */
export interface LazyNode {
  readonly type: (typeof nodeKinds)[number];
  readonly name: string | undefined;
  readonly data: string | undefined;
  readonly attribs: Readonly<Record<string, string>>;
  readonly children: readonly LazyNode[];
  readonly parent: LazyNode | null;
  /** Number of the node in its page. */
  readonly startIndex: number;
}

/** Symbol keys of a node: its page, and its cached children and attributes. */
const page = Symbol('page');
const kids = Symbol('children');
const attributesRead = Symbol('attribs');

/** A page of the current call. Its strings and nodes are created on first use. */
class Page {
  readonly columns: NodeColumns;
  readonly kinds: Int32Array;
  readonly attributes: Int32Array;
  readonly nodes: (Node | null)[];
  readonly nodePrototype: Node;
  readonly ends: Int32Array;
  readonly text: string;

  constructor(readonly name: string) {
    const ints = (part: string) => new Int32Array(host.bytes(name, part));
    this.columns = columnsOf(ints('nodes'));
    this.kinds = this.columns.kinds;
    this.attributes = ints('attributes');
    this.nodes = new Array(this.columns.kinds.length).fill(null);
    this.nodePrototype = Object.create(Node.prototype, { [page]: { value: this } });
    this.ends = ints('ends');
    this.text = host.value(name);
  }

  node(at: number): Node {
    const known = this.nodes[at];
    if (known) return known;
    const node = { __proto__: this.nodePrototype, startIndex: at } as unknown as Node;
    if ((this.kinds[at] as number) <= lastParent) defineProperty(node, 'children', ownChildren);
    this.nodes[at] = node;
    return node;
  }

  /** Returns a string, or several consecutive strings joined. */
  string(at = 0, end = at + 1): string {
    return this.text.slice(at > 0 ? this.ends[at - 1] : 0, end > 0 ? this.ends[end - 1] : 0);
  }

  select(at: number, selector: string, isFirst: boolean): readonly LazyNode[] {
    const found = new Int32Array(host.select(this.name, at, selector, isFirst ? 1 : 0));
    return Array.from(found, (one) => this.node(one));
  }

  textOf(at: number): string {
    if (this.nodes[at] === undefined) throw new Error('There is no such node.');
    const { kinds, values, ends, texts } = this.columns;
    const [kind, first, end] = [kinds[at] ?? 0, texts[at] ?? 0, ends[at] ?? 0];
    // The texts inside scripts, styles and templates are not part of the visible texts.
    if (first < 0) return host.textOf(this.name, at);
    if (kind >= text) return kind === text ? this.string(values[at]) : '';
    const last = end < kinds.length ? (texts[end] ?? 0) : (values[0] ?? 0);
    return this.string(first, last < 0 ? ~last : last);
  }
}

class Node implements LazyNode {
  declare readonly [page]: Page;
  declare readonly startIndex: number;
  declare [kids]?: Node[];
  declare [attributesRead]?: Record<string, string>;
  get type(): LazyNode['type'] {
    return nodeKinds[this[page].columns.kinds[this.startIndex] ?? 0] ?? 'text';
  }
  /** Name of an element. */
  get name(): string | undefined {
    const { kinds, values } = this[page].columns;
    return (kinds[this.startIndex] ?? 0) <= lastElement ? this[page].string(values[this.startIndex]) : undefined;
  }
  /** Renames the element for the plugin, as serializers do with SVG elements. */
  set name(value) {
    Object.defineProperty(this, 'name', { value, writable: true, enumerable: true, configurable: true });
  }
  get tagName(): string | undefined {
    return this.name;
  }
  /** Text of a text node, a comment or a directive. */
  get data(): string | undefined {
    const { kinds, values } = this[page].columns;
    return (kinds[this.startIndex] ?? 0) >= text ? this[page].string(values[this.startIndex]) : undefined;
  }
  get nodeValue(): string | undefined {
    return this.data;
  }
  get attribs(): Record<string, string> {
    const known = this[attributesRead];
    if (known) return known;
    const { columns, attributes } = this[page];
    const { attributeEnds } = columns;
    const list: Record<string, string> = Object.create(null);
    const end = attributeEnds[this.startIndex] ?? 0;
    for (let at = attributeEnds[this.startIndex - 1] ?? 0; at < end; at += 2)
      list[this[page].string(attributes[at])] = this[page].string(attributes[at + 1]);
    this[attributesRead] = list;
    return list;
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
    const at = this[page].columns.parents[this.startIndex] ?? -1;
    return at < 0 ? null : this[page].node(at);
  }
  get parentNode(): Node | null {
    return this.parent;
  }
  get next(): Node | null {
    const { ends, parents } = this[page].columns;
    const [end, parent] = [ends[this.startIndex] ?? 0, parents[this.startIndex] ?? -1];
    return parent >= 0 && end < (ends[parent] ?? 0) ? this[page].node(end) : null;
  }
  get nextSibling(): Node | null {
    return this.next;
  }
  get prev(): Node | null {
    const siblings = this.parent?.children ?? [];
    return siblings[siblings.indexOf(this) - 1] ?? null;
  }
  get previousSibling(): Node | null {
    return this.prev;
  }
}

/** Must be an own property, because domhandler's `hasChildren` recognizes parents by it. */
const ownChildren = {
  enumerable: true,
  configurable: true,
  get(this: Node): Node[] {
    const known = this[kids];
    if (known) return known;
    const opened = this[page];
    const { nodes, columns } = opened;
    const { ends } = columns;
    const list: Node[] = [];
    const end = ends[this.startIndex] as number;
    for (let at = this.startIndex + 1, next = 0; at < end; at = ends[at] as number)
      list[next++] = nodes[at] ?? opened.node(at);
    this[kids] = list;
    return list;
  },
};

/** Opens a page of the current call and returns its root. */
export const openPage = (name: string): LazyNode => new Page(name).node(0);

/** Returns the elements below a node, or the first of them, that match a selector. */
export const select = (node: LazyNode, selector: string, isFirst: boolean): readonly LazyNode[] =>
  (node as Node)[page].select(node.startIndex, String(selector), isFirst);

/** Returns the text of a node and its descendants, without scripts and styles. */
export const textOf = (node: LazyNode): string => (node as Node)[page].textOf(node.startIndex);
