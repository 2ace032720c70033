import { copyFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../common/errors';
import { isBusy, isDamage, storageError } from './storage-error';

/** What the owner of a folder says about itself, for the message of a second instance. */
interface Owner {
  readonly pid: number;
  /** Where it listens, once it does. */
  readonly address?: string;
}

/** How long a start waits for a process that is just ending, its threads one after the other. */
const waitMs = 300;

/**
 * Makes sure that one process at a time uses a data folder. The lock is a transaction of a database of its own that lasts as
 * long as the process: the system ends it with the process, however that dies. Nobody may open `lock.db` as a file, since
 * closing it would end the lock.
 */
export class FolderLock {
  readonly #database: DatabaseSync;
  readonly #ownerFile: string;

  private constructor(database: DatabaseSync, ownerFile: string) {
    this.#database = database;
    this.#ownerFile = ownerFile;
  }

  /** Takes the lock of a folder, or says who has it (CONFLICT). */
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
    // What an earlier owner wrote must not be told as this one's.
    rmSync(ownerFile, { force: true });
    return new FolderLock(database, ownerFile);
  }

  /** Writes down where this process listens. */
  async announce(address: string): Promise<void> {
    const owner: Owner = { pid: process.pid, address };
    const draft = `${this.#ownerFile}.new`;
    await writeFile(draft, JSON.stringify(owner), { mode: 0o600 });
    await rename(draft, this.#ownerFile);
  }

  /** Gives the folder free. */
  release(): void {
    rmSync(this.#ownerFile, { force: true });
    if (this.#database.isOpen) this.#database.close();
  }
}

function lock(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: waitMs });
  try {
    // The table makes the file more than empty: the lock of an empty one would need room on the disk.
    database.exec('pragma journal_mode = memory; create table if not exists lock (id integer); begin exclusive');
    return database;
  } catch (thrown) {
    database.close();
    throw thrown;
  }
}

/**
 * Locks the file; a damaged one, which holds nothing, is copied aside and emptied. It stays the same file: the lock of another process that
 * empties and locks it at the same moment is on the file and not on its content, so it still counts.
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

/** Makes the file for its user only before SQLite does so for everybody. It must not be opened when it is there. */
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
    `Another Gleaner${who} is using the data folder ${dir}. Use that one, stop it, or choose another folder with --data-dir.`,
    { details: owner },
  );
}
