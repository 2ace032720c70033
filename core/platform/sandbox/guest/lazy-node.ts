import { columnsOf, nodeKinds } from '../flat-fields';
import { host } from './host';

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

/** Functions for the nodes of a page. */
interface Page {
  select(at: number, selector: string, isFirst: boolean): readonly LazyNode[];
  textOf(at: number): string;
}

/** Key of the page of a node. */
const page = Symbol('page');
const kids = Symbol('children');
const attributesRead = Symbol('attribs');

/** Opens a page of the current call and returns its root; strings and nodes are created on first use. */
export function openPage(name: string): LazyNode {
  const ints = (part: string) => new Int32Array(host.bytes(name, part));
  const { kinds, values, parents, ends, attributeEnds, texts } = columnsOf(ints('nodes'));
  const [attributes, stringEnds, all] = [ints('attributes'), ints('ends'), host.value(name)];
  const nodes: (Node | null)[] = new Array(kinds.length).fill(null);
  const string = (at = 0, end = at + 1): string =>
    all.slice(at > 0 ? stringEnds[at - 1] : 0, end > 0 ? stringEnds[end - 1] : 0);
  const create = (at: number): Node => {
    const node = new Node(at);
    if ((kinds[at] as number) <= lastParent) Object.defineProperty(node, 'children', ownChildren);
    nodes[at] = node;
    return node;
  };
  const functions: Page = {
    select: (at, selector, isFirst) =>
      Array.from(
        new Int32Array(host.select(name, at, selector, isFirst ? 1 : 0)),
        (found) => nodes[found] ?? create(found),
      ),
    textOf(at) {
      if (nodes[at] === undefined) throw new Error('There is no such node.');
      const [kind, first, end] = [kinds[at] ?? 0, texts[at] ?? 0, ends[at] ?? 0];
      // The texts inside scripts, styles and templates are not part of the visible texts.
      if (first < 0) return host.textOf(name, at);
      if (kind >= text) return kind === text ? string(values[at]) : '';
      const last = end < kinds.length ? (texts[end] ?? 0) : (values[0] ?? 0);
      return string(first, last < 0 ? ~last : last);
    },
  };

  class Node implements LazyNode {
    declare readonly startIndex: number;
    declare [kids]?: Node[];
    declare [attributesRead]?: Record<string, string>;
    constructor(at: number) {
      (this as { startIndex: number }).startIndex = at;
    }
    get [page](): Page {
      return functions;
    }
    get type(): LazyNode['type'] {
      return nodeKinds[kinds[this.startIndex] ?? 0] ?? 'text';
    }
    /** Name of an element. */
    get name(): string | undefined {
      return (kinds[this.startIndex] ?? 0) <= lastElement ? string(values[this.startIndex]) : undefined;
    }
    /** Renames the element for the plugin, as serializers do with elements of SVG. */
    set name(value) {
      Object.defineProperty(this, 'name', { value, writable: true, enumerable: true, configurable: true });
    }
    get tagName(): string | undefined {
      return this.name;
    }
    /** Text of a text node, a comment or a directive. */
    get data(): string | undefined {
      return (kinds[this.startIndex] ?? 0) >= text ? string(values[this.startIndex]) : undefined;
    }
    get nodeValue(): string | undefined {
      return this.data;
    }
    get attribs(): Record<string, string> {
      const known = this[attributesRead];
      if (known) return known;
      const list: Record<string, string> = Object.create(null);
      const end = attributeEnds[this.startIndex] ?? 0;
      for (let at = attributeEnds[this.startIndex - 1] ?? 0; at < end; at += 2)
        list[string(attributes[at])] = string(attributes[at + 1]);
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
      const at = parents[this.startIndex] ?? -1;
      return at < 0 ? null : (nodes[at] ?? create(at));
    }
    get parentNode(): Node | null {
      return this.parent;
    }
    get next(): Node | null {
      const [end, parent] = [ends[this.startIndex] ?? 0, parents[this.startIndex] ?? -1];
      return parent >= 0 && end < (ends[parent] ?? 0) ? (nodes[end] ?? create(end)) : null;
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

  /** Children are a property of the node itself, by which `hasChildren` of domhandler recognizes parents. */
  const ownChildren = {
    enumerable: true,
    configurable: true,
    get(this: Node): Node[] {
      const known = this[kids];
      if (known) return known;
      const list: Node[] = [];
      const end = ends[this.startIndex] as number;
      for (let at = this.startIndex + 1, next = 0; at < end; at = ends[at] as number)
        list[next++] = nodes[at] ?? create(at);
      this[kids] = list;
      return list;
    },
  };
  return create(0);
}

/** Returns the elements below a node, or the first of them, that match a selector. */
export const select = (node: LazyNode, selector: string, isFirst: boolean): readonly LazyNode[] =>
  (node as unknown as Record<typeof page, Page>)[page].select(node.startIndex, String(selector), isFirst);

/** Returns the text of a node and its descendants, without scripts and styles. */
export const textOf = (node: LazyNode): string =>
  (node as unknown as Record<typeof page, Page>)[page].textOf(node.startIndex);
