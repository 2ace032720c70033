import type { Result } from '../../common/model';
import type { FrontierTask, NewTask } from '../../ports/jobs/frontier';
import { pageTask } from './page-task';

/** Returns the task of a URL that a caller gave; with a trailing `/*`, its page is the start of a site. */
export const startTask = (url: string): NewTask =>
  url.endsWith('/*') ? pageTask(url.slice(0, -1), 0, { isSite: true }) : pageTask(url, 0);

/** Returns the start page of a site without the slash of its wildcard, when the page with it is missing. */
export function withoutSlash({ url, data }: FrontierTask, { page }: Result): NewTask | undefined {
  const isMissing = page.statusCode === 404 || page.statusCode === 410;
  const { pathname } = new URL(url);
  if (data?.isSite !== true || !isMissing || pathname === '/' || !url.endsWith('/')) return undefined;
  // URLs that differ only in the slash have the same key.
  const plain = url.slice(0, -1);
  return { ...pageTask(plain, 0, { isSite: true, site: url }), key: plain };
}
