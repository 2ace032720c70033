import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { createGunzip } from 'node:zlib';
import type { ParsedTarEntry } from 'modern-tar';
import { AppError } from '../../common/errors';
import { assertRoom } from '../../platform/data-folder/data-dir';
import { storageError, systemCode } from '../../platform/data-folder/storage-error';
import { type BackupManifest, backupFormat, backupManifest, manifestName } from './backup-manifest';

const maxManifestBytes = 1024 * 1024;

/** Creates the error for an invalid backup. Such an error is thrown before anything is changed. */
export const refused = (reason: string, cause?: unknown): AppError =>
  new AppError('BAD_REQUEST', `This backup cannot be restored: ${reason} Nothing was changed.`, { cause });

/**
 * Unpacks a backup into a directory and verifies every file against the manifest. Writes only regular files with
 * allowed names. Throws BAD_REQUEST if the backup is incomplete or its format is newer than supported.
 */
export async function unpackBackup(source: Readable, folder: string): Promise<BackupManifest> {
  const { createTarDecoder } = await import('modern-tar');
  const decoder = createTarDecoder({ strict: true });
  const unzipped = createGunzip();
  const feeding = pipeline(source, unzipped, decoder.writable as unknown as NodeJS.WritableStream);
  feeding.catch(() => undefined);
  try {
    const manifest = await unpackAll(decoder.readable as unknown as ReadableStream<ParsedTarEntry>, folder);
    await feeding;
    return manifest;
  } catch (thrown) {
    source.destroy();
    const failed =
      thrown instanceof AppError
        ? thrown
        : ((await feeding.then(
            () => thrown,
            (error: unknown) => error,
          )) as Error);
    if (failed instanceof AppError) throw failed;
    const code = systemCode(failed);
    if (code && /^E[A-Z]+$/.test(code) && !code.startsWith('ERR_')) throw storageError(failed, folder);
    throw refused('the file is damaged, incomplete or not a Gleaner backup.', failed);
  }
}

async function unpackAll(entries: ReadableStream<ParsedTarEntry>, folder: string): Promise<BackupManifest> {
  let manifest: BackupManifest | undefined;
  const missing = new Map<string, BackupManifest['files'][number]>();
  for await (const entry of entries) {
    const { name, size, type = 'file' } = entry.header;
    if (manifest === undefined) {
      if (name !== manifestName || size > maxManifestBytes) throw refused('it is not a Gleaner backup.');
      manifest = readManifest(await new Response(entry.body as never).text());
      for (const file of manifest.files) missing.set(file.name, file);
      const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
      await assertRoom(dirname(folder), bytes, 'Restoring this backup');
      continue;
    }
    const expected = missing.get(name);
    if (!expected || type !== 'file' || size !== expected.bytes)
      throw refused('it contains a file that does not belong in a backup.');
    const sum = await writeEntry(entry, join(folder, name));
    if (sum !== expected.sha256) throw refused(`the file ${name} in it is damaged.`);
    missing.delete(name);
  }
  if (!manifest || missing.size > 0 || !manifest.files.some(({ name }) => name === 'gleaner.db'))
    throw refused('it is incomplete.');
  return manifest;
}

function readManifest(text: string): BackupManifest {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    throw refused('it is not a Gleaner backup.');
  }
  const { format } = (raw ?? {}) as { readonly format?: unknown };
  if (typeof format === 'number' && format > backupFormat)
    throw refused('it was made by a newer version of Gleaner; update Gleaner first.');
  const parsed = backupManifest.safeParse(raw);
  if (!parsed.success) throw refused('it is not a Gleaner backup.', parsed.error);
  return parsed.data;
}

async function writeEntry({ body }: ParsedTarEntry, path: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  const pieces = async function* () {
    for await (const piece of body as unknown as AsyncIterable<Uint8Array>) {
      hash.update(piece);
      yield piece;
    }
  };
  await pipeline(Readable.from(pieces()), createWriteStream(path, { mode: 0o600, flags: 'wx' }));
  return hash.digest('hex');
}
