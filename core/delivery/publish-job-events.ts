import type { Hooks } from '../hooks';
import type { WebhookPublisher } from './webhook-publisher';

/** Lets webhooks and sinks hear of jobs that open and close; pages are told where their results are stored. */
export function publishJobEvents(hooks: Hooks, notices: WebhookPublisher): void {
  hooks.jobOpened.tapPromise('webhooks', (job) => notices.opened(job));
  hooks.jobClosed.tapPromise('webhooks', (job) => notices.closed(job));
}
