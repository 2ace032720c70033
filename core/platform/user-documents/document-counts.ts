import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

const stored = z.record(z.string(), z.int().min(0));

/**
 * Number of documents in each collection, in a separate file, so that a start detects documents lost with their file. A count
 * decreases before a document is removed and increases after one was added: a crash in between reports no loss.
 */
export class DocumentCounts {
  readonly #path: string;
  readonly #counts: Map<string, number>;

  /** Reads the counts; a missing or damaged file means that nothing is expected. */
  constructor(path: string) {
    this.#path = path;
    this.#counts = new Map(Object.entries(read(path)));
  }

  /** Collections that had documents. */
  get names(): readonly string[] {
    return [...this.#counts].flatMap(([name, count]) => (count > 0 ? [name] : []));
  }

  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  /** Stores a count; a full disk keeps the previous one. */
  set(name: string, count: number): void {
    if (this.#counts.get(name) === count) return;
    this.#counts.set(name, count);
    const draft = `${this.#path}.new`;
    try {
      writeFileSync(draft, JSON.stringify(Object.fromEntries(this.#counts)), { mode: 0o600 });
      renameSync(draft, this.#path);
    } catch {
      // The next change writes it.
      rmSync(draft, { force: true });
    }
  }
}

function read(path: string): Readonly<Record<string, number>> {
  if (!existsSync(path)) return {};
  try {
    return stored.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return {};
  }
}
