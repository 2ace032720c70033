import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { Command } from 'commander';
import { z } from 'zod';
import { discardRestore } from '../../../core/platform/data-folder/pending-restore';
import { openVault } from '../../../core/platform/secrets/open-vault';
import { rememberedDatabase } from '../../../core/platform/secrets/remembered-database';
import { readRunOptions } from '../../../core/platform/settings/settings';
import { stageBackup } from '../../../core/server/backup/stage-backup';
import { openStorage } from '../../../core/storage/open-storage';
import { openAtomicFile, writeError } from '../atomic-file';
import { type CommandContext, type EngineOptions, progress, withEngineOptions } from '../command-context';
import { CommandError } from '../command-error';
import { withEngine } from '../engine-client';
import { findRunningEngine } from '../running-engine';

interface BackupOptions extends EngineOptions {
  readonly passphraseFile?: string;
}

const prepared = z.object({ id: z.string(), hasSecrets: z.boolean() });
const passphraseHelp = 'file with a passphrase that encrypts the secrets; without it, secrets are excluded';

/** Adds `gleaner backup` and `gleaner restore`, which save and restore the entire data directory as one file. */
export function addBackupCommands(program: Command, { signal }: CommandContext): void {
  const backup = program
    .command('backup')
    .description('back up all of Gleaner’s data to one file, even while Gleaner runs')
    .argument('<file>', 'file to write; an existing file is replaced once the new file is complete')
    .option('--passphrase-file <file>', passphraseHelp);
  withEngineOptions(backup).action((file: string, options: BackupOptions) => writeBackup(file, options, signal));
  program
    .command('restore')
    .description('replace the data folder with a backup; the old data is kept next to it')
    .argument('<file>')
    .option('--data-dir <dir>', 'data folder (default: GLEANER_DATA_DIR, otherwise the system default)')
    .option('--passphrase-file <file>', 'file with the passphrase for the encrypted secrets')
    .action((file: string, options: BackupOptions) => restore(file, options, signal));
}

const writeBackup = (path: string, { passphraseFile, ...options }: BackupOptions, signal: AbortSignal): Promise<void> =>
  withEngine({ ...options, mayStart: true }, signal, async (client) => {
    const passphrase = await readPassphrase(passphraseFile);
    const call = { method: 'POST', path: '/local/backups', body: { passphrase } } as const;
    const { id, hasSecrets } = prepared.parse(await client.call(call, signal));
    const file = await openAtomicFile(path);
    try {
      for await (const piece of client.stream(`/local/backups/${id}`, signal)) await file.add(piece);
      await file.finish();
    } catch (thrown) {
      await file.discard();
      if (thrown instanceof TypeError)
        throw new CommandError('the backup was interrupted and nothing was written; try again.');
      throw writeError(thrown, path);
    }
    progress(`Written to ${path}, ${hasSecrets ? 'with encrypted secrets' : 'without secrets'}.`);
  });

async function restore(
  path: string,
  { passphraseFile, ...options }: BackupOptions,
  signal: AbortSignal,
): Promise<void> {
  const { dataDir, vaultPassphrase, databaseUrl } = readRunOptions(options);
  const inPostgres = 'the data is in PostgreSQL; restore it with pg_restore, or';
  if (databaseUrl !== undefined)
    throw new CommandError(`${inPostgres} unset GLEANER_DATABASE_URL to restore a data folder.`);
  if (await rememberedDatabase(openVault({ dataDir, passphrase: vaultPassphrase })))
    throw new CommandError(`${inPostgres} run "gleaner database forget" to restore a data folder.`);
  if (await findRunningEngine(dataDir, signal))
    throw new CommandError(
      'Gleaner is using this data folder; stop Gleaner first, or restore the backup in its Settings.',
    );
  if (!(await stat(path).catch(() => undefined))?.isFile()) throw new CommandError(`there is no file ${path}.`);
  const passphrase = await readPassphrase(passphraseFile);
  const staged = await stageBackup(createReadStream(path), { dataDir, passphrase, vaultPassphrase });
  // Opening the data directory applies the backup. If opening fails, the previous data is restored.
  const storage = await openStorage(dataDir).catch(async (thrown: unknown) => {
    await discardRestore(dataDir);
    throw thrown;
  });
  const { warnings } = storage;
  await storage.close();
  for (const warning of warnings) progress(warning);
  const secrets = {
    restored: 'with its secrets',
    'left out': 'without its secrets, because no passphrase was given',
    none: 'which contains no secrets',
  }[staged.secrets];
  progress(`Restored the backup from ${staged.createdAt}, ${secrets}.`);
}

/** Reads a passphrase file and removes the trailing line break. */
async function readPassphrase(path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined;
  const text = await readFile(path, 'utf8').catch(() => {
    throw new CommandError(`the passphrase file ${path} cannot be read.`);
  });
  const passphrase = text.replace(/\r?\n$/, '');
  if (passphrase.length < 8) throw new CommandError('the passphrase is too short; use at least 8 characters.');
  return passphrase;
}
