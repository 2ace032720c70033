import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../../common/concurrency/clock';
import type { Log } from '../../../common/log';
import type { PrivateFiles } from '../../../platform/secrets/private-files';
import { SettingsFile } from '../../../platform/settings/settings-file';
import { SharedSettings } from '../../../platform/settings/shared-settings';
import { NedbDocuments } from '../../../platform/user-documents/nedb-documents';
import type { StoredDocument } from '../../../ports/document-store';
import type { SecretVault } from '../../../ports/secret-vault';
import type { Storage } from '../../../ports/storage';

/** Document collections stored as files in a data directory. */
export const documentCollections = ['keys', 'saved-jobs', 'recipes', 'profiles', 'secrets'] as const;

type SharedStorage = Pick<Storage, 'documents' | 'sharedVersions'>;
type TargetStorage = Pick<Storage, 'documents'>;

/** Stores for the secrets of a data directory or a database. */
export interface SecretPlaces {
  readonly vault: SecretVault;
  readonly files: PrivateFiles;
}

/**
 * Copies user documents from a data directory to a database, without overwriting existing documents. Returns the number
 * of documents added.
 */
export async function copyDocuments(dataDir: string, storage: TargetStorage, log: Log): Promise<number> {
  let added = 0;
  for (const name of documentCollections) {
    const path = join(dataDir, `${name}.db`);
    if (!existsSync(path)) continue;
    const context = { log, clock: systemClock };
    const from = new NedbDocuments<StoredDocument>({ path, context, warn: (sentence) => log.warn(sentence) });
    for (const document of await from.all()) if (await storage.documents(name).add(document)) added += 1;
    await from.close();
  }
  if (!existsSync(join(dataDir, 'settings.json'))) return added;
  const { settings, known, found } = new SettingsFile(dataDir).read();
  const to = await SharedSettings.open(storage.documents('settings'));
  if (to.isNew && (await to.write(settings, [...known, ...found]))) added += 1;
  return added;
}

/**
 * Copies secrets from one store to another, without overwriting existing secrets. Returns the number of secrets added.
 */
export async function copySecrets(from: SecretPlaces, to: SecretPlaces): Promise<number> {
  let added = 0;
  for (const name of await from.vault.names()) {
    const secret = await from.vault.get(name);
    if (secret === undefined || (await to.vault.get(name)) !== undefined) continue;
    await to.vault.set(name, secret);
    added += 1;
  }
  const sessions = (await from.files.list('sessions')).map((name) => `sessions/${name}`);
  for (const path of ['webhook-secret.json', ...sessions]) {
    const content = await from.files.read(path);
    if (content) await to.files.create(path, content);
  }
  return added;
}

/**
 * Copies the documents in a data directory to the database. Does nothing if the database has ever contained documents.
 */
export async function adoptDocuments(dataDir: string, storage: SharedStorage, log: Log): Promise<void> {
  const versions = (await storage.sharedVersions?.()) ?? {};
  if ([...documentCollections, 'settings'].some((name) => name in versions)) return;
  const added = await copyDocuments(dataDir, storage, log);
  if (added > 0)
    log.info(`${added} documents of ${dataDir} (settings, API keys, saved jobs, …) were copied to PostgreSQL`);
}

/**
 * Copies the secrets to the database when a key is set for the first time. Does nothing if the database has ever
 * contained a secret.
 */
export async function adoptSecrets(
  from: SecretPlaces,
  to: SecretPlaces,
  storage: SharedStorage,
  log: Log,
): Promise<void> {
  const versions = (await storage.sharedVersions?.()) ?? {};
  if ('vault' in versions || 'private-files' in versions) return;
  const added = await copySecrets(from, to);
  if (added > 0) log.info(`${added} secrets of this machine were sealed and copied to PostgreSQL`);
}
