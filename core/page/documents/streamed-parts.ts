import { type ChildNode, type Element, isTag, isText, type ParentNode } from 'domhandler';
import { visitElements } from '../../contract/visit-elements';
import { setChildren } from './children';

/**
 * Matches a script call that moves a streamed part to its position. The arguments are two element IDs. `$RS` moves a
 * segment to a placeholder. All other calls replace a boundary.
 */
const MOVES = /\$R([A-Z])\("([^"]{1,80})","([^"]{1,80})"/g;
const MOVES_BOUNDARY = 'BCR';
const PART_ID = /[BPS]:[\da-f]+$/;

/** Start of an open boundary in the tree. */
interface Opening {
  readonly parent: ParentNode;
  readonly first: number;
  readonly isPending: boolean;
}

/**
 * Parts of a page that React streams after the rest of the page. Each part has a boundary in the page, enclosed by two
 * comments. The boundary shows a placeholder until a script replaces it with the content of a hidden element at the end
 * of the page.
 */
export class StreamedParts {
  readonly #open: Opening[] = [];
  /** Nodes of each boundary, by the ID of the `template` at its start. */
  readonly #boundaries = new Map<string, readonly ChildNode[]>();

  /** Processes a comment, which may begin or end a boundary. `parent` is the innermost open node. */
  comment(text: string, parent: ParentNode): void {
    if (text === '$?' || text === '$' || text === '$!')
      this.#open.push({ parent, first: parent.children.length, isPending: text === '$?' });
    else if (text === '/$') this.#close(this.#open.pop(), parent);
  }

  #close(opening: Opening | undefined, parent: ParentNode): void {
    if (opening === undefined || !opening.isPending || opening.parent !== parent) return;
    const nodes = parent.children.slice(opening.first);
    const [first] = nodes;
    if (first !== undefined && isTag(first) && first.name === 'template' && first.attribs.id !== undefined)
      this.#boundaries.set(first.attribs.id, nodes);
  }

  /**
   * Moves the parts to their positions, in the order of the script calls. Skips parts that would make the tree deeper
   * than `maxDepth`. Returns true if a part was moved.
   */
  place(root: ParentNode, maxDepth: number): boolean {
    if (this.#boundaries.size === 0) return false;
    const elements = new Map<string, Element>();
    const moves: (readonly [kind: string, one: string, other: string])[] = [];
    visitElements(root, (element) => {
      const { id } = element.attribs;
      if (id !== undefined && PART_ID.test(id)) elements.set(id, element);
      if (element.name === 'script')
        for (const [, kind = '', one = '', other = ''] of textOf(element).matchAll(MOVES))
          moves.push([kind, one, other]);
    });
    let hasMoved = false;
    for (const [kind, one, other] of moves) {
      const isSegment = kind === 'S';
      if (!isSegment && !MOVES_BOUNDARY.includes(kind)) continue;
      const part = elements.get(isSegment ? one : other);
      const placeholder = elements.get(other);
      const place = isSegment ? placeholder && [placeholder] : this.#boundaries.get(one);
      if (part !== undefined && place !== undefined && replace(place, part, maxDepth)) hasMoved = true;
    }
    return hasMoved;
  }
}

const textOf = ({ children }: Element): string => children.map((child) => (isText(child) ? child.data : '')).join('');

/** Replaces adjacent nodes with the children of `part`. Returns false if that is impossible. */
function replace(nodes: readonly ChildNode[], part: Element, maxDepth: number): boolean {
  const parent = nodes[0]?.parent ?? null;
  const at = parent === null ? -1 : parent.children.indexOf(nodes[0] as ChildNode);
  if (parent === null || at < 0) return false;
  let depth = 0;
  for (let up: ParentNode | null = parent; up !== null; up = up.parent) {
    if (up === part) return false;
    depth++;
  }
  if (depth + heightOf(part) > maxDepth) return false;
  const { children } = parent;
  const after = children.slice(at + nodes.length);
  setChildren(parent, [...children.slice(0, at), ...part.children, ...after]);
  part.children = [];
  return true;
}

/** Returns the number of levels below an element. */
function heightOf(element: Element): number {
  let height = 0;
  const stack: { readonly node: Element; readonly level: number }[] = [{ node: element, level: 0 }];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    height = Math.max(height, top.level);
    for (const child of top.node.children) if (isTag(child)) stack.push({ node: child, level: top.level + 1 });
  }
  return height;
}
