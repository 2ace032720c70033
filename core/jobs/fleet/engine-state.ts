import type { Log } from '../../common/log';
import type { SessionFiles } from '../../platform/auth/session-files';
import { openSessionFiles } from '../../platform/auth/session-files';
import { SharedRevokedSessions } from '../../platform/auth/shared-revoked-sessions';
import { openSeal } from '../../platform/secrets/open-seal';
import { openVault } from '../../platform/secrets/open-vault';
import { FolderFiles, type PrivateFiles, SharedFiles } from '../../platform/secrets/private-files';
import { SealedVault } from '../../platform/secrets/sealed-vault';
import type { RunOptions } from '../../platform/settings/settings';
import { SettingsService } from '../../platform/settings/settings-service';
import { SharedSettings } from '../../platform/settings/shared-settings';
import { SharedChanges } from '../../platform/user-documents/shared-changes';
import type { SecretVault } from '../../ports/secret-vault';
import type { Storage } from '../../ports/storage';
import { adoptDocuments, adoptSecrets } from '../../storage/sql-stores/fleet/adopt-folder';

/**
 * Engine state other than the stores: settings, secrets and private files. Stored in the data directory or in a fleet's
 * database.
 */
export interface EngineState {
  readonly settings: SettingsService;
  readonly vault: SecretVault;
  readonly files: PrivateFiles;
  readonly sessionFiles: SessionFiles;
  /** Changes made by other nodes. Absent outside a fleet. */
  readonly changes?: SharedChanges;
}

type StateStorage = Pick<Storage, 'documents' | 'sharedVersions'>;

/**
 * Opens the state of an engine. With PostgreSQL, settings are stored in the database, and secrets as well if a key is
 * set. Without a key, secrets stay in the data directory. An empty database adopts the content of the data directory.
 * Throws BAD_REQUEST for a wrong key.
 */
export async function openState(run: RunOptions, storage: StateStorage, log: Log): Promise<EngineState> {
  const { dataDir } = run;
  const warn = (sentence: string) => log.warn(sentence);
  const ownVault = openVault({ dataDir, passphrase: run.vaultPassphrase, warn });
  const ownFiles = new FolderFiles(dataDir);
  if (!storage.sharedVersions) {
    const settings = new SettingsService(run, log);
    return { settings, vault: ownVault, files: ownFiles, sessionFiles: await openSessionFiles(dataDir, log) };
  }
  const seal = await openSeal(storage.documents, run);
  const changes = await SharedChanges.open(storage.sharedVersions, log);
  const vault = seal ? new SealedVault(storage.documents('vault'), seal) : ownVault;
  const files = seal ? new SharedFiles(storage.documents('private-files'), seal) : ownFiles;
  await adoptDocuments(dataDir, storage, log);
  if (seal) await adoptSecrets({ vault: ownVault, files: ownFiles }, { vault, files }, storage, log);
  else
    log.warn(
      'GLEANER_SECRET_KEY is not set, so secrets and logins stay on this machine; other engines that share the database cannot use them.',
    );
  const settings = new SettingsService(run, log, await SharedSettings.open(storage.documents('settings')));
  const ended = await SharedRevokedSessions.open(storage.documents('ended-sessions'));
  changes.on('ended-sessions', () => ended.reload());
  const secret = seal?.derive('window sessions') ?? (await openSessionFiles(dataDir, log)).secret;
  return { settings, vault, files, sessionFiles: { secret, ended }, changes };
}
