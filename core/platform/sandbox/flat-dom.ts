import {
  type AnyNode,
  CDATA,
  Comment,
  type DataNode,
  Document,
  Element,
  type ParentNode,
  ProcessingInstruction,
  Text,
} from 'domhandler';
import { columnsOf, nodeColumns, nodeKinds } from './flat-fields';

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
  let top: OpenNode | undefined = {
    children: root.children,
    at: table.open(root as AnyNode, -1),
    next: 0,
    parent: undefined,
  };
  // Does not recurse, because pages nest elements thousands of levels deep.
  while (top) {
    const child: AnyNode | undefined = top.next < top.children.length ? top.children[top.next++] : undefined;
    if (!child) {
      table.close(top.at);
      top = top.parent;
      continue;
    }
    const at = table.open(child, top.at);
    if ('children' in child) top = { children: child.children, at, next: 0, parent: top };
    else table.close(at);
  }
  return table.flatten();
}

/** A node whose children are being flattened. */
interface OpenNode {
  readonly children: readonly AnyNode[];
  readonly at: number;
  next: number;
  readonly parent: OpenNode | undefined;
}

const kindNumbers: ReadonlyMap<string, number> = new Map(nodeKinds.map((kind, at) => [kind, at]));
const [scriptKind, styleKind, rootKind, textKind] = [1, 2, 3, 5];

/** Collects the nodes and strings of a page. Strings get negative numbers until all visible texts are known. */
class NodeTable {
  readonly #kinds: number[] = [];
  readonly #values: number[] = [];
  readonly #parents: number[] = [];
  readonly #ends: number[] = [];
  readonly #attributeEnds: number[] = [];
  readonly #texts: number[] = [];
  readonly #attributes: number[] = [];
  readonly #visible: string[] = [];
  readonly #strings: string[] = [];
  readonly #names = new Map<string, number>();

  open(node: AnyNode, parent: number): number {
    const at = this.#kinds.length;
    const kind = kindNumbers.get(node.type) ?? rootKind;
    const isHidden = parent >= 0 && (kind === rootKind || this.#hides(parent));
    this.#texts.push(isHidden ? ~this.#visible.length : this.#visible.length);
    if (kind <= styleKind) this.#openElement(node as Element);
    else this.#values.push(kind >= textKind ? this.#addData(node as DataNode, kind === textKind && !isHidden) : 0);
    this.#kinds.push(kind);
    this.#parents.push(parent);
    this.#ends.push(0);
    this.#attributeEnds.push(this.#attributes.length);
    return at;
  }

  close(at: number): void {
    this.#ends[at] = this.#kinds.length;
  }

  flatten(): FlatDom {
    const [count, shift] = [this.#kinds.length, this.#visible.length];
    const columns = [this.#kinds, this.#values, this.#parents, this.#ends, this.#attributeEnds, this.#texts];
    const nodes = new Int32Array(nodeColumns.length * count);
    for (const [at, column] of columns.entries()) nodes.set(column, at * count);
    const attributes = new Int32Array(this.#attributes);
    for (const numbers of [attributes, columnsOf(nodes).values])
      for (let at = 0; at < numbers.length; at++) {
        const number = numbers[at] ?? 0;
        if (number < 0) numbers[at] = shift + ~number;
      }
    columnsOf(nodes).values[0] = shift;
    const strings = this.#visible.concat(this.#strings);
    const ends = new Int32Array(strings.length);
    let chars = 0;
    for (let at = 0; at < ends.length; at++) {
      chars += strings[at]?.length ?? 0;
      ends[at] = chars;
    }
    return { nodes, attributes, ends, text: strings.join('') };
  }

  #hides(parent: number): boolean {
    const kind = this.#kinds[parent];
    return kind === scriptKind || kind === styleKind || (this.#texts[parent] ?? 0) < 0;
  }

  #openElement({ name, attribs }: Element): void {
    this.#values.push(this.#name(name));
    for (const key of Object.keys(attribs)) this.#attributes.push(this.#name(key), this.#add(attribs[key] ?? ''));
  }

  #addData({ data }: DataNode, isVisible: boolean): number {
    return isVisible ? this.#visible.push(data) - 1 : this.#add(data);
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

/** Rebuilds the nodes of a flattened page, in document order. The `startIndex` of each node is its number. */
export function rebuildDom({ nodes, attributes, ends, text }: FlatDom): readonly AnyNode[] {
  const { kinds, values, parents, attributeEnds } = columnsOf(nodes);
  const string = (at = 0) => text.slice(at > 0 ? ends[at - 1] : 0, ends[at]);
  const rebuilt: AnyNode[] = [];
  let attribute = 0;
  for (let at = 0; at < kinds.length; at++) {
    const attribs: Record<string, string> = {};
    for (const end = attributeEnds[at] ?? 0; attribute < end; attribute += 2)
      attribs[string(attributes[attribute])] = string(attributes[attribute + 1]);
    const node = newNode(nodeKinds[kinds[at] ?? 0] ?? 'root', string(values[at]), attribs);
    node.startIndex = at;
    rebuilt.push(node);
    const parent = rebuilt[parents[at] ?? -1];
    if (!parent || !('children' in parent)) continue;
    const previous = parent.children.at(-1);
    node.parent = parent;
    node.prev = previous ?? null;
    if (previous) previous.next = node;
    (parent.children as AnyNode[]).push(node);
  }
  return rebuilt;
}

function newNode(kind: (typeof nodeKinds)[number], value: string, attribs: Record<string, string>): AnyNode {
  if (kind === 'root') return new Document([]);
  if (kind === 'text') return new Text(value);
  if (kind === 'comment') return new Comment(value);
  if (kind === 'cdata') return new CDATA([]);
  if (kind === 'directive') return new ProcessingInstruction('', value);
  return new Element(value, attribs, [], kind as never);
}
