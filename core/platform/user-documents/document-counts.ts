import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

const stored = z.record(z.string(), z.int().min(0));

/**
 * Number of documents in each collection. The counts are stored in a separate file, so that lost documents are detected
 * at startup. A count is reduced before a document is removed, and increased after a document is added. A crash between
 * these steps is therefore not reported as a loss.
 */
export class DocumentCounts {
  readonly #path: string;
  readonly #counts: Map<string, number>;

  /** Reads the counts. If the file is missing or damaged, all counts are 0. */
  constructor(path: string) {
    this.#path = path;
    this.#counts = new Map(Object.entries(read(path)));
  }

  /** Names of the collections with at least one document. */
  get names(): readonly string[] {
    return [...this.#counts].flatMap(([name, count]) => (count > 0 ? [name] : []));
  }

  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  /** Stores a count. If the disk is full, the file retains the previous count. */
  set(name: string, count: number): void {
    if (this.#counts.get(name) === count) return;
    this.#counts.set(name, count);
    const draft = `${this.#path}.new`;
    try {
      writeFileSync(draft, JSON.stringify(Object.fromEntries(this.#counts)), { mode: 0o600 });
      renameSync(draft, this.#path);
    } catch {
      // If the write failed, the next change writes the count.
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
