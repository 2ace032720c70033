import { setTimeout as sleep } from 'node:timers/promises';
import { type AppError, toAppError } from '../common/errors';
import type { Hooks } from '../contract/hooks';

/** Topics of notifications between processes that share a database: changed jobs, new events, due deliveries. */
export const topics = ['jobs', 'told', 'outbox'] as const;
/** Name of a topic. */
export type Topic = (typeof topics)[number];

/** Notifications received since the last call to `next`. */
export interface Notified {
  readonly words: readonly Topic[];
  /** False while notifications are unavailable. Waiters must then poll. */
  readonly isAvailable: boolean;
}

/** Notifications between processes that share a database. */
export interface Notifications {
  /** Waits for the next notifications. See `SqlDatabase.nextNotifications`. */
  next(): Promise<Notified>;
}

interface Waiter {
  look(): void;
  /**
   * Delay in ms between a notification and the waiter's check. During this delay, the process that made the change can
   * check first.
   */
  readonly afterMs?: number;
}

/** Minimum interval in ms between two checks for the same topic. */
const minIntervalMs = 100;
/** Delay in ms before retrying after a failure. */
const retryDelayMs = 1000;

/** Notifies waiters when other processes have changed the database. */
export class NotificationListener {
  readonly #notifications: Notifications;
  readonly #waiters = new Map<Topic, Waiter>();
  readonly #timers = new Map<Topic, NodeJS.Timeout>();
  readonly #lookedAt = new Map<Topic, number>();
  readonly #stopped = new AbortController();
  #isAvailable = false;

  constructor(notifications: Notifications) {
    this.#notifications = notifications;
  }

  /** False while notifications are unavailable. Waiters must then poll more often than usual. */
  get isAvailable(): boolean {
    return this.#isAvailable;
  }

  on(word: Topic, waiter: Waiter): void {
    this.#waiters.set(word, waiter);
  }

  /** Listens for notifications while the engine runs. */
  apply(hooks: Hooks): void {
    hooks.ready.tap('wakes', () => void this.#listen());
    hooks.closing.tap('wakes', () => {
      this.#stopped.abort();
      for (const timer of this.#timers.values()) clearTimeout(timer);
    });
  }

  async #listen(): Promise<void> {
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      try {
        const { words, isAvailable } = await this.#notifications.next();
        const isLost = this.#isAvailable && !isAvailable;
        this.#isAvailable = isAvailable;
        // If notifications become unavailable, all waiters check immediately, and then poll more often.
        for (const word of isLost ? this.#waiters.keys() : words) this.#call(word);
      } catch (thrown) {
        this.#isAvailable = false;
        if (isEnd(toAppError(thrown))) return;
        await sleep(retryDelayMs, undefined, { signal, ref: false }).catch(() => undefined);
      }
    }
  }

  #call(word: Topic): void {
    const waiter = this.#waiters.get(word);
    if (!waiter || this.#timers.has(word) || this.#stopped.signal.aborted) return;
    const sinceMs = performance.now() - (this.#lookedAt.get(word) ?? Number.NEGATIVE_INFINITY);
    const look = () => {
      this.#timers.delete(word);
      this.#lookedAt.set(word, performance.now());
      waiter.look();
    };
    this.#timers.set(word, setTimeout(look, Math.max(waiter.afterMs ?? 0, minIntervalMs - sinceMs, 0)).unref());
  }
}

const isEnd = ({ code }: AppError): boolean => code === 'ENGINE_CLOSING';
