import { LRUCache } from 'lru-cache';
import { toAppError } from '../../common/errors';
import type { GleanerEvent } from '../../common/events';
import type { Log } from '../../common/log';
import type { Hooks } from '../../contract/hooks';
import type { EventBus } from '../../ports/delivery/event-bus';
import type { JobStore } from '../../ports/jobs/job-store';
import type { ToldEvents } from '../../ports/told-events';
import type { WakeCalls } from '../../ports/wakes';

/** What a relay works with. */
export interface RelayParts {
  readonly told: ToldEvents;
  readonly jobs: Pick<JobStore, 'get'>;
  readonly events: Pick<EventBus, 'pass'>;
  readonly log: Log;
  /** False where nobody can listen. */
  readonly hears: boolean;
  readonly wakes: Pick<WakeCalls, 'isHeard'>;
}

/** Time between two looks at the database, and between two times that events are told, in milliseconds. */
const relayMs = 500;
/** Time between two looks while wakes are heard. */
const wokenMs = 5000;
/** Events that come together are told together. */
const gatherMs = 10;
/** How long a transaction that told an event may take to be seen after a later one, in milliseconds. */
const lateMs = 5000;
/** Most events that wait for the database. */
const mostWaiting = 1000;

/** Tells other processes of one database what happens to kept jobs here, and passes on to listeners what others tell. */
export class EventRelay {
  readonly #parts: RelayParts;
  readonly #waiting = new Map<string, GleanerEvent>();
  /** Whether a job is kept: what is in memory only is told to nobody. */
  readonly #kept = new LRUCache<string, boolean>({ max: 1000 });
  /** Numbers above `#from` that were passed on, and when. */
  readonly #passed = new Map<number, number>();
  #from: number | undefined;
  #count = 0;
  #timer: NodeJS.Timeout | undefined;
  #dueAt = Number.POSITIVE_INFINITY;
  #toldAt = Number.NEGATIVE_INFINITY;
  #working: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(parts: RelayParts) {
    this.#parts = parts;
  }

  /** Looks at the database now: others have told something. */
  look(): void {
    this.#in(0);
  }

  /** Relays while the engine runs. */
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
    // Of the counters of a job only the last count.
    const key = type.endsWith('.progress') ? `${type} ${jobId}` : `${this.#count}`;
    this.#waiting.delete(key);
    this.#waiting.set(key, event);
    this.#in(Math.max(gatherMs, this.#toldAt + relayMs - performance.now()));
    if (this.#waiting.size <= mostWaiting) return;
    for (const oldest of this.#waiting.keys()) return void this.#waiting.delete(oldest);
  }

  /** Takes the next turn in so many milliseconds, unless it comes sooner. */
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
    const { hears, wakes } = this.#parts;
    if (this.#waiting.size > 0) this.#in(relayMs);
    if (hears) this.#in(wakes.isHeard ? wokenMs : relayMs);
  }

  async #relay(): Promise<void> {
    if (this.#parts.hears) await this.#hear();
    await this.#tell();
  }

  async #tell(): Promise<void> {
    if (this.#waiting.size === 0) return;
    this.#toldAt = performance.now();
    const waiting = [...this.#waiting];
    const kept: GleanerEvent[] = [];
    for (const [, event] of waiting) if (await this.#isTold(event)) kept.push(event);
    if (kept.length > 0) await this.#parts.told.tell(kept);
    for (const [key, event] of waiting) if (this.#waiting.get(key) === event) this.#waiting.delete(key);
  }

  async #isTold({ jobId }: GleanerEvent): Promise<boolean> {
    if (jobId === undefined) return true;
    const known = this.#kept.get(jobId);
    if (known !== undefined) return known;
    const job = await this.#parts.jobs.get(jobId);
    const isKept = job !== undefined && !job.zeroDataRetention;
    this.#kept.set(jobId, isKept);
    return isKept;
  }

  /** Reads the last few seconds again: of two transactions at the same time the one with the higher number may be seen first. */
  async #hear(): Promise<void> {
    const { told, events } = this.#parts;
    this.#from ??= await told.last();
    const now = performance.now();
    for (const { number, event } of await told.after(this.#from)) {
      if (this.#passed.has(number)) continue;
      this.#passed.set(number, now);
      events.pass(event);
    }
    for (const [number, at] of this.#passed) if (now - at > lateMs) this.#from = Math.max(this.#from, number);
    for (const number of this.#passed.keys()) if (number <= this.#from) this.#passed.delete(number);
  }
}
