import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { inject, injectable } from 'inversify';
import { AppError } from '../../common/errors';
import type { WebhookSpec } from '../../common/job';
import type { monitorEvents } from '../../common/monitor';
import type { MonitorRequest } from '../../common/saved-job';
import { maskText } from '../../common/values/mask-secrets';
import { SettingsService } from '../../platform/settings/settings-service';
import { EventBus } from '../../ports/delivery/event-bus';
import { Outbox } from '../../ports/delivery/outbox';
import { noticeBody } from '../delivery/envelope';
import { noticeId } from '../delivery/notice-id';
import { OutboxDispatcher } from '../delivery/outbox-dispatcher';
import { WebhookTargets } from '../delivery/webhook-targets';

/** Notification from a monitor. */
export interface MonitorNotice {
  readonly type: 'monitor.changed' | 'monitor.warning' | 'monitor.failed' | 'monitor.missed';
  readonly name: string;
  /** ID of the run's job. For a missed run, the ID of the previous run's job. */
  readonly jobId: string;
  readonly sentence: string;
  /** ISO time of the event. */
  readonly at: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A check event, sent to webhooks. */
export interface CheckEvent {
  readonly type: (typeof monitorEvents)[number];
  readonly checkId: string;
  /** Distinguishes this event from other events of the same check. */
  readonly about: string;
  readonly success: boolean;
  readonly data: readonly unknown[];
  /** ISO time. */
  readonly at: string;
}

const noServer = 'No email server is set up; add the sink "email" with an SMTP server in Settings.';

/**
 * Sends monitor notifications to the desktop, a URL or a file, or by email. All except desktop notifications go through
 * the outbox.
 */
@injectable()
export class MonitorNotices {
  constructor(
    @inject(EventBus) private readonly events: EventBus,
    @inject(Outbox) private readonly outbox: Outbox,
    @inject(OutboxDispatcher) private readonly dispatcher: Pick<OutboxDispatcher, 'wake'>,
    @inject(WebhookTargets) private readonly targets: WebhookTargets,
    @inject(SettingsService) private readonly settings: SettingsService,
  ) {}

  /**
   * Checks the receivers of notifications. Throws BAD_REQUEST or PRIVATE_ADDRESS_BLOCKED for a forbidden URL. Throws
   * BAD_REQUEST for a URL that contains a secret, and for emails when no mail server is configured.
   */
  assertAllowed({ webhook, email }: Partial<MonitorRequest['notify']>): void {
    if (email && !this.#mailer()) throw new AppError('BAD_REQUEST', noServer);
    if (webhook === undefined) return;
    this.targets.assertAllowed({ url: webhook, headers: {}, metadata: {}, events: [] });
    if (maskText(webhook) === webhook) return;
    const sentence = 'The webhook contains a secret that would be stored unencrypted; use a sink in Settings instead.';
    throw new AppError('BAD_REQUEST', sentence);
  }

  /** Notifies every receiver of a monitor. Without a monitor, notifies only the desktop. */
  async notify(
    notice: MonitorNotice,
    { desktop, webhook, file, email }: MonitorRequest['notify'] = { desktop: true },
  ): Promise<void> {
    const { name: title, sentence: body } = notice;
    const isWarning = notice.type !== 'monitor.changed';
    if (desktop) await this.events.emit('notice', undefined, { title, body, ...(isWarning ? { isWarning } : {}) });
    if (webhook !== undefined) {
      const { host, pathname } = new URL(webhook);
      await this.#send(notice, { sink: 'http', config: { url: webhook, headers: {} }, receiver: host + pathname });
    }
    if (file !== undefined) {
      const folder = join(this.settings.run.dataDir, 'monitors');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await this.#send(notice, { sink: 'file', config: { folder, name: file } });
    }
    const mailer = email && this.#mailer();
    if (mailer) await this.#send(notice, { sink: 'email', config: mailer.config }, email);
  }

  /** Throws BAD_REQUEST or PRIVATE_ADDRESS_BLOCKED for a webhook that can never be called. */
  assertWebhook({ url, headers }: Pick<WebhookSpec, 'url' | 'headers'>): void {
    this.targets.assertAllowed({ url, headers, metadata: {}, events: [] });
  }

  /** Sends a check event to the monitor's webhook. */
  async sendEvent({ type, checkId, about, success, data, at }: CheckEvent, webhook: WebhookSpec): Promise<void> {
    const { url, headers, metadata } = webhook;
    const { host, pathname } = new URL(url);
    const id = noticeId(checkId, type, about, url);
    const body = noticeBody({ type, jobId: checkId, success, data, metadata, webhookId: id, timestamp: at });
    const receiver = host + pathname;
    await this.outbox.add({ id, jobId: checkId, type, sink: 'http', config: { url, headers }, receiver, body });
    this.dispatcher.wake();
  }

  /** Returns the SMTP server from Settings: the first sink that sends emails. */
  #mailer() {
    return this.settings.current.sinks.find(({ plugin }) => plugin === 'email');
  }

  async #send(
    { type, name, jobId, sentence, at: timestamp, data }: MonitorNotice,
    target: { readonly sink: string; readonly config: Readonly<Record<string, unknown>>; readonly receiver?: string },
    metadata: Readonly<Record<string, unknown>> = {},
  ): Promise<void> {
    const id = noticeId(jobId, type, timestamp, target.sink);
    const success = type === 'monitor.changed' || type === 'monitor.warning';
    const content = { monitor: name, message: sentence, ...data };
    const error = success ? undefined : sentence;
    const body = noticeBody({ type, jobId, success, data: [content], metadata, error, webhookId: id, timestamp });
    await this.outbox.add({ id, jobId, type, body, ...target });
    this.dispatcher.wake();
  }
}
