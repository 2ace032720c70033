import { keyOf } from '../../common/url-identity';
import type { FrontierTask, NewTask } from '../../ports/jobs/frontier';
import type { RedirectOutcome } from '../../ports/jobs/job-rules';

/** Rules of data jobs that determine which URLs count as the same page. */
export const pageIdentity = { ignoreQueryParameters: false, deduplicateSimilarURLs: true } as const;

/** Returns the task for a URL. */
export const pageTask = (url: string, depth: number, data: NewTask['data'] = {}): NewTask => ({
  url,
  key: keyOf(url, pageIdentity) ?? url,
  depth,
  data,
});

/** Handles a redirect in a data job. The final URL also counts as read. */
export function landed({ key }: FrontierTask, finalUrl: string): RedirectOutcome {
  const final = keyOf(finalUrl, pageIdentity) ?? finalUrl;
  return { kind: 'fine', keys: final === key ? [] : [final] };
}
