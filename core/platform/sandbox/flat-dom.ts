import type { AnyNode, DataNode, Element, ParentNode } from 'domhandler';
import {
  columnsOf,
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
  /** Name and value of each attribute, as pairs of string indexes. */
  readonly attributes: Int32Array<ArrayBuffer>;
  /** The position in `text` at which each string ends. */
  readonly ends: Int32Array<ArrayBuffer>;
  /** All strings, joined. */
  readonly text: string;
}

/** Flattens a document or another parent node. */
export function flattenDom(root: ParentNode): FlatDom {
  const table = new NodeTable();
  const kind = kindOf(root as AnyNode);
  let top: OpenNode | undefined = {
    ...{ children: root.children, at: table.add(root as AnyNode, kind, -1, false), next: 0 },
    ...{ isHidden: kind === scriptKind || kind === styleKind, parent: undefined },
  };
  // Does not recurse, because pages nest elements thousands of levels deep.
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

/** Returns the number of a node's kind. Checks the two most common kinds first. */
function kindOf({ type }: AnyNode): number {
  if (type === 'tag') return tagKind;
  if (type === 'text') return textKind;
  const kind = (nodeKinds as readonly string[]).indexOf(type);
  return kind < 0 ? rootKind : kind;
}

const columnCount = nodeColumns.length;

/** Collects the nodes and strings of a page. Strings get negative numbers until all visible strings are known. */
class NodeTable {
  /** One row per node, each with a number for each column. */
  #rows = new Int32Array(columnCount * 1024);
  #count = 0;
  readonly #attributes: number[] = [];
  readonly #visible: string[] = [];
  readonly #strings: string[] = [];
  readonly #names = new Map<string, number>();

  /** Adds a node without its descendants and returns its number. */
  add(node: AnyNode, kind: number, parent: number, isHidden: boolean): number {
    const texts = isHidden ? ~this.#visible.length : this.#visible.length;
    return this.#addRow(kind, this.#value(node, kind, isHidden), parent, texts);
  }

  #addRow(kind: number, value: number, parent: number, texts: number): number {
    const at = this.#count++;
    const row = at * columnCount;
    if (row === this.#rows.length) this.#grow();
    const rows = this.#rows;
    rows[row] = kind;
    rows[row + 1] = value;
    rows[row + 2] = parent;
    rows[row + 3] = at + 1;
    rows[row + 4] = this.#attributes.length;
    rows[row + 5] = texts;
    return at;
  }

  /** Records the end of a node once its last descendant has been added. */
  close(at: number): void {
    this.#rows[at * columnCount + 3] = this.#count;
  }

  flatten(): FlatDom {
    this.#addRow(nodeKinds.length - 1, 0, -1, this.#visible.length);
    const [count, shift, rows] = [this.#count, this.#visible.length, this.#rows];
    const nodes = new Int32Array(columnCount * count);
    for (let column = 0, to = 0; column < columnCount; column++)
      for (let from = column; to < (column + 1) * count; from += columnCount) nodes[to++] = rows[from] ?? 0;
    const { values } = columnsOf(nodes);
    const attributes = new Int32Array(this.#attributes);
    renumber(values, shift);
    renumber(attributes, shift);
    const strings = this.#visible.concat(this.#strings);
    const ends = new Int32Array(strings.length);
    let chars = 0;
    for (let at = 0; at < ends.length; at++) {
      chars += strings[at]?.length ?? 0;
      ends[at] = chars;
    }
    return { nodes, attributes, ends, text: strings.join('') };
  }

  #grow(): void {
    const rows = new Int32Array(this.#rows.length * 2);
    rows.set(this.#rows);
    this.#rows = rows;
  }

  #value(node: AnyNode, kind: number, isHidden: boolean): number {
    if (kind === textKind)
      return isHidden ? this.#add((node as DataNode).data) : this.#visible.push((node as DataNode).data) - 1;
    if (kind > textKind) return this.#add((node as DataNode).data);
    if (kind > lastElement) return 0;
    const { name, attribs } = node as Element;
    for (const key of Object.keys(attribs)) this.#attributes.push(this.#name(key), this.#add(attribs[key] ?? ''));
    return this.#name(name);
  }

  #name(text: string): number {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    const added = this.#add(text);
    this.#names.set(text, added);
    return added;
  }

  #add(text: string): number {
    return ~(this.#strings.push(text) - 1);
  }
}

/** Replaces the negative numbers of strings with the final numbers. */
function renumber(numbers: Int32Array, shift: number): void {
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at] ?? 0;
    if (number < 0) numbers[at] = shift + ~number;
  }
}
