import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { storageError, systemCode } from './storage-error';

/** Returns the content of a file; undefined when it is missing. Throws STORAGE_ERROR. */
export async function readIfExists(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw storageError(error, path);
  }
}

/** Writes a file with owner-only access, atomically; it is on the disk when this resolves. */
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
  // The umask only restricts the mode at creation, but a restore may have replaced an older file.
  await chmod(path, 0o600);
  await syncFolder(dirname(path));
}

/** Syncs a directory: a rename survives a power failure only then. Windows has no such call and does not need it. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Renames a damaged file for inspection and returns its new path. */
export async function moveAside(path: string): Promise<string> {
  const aside = `${path}.damaged-${Date.now()}`;
  await rename(path, aside);
  return aside;
}

/** Size of a secret key file, bytes. */
export const secretKeyBytes = 32;

/** Options for reading a secret key file. */
export interface SecretKeyOptions {
  /** Consequence of losing the key, e.g. `all windows must sign in again`. */
  readonly consequence: string;
  readonly warn: (sentence: string) => void;
}

/**
 * Returns the random key in a file, which the first call creates. A file of another size, or of zeros only, is invalid: it is
 * moved aside with a warning, and a new key is created.
 */
export async function readSecretKey(path: string, { consequence, warn }: SecretKeyOptions): Promise<Uint8Array> {
  const present = await readIfExists(path);
  const isBlank = present?.every((byte) => byte === 0);
  if (present?.length === secretKeyBytes && !isBlank) return present;
  if (present) {
    const aside = await moveAside(path);
    warn(
      `${path} held ${isBlank ? 'nothing but zeros' : `${present.length} bytes`} instead of ${secretKeyBytes} random bytes and was set aside as ${aside}; a new key was made, so ${consequence}.`,
    );
  }
  const fresh = randomBytes(secretKeyBytes);
  await writePrivateFile(path, fresh);
  return fresh;
}
