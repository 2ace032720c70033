import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { storageError, systemCode } from './storage-error';

/** Returns the content of a file. Undefined if the file does not exist. Throws STORAGE_ERROR if reading fails. */
export async function readIfExists(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw storageError(error, path);
  }
}

/** Writes a file atomically, with owner-only access. Resolves once the file is on the disk. */
export async function writePrivateFile(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  // Sets the mode explicitly, because the umask restricts the mode that is given at creation.
  await chmod(path, 0o600);
  await syncFolder(dirname(path));
}

/**
 * Syncs a directory, because a power failure could otherwise undo a rename. Windows has no such call and does not need
 * one.
 */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Renames a damaged file so that it can be inspected, and returns its new path. */
export async function moveAside(path: string): Promise<string> {
  const aside = `${path}.damaged-${Date.now()}`;
  await rename(path, aside);
  return aside;
}

/** Size of a secret key file, in bytes. */
export const secretKeyBytes = 32;

/** Options for reading a secret key file. */
export interface SecretKeyOptions {
  /** Consequence of losing the key, as shown to users, e.g. `everyone must sign in again`. */
  readonly consequence: string;
  readonly warn: (sentence: string) => void;
}

/**
 * Returns the random key stored in a file. Creates the key on the first call. A file is invalid if it has a different
 * size or contains only zeros. An invalid file is moved aside with a warning and replaced with a new key.
 */
export async function readSecretKey(path: string, { consequence, warn }: SecretKeyOptions): Promise<Uint8Array> {
  const present = await readIfExists(path);
  const isBlank = present?.every((byte) => byte === 0);
  if (present?.length === secretKeyBytes && !isBlank) return present;
  if (present) {
    const aside = await moveAside(path);
    warn(
      `${path} contained ${isBlank ? 'only zeros' : `${present.length} bytes`} instead of ${secretKeyBytes} random bytes and was renamed to ${aside}; a new key was created, so ${consequence}.`,
    );
  }
  const fresh = randomBytes(secretKeyBytes);
  await writePrivateFile(path, fresh);
  return fresh;
}
