import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { StagedBackup } from '../../common/api/workspace-answers';
import { discardRestore, markReady, stagingName } from '../../platform/data-folder/pending-restore';
import { readIfExists, writePrivateFile } from '../../platform/data-folder/private-file';
import { FileKeeper } from '../../platform/secrets/file-keeper';
import { LayeredVault } from '../../platform/secrets/layered-vault';
import { readSettings } from '../../platform/settings/read-settings';
import { SettingsFile, settingsText } from '../../platform/settings/settings-file';
import { withholdUnconfirmed } from '../../platform/settings/unconfirmed';
import { type BackupManifest, sealedName } from './backup-manifest';
import { refused, unpackBackup } from './read-backup';
import { unsealSecrets } from './sealed-secrets';

/** Options for staging a backup. */
export interface StageOptions {
  readonly dataDir: string;
  /** Passphrase for the encrypted secrets. Without it, secrets are skipped. */
  readonly passphrase?: string;
  /** Passphrase of this machine's encrypted file vault, if any. */
  readonly vaultPassphrase?: string;
}

/**
 * Unpacks and validates a backup next to the current data. The next start replaces the current data with the backup. If
 * the backup cannot be restored, throws BAD_REQUEST and leaves no files behind.
 */
export async function stageBackup(source: Readable, options: StageOptions): Promise<StagedBackup> {
  const { dataDir } = options;
  await discardRestore(dataDir);
  const folder = join(dataDir, stagingName);
  try {
    const manifest = await unpackBackup(source, folder);
    await checkDatabase(join(folder, 'gleaner.db'));
    await holdBackSettings(join(folder, 'settings.json'), dataDir);
    const secrets = await takeSecrets(folder, manifest, options);
    await markReady(dataDir, secrets === 'restored');
    return { version: manifest.version, createdAt: manifest.createdAt, secrets };
  } catch (thrown) {
    await discardRestore(dataDir);
    throw thrown;
  }
}

async function checkDatabase(path: string): Promise<void> {
  const { problemOfFile } = await import('../../storage/database/sqlite/check-file');
  const problem = await problemOfFile(path);
  if (problem === 'newer') throw refused('it was made by a newer version of Gleaner; update Gleaner first.');
  if (problem === 'damaged') throw refused('its database is damaged.');
}

/** Disables the plugins and the browser path from a backup until the user confirms them. */
async function holdBackSettings(path: string, dataDir: string): Promise<void> {
  const bytes = await readIfExists(path);
  if (!bytes) return;
  const { settings, known, found, unreadable } = readSettings(bytes.toString('utf8'));
  if (unreadable !== undefined) throw refused('its settings are damaged.');
  const own = new SettingsFile(dataDir).read().settings;
  await writePrivateFile(path, `${settingsText(withholdUnconfirmed(settings, own), [...known, ...found])}\n`);
}

/**
 * Writes the decrypted secrets to a vault file in the staged data. After the restore, this machine's vault reads that
 * file.
 */
async function takeSecrets(
  folder: string,
  { files }: BackupManifest,
  { passphrase, vaultPassphrase }: StageOptions,
): Promise<StagedBackup['secrets']> {
  if (!files.some(({ name }) => name === sealedName)) return 'none';
  const path = join(folder, sealedName);
  const text = await readFile(path, 'utf8');
  await rm(path);
  if (!passphrase) return 'left out';
  const { vault, webhook } = await unsealSecrets(text, passphrase);
  const keeper = new LayeredVault(folder, [new FileKeeper(folder, vaultPassphrase)]);
  for (const [name, secret] of Object.entries(vault)) await keeper.set(name, secret);
  if (webhook) await writeFile(join(folder, 'webhook-secret.json'), webhook, { mode: 0o600 });
  return 'restored';
}
