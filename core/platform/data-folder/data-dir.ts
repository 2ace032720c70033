import { chmod, mkdir, readdir, rm, stat, statfs, truncate, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { AppError } from '../../common/errors';
import { FolderLock } from './folder-lock';
import { onDisk, systemCode } from './storage-error';

/** Paths of the files in a data directory. */
export interface DataFiles {
  readonly path: string;
  file(...names: readonly string[]): string;
}

/** A data directory that is locked by this process until the directory is closed. */
export interface DataDir extends DataFiles {
  readonly lock: FolderLock;
}

/** Returns the file paths for a data directory. */
export const filesOf = (path: string): DataFiles => ({ path, file: (...names) => join(path, ...names) });

/** Opens and locks a data directory. Creates a missing directory with owner-only access. */
export async function openDataDir(dir: string): Promise<DataDir> {
  const path = resolve(dir);
  await onDisk(path, () => makePrivate(path));
  return { ...filesOf(path), lock: FolderLock.take(path) };
}

/**
 * Creates the directory, or restricts access to an existing one if it belongs to Gleaner or is empty. Never changes a
 * directory with other content.
 */
async function makePrivate(path: string): Promise<void> {
  if ((await makeFolder(path)) !== undefined) return;
  const { mode, uid } = await stat(path);
  const open = (mode & 0o077) !== 0 && (mode & 0o1000) === 0 && uid === process.getuid?.();
  if (!open) return;
  const names = await readdir(path);
  if (names.length === 0 || names.includes('format.json')) await chmod(path, 0o700).catch(() => undefined);
}

/**
 * Creates a directory. On a read-only disk, a recursive `mkdir` reports only a missing path. A non-recursive `mkdir`
 * then reports the actual system error.
 */
async function makeFolder(path: string): Promise<string | undefined> {
  try {
    return await mkdir(path, { recursive: true, mode: 0o700 });
  } catch (thrown) {
    if (systemCode(thrown) !== 'ENOENT') throw thrown;
    let missing = path;
    while (!(await exists(dirname(missing)))) missing = dirname(missing);
    await mkdir(missing, { mode: 0o700 });
    return mkdir(path, { recursive: true, mode: 0o700 });
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/**
 * Size of the reserve file, in bytes. Deletions need this much space for their own writes before they free any space.
 */
const reserveBytes = 4 * 1024 ** 2;
/** Minimum free space needed to create the reserve file, as a multiple of its size. */
const roomFactor = 8;

const megabytes = (bytes: number): number => Math.ceil(bytes / 1024 ** 2);

/** Throws STORAGE_ERROR if the disk of a directory has too little room for new files of the given size. */
export async function assertRoom(dir: string, bytes: number, what: string): Promise<void> {
  const free = await freeBytes(dir).catch(() => Number.POSITIVE_INFINITY);
  if (free >= bytes + reserveBytes) return;
  throw new AppError(
    'STORAGE_ERROR',
    `${what} needs ${megabytes(bytes)} MB, but the disk that holds ${dir} has only ${megabytes(free)} MB free. Free some space, and try again.`,
  );
}

const reserveBytesOf = (dir: string): string => join(dir, 'reserve');

async function freeBytes(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dir);
  return bavail * bsize;
}

/**
 * If the disk is full, frees the reserve of a data directory. The engine can then still start, read and delete data.
 */
export async function useReserve(dir: string): Promise<void> {
  const free = await freeBytes(dir).catch(() => reserveBytes);
  if (free < reserveBytes) await truncate(reserveBytesOf(dir), 0).catch(() => undefined);
}

/** Reserves a few megabytes, to be freed when the disk is full. */
export async function makeReserve(dir: string): Promise<void> {
  const found = await stat(reserveBytesOf(dir)).catch(() => undefined);
  if (found?.isDirectory() || found?.size === reserveBytes || (await freeBytes(dir)) < roomFactor * reserveBytes)
    return;
  await writeFile(reserveBytesOf(dir), Buffer.alloc(reserveBytes), { mode: 0o600 });
}

const names = /^(?:backup|export|plugin)-[0-9a-f]{16}$/;

/**
 * Returns the path of a working directory inside the data directory. Files are prepared there before they are sent or
 * moved into place. `id` is 16 hexadecimal digits.
 */
export const workingFolder = (dataDir: string, kind: 'backup' | 'export' | 'plugin', id: string): string =>
  join(dataDir, `${kind}-${id}`);

/** Deletes working directories left over from an earlier run. */
export async function removeStaleFolders(dataDir: string): Promise<void> {
  const left = (await readdir(dataDir)).filter((name) => names.test(name));
  for (const name of left) await rm(join(dataDir, name), { recursive: true, force: true });
}
