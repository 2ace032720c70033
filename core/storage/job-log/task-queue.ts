/** A task that has not come to a good end, as memory holds it. */
export interface LiveTask {
  readonly place: number;
  readonly url: string;
  readonly key: string;
  readonly depth: number;
  readonly data: Readonly<Record<string, unknown>> | undefined;
  state: 'waiting' | 'inFlight' | 'failed' | 'ended';
  attempt: number;
  interrupted: number;
  /** Milliseconds since 1970; 0 for at once. */
  notBefore: number;
}

/** Waiting tasks: those that may start in the order they came, the others by their time. */
export class TaskQueue {
  #ready: (LiveTask | undefined)[] = [];
  #head = 0;
  /** Sorted by time, the latest first, so that the next one is at the end. */
  readonly #later: LiveTask[] = [];

  push(task: LiveTask): void {
    if (task.notBefore > 0) this.#pushLater(task);
    else this.#ready.push(task);
  }

  /** Takes the next task that may start now; tasks that are no longer waiting are passed over. */
  take(now: number): LiveTask | undefined {
    for (let task = this.#next(now); task; task = this.#next(now)) {
      if (task.state === 'waiting') return task;
    }
    return undefined;
  }

  /** When the next task may start; undefined when one may now, or none waits. */
  readyAt(now: number): number | undefined {
    this.#dropEnded();
    if (this.#head < this.#ready.length) return undefined;
    const next = this.#later.at(-1);
    return next && next.notBefore > now ? next.notBefore : undefined;
  }

  #next(now: number): LiveTask | undefined {
    const later = this.#later.at(-1);
    if (later && later.notBefore <= now) return this.#later.pop();
    const task = this.#ready[this.#head];
    if (!task) return undefined;
    this.#ready[this.#head] = undefined;
    this.#head += 1;
    if (this.#head > 1024 && this.#head * 2 > this.#ready.length) {
      this.#ready = this.#ready.slice(this.#head);
      this.#head = 0;
    }
    return task;
  }

  #pushLater(task: LiveTask): void {
    let low = 0;
    let high = this.#later.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#later[middle]?.notBefore ?? 0) > task.notBefore) low = middle + 1;
      else high = middle;
    }
    this.#later.splice(low, 0, task);
  }

  #dropEnded(): void {
    while (this.#later.length > 0 && this.#later.at(-1)?.state !== 'waiting') this.#later.pop();
    while (this.#head < this.#ready.length && this.#ready[this.#head]?.state !== 'waiting') this.#head += 1;
  }
}
