import {
  type AnyNode,
  CDATA,
  Comment,
  Document,
  Element,
  hasChildren,
  isTag,
  type ParentNode,
  ProcessingInstruction,
  Text,
} from 'domhandler';
import { nodeField, nodeFields, nodeKinds } from './flat-fields';

/**
 * A parsed page as flat arrays, which cross threads and the boundary of a sandbox cheaply. Nodes are in document order,
 * so the descendants of a node follow it directly.
 */
export interface FlatDom {
  /** `nodeFields` numbers for each node: kind, value, parent, end and attributes. */
  readonly nodes: Int32Array<ArrayBuffer>;
  /** Pairs of strings: name and value of each attribute. */
  readonly attributes: Int32Array<ArrayBuffer>;
  /** The position in `text` at which each string ends. */
  readonly ends: Int32Array<ArrayBuffer>;
  /** All strings, joined. */
  readonly text: string;
}

/** Flattens a document or another parent node. */
export function flattenDom(root: ParentNode): FlatDom {
  const [nodes, attributes, ends]: [number[], number[], number[]] = [[], [], []];
  const pieces: string[] = [];
  const names = new Map<string, number>();
  let chars = 0;
  const add = (text: string): number => {
    pieces.push(text);
    chars += text.length;
    return ends.push(chars) - 1;
  };
  const name = (text: string): number => {
    const known = names.get(text) ?? add(text);
    names.set(text, known);
    return known;
  };
  const open = (node: AnyNode, parent: number): number => {
    const at = nodes.length / nodeFields;
    const value = isTag(node) ? name(node.name) : 'data' in node ? add(node.data) : name('');
    if (isTag(node)) for (const [key, text] of Object.entries(node.attribs)) attributes.push(name(key), add(text));
    nodes.push(nodeKinds.indexOf(node.type), value, parent, at + 1, attributes.length);
    return at;
  };
  // Does not recurse, because pages nest elements thousands of levels deep.
  const stack = [{ node: root as AnyNode, at: open(root as AnyNode, -1), next: 0 }];
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const child = hasChildren(top.node) ? top.node.children[top.next++] : undefined;
    if (child) stack.push({ node: child, at: open(child, top.at), next: 0 });
    else {
      nodes[top.at * nodeFields + nodeField.end] = nodes.length / nodeFields;
      stack.pop();
    }
  }
  return {
    nodes: Int32Array.from(nodes),
    attributes: Int32Array.from(attributes),
    ends: Int32Array.from(ends),
    text: pieces.join(''),
  };
}

/** Rebuilds the nodes of a flattened page, in document order. */
export function rebuildDom(flat: FlatDom): readonly AnyNode[] {
  const { nodes, attributes } = flat;
  const rebuilt: AnyNode[] = [];
  let attribute = 0;
  for (let at = 0; at < nodes.length; at += nodeFields) {
    const [kind, value, parentAt, , lastAttribute] = nodes.subarray(
      at,
      at + nodeFields,
    ) as unknown as readonly number[];
    const attribs: Record<string, string> = {};
    for (; attribute < (lastAttribute ?? 0); attribute += 2)
      attribs[stringAt(flat, attributes[attribute])] = stringAt(flat, attributes[attribute + 1]);
    const node = newNode(nodeKinds[kind ?? 0] ?? 'root', stringAt(flat, value), attribs);
    rebuilt.push(node);
    const parent = rebuilt[parentAt ?? -1];
    if (!parent || !hasChildren(parent)) continue;
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

/** Returns a string of a flattened page by its number. */
function stringAt({ ends, text }: FlatDom, at = -1): string {
  return text.slice(at > 0 ? ends[at - 1] : 0, ends[at]);
}
