import type { Hooks } from '../../contract/hooks';
import type { JobStore } from '../../ports/jobs/job-store';
import type { WebhookPublisher } from './webhook-publisher';

/**
 * Publishes the start and end of jobs to webhooks and sinks. Page events are not published here, because they are
 * stored together with the results of the pages.
 */
export function publishJobEvents(hooks: Hooks, notices: WebhookPublisher, jobs: Pick<JobStore, 'get'>): void {
  hooks.event.tapPromise('webhooks', async ({ type, jobId, at, data }) => {
    const job = type.endsWith('.action') && jobId ? await jobs.get(jobId) : undefined;
    if (job) await notices.acted(job, String(data.step), at, data);
  });
  hooks.jobOpened.tapPromise('webhooks', (job) => notices.opened(job));
  hooks.jobClosed.tapPromise('webhooks', (job) => notices.closed(job));
}
