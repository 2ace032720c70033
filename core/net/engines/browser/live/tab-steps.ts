import type { ActionRequest, ActionResults } from '../../../../common/model';
import type { TabField, TabPicture, TabScroll } from '../../live-tab';
import { describeField } from '../focused-field';
import type { PuppeteerPage } from '../live-page';
import type { PageSlot } from '../page-slot';
import { waitUntilSettled } from '../render-page';
import { type ActionLookup, runActions } from '../run-actions';

/** Maximum time to wait for a page to settle before a screenshot is taken, in ms. */
const settleMs = 1500;
/** Width of a thumbnail, in pixels. */
const pictureWidth = 480;

const reportScroll = (node: number | undefined): string => `(() => {
  const at = ${node === undefined ? 'document.scrollingElement ?? document.documentElement' : `globalThis.rrwebRecord.record.mirror.getNode(${node})`};
  if (!at?.isConnected) return null;
  return { y: at.scrollTop, view: ${node === undefined ? 'innerHeight' : 'at.clientHeight'}, whole: at.scrollHeight };
})()`;

/** Performs recorded steps in a page. For a recording, reads fields and scroll positions and takes screenshots. */
export class TabSteps {
  constructor(
    private readonly slot: PageSlot,
    private readonly live: PuppeteerPage,
    private readonly action: ActionLookup,
  ) {}

  async field(node: number | undefined): Promise<TabField | undefined> {
    return (await this.slot.watch.evaluate<TabField | null>(describeField(node))) ?? undefined;
  }

  async scrolled(node: number | undefined): Promise<TabScroll | undefined> {
    return (await this.slot.watch.evaluate<TabScroll | null>(reportScroll(node))) ?? undefined;
  }

  perform(action: ActionRequest, signal: AbortSignal): Promise<ActionResults> {
    return runActions(this.live, [action], this.action, signal);
  }

  async picture(): Promise<TabPicture> {
    const { slot } = this;
    await waitUntilSettled(slot, performance.now() + settleMs + 500, { maxMs: settleMs }).catch(() => undefined);
    const { cssVisualViewport: view } = await slot.client.send('Page.getLayoutMetrics');
    const { clientWidth: width, clientHeight: height } = view;
    const scale = Math.min(1, pictureWidth / width);
    const { data } = await slot.client.send('Page.captureScreenshot', {
      ...{ format: 'jpeg', quality: 60, optimizeForSpeed: true },
      clip: { x: view.pageX, y: view.pageY, width, height, scale },
    });
    return { data, size: [Math.round(width * scale), Math.round(height * scale)] };
  }
}
