import { type Ref, watch } from 'vue';
import type { LiveInput, LiveMessage } from '../../../core/common/live';
import { MirrorDocument } from '../../mirror/mirror-document';
import { type LiveMode, MirrorInput } from '../../mirror/mirror-input';
import { type Outline, OutlineLayer } from '../../mirror/outline-layer';

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

/** Mirror of a live page in a frame. Handles drawing, outlines, pointing and input. */
export function useMirror(
  frame: Ref<HTMLIFrameElement | undefined>,
  listener: MirrorListener,
  send: (input: LiveInput) => void,
) {
  let parts: { mirror: MirrorDocument; layer: OutlineLayer; input: MirrorInput } | undefined;

  /** Redraws a page from scratch; calls `begun` once the frame is ready for its nodes. */
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
      moved: () => layer.soon(),
      leave: listener.leave,
    });
    mirror.document.defaultView?.addEventListener('resize', () => layer.soon());
    return { mirror, layer, input };
  }

  watch(listener.outlines, (outlines) => parts?.layer.set(outlines));
  return {
    draw,
    /** Applies changes to the drawn page. */
    apply: (changes: PageChanges): void => parts?.mirror.apply(changes),
    /** Redraws the outlines at the current positions of their elements. */
    redrawOutlines: (): void => parts?.layer.soon(),
  };
}
