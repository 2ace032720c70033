import type { Hooks } from '../hooks';
import type { JobNotices } from './job-notices';

/** Lets webhooks and sinks hear of jobs that open and close; pages are told where their results are stored. */
export function tellWebhooks(hooks: Hooks, notices: JobNotices): void {
  hooks.jobOpened.tapPromise('webhooks', (job) => notices.opened(job));
  hooks.jobClosed.tapPromise('webhooks', (job) => notices.closed(job));
}
