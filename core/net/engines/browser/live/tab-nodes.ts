import type { PageElement } from '../../live-tab';
import type { PageSlot } from '../page-slot';
import { recorderBinding } from './recorder-script';

/** In-page function that returns the offset of an element's document from the viewport of the page. */
export const frameOffset = `(element) => {
  let x = 0, y = 0;
  for (let frame = element.ownerDocument.defaultView.frameElement; frame; frame = frame.ownerDocument.defaultView.frameElement) {
    const outer = frame.getBoundingClientRect();
    x += outer.x + frame.clientLeft;
    y += outer.y + frame.clientTop;
  }
  return { x, y };
}`;

/**
 * In-page function that returns the box of a node, and the mirror ID of the node or its nearest ancestor in the mirror.
 * Runs in the recorder's world.
 */
const describe = `function () {
  const { mirror } = globalThis.rrwebRecord.record;
  let node = this;
  let isBeyond = false;
  while (node && (node.nodeType !== 1 || mirror.getId(node) < 1)) {
    isBeyond ||= !node.parentNode;
    node = node.parentNode ?? node.host ?? node.defaultView?.frameElement;
  }
  if (!node) return null;
  const own = this.nodeType === 1 ? this : this.parentElement ?? node;
  isBeyond ||= /^i?frame$/i.test(own.tagName);
  const { x, y, width, height } = own.getBoundingClientRect();
  const offset = (${frameOffset})(own);
  return { node: mirror.getId(node), isBeyond, box: { x: x + offset.x, y: y + offset.y, width, height } };
}`;

/** Maps mirror IDs to elements on the page and vice versa. */
export class TabNodes {
  private contextId: number | undefined;

  constructor(private readonly slot: PageSlot) {
    slot.client.on('Runtime.bindingCalled', ({ name, executionContextId }) => {
      if (name === recorderBinding) this.contextId = executionContextId;
    });
  }

  /**
   * Returns the box of a browser node, and the mirror ID of the node or its nearest ancestor in the mirror. Undefined
   * if the mirror contains neither the node nor any of its ancestors.
   */
  async describe(backendNodeId: number): Promise<PageElement | undefined> {
    const { client } = this.slot;
    const { object } = await client.send('DOM.resolveNode', { backendNodeId, executionContextId: this.contextId });
    const { result } = await client.send('Runtime.callFunctionOn', {
      ...{ objectId: object.objectId, functionDeclaration: describe, returnByValue: true },
    });
    return (result.value as PageElement | null) ?? undefined;
  }

  /** Returns the mirror ID of the first match for a selector in puppeteer's syntax. Undefined if no element matches. */
  async first(selector: string): Promise<number | undefined> {
    try {
      const handle = await this.slot.page.$(selector);
      if (!handle) return undefined;
      const found = await this.describe(await handle.backendNodeId());
      await handle.dispose();
      return found?.node;
    } catch {
      // The page is navigating, or the browser rejected the selector.
      return undefined;
    }
  }
}
