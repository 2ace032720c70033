import { keyOf } from '../../common/url-identity';
import type { FrontierTask, NewTask } from '../../ports/jobs/frontier';
import type { RedirectOutcome } from '../../ports/jobs/job-rules';

/** When two addresses are one page of a job that wants data. */
export const pageIdentity = { ignoreQueryParameters: false, deduplicateSimilarURLs: true } as const;

/** The task of an address. */
export const pageTask = (url: string, depth: number, data: NewTask['data'] = {}): NewTask => ({
  url,
  key: keyOf(url, pageIdentity) ?? url,
  depth,
  data,
});

/** What a redirect makes of a page of a job that wants data: the address it ended at counts as read, too. */
export function landed({ key }: FrontierTask, finalUrl: string): RedirectOutcome {
  const final = keyOf(finalUrl, pageIdentity) ?? finalUrl;
  return { kind: 'fine', keys: final === key ? [] : [final] };
}
