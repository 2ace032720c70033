import type { PageElement, TabPicture } from '../../live-tab';
import type { View } from '../emulation';
import type { PageSlot } from '../page-slot';
import { within } from '../until-aborted';
import type { TabNodes } from './tab-nodes';

/** A picture that nobody says is shown holds the next one up no longer than this. */
const shownMs = 2000;

/** The page as the browser paints it, picture by picture, and what is at a place of it. */
export class TabPictures {
  private take: ((picture: TabPicture) => Promise<void>) | undefined;

  constructor(
    private readonly slot: PageSlot,
    private view: View,
    private readonly nodes: TabNodes,
  ) {
    slot.client.on('Page.screencastFrame', ({ data, sessionId }) => void this.pass(data, sessionId));
  }

  /** Sends pictures to `take` from now on, each once the last one is shown; none without it. */
  async send(take: ((picture: TabPicture) => Promise<void>) | undefined): Promise<void> {
    this.take = take;
    const { client } = this.slot;
    if (!take) return void (await client.send('Page.stopScreencast'));
    const { width: maxWidth, height: maxHeight } = this.view;
    await client.send('Page.startScreencast', { format: 'jpeg', quality: 70, maxWidth, maxHeight });
  }

  /** Paints at another size from now on. */
  async resize(view: View): Promise<void> {
    this.view = view;
    if (this.take) await this.send(this.take);
  }

  /** The element at a place of the view; undefined where none can be told. */
  async elementAt(x: number, y: number): Promise<PageElement | undefined> {
    const { client } = this.slot;
    try {
      // The browser counts from the top of the document, not of the view.
      const { cssVisualViewport: view } = await client.send('Page.getLayoutMetrics');
      const { backendNodeId } = await client.send('DOM.getNodeForLocation', {
        x: Math.round(x + view.pageX),
        y: Math.round(y + view.pageY),
        ...{ includeUserAgentShadowDOM: false, ignorePointerEventsNone: true },
      });
      return await this.nodes.describe(backendNodeId);
    } catch {
      // A frame of another site, or a page that moves on, has no element to tell.
      return undefined;
    }
  }

  private async pass(data: string, sessionId: number): Promise<void> {
    const { width, height } = this.view;
    if (this.take) await within(this.take({ data, size: [width, height] }), shownMs);
    await this.slot.client.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  }
}
