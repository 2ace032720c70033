import type { Result } from '../../common/model';
import type { FrontierTask, NewTask } from '../../ports/jobs/frontier';
import { pageTask } from './page-task';

/** Returns the task for a URL from the caller. A trailing `/*` marks the start page of a site. */
export const startTask = (url: string): NewTask =>
  url.endsWith('/*') ? pageTask(url.slice(0, -1), 0, { isSite: true }) : pageTask(url, 0);

/** If a site's start page is missing, returns a task for its URL without the trailing slash. */
export function withoutSlash({ url, data }: FrontierTask, { page }: Result): NewTask | undefined {
  const isMissing = page.statusCode === 404 || page.statusCode === 410;
  const { pathname } = new URL(url);
  if (data?.isSite !== true || !isMissing || pathname === '/' || !url.endsWith('/')) return undefined;
  // The key is set explicitly, because the default key is the same with and without the trailing slash.
  const plain = url.slice(0, -1);
  return { ...pageTask(plain, 0, { isSite: true, site: url }), key: plain };
}
