import { statSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { AppError } from '../../common/errors';
import type { DataFiles } from './data-dir';

/** Interval at which the directory is checked and the number of transactions is recorded, in ms. */
const everyMs = 1000;

/** A database that counts all its transactions. */
export interface Counted {
  readonly commits: number;
}

/**
 * Watches an open directory. Once a second, records the number of transactions in a file next to the database. This
 * number reveals the loss of the WAL. SQLite does not notice that loss, because the older database is consistent. Also
 * detects when the directory is deleted, because SQLite would keep writing to the deleted files.
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

  /** Stops watching and records the final number of transactions. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#write();
  }

  async #look(): Promise<void> {
    if (inodeOf(this.#dir.file('lock.db')) === this.#inode) return this.#write();
    clearInterval(this.#timer);
    const message = `The data folder ${this.#dir.path} was deleted or replaced while Gleaner was running. Nothing more could be stored, so Gleaner has quit; start it again.`;
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
      // While the disk is full, the recorded number is outdated. Transactions from that time can therefore be lost
      // without being detected.
    }
  }
}

/** Returns the number of recorded transactions that are missing from the database, or 0 if the database is complete. */
export async function lostCommits(dir: DataFiles, database: Counted): Promise<number> {
  const text = await readFile(fileOf(dir), 'utf8').catch(() => '{}');
  const commits = Number(/"commits":(\d+)/.exec(text)?.[1] ?? 0);
  return Math.max(0, commits - database.commits);
}

const fileOf = (dir: DataFiles): string => dir.file('commits.json');

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}
