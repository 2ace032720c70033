import { type Box, boxOf } from './place-of';

/** Role of an outlined element. */
export type OutlineKind = 'hover' | 'glow' | 'record' | 'field' | 'next' | 'wrong';

/** Outline around an element on the page. */
export interface Outline {
  /** ID of the element in the mirror. */
  readonly id: number;
  readonly kind: OutlineKind;
  /** Label shown at the corner of the outline. */
  readonly label?: string;
}

const css = `
  /* The light line around the border makes outlines visible on dark pages. */
  .box { position: absolute; box-sizing: border-box; border-radius: 3px; outline: 1px solid rgb(255 255 255 / 60%); }
  /* Drawn around the element, because the text of a value often begins at its edge. */
  .hover, .field, .next { box-sizing: content-box; margin: -4px 0 0 -4px; padding: 2px; }
  .hover { border: 2px solid #2563eb; background: rgb(37 99 235 / 10%); }
  .record { border: 2px solid #0f766e; background: rgb(15 118 110 / 7%); }
  .field { border: 2px solid #b45309; background: rgb(180 83 9 / 6%); }
  .next { border: 2px dashed #7c3aed; background: rgb(124 58 237 / 8%); }
  .wrong { border: 2px dashed #b91c1c; background: rgb(185 28 28 / 8%); }
  .glow { border: 3px solid #d97706; background: rgb(245 158 11 / 28%); box-shadow: 0 0 0 6px rgb(245 158 11 / 30%); }
  .large { background: none; box-shadow: none; }
  .label { position: absolute; top: 0; left: 0; max-width: 100%; overflow: hidden; padding: 0 5px; border-radius: 2px; background: #1f2937; color: #fff; font: 11px/16px system-ui, sans-serif; white-space: nowrap; text-overflow: ellipsis; }
`;
/** Margin around the viewport, in CSS pixels. Outlines beyond it are not drawn. */
const margin = 200;
/**
 * Maximum share of the viewport that a tinted element can cover. Larger elements are not tinted, because the tint would
 * hide the page. The limit is higher for records than for the element under the pointer.
 */
const maxTinted = { hovered: 0.4, outlined: 0.9 } as const;

/** Draws outlines over a page, in an element that the page's styles cannot reach. */
export class OutlineLayer {
  readonly #host: HTMLElement;
  readonly #layer: HTMLElement;
  /** Contains the outlines of the hovered element and the highlighted element. */
  readonly #over: HTMLElement;
  #outlines: readonly Outline[] = [];
  #hover: Node | undefined;
  #glowing: Node | undefined;
  #drawing = 0;

  constructor(
    private readonly document: Document,
    private readonly nodeOf: (id: number) => Node | undefined,
  ) {
    this.#host = document.createElement('div');
    // Puts the outlines in a separate layer, so that they can change without repainting the page.
    this.#host.setAttribute(
      'style',
      'all: initial !important; position: fixed !important; inset: 0 !important; z-index: 2147483647 !important; pointer-events: none !important; overflow: hidden !important; will-change: transform !important;',
    );
    this.#host.setAttribute('aria-hidden', 'true');
    const root = this.#host.attachShadow({ mode: 'closed' });
    const style = document.createElement('style');
    style.textContent = css;
    this.#layer = document.createElement('div');
    this.#over = document.createElement('div');
    root.append(style, this.#layer, this.#over);
  }

  /** Replaces the outlines. */
  set(outlines: readonly Outline[]): void {
    this.#outlines = outlines;
    this.soon();
  }

  /** Outlines the element under the pointer immediately. `undefined` removes the outline. */
  hover(node: Node | undefined): void {
    this.#hover = node;
    this.#drawOver();
  }

  /** Highlights an element. `undefined` removes the highlight. */
  glow(node: Node | undefined): void {
    this.#glowing = node;
    this.#drawOver();
  }

  /** Redraws the outlines in the next animation frame. Called when the page has been scrolled or changed. */
  soon(): void {
    this.#drawing ||= requestAnimationFrame(() => this.draw());
  }

  /** Redraws immediately. */
  draw(): void {
    cancelAnimationFrame(this.#drawing);
    this.#drawing = 0;
    const root = this.document.documentElement;
    if (!root) return;
    if (this.#host.parentNode !== root || this.#host.nextSibling) root.append(this.#host);
    this.#layer.replaceChildren(...this.#boxes(this.#outlines));
    this.#drawOver();
  }

  /** Draws the outlines of the hovered element and the highlighted element. Leaves all other outlines unchanged. */
  #drawOver(): void {
    // After the page has been replaced, all outlines must be redrawn.
    if (this.#host.parentNode !== this.document.documentElement) {
      this.draw();
      return;
    }
    const places = [['glow', this.#glowing] as const, ['hover', this.#hover] as const];
    const near = this.#viewport();
    this.#over.replaceChildren(
      ...places.flatMap(([kind, node]) => {
        const place = node && boxOf(node, this.document);
        return place && near(place) ? this.#box(place, kind) : [];
      }),
    );
  }

  /**
   * Returns the boxes of outlines near the viewport. Does not measure elements inside records that are far from the
   * viewport.
   */
  #boxes(outlines: readonly Outline[]): HTMLElement[] {
    const near = this.#viewport();
    const far = new Set<Node>();
    return outlines.flatMap(({ id, kind, label }) => {
      const node = this.nodeOf(id);
      const place = node && !isInside(node, far) ? boxOf(node, this.document) : undefined;
      if (place && near(place)) return this.#box(place, kind, label);
      // Does not add records without a height, because their content may be displayed elsewhere.
      if (place && kind === 'record' && place.height > 0) far.add(node as Node);
      return [];
    });
  }

  #box(place: Box, kind: OutlineKind, label?: string): HTMLElement {
    const box = this.document.createElement('div');
    box.className = `box ${kind}${this.#isLarge(place, kind) ? ' large' : ''}`;
    box.style.cssText = `left:${place.x}px;top:${place.y}px;width:${place.width}px;height:${place.height}px`;
    if (label) {
      const text = this.document.createElement('span');
      text.className = 'label';
      text.textContent = label;
      box.append(text);
    }
    return box;
  }

  /** True if the visible part of a box takes up so much of the viewport that it is not tinted. */
  #isLarge({ x, y, width, height }: Box, kind: OutlineKind): boolean {
    const { innerWidth, innerHeight } = this.document.defaultView ?? window;
    const across = Math.min(innerWidth, x + width) - Math.max(0, x);
    const down = Math.min(innerHeight, y + height) - Math.max(0, y);
    const share = maxTinted[kind === 'hover' || kind === 'glow' ? 'hovered' : 'outlined'];
    return across > 0 && down > 0 && across * down > share * innerWidth * innerHeight;
  }

  /** Returns a function that checks whether a box is in or near the viewport. */
  #viewport(): (box: Box) => boolean {
    const { innerWidth, innerHeight } = this.document.defaultView ?? window;
    return ({ x, y, width, height }) =>
      x < innerWidth + margin && y < innerHeight + margin && x + width > -margin && y + height > -margin;
  }
}

/**
 * True if a node is inside one of the given elements. A cell that spans several rows is not considered inside its row,
 * because it extends beyond the row.
 */
function isInside(node: Node, outer: ReadonlySet<Node>): boolean {
  if (outer.size === 0) return false;
  for (let at: Node | null = node; at; at = at.parentNode) {
    if (outer.has(at)) return true;
    if ('rowSpan' in at && Number(at.rowSpan) > 1) return false;
  }
  return false;
}
