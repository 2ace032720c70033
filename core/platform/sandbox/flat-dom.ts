import type { AnyNode, DataNode, Element, ParentNode } from 'domhandler';
import {
  lastElement,
  lastParent,
  nodeColumns,
  nodeKinds,
  rootKind,
  scriptKind,
  styleKind,
  tagKind,
  textKind,
} from './flat-fields';

/**
 * A parsed page as flat arrays, which are cheap to pass between threads and into a sandbox. Nodes are in document
 * order, so a node's descendants follow it directly, and its text is a contiguous part of `text`.
 */
export interface FlatDom {
  /** All columns in the order of `nodeColumns`, concatenated. */
  readonly nodes: Int32Array<ArrayBuffer>;
  /** Attributes as pairs of numbers: the index of the name in `names`, and the index of the value among the strings. */
  readonly attributes: Int32Array<ArrayBuffer>;
  /** The position in `text` at which each string ends. */
  readonly ends: Int32Array<ArrayBuffer>;
  /** Texts and attribute values, joined. */
  readonly text: string;
  /** Names of elements and attributes, each stored only once. */
  readonly names: readonly string[];
}

/** Flattens a document or another parent node. */
export function flattenDom(root: ParentNode): FlatDom {
  const table = new NodeTable();
  const kind = kindOf(root as AnyNode);
  let top: OpenNode | undefined = {
    ...{ children: root.children, at: table.add(root as AnyNode, kind, -1, false), next: 0 },
    ...{ isHidden: kind === scriptKind || kind === styleKind, parent: undefined },
  };
  // Does not recurse, because pages may nest elements thousands of levels deep.
  while (top) {
    const child: AnyNode | undefined = top.next < top.children.length ? top.children[top.next++] : undefined;
    if (!child) {
      table.close(top.at);
      top = top.parent;
      continue;
    }
    const kind = kindOf(child);
    const isHidden: boolean = top.isHidden || kind === rootKind;
    const at = table.add(child, kind, top.at, isHidden);
    if (kind > lastParent) continue;
    const hides = isHidden || kind === scriptKind || kind === styleKind;
    top = { children: (child as ParentNode).children, at, next: 0, isHidden: hides, parent: top };
  }
  return table.flatten();
}

/** A node whose children are being flattened. */
interface OpenNode {
  readonly children: readonly AnyNode[];
  readonly at: number;
  next: number;
  /** True if text inside the node is not visible. */
  readonly isHidden: boolean;
  readonly parent: OpenNode | undefined;
}

/** Returns the number that represents a node's kind. Checks the two most common kinds first. */
function kindOf({ type }: AnyNode): number {
  if (type === 'tag') return tagKind;
  if (type === 'text') return textKind;
  const kind = (nodeKinds as readonly string[]).indexOf(type);
  return kind < 0 ? rootKind : kind;
}

/** Initial capacity of a table, in nodes. */
const initialNodes = 4096;

/**
 * Collects the nodes and strings of a page. Strings other than visible text get temporary negative numbers until all
 * visible strings are known. Each column has its own field, because V8 accesses fields faster than properties of a
 * nested object.
 */
class NodeTable {
  #kinds = new Int32Array(initialNodes);
  #values = new Int32Array(initialNodes);
  #parents = new Int32Array(initialNodes);
  #ends = new Int32Array(initialNodes);
  #attributeEnds = new Int32Array(initialNodes);
  #texts = new Int32Array(initialNodes);
  #count = 0;
  readonly #attributes: number[] = [];
  /** Visible texts, joined. `#visibleEnds` contains the position at which each text ends. */
  #visible = '';
  readonly #visibleEnds: number[] = [];
  /** Strings that are not visible text, joined. `#hiddenEnds` contains the position at which each string ends. */
  #hidden = '';
  readonly #hiddenEnds: number[] = [];
  readonly #names = new Map<string, number>();

  /** Adds a node, but not its descendants. Returns the node's number. */
  add(node: AnyNode, kind: number, parent: number, isHidden: boolean): number {
    const texts = isHidden ? ~this.#visible.length : this.#visible.length;
    return this.#addRow(kind, this.#value(node, kind, isHidden), parent, texts);
  }

  #addRow(kind: number, value: number, parent: number, texts: number): number {
    const at = this.#count++;
    if (at === this.#kinds.length) this.#grow();
    this.#kinds[at] = kind;
    this.#values[at] = value;
    this.#parents[at] = parent;
    this.#ends[at] = at + 1;
    this.#attributeEnds[at] = this.#attributes.length;
    this.#texts[at] = texts;
    return at;
  }

  /** Records the end of a node once its last descendant has been added. */
  close(at: number): void {
    this.#ends[at] = this.#count;
  }

  flatten(): FlatDom {
    this.#addRow(nodeKinds.length - 1, 0, -1, this.#visible.length);
    const shift = this.#visibleEnds.length;
    renumber(this.#values, shift);
    const nodes = new Int32Array(nodeColumns.length * this.#count);
    // The parts are in the order of `nodeColumns`.
    const parts = [this.#kinds, this.#values, this.#parents, this.#ends, this.#attributeEnds, this.#texts];
    for (const [at, part] of parts.entries()) nodes.set(part.subarray(0, this.#count), at * this.#count);
    const attributes = new Int32Array(this.#attributes);
    renumber(attributes, shift);
    const ends = new Int32Array(shift + this.#hiddenEnds.length);
    ends.set(this.#visibleEnds);
    for (let at = shift; at < ends.length; at++) ends[at] = this.#visible.length + (this.#hiddenEnds[at - shift] ?? 0);
    return { nodes, attributes, ends, text: this.#visible + this.#hidden, names: [...this.#names.keys()] };
  }

  #grow(): void {
    this.#kinds = grown(this.#kinds);
    this.#values = grown(this.#values);
    this.#parents = grown(this.#parents);
    this.#ends = grown(this.#ends);
    this.#attributeEnds = grown(this.#attributeEnds);
    this.#texts = grown(this.#texts);
  }

  #value(node: AnyNode, kind: number, isHidden: boolean): number {
    if (kind >= textKind) {
      const { data } = node as DataNode;
      if (kind > textKind || isHidden) return this.#add(data);
      this.#visible += data;
      return this.#visibleEnds.push(this.#visible.length) - 1;
    }
    if (kind > lastElement) return 0;
    const { name, attribs } = node as Element;
    for (const key of Object.keys(attribs)) this.#attributes.push(this.#name(key), this.#add(attribs[key] ?? ''));
    return this.#name(name);
  }

  #name(text: string): number {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    const added = this.#names.size;
    this.#names.set(text, added);
    return added;
  }

  #add(text: string): number {
    this.#hidden += text;
    return ~(this.#hiddenEnds.push(this.#hidden.length) - 1);
  }
}

function grown(column: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(column.length * 2);
  longer.set(column);
  return longer;
}

/** Replaces temporary negative string numbers with the final numbers. */
function renumber(numbers: Int32Array, shift: number): void {
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at] ?? 0;
    if (number < 0) numbers[at] = shift + ~number;
  }
}
