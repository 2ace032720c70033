import { AppError } from '../common/errors';

/** The system's short name of a failure, e.g. `ENOSPC`. */
export const systemCode = (thrown: unknown): string | undefined =>
  thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined;

const readOnly = (path: string): string =>
  `${path} cannot be written: permission is missing or the folder is read-only. Change its permissions, or choose another folder with --data-dir.`;
const full = (path: string): string =>
  `The disk is full: ${path} could not be written. Free some space; Gleaner goes on by itself, and nothing written before is lost.`;

/** By system code: the sentence that says what happened and what to do. */
const sentences: Readonly<Record<string, (path: string) => string>> = {
  ENOSPC: full,
  EDQUOT: full,
  EACCES: readOnly,
  EPERM: readOnly,
  EROFS: readOnly,
  ENOENT: (path) => `${path} could not be used: its folder is missing or read-only. Check the data folder.`,
  ENOTDIR: (path) => `${path} cannot be used: part of its path is a file. Choose another folder with --data-dir.`,
  EMFILE: (path) => `${path} could not be opened: too many files are open. Lower the concurrency in Settings.`,
  EIO: (path) => `The disk reported an error at ${path}. Check the disk, and keep a copy of the data folder.`,
};

/** Turns a failure of the file system into a plain STORAGE_ERROR; an AppError passes unchanged. */
export function storageError(thrown: unknown, path: string): AppError {
  if (thrown instanceof AppError) return thrown;
  const sentence = sentences[systemCode(thrown) ?? ''];
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  return new AppError('STORAGE_ERROR', sentence?.(path) ?? `${path} could not be read or written (${reason}).`, {
    cause: thrown,
  });
}

/** Runs a piece of file work; what it throws leaves as a plain STORAGE_ERROR. */
export async function onDisk<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    throw storageError(thrown, path);
  }
}
