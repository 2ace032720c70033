import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { storageError, systemCode } from './storage-error';

/** The content of a file, or undefined when there is none. Throws STORAGE_ERROR. */
export async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw storageError(error, path);
  }
}

/** Writes a file that only its owner may read, whole or not at all; it is on the disk when this resolves. */
export async function writePrivately(path: string, content: string | Uint8Array): Promise<void> {
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
  // The mode given at creation is cut by the umask only, but an older file may have been replaced by a restore.
  await chmod(path, 0o600);
  await syncFolder(dirname(path));
}

/** A rename survives a power cut only when its folder has been synced; Windows has no such call and needs none. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Renames a damaged file so that it can be looked at, and gives back its new path. */
export async function setAside(path: string): Promise<string> {
  const aside = `${path}.damaged-${Date.now()}`;
  await rename(path, aside);
  return aside;
}

/** Bytes in a secret key file. */
export const secretKeyBytes = 32;

/** What a secret key file is read with. */
export interface SecretKeyOptions {
  /** What the loss of the key means, e.g. `all windows must sign in again`. */
  readonly consequence: string;
  readonly warn: (sentence: string) => void;
}

/**
 * The random key in a file, made at the first call. A file of another length, or of zeros alone, is not a key: it is set aside, `warn` is told,
 * and a new key is made.
 */
export async function readSecretKey(path: string, { consequence, warn }: SecretKeyOptions): Promise<Uint8Array> {
  const present = await readIfThere(path);
  const isBlank = present?.every((byte) => byte === 0);
  if (present?.length === secretKeyBytes && !isBlank) return present;
  if (present) {
    const aside = await setAside(path);
    warn(
      `${path} held ${isBlank ? 'nothing but zeros' : `${present.length} bytes`} instead of ${secretKeyBytes} random bytes and was set aside as ${aside}; a new key was made, so ${consequence}.`,
    );
  }
  const fresh = randomBytes(secretKeyBytes);
  await writePrivately(path, fresh);
  return fresh;
}
