import { type Ref, ref, watch } from 'vue';
import type { LiveInput, LiveMessage } from '../../../core/common/live';
import { MirrorDocument } from '../../mirror/mirror-document';
import { type LiveMode, MirrorInput } from '../../mirror/mirror-input';
import { type Outline, OutlineLayer } from '../../mirror/outline-layer';
import { type Box, boxOf } from '../../mirror/place-of';
import { coveredContent } from '../../mirror/shown-content';

/** Callbacks for a live page's mirror. */
export interface MirrorListener {
  readonly mode: () => LiveMode;
  readonly outlines: () => readonly Outline[];
  hover(id: number | undefined): void;
  pick(id: number, how: { readonly alt: boolean }): void;
  leave(): void;
}

type PageMessage = Extract<LiveMessage, { type: 'page' }>;
type PageChanges = Extract<LiveMessage, { type: 'changes' }>['changes'];

/** Mirror of a live page in a frame, with functions that draw the page, outline elements and handle input. */
export function useMirror(
  frame: Ref<HTMLIFrameElement | undefined>,
  listener: MirrorListener,
  send: (input: LiveInput) => void,
) {
  /** Increases whenever elements may have moved. */
  const moves = ref(0);
  let parts: (MirrorParts & { readonly input: MirrorInput }) | undefined;

  /** Draws a page from scratch. Calls `begun` once the frame is ready for the page's nodes. */
  async function draw({ document: address, nodes }: PageMessage, begun: () => void): Promise<void> {
    const element = frame.value;
    if (!element) return;
    if (element.getAttribute('src') !== address || !parts) parts = await emptyMirror(element, address);
    if (!parts) return;
    parts.input.reset();
    begun();
    await parts.mirror.show(nodes);
  }

  /** Loads an empty document into the frame, then attaches the mirror, outlines and input handling. */
  async function emptyMirror(element: HTMLIFrameElement, address: string): Promise<typeof parts> {
    const loaded = new Promise((resolve) => element.addEventListener('load', resolve, { once: true }));
    element.src = address;
    await loaded;
    if (!element.contentDocument) return undefined;
    const mirror = new MirrorDocument(element.contentDocument, (inner) => input.watch(inner));
    const layer = new OutlineLayer(mirror.document, (id) => mirror.nodeOf(id));
    layer.set(listener.outlines());
    const input: MirrorInput = new MirrorInput(mirror, {
      mode: listener.mode,
      hover: (node) => {
        layer.hover(node);
        listener.hover(node && mirror.idOf(node));
      },
      pick: listener.pick,
      input: send,
      moved: redrawOutlines,
      leave: listener.leave,
    });
    mirror.document.defaultView?.addEventListener('resize', redrawOutlines);
    return { mirror, layer, input };
  }

  /** Redraws the outlines at the current positions of their elements. */
  function redrawOutlines(): void {
    parts?.layer.soon();
    moves.value++;
  }
  watch(listener.outlines, (outlines) => parts?.layer.set(outlines));
  return {
    draw,
    /** Applies changes to the drawn page. */
    apply: (changes: PageChanges): void => parts?.mirror.apply(changes),
    redrawOutlines,
    elements: { moves, ...elementsOf(() => parts) },
  };
}

/** Parts of a mirror that has been drawn. */
interface MirrorParts {
  readonly mirror: MirrorDocument;
  readonly layer: OutlineLayer;
}

/** Functions that take the ID of an element in the mirror. */
function elementsOf(parts: () => MirrorParts | undefined) {
  const nodeOf = (id: number | undefined): Node | undefined =>
    id === undefined ? undefined : parts()?.mirror.nodeOf(id);
  return {
    nodeOf,
    /**
     * Returns the ID of the nearest element that is in the given set. The search starts with the element itself and
     * continues with its ancestors.
     */
    closest(id: number | undefined, among: ReadonlySet<number>): number | undefined {
      for (let node = nodeOf(id); node; node = outerOf(node)) {
        const own = parts()?.mirror.idOf(node);
        if (own !== undefined && among.has(own)) return own;
      }
      return undefined;
    },
    /** Highlights an element and scrolls it into view. `undefined` removes the highlight. */
    glow(id: number | undefined): void {
      const node = nodeOf(id);
      const element = node?.nodeType === 1 ? (node as Element) : node?.parentElement;
      element?.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
      parts()?.layer.glow(node);
    },
    /** Returns the box of an element in the frame's viewport, before scaling. */
    boxOf(id: number): Box | undefined {
      const [node, drawn] = [nodeOf(id), parts()];
      return node && drawn ? boxOf(node, drawn.mirror.document) : undefined;
    },
    /** Returns how much content a box in the frame's viewport covers. The box belongs to the record with the element `id`. */
    coveredIn(box: Box, id: number): number {
      const [node, drawn] = [nodeOf(id), parts()];
      return node && drawn ? coveredContent(drawn.mirror.document, box, node) : 0;
    },
  };
}

/** Returns the parent of a node. Also crosses the boundaries of shadow roots and frames. */
const outerOf = (node: Node): Node | undefined =>
  node.parentNode ?? (node as ShadowRoot).host ?? (node as Document).defaultView?.frameElement ?? undefined;
