import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import type { Log } from '../../../core/common/log';
import { silentLog } from '../../../core/common/log';
import { openDataDir } from '../../../core/platform/data-folder/data-dir';
import { openSeal } from '../../../core/platform/secrets/open-seal';
import { openVault } from '../../../core/platform/secrets/open-vault';
import { FolderFiles, SharedFiles } from '../../../core/platform/secrets/private-files';
import { SealedVault } from '../../../core/platform/secrets/sealed-vault';
import { type RunOptions, readRunOptions } from '../../../core/platform/settings/settings';
import { PostgresDatabase } from '../../../core/storage/database/postgres/postgres-database';
import { TableReader } from '../../../core/storage/database/sqlite/table-reader';
import { copyDocuments, copySecrets } from '../../../core/storage/sql-stores/fleet/adopt-folder';
import {
  finishMigration,
  type MigrationProgress,
  migrateRows,
} from '../../../core/storage/sql-stores/fleet/migrate-data';
import { sharedDocuments } from '../../../core/storage/sql-stores/user-documents/sql-document-rows';
import { type CommandContext, progress } from '../command-context';
import { CommandError } from '../command-error';
import { findRunningEngine } from '../running-engine';

interface MigrateOptions {
  readonly to?: string;
  readonly dataDir?: string;
}

/** Minimum interval between progress lines, in ms. */
const everyMs = 1000;

/** Adds `gleaner migrate`, which copies this machine's data to a PostgreSQL database. */
export function addMigrateCommand(program: Command, { signal }: CommandContext): void {
  program
    .command('migrate')
    .description('copy the data folder into an empty PostgreSQL database; the folder stays unchanged')
    .option('--to <url>', 'postgres:// URL (visible to other users of this machine; default: GLEANER_DATABASE_URL)')
    .option('--data-dir <dir>', 'data folder (default: GLEANER_DATA_DIR, otherwise the system default)')
    .action((options: MigrateOptions) => migrate(options, signal));
}

async function migrate({ to: given, dataDir }: MigrateOptions, signal: AbortSignal): Promise<void> {
  const run = readRunOptions({ dataDir, databaseUrl: given });
  const source = resolve(run.dataDir, 'gleaner.db');
  if (run.databaseUrl === undefined)
    throw new CommandError('no database was given; add --to postgres://user@host/name.');
  if (!existsSync(source)) throw new CommandError(`there is no database ${source}; set the folder with --data-dir.`);
  if (await findRunningEngine(run.dataDir, signal))
    throw new CommandError('Gleaner is using this data folder; stop Gleaner first.');
  const folder = await openDataDir(run.dataDir);
  try {
    const from = new TableReader(source);
    try {
      const to = await PostgresDatabase.open(run.databaseUrl);
      try {
        const rows = await migrateRows({ from, to, source, signal, progress: toLines() });
        const documents = await migrateDocuments(run, to);
        await finishMigration({ to });
        progress(`Migrated and compared ${rows} rows; ${documents}`);
        progress(
          'The data folder is unchanged. To continue, start Gleaner with the GLEANER_DATABASE_URL variable set.',
        );
      } finally {
        await to.close();
      }
    } finally {
      from.close();
    }
  } finally {
    folder.lock.release();
  }
}

/**
 * Copies documents (settings, API keys, saved jobs, …) to the database and, if GLEANER_SECRET_KEY is set, secrets.
 * Returns a summary.
 */
async function migrateDocuments(run: RunOptions, to: PostgresDatabase): Promise<string> {
  const { dataDir } = run;
  const log: Log = { ...silentLog, warn: progress };
  const documents = sharedDocuments(to);
  const copied = `${await copyDocuments(dataDir, { documents }, log)} documents (settings, API keys, saved jobs, …) were copied`;
  const seal = await openSeal(documents, run);
  if (!seal) return `${copied}; secrets stay in the data folder, because GLEANER_SECRET_KEY is not set.`;
  const own = { vault: openVault({ dataDir, passphrase: run.vaultPassphrase }), files: new FolderFiles(dataDir) };
  const vault = new SealedVault(documents('vault'), seal);
  const secrets = await copySecrets(own, { vault, files: new SharedFiles(documents('private-files'), seal) });
  const plugins = existsSync(join(dataDir, 'plugins')) ? ' Your own plugins stay in its plugins folder.' : '';
  return `${copied}, and ${secrets} secrets, in encrypted form.${plugins}`;
}

/** Returns a listener that prints migration progress, at most one line per second. */
function toLines(): (done: MigrationProgress) => void {
  let last = 0;
  return ({ step, table, rows, of }) => {
    if (of === 0 || (rows < of && Date.now() - last < everyMs)) return;
    last = Date.now();
    progress(`${step === 'copy' ? 'Copied' : 'Compared'} ${table}: ${rows} of ${of} rows`);
  };
}
