import { type MirrorPlace, maxLiveChars, maxLiveDepth, maxLiveNodes } from '../common/live';
import type { Recorded, RecordedMutation, RecordedNode } from './recorded';

/** A node on the page. The recorder assigns its `id`. */
export interface LiveNode {
  readonly id: number;
  readonly kind: 'document' | 'doctype' | 'element' | 'text';
  /** Tag name, in lower case. */
  readonly tag: string;
  readonly svg: boolean;
  /** Depth within the page, including shadow roots and frames. The document has depth 1. */
  readonly depth: number;
  readonly attributes: Map<string, string>;
  text: string;
  parent: LiveNode | undefined;
  place: MirrorPlace;
  readonly children: LiveNode[];
  readonly shadow: LiveNode[];
  /** Root nodes of the document in a frame. */
  readonly frame: LiveNode[];
  /** Style sheets that scripts have added to this document or shadow root. */
  sheets: readonly string[];
}

/** A change to the tree. */
export type TreeChange =
  | { readonly type: 'page' }
  | { readonly type: 'add'; readonly node: LiveNode }
  | { readonly type: 'remove'; readonly node: LiveNode }
  | { readonly type: 'attributes'; readonly node: LiveNode; readonly names: readonly string[] }
  | { readonly type: 'text'; readonly node: LiveNode }
  | { readonly type: 'value'; readonly node: LiveNode; readonly checked: boolean }
  | { readonly type: 'scroll'; readonly node: LiveNode; readonly x: number; readonly y: number };

/** Marker that the recorder inserts between the parts of a style sheet with several text nodes. */
const sheetPart = '/* rr_split */';

/** Current state of the page, maintained from the recorder's events. */
export class LiveTree {
  version = 0;
  /** URL that the page reported. */
  address = '';
  /** True when the page exceeds a limit. */
  cut = false;
  quirks = false;
  root: LiveNode | undefined;
  readonly #nodes = new Map<number, LiveNode>();
  readonly #sheets = new Map<number, string>();
  /** Nodes whose content may be missing from the mirror: canvases and cross-origin frames. */
  readonly #unseen = new Set<LiveNode>();
  #hasClosed = false;
  /** Total length of all stored text, in characters. */
  #chars = 0;

  constructor(private readonly changed: (change: TreeChange) => void = () => undefined) {}

  /** Returns a node by ID. Undefined if the node was removed or dropped because of a limit. */
  node(id: number): LiveNode | undefined {
    return this.#nodes.get(id);
  }

  get size(): number {
    return this.#nodes.size;
  }

  apply(event: Recorded): void {
    if (event.kind === 'meta') {
      this.address = event.href;
      return;
    }
    if (event.kind === 'busy') return;
    if (event.kind === 'closed') {
      this.#hasClosed = true;
      return;
    }
    this.version++;
    if (event.kind === 'cut') {
      this.cut = true;
      return;
    }
    if (event.kind === 'page') this.#replace(event.node);
    else if (event.kind === 'mutation') this.#mutate(event.mutation);
    else if (event.kind === 'sheets') this.#adopt(event);
    else this.#note(event);
  }

  /** Text of the first `title` on the page. */
  get title(): string {
    const find = (node: LiveNode, depth: number): LiveNode | undefined => {
      if (node.tag === 'title') return node;
      if (depth === 3) return undefined;
      for (const child of node.children) {
        const found = find(child, depth + 1);
        if (found) return found;
      }
      return undefined;
    };
    const title = this.root && find(this.root, 0);
    return (title?.children.map(({ text }) => text).join('') ?? '').trim().slice(0, 300);
  }

  /** Lists the kinds of content that the mirror cannot show, such as `a canvas`. */
  get unseen(): readonly string[] {
    const found = new Set<string>();
    for (const node of this.#unseen) {
      if (this.#nodes.get(node.id) !== node) this.#unseen.delete(node);
      else if (node.tag === 'canvas') found.add('a canvas');
      else if (node.attributes.has('rr_src') && node.frame.length === 0) found.add('a frame from another site');
    }
    return [...found, ...(this.#hasClosed ? ['a closed shadow root'] : [])];
  }

  #replace(recorded: RecordedNode): void {
    this.#nodes.clear();
    this.#chars = 0;
    this.#sheets.clear();
    this.#unseen.clear();
    this.#hasClosed = false;
    this.cut = false;
    this.quirks = recorded.compatMode !== undefined && recorded.compatMode !== 'CSS1Compat';
    this.root = this.#make(recorded, undefined, 'children');
    this.changed({ type: 'page' });
  }

  #mutate({ texts, attributes, removes, adds }: RecordedMutation): void {
    for (const { id } of removes) this.#remove(id);
    this.#addAll(adds);
    for (const { id, value } of texts) this.#setText(id, value ?? '');
    for (const { id, attributes: given } of attributes) this.#setAttributes(id, given);
  }

  /** Adds nodes. Nodes that arrive before their parent or next sibling are added in a second pass. */
  #addAll(adds: RecordedMutation['adds']): void {
    const waiting = adds.filter((add) => !this.#add(add));
    for (const add of waiting) this.#add({ ...add, nextId: this.#nodes.has(add.nextId ?? 0) ? add.nextId : null });
  }

  #add({ parentId, nextId, node: recorded }: RecordedMutation['adds'][number]): boolean {
    const parent = this.#nodes.get(parentId);
    if (!parent || (nextId !== null && !this.#nodes.has(nextId))) return false;
    if (this.#nodes.has(recorded.id)) this.#remove(recorded.id);
    const place = recorded.isShadow ? 'shadow' : recorded.type === 0 ? 'frame' : 'children';
    if (place === 'frame') for (const old of [...parent.frame]) this.#remove(old.id);
    const node = this.#make(recorded, parent, place);
    if (!node) return true;
    const siblings = parent[place];
    const next = nextId === null ? -1 : siblings.findIndex(({ id }) => id === nextId);
    siblings.splice(next < 0 ? siblings.length : next, 0, node);
    this.changed({ type: 'add', node });
    return true;
  }

  /**
   * Creates a node with its subtree. Undefined for a node of an unneeded type, with an invalid ID or beyond the page's
   * limits.
   */
  #make(recorded: RecordedNode, parent: LiveNode | undefined, place: MirrorPlace): LiveNode | undefined {
    const kind = (['document', 'doctype', 'element', 'text'] as const)[recorded.type];
    if (!kind || !Number.isInteger(recorded.id) || recorded.id < 1) return undefined;
    const depth = (parent?.depth ?? 0) + 1;
    if (this.#nodes.size >= maxLiveNodes || depth > maxLiveDepth) {
      this.cut = true;
      return undefined;
    }
    const node: LiveNode = {
      ...{
        id: recorded.id,
        kind,
        tag: String(recorded.tagName ?? '').toLowerCase(),
        svg: recorded.isSVG === true,
        depth,
      },
      ...{ attributes: new Map(), text: this.#kept(String(recorded.textContent ?? '')), parent, place, sheets: [] },
      ...{ children: [], shadow: [], frame: [] },
    };
    for (const [name, value] of Object.entries(recorded.attributes ?? {})) this.#setAttribute(node, name, value);
    this.#nodes.set(node.id, node);
    if (node.tag === 'canvas' || node.tag === 'iframe') this.#unseen.add(node);
    for (const child of recorded.childNodes ?? []) {
      const childPlace = child.isShadow ? 'shadow' : 'children';
      const made = this.#make(child, node, childPlace);
      if (made) node[childPlace].push(made);
    }
    this.#spreadSheet(node);
    return node;
  }

  #remove(id: number): void {
    const node = this.#nodes.get(id);
    if (!node?.parent) return;
    const siblings = node.parent[node.place];
    const at = siblings.indexOf(node);
    if (at >= 0) siblings.splice(at, 1);
    this.changed({ type: 'remove', node });
    this.#forget(node);
  }

  #forget(node: LiveNode): void {
    this.#nodes.delete(node.id);
    this.#chars -= node.text.length;
    for (const value of node.attributes.values()) this.#chars -= value.length;
    for (const part of [node.children, node.shadow, node.frame]) for (const child of part) this.#forget(child);
  }

  #setText(id: number, text: string): void {
    const node = this.#nodes.get(id);
    if (!node) return;
    node.text = this.#kept(text, node.text);
    this.changed({ type: 'text', node });
  }

  #setAttributes(id: number, given: Readonly<Record<string, unknown>>): void {
    const node = this.#nodes.get(id);
    if (node?.kind !== 'element') return;
    for (const [name, value] of Object.entries(given)) this.#setAttribute(node, name, value);
    this.#spreadSheet(node);
    this.changed({ type: 'attributes', node, names: Object.keys(given) });
  }

  #adopt({ id, styleIds, sheets }: Extract<Recorded, { kind: 'sheets' }>): void {
    for (const { styleId, rules } of sheets) {
      const text = rules.map(({ rule }) => rule).join('\n');
      this.#sheets.set(styleId, this.#kept(text, this.#sheets.get(styleId)));
    }
    const node = this.#nodes.get(id);
    if (!node) return;
    node.sheets = styleIds.map((styleId) => this.#sheets.get(styleId) ?? '');
    this.changed({ type: 'attributes', node, names: [] });
  }

  #note(event: Extract<Recorded, { kind: 'scroll' | 'value' }>): void {
    const node = this.#nodes.get(event.id);
    if (!node) return;
    if (event.kind === 'scroll') this.changed({ type: 'scroll', node, x: event.x, y: event.y });
    else {
      this.#setAttribute(node, 'value', event.text);
      this.changed({ type: 'value', node, checked: event.checked });
    }
  }

  /** Returns `text`, or an empty string if replacing `before` with `text` would exceed the page's limit. */
  #kept(text: string, before = ''): string {
    const isTooMuch = this.#chars + text.length - before.length > maxLiveChars && text.length > 0;
    if (isTooMuch) this.cut = true;
    const kept = isTooMuch ? '' : text;
    this.#chars += kept.length - before.length;
    return kept;
  }

  #setAttribute({ attributes }: LiveNode, name: string, value: unknown): void {
    const before = attributes.get(name);
    if (value === null || value === false || value === undefined || typeof value === 'object') {
      this.#kept('', before);
      attributes.delete(name);
    } else attributes.set(name, this.#kept(value === true ? '' : String(value), before));
  }

  /**
   * Distributes the text of a `style` element among its text nodes, because the recorder sends it as a single string.
   */
  #spreadSheet(node: LiveNode): void {
    const sheet = node.attributes.get('_cssText');
    if (node.tag !== 'style' || sheet === undefined || node.children.length === 0) return;
    this.#setAttribute(node, '_cssText', null);
    const parts = sheet.split(sheetPart);
    node.children.forEach((child, index) => {
      child.text = this.#kept(parts[index] ?? '', child.text);
    });
  }
}
