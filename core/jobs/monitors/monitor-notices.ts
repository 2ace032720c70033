import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { inject, injectable } from 'inversify';
import { AppError } from '../../common/errors';
import type { MonitorRequest } from '../../common/saved-job';
import { maskText } from '../../common/values/mask-secrets';
import { SettingsService } from '../../platform/settings/settings-service';
import { EventBus } from '../../ports/delivery/event-bus';
import { Outbox } from '../../ports/delivery/outbox';
import { noticeBody } from '../delivery/envelope';
import { noticeId } from '../delivery/notice-id';
import { OutboxDispatcher } from '../delivery/outbox-dispatcher';
import { WebhookTargets } from '../delivery/webhook-targets';

/** Notification of a monitor. */
export interface MonitorNotice {
  readonly type: 'monitor.changed' | 'monitor.failed' | 'monitor.missed';
  /** Name of the saved job. */
  readonly name: string;
  /** Id of the run's job; for a missed time, of the previous run. */
  readonly jobId: string;
  /** One sentence for the user. */
  readonly sentence: string;
  /** ISO time of the event. */
  readonly at: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Sends notifications of monitors to the desktop, a URL or a file. The last two use the outbox. */
@injectable()
export class MonitorNotices {
  constructor(
    @inject(EventBus) private readonly events: EventBus,
    @inject(Outbox) private readonly outbox: Outbox,
    @inject(OutboxDispatcher) private readonly dispatcher: Pick<OutboxDispatcher, 'wake'>,
    @inject(WebhookTargets) private readonly targets: WebhookTargets,
    @inject(SettingsService) private readonly settings: SettingsService,
  ) {}

  /** Throws BAD_REQUEST or PRIVATE_ADDRESS_BLOCKED for a URL that is unreachable or contains a secret. */
  assertAllowed({ webhook }: MonitorRequest['notify']): void {
    if (webhook === undefined) return;
    this.targets.assertAllowed({ url: webhook, headers: {}, metadata: {}, events: [] });
    if (maskText(webhook) === webhook) return;
    const sentence = 'The webhook contains a secret that would be stored unencrypted; use a sink in Settings instead.';
    throw new AppError('BAD_REQUEST', sentence);
  }

  /** Notifies every receiver of a monitor; without a monitor, only the desktop. */
  async tell(
    notice: MonitorNotice,
    { desktop, webhook, file }: MonitorRequest['notify'] = { desktop: true },
  ): Promise<void> {
    const { name: title, sentence: body } = notice;
    if (desktop) await this.events.emit('notice', undefined, { title, body });
    if (webhook !== undefined) {
      const { host, pathname } = new URL(webhook);
      await this.#send(notice, { sink: 'http', config: { url: webhook, headers: {} }, receiver: host + pathname });
    }
    if (file !== undefined) {
      const folder = join(this.settings.run.dataDir, 'monitors');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await this.#send(notice, { sink: 'file', config: { folder, name: file } });
    }
  }

  async #send(
    { type, name, jobId, sentence, at: timestamp, data }: MonitorNotice,
    target: { readonly sink: string; readonly config: Readonly<Record<string, unknown>>; readonly receiver?: string },
  ): Promise<void> {
    const id = noticeId(jobId, type, timestamp, target.sink);
    const success = type === 'monitor.changed';
    const content = { monitor: name, message: sentence, ...data };
    const error = success ? undefined : sentence;
    const body = noticeBody({ type, jobId, success, data: [content], metadata: {}, error, webhookId: id, timestamp });
    await this.outbox.add({ id, jobId, type, body, ...target });
    this.dispatcher.wake();
  }
}
