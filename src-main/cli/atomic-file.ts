import { chmod, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CommandError } from './command-error';

/** A file that is written in parts and appears at its path only when it is complete. */
export interface AtomicFile {
  add(content: string | Uint8Array): Promise<void>;
  /** Moves the completed file into place. */
  finish(): Promise<void>;
  /** Deletes the incomplete file. */
  discard(): Promise<void>;
}

const partPath = (path: string): string => `${path}.${process.pid}.part`;

/** Starts writing a file. An existing file stays in place until the new one is complete. */
export async function openAtomicFile(path: string): Promise<AtomicFile> {
  await mkdir(dirname(path), { recursive: true });
  const part = partPath(path);
  const file = await open(part, 'w');
  return {
    add: async (content) => void (await file.writeFile(content)),
    async finish() {
      await file.sync();
      await file.close();
      await rename(part, path);
    },
    async discard() {
      await file.close().catch(() => undefined);
      await rm(part, { force: true });
    },
  };
}

/**
 * Returns the error to report when a file could not be completed. If the disk is full, the error contains the name of
 * the file.
 */
export function writeError(thrown: unknown, path: string): unknown {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return thrown;
  return new CommandError(
    `the disk is full: ${path} was not written. Free some space, or choose a file on another disk.`,
    { cause: thrown },
  );
}

/** Writes a file atomically, optionally with the given permissions. */
export async function writeFileAtomically(path: string, content: string | Uint8Array, mode?: number): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const part = partPath(path);
  try {
    await writeFile(part, content, { mode });
    if (mode !== undefined) await chmod(part, mode);
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    throw error;
  }
}
