import type { LinePlace } from './group-writer';

/** Where one problem is told: a line of the journal and, for refused links, the place in its list. */
export interface IndexedProblem {
  readonly offset: number;
  readonly length: number;
  readonly entry: number | undefined;
}

interface Row extends IndexedProblem {
  readonly state: 'failed' | 'refused';
  /** Task that failed; undefined for a refused link. */
  readonly task: number | undefined;
}

/** Where each failed or refused URL is told, in the order they ended. A task that is tried again has no problem. */
export class ProblemIndex {
  #rows: Row[] = [];
  readonly #seen = new Set<string>();
  #failed = 0;

  /** URLs that failed. */
  get failed(): number {
    return this.#failed;
  }

  /** URLs that were refused. */
  get refused(): number {
    return this.#rows.length - this.#failed;
  }

  pushTask(task: number, state: 'failed' | 'refused', line: LinePlace): void {
    this.#rows.push({ task, state, entry: undefined, ...line });
    if (state === 'failed') this.#failed += 1;
  }

  pushLinks(urls: readonly string[], line: LinePlace): void {
    for (const [entry, url] of urls.entries()) {
      this.#seen.add(url);
      this.#rows.push({ task: undefined, state: 'refused', entry, ...line });
    }
  }

  /** Notes a refused link; false when it was noted before. */
  reserve(url: string): boolean {
    if (this.#seen.has(url)) return false;
    this.#seen.add(url);
    return true;
  }

  /** Takes a note back when it could not be written. */
  forget(url: string): void {
    this.#seen.delete(url);
  }

  /** Tasks wait again: they have no problem any more. */
  clear(tasks: ReadonlySet<number>): void {
    this.#rows = this.#rows.filter((row) => row.task === undefined || !tasks.has(row.task));
    this.#failed = this.#rows.filter((row) => row.state === 'failed').length;
  }

  /** Some problems of a state, or of both. */
  list(state: 'failed' | 'refused' | undefined, skip: number, limit: number): readonly IndexedProblem[] {
    const rows = state ? this.#rows.filter((row) => row.state === state) : this.#rows;
    return rows.slice(skip, skip + limit);
  }
}
