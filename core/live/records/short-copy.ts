import { Document, Element, isTag, isText, type ParentNode, Text } from 'domhandler';
import { elementsIn } from '../../page/extraction/rules/page/text-of';
import type { PickedRecord } from '../../page/records/shape';

/** A page with shortened lists, so that it can be examined quickly. */
export interface ShortCopy {
  readonly document: Document;
  /** Returns the original element for an element in the copy. */
  originalOf(copy: Element): Element;
  /** Estimates the number of records that are on the page but not in the copy. */
  missing(records: readonly PickedRecord[]): number;
}

/** Numbers of children to copy from the start and from the end of a long list. */
const kept = { first: 90, last: 10 };

/** Copies a page without the middle parts of its long lists. Returns the page itself if it has no long lists. */
export function shortCopy(page: Document): ShortCopy {
  const originals = new Map<Element, Element>();
  const cut = new Map<ParentNode, readonly Element[]>();
  function copy(from: ParentNode, to: ParentNode): void {
    const elements = elementsIn(from);
    const omitted = new Set(elements.slice(kept.first, Math.max(kept.first, elements.length - kept.last)));
    if (omitted.size > 0) cut.set(to, [...omitted]);
    for (const child of from.children) {
      if (isTag(child)) {
        if (omitted.has(child)) continue;
        const element = new Element(child.name, { ...child.attribs });
        originals.set(element, child);
        copy(child, append(element, to));
      } else if (isText(child)) append(new Text(child.data), to);
    }
  }
  if (!hasLongList(page)) return { document: page, originalOf: (element) => element, missing: () => 0 };
  const document = new Document([]);
  copy(page, document);
  return {
    document,
    originalOf: (element) => originals.get(element) ?? element,
    missing: (records) => [...cut].reduce((sum, [parent, omitted]) => sum + missingFrom(parent, omitted, records), 0),
  };
}

/**
 * Estimates how many of a parent's omitted children are records, based on the share of records among the copied
 * children.
 */
function missingFrom(parent: ParentNode, omitted: readonly Element[], all: readonly PickedRecord[]): number {
  const records = all.filter(([first]) => first?.parent === parent);
  const parts = new Set(records.flat().map(({ name }) => name));
  const isPart = ({ name }: Element): boolean => parts.has(name);
  const copied = elementsIn(parent).filter(isPart).length;
  return copied === 0 ? 0 : Math.round((omitted.filter(isPart).length * records.length) / copied);
}

function hasLongList(node: ParentNode): boolean {
  const elements = elementsIn(node);
  return elements.length > kept.first + kept.last || elements.some(hasLongList);
}

function append<Node extends Element | Text>(node: Node, parent: ParentNode): Node {
  const last = parent.children.at(-1);
  node.parent = parent;
  node.prev = last ?? null;
  if (last) last.next = node;
  parent.children.push(node);
  return node;
}
