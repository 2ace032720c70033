/** Callers that wait for their turn, served in order. */
export class WaitList {
  readonly #waiting: (() => void)[] = [];

  /** Number of callers that wait. */
  get length(): number {
    return this.#waiting.length;
  }

  /** Resolves with the caller's turn; rejects with the signal's reason. */
  wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const abandon = () => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(signal.reason);
      };
      const enter = () => {
        signal.removeEventListener('abort', abandon);
        resolve();
      };
      this.#waiting.push(enter);
      signal.addEventListener('abort', abandon, { once: true });
    });
  }

  /** Gives the first caller its turn; false when nobody waits. */
  admitNext(): boolean {
    const enter = this.#waiting.shift();
    enter?.();
    return enter !== undefined;
  }
}
