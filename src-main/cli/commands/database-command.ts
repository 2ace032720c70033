import type { Command } from 'commander';
import { openDataDir } from '../../../core/platform/data-folder/data-dir';
import { openVault } from '../../../core/platform/secrets/open-vault';
import { forgetDatabase, rememberDatabase } from '../../../core/platform/secrets/remembered-database';
import { readRunOptions } from '../../../core/platform/settings/settings';
import type { SecretVault } from '../../../core/ports/secret-vault';
import { PostgresDatabase } from '../../../core/storage/database/postgres/postgres-database';
import { progress } from '../command-context';
import { CommandError } from '../command-error';

interface DatabaseOptions {
  readonly dataDir?: string;
}

/**
 * Adds `gleaner database`, which stores a database URL in this machine's vault, as an alternative to an environment
 * variable.
 */
export function addDatabaseCommands(program: Command): void {
  const database = program.command('database').description('the PostgreSQL database that Gleaner uses on this machine');
  const folder = ['--data-dir <dir>', 'data folder (default: GLEANER_DATA_DIR, otherwise the system default)'] as const;
  database
    .command('remember')
    .description('save the database URL from GLEANER_DATABASE_URL in the vault; Gleaner uses it from its next start')
    .option(...folder)
    .action(remember);
  database
    .command('forget')
    .description('delete the URL from the vault; Gleaner uses its data folder again')
    .option(...folder)
    .action(forget);
}

async function remember({ dataDir }: DatabaseOptions): Promise<void> {
  const { databaseUrl } = readRunOptions({ dataDir });
  if (databaseUrl === undefined)
    throw new CommandError('set GLEANER_DATABASE_URL or GLEANER_DATABASE_URL_FILE to the database URL to save.');
  // Connects once, to report an invalid URL now instead of at the next start.
  await (await PostgresDatabase.open(databaseUrl)).close();
  const where = await withVault(dataDir, async (vault) => {
    await rememberDatabase(vault, databaseUrl);
    return (await vault.report()).sentence;
  });
  progress(`The database URL was saved in the vault. ${where}`);
}

async function forget({ dataDir }: DatabaseOptions): Promise<void> {
  const wasThere = await withVault(dataDir, forgetDatabase);
  progress(
    wasThere
      ? 'The database URL was deleted from the vault; the database itself is unchanged.'
      : 'No database URL was saved.',
  );
}

/** Locks a data directory, opens its vault and calls `work` with the vault. */
async function withVault<T>(given: string | undefined, work: (vault: SecretVault) => Promise<T>): Promise<T> {
  const { dataDir, vaultPassphrase: passphrase } = readRunOptions({ dataDir: given });
  const folder = await openDataDir(dataDir);
  try {
    return await work(openVault({ dataDir, passphrase, warn: progress }));
  } finally {
    folder.lock.release();
  }
}
