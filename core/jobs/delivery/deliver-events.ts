import type { Log } from '../../common/log';
import type { Hooks } from '../../contract/hooks';
import type { JobStore } from '../../ports/jobs/job-store';
import type { OutboxDispatcher } from './outbox-dispatcher';
import { reconcileOutbox } from './reconcile-outbox';
import type { WebhookPublisher } from './webhook-publisher';

interface DeliveryParts {
  readonly dispatcher: OutboxDispatcher;
  readonly jobs: JobStore;
  readonly publisher: WebhookPublisher;
  readonly log: Log;
}

/**
 * Delivers events while the engine runs. On start, also adds the events that an earlier process failed to add to the
 * outbox.
 */
export function deliverEvents(hooks: Hooks, { dispatcher, jobs, publisher, log }: DeliveryParts): void {
  const ending = new AbortController();
  let catchingUp: Promise<void> = Promise.resolve();
  hooks.ready.tap('deliveries', () => {
    dispatcher.start();
    catchingUp = reconcileOutbox(jobs, publisher, ending.signal).catch((thrown: unknown) => {
      log.warn(`events left from an earlier run could not be read: ${String(thrown)}`);
    });
  });
  hooks.closing.tapPromise('deliveries', async () => {
    ending.abort();
    await Promise.all([dispatcher.stop(), catchingUp]);
  });
}
