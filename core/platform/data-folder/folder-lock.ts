import { copyFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../common/errors';
import { isBusy, isDamage, storageError } from './storage-error';

/** Owner of a directory, as shown to a second instance. */
interface Owner {
  readonly pid: number;
  /** URL on which the owner listens, if any. */
  readonly address?: string;
}

/**
 * Maximum time to wait at startup for another process that is shutting down, in ms. Such a process stops its threads
 * one by one.
 */
const waitMs = 300;

/**
 * Ensures that only one process uses a data directory. The lock is a transaction on a separate database, which stays
 * open until the process ends. The operating system releases the lock even after a crash. `lock.db` must not be opened
 * as a file, because closing that file would release the lock.
 */
export class FolderLock {
  readonly #database: DatabaseSync;
  readonly #ownerFile: string;

  private constructor(database: DatabaseSync, ownerFile: string) {
    this.#database = database;
    this.#ownerFile = ownerFile;
  }

  /** Locks a directory. Throws CONFLICT if it is already locked. The error message names the owner of the lock. */
  static take(dir: string): FolderLock {
    const path = join(dir, 'lock.db');
    const ownerFile = join(dir, 'owner.json');
    let database: DatabaseSync;
    try {
      makePrivate(path);
      database = lockOrRenew(path);
    } catch (thrown) {
      throw isBusy(thrown) ? busy(dir, readOwner(ownerFile)) : storageError(thrown, path);
    }
    // Deletes the previous owner's entry, which would otherwise be shown as the entry of this process.
    rmSync(ownerFile, { force: true });
    return new FolderLock(database, ownerFile);
  }

  /** Records the URL on which this process is listening. */
  async announce(address: string): Promise<void> {
    const owner: Owner = { pid: process.pid, address };
    const draft = `${this.#ownerFile}.new`;
    await writeFile(draft, JSON.stringify(owner), { mode: 0o600 });
    await rename(draft, this.#ownerFile);
  }

  release(): void {
    rmSync(this.#ownerFile, { force: true });
    if (this.#database.isOpen) this.#database.close();
  }
}

function lock(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: waitMs });
  try {
    // Creates a table to make the file non-empty. Locking an empty file would require free disk space.
    database.exec('pragma journal_mode = memory; create table if not exists lock (id integer); begin exclusive');
    return database;
  } catch (thrown) {
    database.close();
    throw thrown;
  }
}

/**
 * Locks the file. If the file is damaged, first copies it and then empties it. Emptying is safe, because the file
 * contains no data. The file must not be replaced, because a lock applies to the file and not to its content. If
 * another process has emptied and locked the file in the meantime, its lock remains valid.
 */
function lockOrRenew(path: string): DatabaseSync {
  try {
    return lock(path);
  } catch (thrown) {
    if (!isDamage(thrown)) throw thrown;
    copyFileSync(path, `${path}.damaged-${Date.now()}`);
    truncateSync(path, 0);
    return lock(path);
  }
}

/**
 * Creates the file with owner-only access. SQLite would make it accessible to everyone. An existing file must not be
 * opened, because closing it would release its lock.
 */
function makePrivate(path: string): void {
  try {
    writeFileSync(path, '', { flag: 'wx', mode: 0o600 });
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST')) throw thrown;
  }
}

function readOwner(path: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Owner;
  } catch {
    return undefined;
  }
}

function busy(dir: string, owner: Owner | undefined): AppError {
  const where = owner?.address ? `, ${owner.address}` : '';
  const who = owner ? ` (process ${owner.pid}${where})` : '';
  return new AppError(
    'CONFLICT',
    `Another instance of Gleaner${who} is using the data folder ${dir}. Use or stop that instance, or choose another folder with --data-dir.`,
    { details: owner },
  );
}
