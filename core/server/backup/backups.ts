import { randomBytes } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { inject, injectable } from 'inversify';
import type { PreparedBackup, StagedBackup } from '../../common/api/workspace-answers';
import { SerialQueue } from '../../common/concurrency/promises';
import { AppError } from '../../common/errors';
import { assertRoom, workingFolder } from '../../platform/data-folder/data-dir';
import { discardRestore, isRestorePending } from '../../platform/data-folder/pending-restore';
import { readIfExists } from '../../platform/data-folder/private-file';
import { onDisk } from '../../platform/data-folder/storage-error';
import { SettingsService } from '../../platform/settings/settings-service';
import { SecretVault } from '../../ports/secret-vault';
import { ServerFacts } from '../../ports/server-facts';
import { Storage } from '../../ports/storage';
import type { BackupManifest } from './backup-manifest';
import type { BackupSecrets } from './sealed-secrets';
import { packSnapshot, takeSnapshot } from './snapshot';
import { stageBackup } from './stage-backup';

interface Waiting {
  readonly folder: string;
  readonly manifest: BackupManifest;
  readonly timer: NodeJS.Timeout;
}

/** Time in ms during which a snapshot can be downloaded. */
const waitMs = 10 * 60_000;
/**
 * Maximum number of snapshots waiting to be downloaded. It is small because each snapshot contains a copy of the
 * database.
 */
const maxWaiting = 2;

/** Exports the data directory as a single file, and stages backups for restoring. */
@injectable()
export class Backups {
  readonly #waiting = new Map<string, Waiting>();
  readonly #turn = new SerialQueue();

  constructor(
    @inject(Storage) private readonly storage: Storage,
    @inject(SettingsService) private readonly settings: SettingsService,
    @inject(SecretVault) private readonly vault: SecretVault,
    @inject(ServerFacts) private readonly facts: ServerFacts,
  ) {}

  /** True when a backup will be restored at the next start. */
  get isRestorePending(): boolean {
    return isRestorePending(this.#dataDir);
  }

  /**
   * Takes a snapshot of all data. To stay within the limit, the oldest snapshots that have not been downloaded are
   * deleted first. If a passphrase is given, the snapshot includes the secrets, encrypted with the passphrase. Throws
   * STORAGE_ERROR if the disk has no space for another snapshot.
   */
  prepare(passphrase?: string): Promise<PreparedBackup> {
    return this.#turn.run(async () => {
      for (const id of [...this.#waiting.keys()].slice(0, 1 - maxWaiting)) await this.#drop(id);
      const database = await stat(join(this.#dataDir, 'gleaner.db')).catch(() => undefined);
      await assertRoom(this.#dataDir, database?.size ?? 0, 'A backup');
      return this.#prepare(passphrase);
    });
  }

  async #prepare(passphrase: string | undefined): Promise<PreparedBackup> {
    const id = randomBytes(8).toString('hex');
    const folder = workingFolder(this.#dataDir, 'backup', id);
    try {
      const manifest = await onDisk(folder, () => this.#snapshot(folder, passphrase));
      const timer = setTimeout(() => void this.#drop(id), waitMs).unref();
      this.#waiting.set(id, { folder, manifest, timer });
      const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
      const name = `gleaner-backup-${manifest.createdAt.slice(0, 19).replaceAll(':', '-')}.tar.gz`;
      return { id, name, bytes, hasSecrets: passphrase !== undefined };
    } catch (thrown) {
      await rm(folder, { recursive: true, force: true });
      throw thrown;
    }
  }

  /**
   * Returns a snapshot as a stream. Each snapshot can be read only once. It is deleted when the download ends, even if
   * the download was aborted. Throws NOT_FOUND if the snapshot no longer exists.
   */
  async read(id: string): Promise<{ readonly content: Readable; readonly createdAt: string }> {
    const waiting = this.#waiting.get(id);
    if (!waiting)
      throw new AppError('NOT_FOUND', 'Backup not found; a backup can be downloaded only once, within ten minutes.');
    clearTimeout(waiting.timer);
    this.#waiting.delete(id);
    const content = await packSnapshot(waiting.folder, waiting.manifest);
    content.once('close', () => void rm(waiting.folder, { recursive: true, force: true }));
    return { content, createdAt: waiting.manifest.createdAt };
  }

  /**
   * Validates a backup and stages it for the next start. Throws BAD_REQUEST when the backup cannot be restored. Throws
   * CONFLICT when the data is in PostgreSQL, because restored files would be ignored.
   */
  async stage(source: Readable, passphrase?: string): Promise<StagedBackup> {
    const { dataDir, vaultPassphrase, databaseUrl } = this.settings.run;
    if (databaseUrl !== undefined)
      throw new AppError(
        'CONFLICT',
        'The data is in PostgreSQL; restore it with pg_restore. To import a backup of a data folder, restore it into a data folder without PostgreSQL, then run gleaner migrate.',
      );
    return onDisk(dataDir, () => stageBackup(source, { dataDir, passphrase, vaultPassphrase }));
  }

  discard(): Promise<void> {
    return discardRestore(this.#dataDir);
  }

  get #dataDir(): string {
    return this.settings.run.dataDir;
  }

  async #snapshot(folder: string, passphrase: string | undefined): Promise<BackupManifest> {
    const sealed = passphrase ? { passphrase, secrets: await this.#secrets() } : undefined;
    const copyDatabase = (path: string) => this.storage.copyTo(path);
    return takeSnapshot({ dataDir: this.#dataDir, folder, version: this.facts.version, copyDatabase, sealed });
  }

  async #secrets(): Promise<BackupSecrets> {
    const vault: Record<string, string> = {};
    for (const name of await this.vault.names()) {
      const secret = await this.vault.get(name);
      if (secret !== undefined) vault[name] = secret;
    }
    const webhook = await readIfExists(join(this.#dataDir, 'webhook-secret.json'));
    return { vault, webhook: webhook?.toString('utf8') };
  }

  async #drop(id: string): Promise<void> {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (waiting) await rm(waiting.folder, { recursive: true, force: true });
  }
}
