import { statSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { AppError } from '../../common/errors';
import type { DataFiles } from './data-dir';

/** How often the folder is looked at and the number of transactions written down. */
const everyMs = 1000;

/** What counts its transactions, over all its life. */
export interface Counted {
  readonly commits: number;
}

/**
 * Watches over an open folder. It writes the number of transactions into a file beside the database, once a second while it
 * grows: SQLite does not notice when its log of changes was lost, since the older database is whole. And it notices when the
 * folder was deleted, since SQLite would go on writing to files that nobody can find any more.
 */
export class FolderWatch {
  readonly #dir: DataFiles;
  readonly #database: Counted;
  readonly #onLost: (error: AppError) => void;
  readonly #inode: number;
  readonly #timer: NodeJS.Timeout;
  #written: number;

  constructor(dir: DataFiles, database: Counted, onLost: (error: AppError) => void) {
    this.#dir = dir;
    this.#database = database;
    this.#onLost = onLost;
    this.#written = 0;
    this.#inode = inodeOf(dir.file('lock.db')) ?? 0;
    this.#timer = setInterval(() => void this.#look(), everyMs).unref();
  }

  /** Ends the watch; the last number is written. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#write();
  }

  async #look(): Promise<void> {
    if (inodeOf(this.#dir.file('lock.db')) === this.#inode) return this.#write();
    clearInterval(this.#timer);
    const message = `The data folder ${this.#dir.path} was deleted or replaced while Gleaner was running. Nothing could be kept any more, so Gleaner has ended; start it again.`;
    this.#onLost(new AppError('STORAGE_ERROR', message));
  }

  async #write(): Promise<void> {
    const { commits } = this.#database;
    if (commits === this.#written) return;
    const path = fileOf(this.#dir);
    const draft = `${path}.new`;
    try {
      await writeFile(draft, JSON.stringify({ commits }), { mode: 0o600 });
      await rename(draft, path);
      this.#written = commits;
    } catch {
      // On a full disk the number stays behind until there is room; it then misses at most that time.
    }
  }
}

/** Transactions that were written before and are not in the database any more; 0 when nothing is missing. */
export async function lostCommits(dir: DataFiles, database: Counted): Promise<number> {
  const text = await readFile(fileOf(dir), 'utf8').catch(() => '{}');
  const commits = Number(/"commits":(\d+)/.exec(text)?.[1] ?? 0);
  return Math.max(0, commits - database.commits);
}

const fileOf = (dir: DataFiles): string => dir.file('commits.json');

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}
