/** Queue of callers that wait for their turn. */
export class WaitList {
  readonly #waiting: (() => void)[] = [];

  get length(): number {
    return this.#waiting.length;
  }

  /** Resolves when it is the caller's turn. Rejects with the signal's reason if the signal aborts first. */
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

  /** Admits the caller that has waited longest. Returns false when nobody is waiting. */
  admitNext(): boolean {
    const enter = this.#waiting.shift();
    enter?.();
    return enter !== undefined;
  }
}
