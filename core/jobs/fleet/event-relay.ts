import { LRUCache } from 'lru-cache';
import { toAppError } from '../../common/errors';
import type { GleanerEvent } from '../../common/events';
import type { Log } from '../../common/log';
import type { Hooks } from '../../contract/hooks';
import type { EventBus } from '../../ports/delivery/event-bus';
import type { EventLog } from '../../ports/event-log';
import type { JobStore } from '../../ports/jobs/job-store';
import type { NotificationListener } from '../../ports/notifications';

/** Dependencies of the relay. */
export interface RelayParts {
  readonly eventLog: EventLog;
  readonly jobs: Pick<JobStore, 'get'>;
  readonly events: Pick<EventBus, 'pass'>;
  readonly log: Log;
  /** False in a worker process, where no client can listen for events. */
  readonly isListening: boolean;
  readonly notifications: Pick<NotificationListener, 'isAvailable'>;
}

/** Interval in ms at which events are polled and published. */
const relayMs = 500;
/** Poll interval in ms while notifications arrive. */
const notifiedPollMs = 5000;
/** Time in ms during which events are collected before they are published together. */
const gatherMs = 10;
/** Maximum time in ms that an event can become visible later than an event with a higher number. */
const lateMs = 5000;
/** Maximum number of events waiting to be written to the database. */
const maxWaiting = 1000;

/**
 * Publishes events about stored jobs to the other processes that share the database, and passes the events of those
 * processes to local listeners.
 */
export class EventRelay {
  readonly #parts: RelayParts;
  readonly #waiting = new Map<string, GleanerEvent>();
  /** True for the IDs of stored jobs. Events of in-memory jobs are not published. */
  readonly #kept = new LRUCache<string, boolean>({ max: 1000 });
  /** Times at which events numbered above `#from` were relayed, by event number. */
  readonly #passed = new Map<number, number>();
  #from: number | undefined;
  #count = 0;
  #timer: NodeJS.Timeout | undefined;
  #dueAt = Number.POSITIVE_INFINITY;
  #relayedAt = Number.NEGATIVE_INFINITY;
  #working: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(parts: RelayParts) {
    this.#parts = parts;
  }

  /** Polls immediately. Called when another process sends a notification. */
  look(): void {
    this.#in(0);
  }

  /** Relays events while the engine runs. */
  apply(hooks: Hooks): void {
    hooks.event.tap('relay', (event) => this.#take(event));
    hooks.ready.tapPromise('relay', () => this.#turn());
    hooks.closing.tapPromise('relay', async () => {
      this.#stopped = true;
      clearTimeout(this.#timer);
      await this.#working;
      await this.#tell().catch(() => undefined);
    });
  }

  #take(event: GleanerEvent): void {
    const { type, jobId } = event;
    if (jobId === undefined && type !== 'notice') return;
    this.#count += 1;
    // A new progress event replaces a waiting progress event of the same job, because only the latest counters are
    // relevant.
    const key = type.endsWith('.progress') ? `${type} ${jobId}` : `${this.#count}`;
    this.#waiting.delete(key);
    this.#waiting.set(key, event);
    this.#in(Math.max(gatherMs, this.#relayedAt + relayMs - performance.now()));
    if (this.#waiting.size <= maxWaiting) return;
    for (const oldest of this.#waiting.keys()) return void this.#waiting.delete(oldest);
  }

  /** Schedules the next round in `ms` milliseconds. Does nothing if an earlier round is already scheduled. */
  #in(ms: number): void {
    const dueAt = performance.now() + ms;
    if (this.#stopped || dueAt >= this.#dueAt) return;
    this.#dueAt = dueAt;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#turn(), ms).unref();
  }

  async #turn(): Promise<void> {
    this.#dueAt = Number.POSITIVE_INFINITY;
    this.#working = this.#working
      .then(() => this.#relay())
      .catch((thrown: unknown) => {
        this.#parts.log.debug(`events of other processes could not be read, retrying: ${toAppError(thrown).message}`);
      });
    await this.#working;
    const { isListening, notifications } = this.#parts;
    if (this.#waiting.size > 0) this.#in(relayMs);
    if (isListening) this.#in(notifications.isAvailable ? notifiedPollMs : relayMs);
  }

  async #relay(): Promise<void> {
    if (this.#parts.isListening) await this.#hear();
    await this.#tell();
  }

  async #tell(): Promise<void> {
    if (this.#waiting.size === 0) return;
    this.#relayedAt = performance.now();
    const waiting = [...this.#waiting];
    const kept: GleanerEvent[] = [];
    for (const [, event] of waiting) if (await this.#isRelayed(event)) kept.push(event);
    if (kept.length > 0) await this.#parts.eventLog.append(kept);
    for (const [key, event] of waiting) if (this.#waiting.get(key) === event) this.#waiting.delete(key);
  }

  async #isRelayed({ jobId }: GleanerEvent): Promise<boolean> {
    if (jobId === undefined) return true;
    const known = this.#kept.get(jobId);
    if (known !== undefined) return known;
    const job = await this.#parts.jobs.get(jobId);
    const isKept = job !== undefined && !job.zeroDataRetention;
    this.#kept.set(jobId, isKept);
    return isKept;
  }

  /** Rereads the last few seconds of events, because events may become visible out of numerical order. */
  async #hear(): Promise<void> {
    const { eventLog, events } = this.#parts;
    this.#from ??= await eventLog.last();
    const now = performance.now();
    for (const { number, event } of await eventLog.after(this.#from)) {
      if (this.#passed.has(number)) continue;
      this.#passed.set(number, now);
      events.pass(event);
    }
    for (const [number, at] of this.#passed) if (now - at > lateMs) this.#from = Math.max(this.#from, number);
    for (const number of this.#passed.keys()) if (number <= this.#from) this.#passed.delete(number);
  }
}
