import { statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { AppError } from '../../common/errors';

/** Returns the system's error code, e.g. `ENOSPC`, if any. */
export const systemCode = (thrown: unknown): string | undefined =>
  thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined;

/** Returns SQLite's primary result code, e.g. 13 for a full disk. */
const sqliteCode = (thrown: unknown): number | undefined =>
  thrown instanceof Error && 'errcode' in thrown && typeof thrown.errcode === 'number'
    ? thrown.errcode & 0xff
    : undefined;

const readOnly = (path: string): string =>
  `${path} cannot be written: permission is missing or the folder is read-only. Change its permissions, or choose another folder with --data-dir.`;
const full = (path: string): string =>
  `The disk is full: ${path} could not be written. Free some space and Gleaner continues automatically. Nothing written earlier is lost.`;
const missing = (path: string): string =>
  `${path} could not be used: its folder is missing or read-only. Check the data folder, or choose another one with --data-dir.`;
// SQLite also reports a disk error if the disk is merely too full for a file next to the database.
const failing = (path: string): string =>
  isFull(dirname(path))
    ? full(path)
    : `The disk reported an error at ${path}. Check the disk, and make a copy of the data folder.`;
const damaged = (path: string): string =>
  `${path} is damaged. Restart Gleaner: it keeps a copy of the file and continues with what can be read.`;

const folder = (path: string): string =>
  `${path} is a folder where Gleaner needs a file. Move the folder away, and start Gleaner again.`;

/** Error messages by system error code or SQLite result code. Each message explains the problem and the solution. */
const sentences: Readonly<Record<string, (path: string) => string>> = {
  ENOSPC: full,
  EDQUOT: full,
  EACCES: readOnly,
  EPERM: readOnly,
  EROFS: readOnly,
  ENOENT: missing,
  ENOTDIR: (path) => `${path} cannot be used: part of its path is a file. Choose another folder with --data-dir.`,
  EMFILE: (path) => `${path} could not be opened: too many files are open. Lower the concurrency in Settings.`,
  EIO: failing,
  8: readOnly,
  10: failing,
  11: damaged,
  13: full,
  14: missing,
  26: damaged,
};

/** True if `path` should be a file in the data directory but is a directory. */
function isFolder(path: string): boolean {
  return /\.(?:db|json|key)$/.test(path) && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function isFull(folder: string): boolean {
  try {
    return statfsSync(folder).bavail === 0;
  } catch {
    return false;
  }
}

/** True when SQLite reports that a file is damaged or not an SQLite file. */
export const isDamage = (thrown: unknown): boolean => [11, 26].includes(sqliteCode(thrown) ?? 0);

/** True when another process has locked the database file. */
export const isBusy = (thrown: unknown): boolean => sqliteCode(thrown) === 5;

/** Converts a file system or database error to a STORAGE_ERROR. Returns AppErrors unchanged. */
export function storageError(thrown: unknown, path: string): AppError {
  if (thrown instanceof AppError) return thrown;
  const sentence = isFolder(path) ? folder : sentences[sqliteCode(thrown) ?? systemCode(thrown) ?? ''];
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  return new AppError('STORAGE_ERROR', sentence?.(path) ?? `${path} could not be read or written (${reason}).`, {
    cause: thrown,
  });
}

/** Runs file operations. Converts their errors to STORAGE_ERROR. */
export async function onDisk<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    throw storageError(thrown, path);
  }
}
