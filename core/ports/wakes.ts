import { setTimeout as sleep } from 'node:timers/promises';
import { type AppError, toAppError } from '../common/errors';
import type { Hooks } from '../contract/hooks';

/** Words by which processes of a database wake each other: jobs that were added or changed, events that were told, deliveries that are due. */
export const wakeWords = ['jobs', 'told', 'outbox'] as const;
/** One of those words. */
export type WakeWord = (typeof wakeWords)[number];

/** What was heard since the last time. */
export interface Woken {
  readonly words: readonly WakeWord[];
  /** False while nothing can be heard, so that who waits must look by itself. */
  readonly isHeard: boolean;
}

/** What processes of one database wake each other for. */
export interface Wakes {
  /** Waits for what is heard next; see `SqlDatabase.woken`. */
  next(): Promise<Woken>;
}

/** Who is woken for a word. */
interface Sleeper {
  look(): void;
  /** Milliseconds that it is left asleep, because whoever wrote what there is to find looks first. */
  readonly afterMs?: number;
}

/** Shortest time between two looks for the same word, in milliseconds. */
const betweenMs = 100;
/** Rest after a failure, in milliseconds. */
const restMs = 1000;

/** Wakes who waits for changes that other processes make in the database. */
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

  /** False while nothing is heard: who waits must look often. */
  get isHeard(): boolean {
    return this.#isHeard;
  }

  /** Sets who is woken for a word. */
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
        // Who sleeps long, trusting to be woken, looks and falls asleep for a shorter time.
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
