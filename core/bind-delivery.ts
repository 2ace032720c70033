import type { Container } from 'inversify';
import { systemClock } from './common/concurrency/clock';
import { Log } from './common/log';
import type { Hooks } from './contract/hooks';
import { OutboxDispatcher } from './jobs/delivery/outbox-dispatcher';
import { reconcileOutbox } from './jobs/delivery/reconcile-outbox';
import { Sinks } from './jobs/delivery/sinks';
import { WebhookPublisher } from './jobs/delivery/webhook-publisher';
import { KeptWebhookSecret, WebhookSecret } from './jobs/delivery/webhook-secret';
import { WebhookTargets } from './jobs/delivery/webhook-targets';
import { WebhookTest } from './jobs/delivery/webhook-test';
import { PrivateFiles } from './platform/secrets/private-files';
import { SettingsService } from './platform/settings/settings-service';
import { EventBus } from './ports/delivery/event-bus';
import { Outbox } from './ports/delivery/outbox';
import { JobStore } from './ports/jobs/job-store';

/** Binds what takes events from jobs to receivers. */
export function bindDelivery(container: Container): void {
  container.bind(WebhookTargets).toSelf();
  container.bind(WebhookPublisher).toSelf();
  container.bind(Sinks).toSelf();
  container.bind(WebhookTest).toSelf();
  container.bind<WebhookSecret>(WebhookSecret).toDynamicValue(() => {
    const { webhookSecret: given } = container.get(SettingsService).run;
    return new KeptWebhookSecret({ files: container.get<PrivateFiles>(PrivateFiles), given, clock: systemClock });
  });
  container.bind(OutboxDispatcher).toDynamicValue(
    () =>
      new OutboxDispatcher({
        outbox: container.get<Outbox>(Outbox),
        jobs: container.get<JobStore>(JobStore),
        sinks: container.get(Sinks),
        secret: container.get<WebhookSecret>(WebhookSecret),
        events: container.get(EventBus),
        log: container.get<Log>(Log),
        clock: systemClock,
      }),
  );
}

/** Delivers while the engine runs, and first makes up for what an earlier run did not come to. */
export function tapDelivery(hooks: Hooks, container: Container): void {
  const dispatcher = container.get(OutboxDispatcher);
  const ending = new AbortController();
  let catchingUp: Promise<void> = Promise.resolve();
  hooks.ready.tap('deliveries', () => {
    dispatcher.start();
    const caughtUp = reconcileOutbox(container.get<JobStore>(JobStore), container.get(WebhookPublisher), ending.signal);
    catchingUp = caughtUp.catch((thrown: unknown) => {
      container.get<Log>(Log).warn(`events of an earlier run could not be looked for: ${String(thrown)}`);
    });
  });
  hooks.closing.tapPromise('deliveries', async () => {
    ending.abort();
    await Promise.all([dispatcher.stop(), catchingUp]);
  });
}
