import { setTimeout as sleep } from 'node:timers/promises';
import { type AppError, toAppError } from '../common/errors';
import type { Hooks } from '../contract/hooks';

/** Words by which processes of a database notify each other: changed jobs, new events, due deliveries. */
export const wakeWords = ['jobs', 'told', 'outbox'] as const;
/** One of those words. */
export type WakeWord = (typeof wakeWords)[number];

/** Notifications since the last call. */
export interface Woken {
  readonly words: readonly WakeWord[];
  /** False while notifications are unavailable, so that waiters must poll. */
  readonly isHeard: boolean;
}

/** Notifications between processes of one database. */
export interface Wakes {
  /** Waits for the next notifications; see `SqlDatabase.woken`. */
  next(): Promise<Woken>;
}

interface Sleeper {
  look(): void;
  /** Delay before it checks, ms, because the writer itself checks first. */
  readonly afterMs?: number;
}

/** Minimum interval between two checks for the same word, ms. */
const betweenMs = 100;
/** Delay after a failure, ms. */
const restMs = 1000;

/** Notifies waiters of changes that other processes make in the database. */
export class WakeCalls {
  readonly #wakes: Wakes;
  readonly #sleepers = new Map<WakeWord, Sleeper>();
  readonly #timers = new Map<WakeWord, NodeJS.Timeout>();
  readonly #lookedAt = new Map<WakeWord, number>();
  readonly #stopped = new AbortController();
  #isHeard = false;

  constructor(wakes: Wakes) {
    this.#wakes = wakes;
  }

  /** False while notifications are unavailable: waiters must poll often. */
  get isHeard(): boolean {
    return this.#isHeard;
  }

  on(word: WakeWord, sleeper: Sleeper): void {
    this.#sleepers.set(word, sleeper);
  }

  /** Listens while the engine runs. */
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
        const { words, isHeard } = await this.#wakes.next();
        const isLost = this.#isHeard && !isHeard;
        this.#isHeard = isHeard;
        // Waiters that rely on notifications check now and then use a shorter interval.
        for (const word of isLost ? this.#sleepers.keys() : words) this.#call(word);
      } catch (thrown) {
        this.#isHeard = false;
        if (isEnd(toAppError(thrown))) return;
        await sleep(restMs, undefined, { signal, ref: false }).catch(() => undefined);
      }
    }
  }

  #call(word: WakeWord): void {
    const sleeper = this.#sleepers.get(word);
    if (!sleeper || this.#timers.has(word) || this.#stopped.signal.aborted) return;
    const sinceMs = performance.now() - (this.#lookedAt.get(word) ?? Number.NEGATIVE_INFINITY);
    const look = () => {
      this.#timers.delete(word);
      this.#lookedAt.set(word, performance.now());
      sleeper.look();
    };
    this.#timers.set(word, setTimeout(look, Math.max(sleeper.afterMs ?? 0, betweenMs - sinceMs, 0)).unref());
  }
}

const isEnd = ({ code }: AppError): boolean => code === 'ENGINE_CLOSING';
