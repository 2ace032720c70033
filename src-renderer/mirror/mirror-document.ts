import type { MirrorChange, MirrorNode, MirrorPlace } from '../../core/common/live';
import { makeNode, putAttribute } from './make-node';

/**
 * Minimum duration in ms of a slice, during which nodes are built without a pause. Between slices, the window can
 * render and handle input.
 */
const sliceMs = 12;
const maxSliceMs = 60;

/** Nodes that have not been built yet. */
interface Rest {
  readonly parent: Node;
  readonly nodes: readonly MirrorNode[];
  at: number;
}

// A form field that has the same name as a form method shadows that method. Methods are therefore called through
// their prototypes.
const { insertBefore, removeChild } = Node.prototype;

/** Mirror of a page in a frame without scripts, built from the engine's messages. Maps IDs to nodes and back. */
export class MirrorDocument {
  #nodes = new Map<number, Node>();
  #ids = new WeakMap<Node, number>();
  #building = 0;
  /** Scroll positions of elements as last set by the page. */
  #scrolled = new WeakMap<Node, string>();

  constructor(
    readonly document: Document,
    /** Called for each document created in one of the page's frames. */
    private readonly frameMade: (document: Document) => void,
  ) {}

  /** Returns the node with the given ID. */
  nodeOf(id: number): Node | undefined {
    return this.#nodes.get(id);
  }

  /** Returns the ID of a node. Undefined if the node does not belong to the page. */
  idOf(node: Node): number | undefined {
    return this.#ids.get(node);
  }

  /** Replaces the page in slices, so that the window stays responsive. Stops if another page arrives. */
  async show(nodes: readonly MirrorNode[]): Promise<void> {
    const mine = ++this.#building;
    this.#nodes = new Map();
    this.#ids = new WeakMap();
    for (const child of [...this.document.childNodes]) if (child.nodeType === 1) removeChild.call(this.document, child);
    const stack: Rest[] = [{ parent: this.document, nodes, at: 0 }];
    let since = performance.now();
    let slice = sliceMs;
    while (stack.length > 0) {
      this.#step(stack);
      if (performance.now() - since < slice) continue;
      const before = performance.now();
      await nextTask();
      if (mine !== this.#building) return;
      since = performance.now();
      // The browser lays out the page between slices. The next slice lasts as long as this layout, but at least
      // `sliceMs` and at most `maxSliceMs`.
      slice = Math.min(maxSliceMs, Math.max(sliceMs, since - before));
    }
  }

  /** Applies changes in order. Skips changes to unknown nodes. */
  apply(changes: readonly MirrorChange[]): void {
    for (const change of changes) this.#apply(change);
  }

  /** Builds the next node. */
  #step(stack: Rest[]): void {
    const rest = stack.at(-1);
    const node = rest?.nodes[rest.at++];
    if (!rest || !node) return void stack.pop();
    const made = this.#put(rest.parent, node, null);
    if (made?.nodeType !== 1) return;
    if (node.children) stack.push({ parent: made, nodes: node.children, at: 0 });
    const shadow = node.shadow && this.#holder(made, 'shadow');
    if (node.shadow && shadow) stack.push({ parent: shadow, nodes: node.shadow, at: 0 });
    const frame = node.frame && this.#emptied(made as Element);
    if (!node.frame || !frame) return;
    this.frameMade(frame);
    stack.push({ parent: frame, nodes: node.frame, at: 0 });
  }

  #put(parent: Node, node: MirrorNode, before: Node | null): Node | undefined {
    const made = makeNode(parent, node);
    if (!made) return undefined;
    insertBefore.call(parent, made, before?.parentNode === parent ? before : null);
    if (node.id > 0) {
      this.#nodes.set(node.id, made);
      this.#ids.set(made, node.id);
    }
    return made;
  }

  #apply(change: MirrorChange): void {
    if (change.type === 'add') this.#add(change);
    else if (change.type === 'sheets') this.#replaceSheets(change);
    else if (change.type === 'scroll') this.#scroll(change);
    else this.#change(change);
  }

  #change(change: Exclude<MirrorChange, { type: 'add' | 'sheets' | 'scroll' }>): void {
    const node = this.#nodes.get(change.id);
    if (!node) return;
    if (change.type === 'remove') this.#remove(node, change.id);
    else if (change.type === 'text') node.nodeValue = change.text;
    else if (change.type === 'value') setValue(node, change.text, change.checked);
    else for (const [name, value] of Object.entries(change.attributes)) putAttribute(node as Element, name, value);
  }

  #add({ parent: id, place, before, node }: Extract<MirrorChange, { type: 'add' }>): void {
    const parent = id === 0 ? this.document : this.#nodes.get(id);
    const holder = parent && this.#holder(parent, place);
    if (!holder) return;
    if (holder.nodeType === 9) {
      this.frameMade(holder as Document);
      for (const old of [...holder.childNodes]) if (old.nodeType === 1) removeChild.call(holder, old);
    }
    const stack: Rest[] = [];
    const next = (before === undefined ? undefined : this.#nodes.get(before)) ?? null;
    stack.push({ parent: holder, nodes: [node], at: 0 });
    this.#step(stack);
    const made = this.#nodes.get(node.id);
    if (made && next?.parentNode === holder) insertBefore.call(holder, made, next);
    while (stack.length > 0) this.#step(stack);
  }

  #remove(node: Node, id: number): void {
    if (node.parentNode) removeChild.call(node.parentNode, node);
    this.#nodes.delete(id);
  }

  /**
   * Replaces the style sheets created by scripts. The `style` elements of these sheets have no IDs and follow all other
   * nodes.
   */
  #replaceSheets({ id, place, texts }: Extract<MirrorChange, { type: 'sheets' }>): void {
    const owner = id === 0 ? this.document : this.#nodes.get(id);
    const root = owner && this.#holder(owner, place);
    const holder = root?.nodeType === 9 ? (root as Document).documentElement : root;
    if (!holder) return;
    for (const old of [...holder.childNodes]) {
      if (old.nodeName === 'STYLE' && !this.#ids.has(old)) removeChild.call(holder, old);
    }
    for (const text of texts) this.#put(holder, { id: 0, tag: 'style', text }, null);
  }

  #scroll({ id, x, y }: Extract<MirrorChange, { type: 'scroll' }>): void {
    const node = id === 0 ? this.document.documentElement : this.#nodes.get(id);
    if (node?.nodeType !== 1) return;
    Reflect.apply(Element.prototype.scrollTo, node, [{ left: x, top: y, behavior: 'instant' }]);
    this.#scrolled.set(node, placeOf(node as Element));
  }

  /** True if an element is still at the scroll position set by the page. */
  isWherePageScrolled(element: Element): boolean {
    return this.#scrolled.get(element) === placeOf(element);
  }

  /**
   * Returns the node that contains an element's children: the element itself, its shadow root, or the document in its
   * frame.
   */
  #holder(parent: Node, place: MirrorPlace): Node | undefined {
    if (place === 'children') return parent;
    const element = parent as HTMLIFrameElement;
    if (place === 'frame') return element.contentDocument ?? undefined;
    try {
      return element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    } catch {
      return undefined;
    }
  }

  #emptied(element: Element): Document | undefined {
    const inner = (element as HTMLIFrameElement).contentDocument;
    for (const child of [...(inner?.childNodes ?? [])])
      if (child.nodeType === 1) removeChild.call(inner as Document, child);
    return inner ?? undefined;
  }
}

const placeOf = ({ scrollLeft, scrollTop }: Element): string => `${scrollLeft} ${scrollTop}`;

function setValue(node: Node, text: string, checked: boolean): void {
  const field = node as HTMLInputElement;
  if (field.type === 'checkbox' || field.type === 'radio') field.checked = checked;
  else if (field.value !== text) field.value = text;
}

/** Lets the browser render and handle input before the next slice. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(0);
  });
}
