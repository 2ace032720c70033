import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { TarSource } from 'modern-tar/fs';
import { type BackupManifest, backupFormat, manifestName, mayHold, sealedName } from './backup-manifest';
import { type BackupSecrets, sealSecrets } from './sealed-secrets';

/** Input for a snapshot. */
export interface SnapshotParts {
  readonly dataDir: string;
  /** Directory for the snapshot. */
  readonly folder: string;
  readonly version: string;
  /** Writes a consistent copy of the database to a path. */
  copyDatabase(path: string): Promise<void>;
  /** Secrets, with the passphrase for encrypting them. Absent for a backup without secrets. */
  readonly sealed?: { readonly secrets: BackupSecrets; readonly passphrase: string };
}

/** Copies the files to back up into a directory. The copy is consistent even while jobs run. Returns the manifest. */
export async function takeSnapshot(parts: SnapshotParts): Promise<BackupManifest> {
  const { dataDir, folder, version, sealed } = parts;
  await mkdir(join(folder, 'plugins'), { recursive: true, mode: 0o700 });
  await parts.copyDatabase(join(folder, 'gleaner.db'));
  const names = await smallFiles(dataDir);
  for (const name of names) await copySmall(join(dataDir, name), join(folder, name));
  if (sealed) {
    await writeFile(join(folder, sealedName), await sealSecrets(sealed.secrets, sealed.passphrase), { mode: 0o600 });
  }
  const all = ['gleaner.db', ...names, ...(sealed ? [sealedName] : [])];
  const files = await Promise.all(all.map(async (name) => ({ name, ...(await sumOf(join(folder, name))) })));
  return { gleaner: 'backup', format: backupFormat, version, createdAt: new Date().toISOString(), files };
}

/** Streams a snapshot as a gzipped tar file, starting with the manifest. */
export async function packSnapshot(folder: string, manifest: BackupManifest): Promise<Readable> {
  const head: TarSource = { type: 'content', target: manifestName, content: JSON.stringify(manifest), mode: 0o600 };
  const files = manifest.files.map(({ name }): TarSource => {
    return { type: 'file', source: join(folder, name), target: name, mode: 0o600 };
  });
  const { packTar } = await import('modern-tar/fs');
  const archive = packTar([head, ...files]);
  const zipped = createGzip({ level: 1 });
  archive.on('error', (error) => zipped.destroy(error));
  zipped.on('close', () => archive.destroy());
  return archive.pipe(zipped);
}

/** Returns the paths of settings, user documents and plugins. */
async function smallFiles(dataDir: string): Promise<readonly string[]> {
  const plugins = await readdir(join(dataDir, 'plugins')).catch(() => []);
  const names = [...(await readdir(dataDir)), ...plugins.map((name) => `plugins/${name}`)];
  return names.filter((name) => mayHold(name) && name !== 'gleaner.db' && name !== sealedName).sort();
}

/** Copies a file. If a document file ends with an incomplete line, e.g. after a crash, omits that line. */
async function copySmall(from: string, to: string): Promise<void> {
  const bytes = await readFile(from);
  const end = from.endsWith('.db') ? bytes.lastIndexOf(0x0a) + 1 : bytes.length;
  await writeFile(to, bytes.subarray(0, end), { mode: 0o600 });
}

async function sumOf(path: string): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  return { bytes: (await stat(path)).size, sha256: hash.digest('hex') };
}
