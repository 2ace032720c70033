import { inject, injectable } from 'inversify';
import type { Job } from '../../common/job';
import { isFinal } from '../../common/job';
import { Log } from '../../common/log';
import type { Result } from '../../common/model';
import { newId } from '../../common/values/ids';
import { SettingsService } from '../../platform/settings/settings-service';
import { type NewDelivery, Outbox } from '../../ports/delivery/outbox';
import { JobKinds } from '../../ports/jobs/job-kinds';
import { noticeBody } from './envelope';
import { noticeId } from './notice-id';
import { OutboxDispatcher } from './outbox-dispatcher';

/** Destination of a job's events. */
interface Target {
  readonly sink: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly receiver?: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Returns the `webhookId` for an event. For the caller's webhook, it is the event ID itself. */
  readonly idOf: (eventId: string) => string;
}

/** An event whose receivers are not yet known. */
interface Happening {
  readonly type: string;
  readonly eventId: string;
  readonly timestamp: string;
  readonly data: readonly unknown[];
  readonly error?: string;
}

/**
 * Adds job events to the outbox for the caller's webhook and the configured sinks. A page event is stored in the same
 * transaction as the page's result. A start or end event has the same ID and bytes whenever it is added again. If an
 * event cannot be added, the job does not fail, and `reconcile` adds the event later.
 */
@injectable()
export class WebhookPublisher {
  /** IDs of jobs whose events are missing from the outbox. */
  readonly #behind = new Set<string>();

  constructor(
    @inject(Outbox) private readonly outbox: Outbox,
    @inject(SettingsService) private readonly settings: SettingsService,
    @inject(OutboxDispatcher) private readonly dispatcher: Pick<OutboxDispatcher, 'wake'>,
    @inject(Log) private readonly log: Log,
    @inject(JobKinds) private readonly kinds: Pick<JobKinds, 'eventsOf'>,
  ) {}

  /**
   * Returns the deliveries for a page, to be stored with its result. Empty when no receiver subscribes to page events.
   */
  pageDeliveries(job: Job, { document, finishedAt }: Result): readonly NewDelivery[] {
    const targets = this.#targets(job, 'page');
    if (targets.length === 0) return [];
    const happening = { type: this.#nameOf(job, 'page'), eventId: newId(), timestamp: finishedAt, data: [document] };
    return targets.map((target) => deliveryOf(job, target, happening));
  }

  /** Wakes the dispatcher after another component has stored deliveries. */
  stored(): void {
    this.dispatcher.wake();
  }

  /** Publishes the start of a job after the job was stored. */
  async opened(job: Job): Promise<void> {
    await this.#safely(job, () => this.#opened(job, this.#targets(job, 'started')));
  }

  /** Publishes an event from a running job. `name` distinguishes the event from other events of the same job. */
  async acted(job: Job, name: string, timestamp: string, data: Readonly<Record<string, unknown>>): Promise<void> {
    const eventId = noticeId(job.id, `action ${name}`);
    const happening = { type: this.#nameOf(job, 'action'), eventId, timestamp, data: [data] };
    await this.#safely(job, () => this.#add(job, this.#targets(job, 'action'), happening));
  }

  /** Publishes the end of a job after its final state was stored. */
  async closed(job: Job): Promise<void> {
    await this.#safely(job, async () => {
      if (this.#behind.delete(job.id)) await this.#opened(job, this.#targets(job, 'started'));
      await this.#closed(job, this.#targets(job, this.#closingEvent(job)));
    });
  }

  /**
   * Adds missing events of a job to the outbox. Called after a restart for every stored job. A finished job notifies
   * only its own webhook, because sinks may have been configured after it ended.
   */
  async reconcile(job: Job): Promise<void> {
    const ended = isFinal(job.state);
    const to = (event: string) => (ended ? this.#webhookTargets(job, event) : this.#targets(job, event));
    const closing = this.#closingEvent(job);
    await this.#safely(job, async () => {
      const [last] = ended ? to(closing) : [];
      if (last && (await this.outbox.get(last.idOf(noticeId(job.id, closing))))) return;
      await this.#opened(job, to('started'));
      if (ended) await this.#closed(job, to(closing));
    });
  }

  async #opened(job: Job, targets: readonly Target[]): Promise<void> {
    await this.#add(job, targets, { ...this.#event(job, 'started'), timestamp: job.createdAt, data: [] });
  }

  async #closed(job: Job, targets: readonly Target[]): Promise<void> {
    const event = this.#closingEvent(job);
    const error = event === 'completed' ? undefined : (job.error ?? `The job was ${job.state}.`);
    const timestamp = job.finishedAt ?? job.createdAt;
    const data = this.kinds.eventsOf(job.kind)?.closing?.(job) ?? [];
    await this.#add(job, targets, { ...this.#event(job, event), timestamp, data, error });
  }

  #event(job: Job, event: string): Pick<Happening, 'type' | 'eventId'> {
    return { type: this.#nameOf(job, event), eventId: noticeId(job.id, event) };
  }

  async #add(job: Job, targets: readonly Target[], happening: Happening): Promise<void> {
    for (const target of targets) await this.outbox.add(deliveryOf(job, target, happening));
    if (targets.length > 0) this.dispatcher.wake();
  }

  #targets(job: Job, event: string): readonly Target[] {
    const { sinks } = this.settings.current;
    const name = this.#nameOf(job, event);
    const wanted = sinks.filter(({ events }) => events.includes(name));
    return [...this.#webhookTargets(job, event), ...wanted.map(sinkTarget)];
  }

  /** Returns the caller's webhook as the only target. Empty if there is no webhook or it does not receive the event. */
  #webhookTargets(job: Job, event: string): readonly Target[] {
    const { webhook } = job;
    if (!webhook?.events.includes(event) || !this.#notifies(job, event)) return [];
    const { url, headers, metadata } = webhook;
    return [{ sink: 'http', config: { url, headers }, receiver: addressOf(url), metadata, idOf: (eventId) => eventId }];
  }

  /**
   * Returns the name of the event for a job's end. A cancelled job is reported as `failed` if its kind has no
   * `cancelled` event.
   */
  #closingEvent(job: Job): 'completed' | 'failed' | 'cancelled' {
    if (job.state === 'completed') return 'completed';
    return job.state === 'cancelled' && this.#notifies(job, 'cancelled') ? 'cancelled' : 'failed';
  }

  #nameOf({ kind }: Job, event: string): string {
    return `${this.kinds.eventsOf(kind)?.prefix ?? kind}.${event}`;
  }

  #notifies({ kind }: Job, event: string): boolean {
    return this.kinds.eventsOf(kind)?.notices.includes(event) ?? false;
  }

  async #safely(job: Job, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (thrown) {
      this.#behind.add(job.id);
      const reason = thrown instanceof Error ? thrown.message : String(thrown);
      this.log.warn(`events of job ${job.id} could not be stored in the outbox, retrying: ${reason}`);
    }
  }
}

/** Returns the event destination for a configured sink. */
function sinkTarget({ plugin, config }: { readonly plugin: string; readonly config: Target['config'] }): Target {
  const key = JSON.stringify([plugin, config]);
  return { sink: plugin, config, receiver: addressOf(config.url), metadata: {}, idOf: (id) => noticeId(id, key) };
}

/**
 * Returns the host and path of a URL, which together identify a receiver. Other paths on the host may belong to other
 * programs.
 */
function addressOf(address: unknown): string | undefined {
  const url = typeof address === 'string' ? URL.parse(address) : undefined;
  return url ? `${url.host}${url.pathname}` : undefined;
}

function deliveryOf(job: Job, target: Target, happening: Happening): NewDelivery {
  const { type, eventId, ...what } = happening;
  const { sink, config, receiver, metadata } = target;
  const id = target.idOf(eventId);
  const success = what.error === undefined;
  const body = noticeBody({ ...what, type, success, jobId: job.id, metadata, webhookId: id });
  return { id, jobId: job.id, type, sink, config, receiver, body };
}
