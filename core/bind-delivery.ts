import type { Container } from 'inversify';
import { systemClock } from './common/concurrency/clock';
import { Log } from './common/log';
import { OutboxDispatcher } from './jobs/delivery/outbox-dispatcher';
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
