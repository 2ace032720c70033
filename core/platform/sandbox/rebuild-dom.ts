import { type AnyNode, CDATA, Comment, Document, Element, ProcessingInstruction, Text } from 'domhandler';
import type { FlatDom } from './flat-dom';
import { columnsOf, lastElement, nodeKinds } from './flat-fields';

/**
 * Rebuilds the nodes of a flattened page, in document order. The `startIndex` of each node is its index in the result.
 */
export function rebuildDom({ nodes, attributes, ends, text, names }: FlatDom): readonly AnyNode[] {
  const { kinds, values, parents, attributeEnds } = columnsOf(nodes);
  const string = (at = 0) => text.slice(at > 0 ? ends[at - 1] : 0, ends[at]);
  const rebuilt: AnyNode[] = [];
  let attribute = 0;
  for (let at = 0; at < kinds.length - 1; at++) {
    const attribs: Record<string, string> = {};
    for (const end = attributeEnds[at] ?? 0; attribute < end; attribute += 2)
      attribs[names[attributes[attribute] ?? 0] ?? ''] = string(attributes[attribute + 1]);
    const kind = kinds[at] ?? 0;
    const value = kind <= lastElement ? (names[values[at] ?? 0] ?? '') : string(values[at]);
    const node = newNode(nodeKinds[kind] ?? 'root', value, attribs);
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
