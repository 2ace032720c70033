import { open, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../common/errors';
import type { ProcessIdentity } from './process-identity';
import { ownIdentity, stillRuns } from './process-identity';
import { storageError, systemCode } from './storage-error';

/** What the lock file says about its owner. */
interface LockContent extends ProcessIdentity {
  /** Where the owner listens, once it does. */
  readonly address?: string;
}

const beatMs = 10_000;
/** A lock of another machine (a shared folder, a container) counts as dead after this silence. */
const silentMs = 60_000;
/** A lock file that says nothing readable is just being written, or its writer died in this moment. */
const unreadableMs = 5_000;

/** Makes sure that one process at a time writes a data folder; the lock of a dead process is taken over. */
export class DataLock {
  readonly #path: string;
  #content: LockContent;
  readonly #beat: NodeJS.Timeout;

  private constructor(path: string, content: LockContent) {
    this.#path = path;
    this.#content = content;
    this.#beat = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => undefined), beatMs);
    this.#beat.unref();
  }

  /** Takes the lock of a folder, or says who has it (CONFLICT). */
  static async take(dir: string): Promise<DataLock> {
    const path = join(dir, 'lock');
    const content: LockContent = await ownIdentity();
    if (await create(path, content)) return new DataLock(path, content);
    const turn = `${path}.takeover`;
    if (!(await createTurn(turn))) throw busy(dir, undefined);
    try {
      const owner = await readOwner(path);
      if (await isAlive(path, owner)) throw busy(dir, owner);
      await replace(path, content);
    } finally {
      await rm(turn, { force: true });
    }
    return new DataLock(path, content);
  }

  /** Writes down where this process listens, for the message of a second instance. */
  async announce(address: string): Promise<void> {
    this.#content = { ...this.#content, address };
    await replace(this.#path, this.#content);
  }

  /** Gives the folder free. */
  async release(): Promise<void> {
    clearInterval(this.#beat);
    const owner = await readOwner(this.#path);
    if (owner && owner.pid === this.#content.pid && owner.started === this.#content.started) {
      await rm(this.#path, { force: true }).catch(() => undefined);
    }
  }
}

function busy(dir: string, owner: LockContent | undefined): AppError {
  const where = owner?.address ? `, ${owner.address}` : '';
  const who = owner ? ` (process ${owner.pid}${where})` : '';
  return new AppError(
    'CONFLICT',
    `Another Gleaner${who} is using the data folder ${dir}. Use that one, stop it, or choose another folder with --data-dir.`,
    { details: owner && { pid: owner.pid, address: owner.address } },
  );
}

async function create(path: string, content: LockContent | undefined): Promise<boolean> {
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      if (content) await file.writeFile(JSON.stringify(content));
    } finally {
      await file.close();
    }
    return true;
  } catch (thrown) {
    if (systemCode(thrown) === 'EEXIST') return false;
    // A lock without content would keep the next start waiting.
    if (systemCode(thrown) === 'ENOSPC') await rm(path, { force: true });
    throw storageError(thrown, path);
  }
}

/** Only one process may judge an old lock at a time, or two could take it over one after the other. */
async function createTurn(turn: string): Promise<boolean> {
  if (await create(turn, undefined)) return true;
  if (!(await olderThan(turn, unreadableMs))) return false;
  await rm(turn, { force: true });
  return create(turn, undefined);
}

async function replace(path: string, content: LockContent): Promise<void> {
  const draft = `${path}.new`;
  try {
    await writeFile(draft, JSON.stringify(content), { mode: 0o600 });
    await rename(draft, path);
  } catch (thrown) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw storageError(thrown, path);
  }
}

async function isAlive(path: string, owner: LockContent | undefined): Promise<boolean> {
  if (!owner) return !(await olderThan(path, unreadableMs));
  return (await stillRuns(owner)) ?? !(await olderThan(path, silentMs));
}

/** A file that has gone meanwhile counts as old. */
async function olderThan(path: string, ageMs: number): Promise<boolean> {
  const facts = await stat(path).catch(() => undefined);
  return !facts || Date.now() - facts.mtimeMs > ageMs;
}

async function readOwner(path: string): Promise<LockContent | undefined> {
  try {
    const content = JSON.parse(await readFile(path, 'utf8')) as LockContent;
    return typeof content.pid === 'number' && typeof content.host === 'string' ? content : undefined;
  } catch {
    return undefined;
  }
}
