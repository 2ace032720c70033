import { chmod, mkdir, readdir, rm, stat, statfs, truncate, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { FolderLock } from './folder-lock';
import { onDisk, systemCode } from './storage-error';

/** The files of a data folder. */
export interface DataFiles {
  readonly path: string;
  /** Path of something inside. */
  file(...names: readonly string[]): string;
}

/** A data folder that belongs to this process until it is closed. */
export interface DataDir extends DataFiles {
  readonly lock: FolderLock;
}

/** The files of the folder with a path. */
export const filesOf = (path: string): DataFiles => ({ path, file: (...names) => join(path, ...names) });

/** Opens a data folder: creates it for this user only, and locks it. */
export async function openDataDir(dir: string): Promise<DataDir> {
  const path = resolve(dir);
  await onDisk(path, () => makePrivate(path));
  return { ...filesOf(path), lock: FolderLock.take(path) };
}

/** A folder of Gleaner's that others may read is closed to them; one that holds other things as well is left alone. */
async function makePrivate(path: string): Promise<void> {
  if ((await makeFolder(path)) !== undefined) return;
  const { mode, uid } = await stat(path);
  const open = (mode & 0o077) !== 0 && (mode & 0o1000) === 0 && uid === process.getuid?.();
  if (!open) return;
  const names = await readdir(path);
  if (names.length === 0 || names.includes('format.json')) await chmod(path, 0o700).catch(() => undefined);
}

/** The system's true reason where Node, asked for a whole path on a read-only disk, only says that there is none. */
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

/** Enough for what deletes write before they give room back, in bytes. */
const reserveBytes = 4 * 1024 ** 2;
/** A disk with less than so many times the reserve is left alone. */
const roomFactor = 8;

const reserveOf = (dir: string): string => join(dir, 'reserve');

async function freeBytes(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dir);
  return bavail * bsize;
}

/** Gives the reserve of a data folder free when the disk is full, so that a start can still read and delete. */
export async function useReserve(dir: string): Promise<void> {
  const free = await freeBytes(dir).catch(() => reserveBytes);
  if (free < reserveBytes) await truncate(reserveOf(dir), 0).catch(() => undefined);
}

/** Takes up a few megabytes for the day the disk is full. */
export async function makeReserve(dir: string): Promise<void> {
  const found = await stat(reserveOf(dir)).catch(() => undefined);
  if (found?.isDirectory() || found?.size === reserveBytes || (await freeBytes(dir)) < roomFactor * reserveBytes)
    return;
  await writeFile(reserveOf(dir), Buffer.alloc(reserveBytes), { mode: 0o600 });
}

const names = /^(?:backup|export)-[0-9a-f]{16}$/;

/** Path of a folder inside the data folder where a file is made before it is sent; `id` is 16 hexadecimal digits. */
export const workingFolder = (dataDir: string, kind: 'backup' | 'export', id: string): string =>
  join(dataDir, `${kind}-${id}`);

/** Removes the working folders that an earlier run left behind. */
export async function removeLeftFolders(dataDir: string): Promise<void> {
  const left = (await readdir(dataDir)).filter((name) => names.test(name));
  for (const name of left) await rm(join(dataDir, name), { recursive: true, force: true });
}
