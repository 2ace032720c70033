/** Box in the viewport of the mirror's frame, in CSS pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Returns the viewport box of a node, even if the node is inside a frame. Undefined if the node has no layout. */
export function boxOf(node: Node, outermost: Document): Box | undefined {
  const { x, y, width, height } = rectOf(node);
  if (width === 0 && height === 0) return undefined;
  const place = { x, y, width, height };
  for (let { ownerDocument: document } = node; document && document !== outermost; ) {
    const frame: Element | null | undefined = document.defaultView?.frameElement;
    if (!frame) return undefined;
    const outer = frame.getBoundingClientRect();
    place.x += outer.x + frame.clientLeft;
    place.y += outer.y + frame.clientTop;
    document = frame.ownerDocument;
  }
  return place;
}

function rectOf(node: Node): DOMRect {
  if (node.nodeType === 1) return (node as Element).getBoundingClientRect();
  const range = (node.ownerDocument as Document).createRange();
  range.selectNode(node);
  return range.getBoundingClientRect();
}
