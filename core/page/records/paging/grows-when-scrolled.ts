import type { LiveTab } from '../../../net/engines/live-tab';

/** Maximum duration of the scroll test, in ms. */
const trialMs = 15_000;

/** Scrolls a page to the end of its list and back. Resolves to true if more records were loaded. */
export async function growsWhenScrolled(tab: Pick<LiveTab, 'perform'>, records: string): Promise<boolean> {
  const action = { type: 'loadMore', records, probe: true };
  const { javascriptReturns } = await tab.perform(action, AbortSignal.timeout(trialMs));
  return Number(javascriptReturns.at(-1)?.value) > 0;
}
