import type { FlatDom } from '../flat-dom';
import { nodeField, nodeFields, nodeKinds } from '../flat-fields';
import { host } from './host';

/** A page of the current call; its strings and nodes are created on first use. */
export class LazyDom {
  readonly flat: FlatDom;
  readonly #nodes = new Map<number, LazyNode>();

  constructor(readonly name: string) {
    const ints = (part: string) => new Int32Array(host.bytes(name, part));
    const text = host.value(name);
    this.flat = { nodes: ints('nodes'), attributes: ints('attributes'), ends: ints('ends'), text };
  }

  node(at: number): LazyNode {
    const known = this.#nodes.get(at) ?? new LazyNode(this, at);
    this.#nodes.set(at, known);
    return known;
  }

  field(at: number, field: keyof typeof nodeField): number {
    return at < 0 ? 0 : (this.flat.nodes[at * nodeFields + nodeField[field]] ?? 0);
  }

  string(at: number): string {
    const { ends, text } = this.flat;
    return text.slice(at > 0 ? ends[at - 1] : 0, ends[at]);
  }

  /** Returns the nodes below a node, or the first of them, that match a selector. */
  select(at: number, selector: string, isFirst: boolean): readonly LazyNode[] {
    return [...new Int32Array(host.select(this.name, at, String(selector), isFirst ? 1 : 0))].map((found) =>
      this.node(found),
    );
  }
}

/** A read-only node with the fields of domhandler's nodes. */
export class LazyNode {
  readonly #dom: LazyDom;
  readonly #at: number;

  constructor(dom: LazyDom, at: number) {
    this.#dom = dom;
    this.#at = at;
  }

  get type(): (typeof nodeKinds)[number] {
    return nodeKinds[this.#dom.field(this.#at, 'kind')] ?? 'text';
  }
  /** Name of an element. */
  get name(): string {
    return this.#value;
  }
  get tagName(): string {
    return this.#value;
  }
  /** Text of a text node or a comment. */
  get data(): string {
    return this.#value;
  }
  get nodeValue(): string {
    return this.#value;
  }
  get attribs(): Record<string, string> {
    const { attributes } = this.#dom.flat;
    const found: Record<string, string> = Object.create(null);
    const end = this.#dom.field(this.#at, 'attributes');
    for (let at = this.#dom.field(this.#at - 1, 'attributes'); at < end; at += 2)
      found[this.#dom.string(attributes[at] ?? 0)] = this.#dom.string(attributes[at + 1] ?? 0);
    return found;
  }
  get children(): readonly LazyNode[] {
    const [children, end] = [[] as LazyNode[], this.#dom.field(this.#at, 'end')];
    for (let at = this.#at + 1; at < end; at = this.#dom.field(at, 'end')) children.push(this.#dom.node(at));
    return children;
  }
  get childNodes(): readonly LazyNode[] {
    return this.children;
  }
  get firstChild(): LazyNode | null {
    return this.#at + 1 < this.#dom.field(this.#at, 'end') ? this.#dom.node(this.#at + 1) : null;
  }
  get lastChild(): LazyNode | null {
    return this.children.at(-1) ?? null;
  }
  get parent(): LazyNode | null {
    const at = this.#dom.field(this.#at, 'parent');
    return at < 0 ? null : this.#dom.node(at);
  }
  get parentNode(): LazyNode | null {
    return this.parent;
  }
  get next(): LazyNode | null {
    const [end, parent] = [this.#dom.field(this.#at, 'end'), this.#dom.field(this.#at, 'parent')];
    return parent >= 0 && end < this.#dom.field(parent, 'end') ? this.#dom.node(end) : null;
  }
  get nextSibling(): LazyNode | null {
    return this.next;
  }
  get prev(): LazyNode | null {
    const siblings = this.parent?.children ?? [];
    return siblings[siblings.indexOf(this) - 1] ?? null;
  }
  get previousSibling(): LazyNode | null {
    return this.prev;
  }
  get #value(): string {
    return this.#dom.string(this.#dom.field(this.#at, 'value'));
  }

  /** Returns the elements below a node, or the first of them, that match a selector. */
  static select(node: LazyNode, selector: string, isFirst: boolean): readonly LazyNode[] {
    return node.#dom.select(node.#at, selector, isFirst);
  }

  /** Returns the text of a node and its descendants. */
  static textOf(node: LazyNode): string {
    return host.textOf(node.#dom.name, node.#at);
  }
}
