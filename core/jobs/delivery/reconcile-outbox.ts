import type { JobStore } from '../../ports/jobs/job-store';
import type { WebhookPublisher } from './webhook-publisher';

const page = 200;

/** Adds missing events of all stored jobs to the outbox, starting with the newest jobs. */
export async function reconcileOutbox(
  jobs: JobStore,
  notices: Pick<WebhookPublisher, 'reconcile'>,
  signal: AbortSignal,
): Promise<void> {
  let before: string | undefined;
  while (!signal.aborted) {
    const listed = await jobs.list({ limit: page, before });
    for (const { job } of listed) {
      if (signal.aborted) return;
      await notices.reconcile(job);
    }
    before = listed.at(-1)?.job.id;
    if (listed.length < page) return;
  }
}
