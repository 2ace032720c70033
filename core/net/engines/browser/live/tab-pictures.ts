import type { PageElement, TabPicture } from '../../live-tab';
import type { View } from '../emulation';
import type { PageSlot } from '../page-slot';
import { within } from '../until-aborted';
import type { TabNodes } from './tab-nodes';

/** Maximum time to wait until a frame is acknowledged, in ms. After that, the next frame is sent anyway. */
const shownMs = 2000;

/** Streams a screencast of the page, and finds the element at a point. */
export class TabPictures {
  private take: ((picture: TabPicture) => Promise<void>) | undefined;

  constructor(
    private readonly slot: PageSlot,
    private view: View,
    private readonly nodes: TabNodes,
  ) {
    slot.client.on('Page.screencastFrame', ({ data, sessionId }) => void this.pass(data, sessionId));
  }

  /**
   * Streams frames to `take`. Sends each frame after `take` has finished with the previous one. Stops streaming when
   * `take` is undefined.
   */
  async send(take: ((picture: TabPicture) => Promise<void>) | undefined): Promise<void> {
    this.take = take;
    const { client } = this.slot;
    if (!take) return void (await client.send('Page.stopScreencast'));
    const { width: maxWidth, height: maxHeight } = this.view;
    await client.send('Page.startScreencast', { format: 'jpeg', quality: 70, maxWidth, maxHeight });
  }

  async resize(view: View): Promise<void> {
    this.view = view;
    if (this.take) await this.send(this.take);
  }

  /** Returns the element at a point in the viewport. Undefined if the browser cannot determine it. */
  async elementAt(x: number, y: number): Promise<PageElement | undefined> {
    const { client } = this.slot;
    try {
      // The browser expects coordinates relative to the top of the document, not of the viewport.
      const { cssVisualViewport: view } = await client.send('Page.getLayoutMetrics');
      const { backendNodeId } = await client.send('DOM.getNodeForLocation', {
        x: Math.round(x + view.pageX),
        y: Math.round(y + view.pageY),
        ...{ includeUserAgentShadowDOM: false, ignorePointerEventsNone: true },
      });
      return await this.nodes.describe(backendNodeId);
    } catch {
      // The browser reports no element in cross-origin frames or during navigation.
      return undefined;
    }
  }

  private async pass(data: string, sessionId: number): Promise<void> {
    const { width, height } = this.view;
    if (this.take) await within(this.take({ data, size: [width, height] }), shownMs);
    await this.slot.client.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  }
}
