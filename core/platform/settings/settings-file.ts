import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../common/errors';
import { writePrivateFile } from '../data-folder/private-file';
import { type ReadSettings, readSettings } from './read-settings';
import { type Damage, type Settings, settingsSchema } from './settings';

/** Parsed settings file, with warnings for users. */
export interface ReadFile extends ReadSettings {
  readonly warnings: readonly string[];
  /** True when the file is missing or damaged, and should be rewritten. */
  readonly needsRepair: boolean;
}

/** Storage for the settings. */
export interface SettingsKeeper {
  /** Returns the stored settings as last loaded by this process. */
  read(): ReadFile;
  /** Loads changes made by other nodes. Returns undefined if nothing has changed. */
  reread(): Promise<ReadFile | undefined>;
  /**
   * Writes the settings. Returns false without writing if another node has changed them since they were read. Throws
   * STORAGE_ERROR if the write fails.
   */
  write(settings: Settings, damaged: readonly Damage[]): Promise<boolean>;
}

/** The file `settings.json` in the data directory. If the file is missing or unreadable, its backup is used. */
export class SettingsFile implements SettingsKeeper {
  readonly #path: string;
  readonly #backup: string;

  constructor(dataDir: string) {
    this.#path = join(dataDir, 'settings.json');
    this.#backup = join(dataDir, 'settings.backup.json');
  }

  /**
   * Reads the valid parts of the file. Makes a copy first if the file is damaged. Throws STORAGE_ERROR on disk errors.
   */
  read(): ReadFile {
    const bytes = this.#bytesOf(this.#path);
    if (!bytes) return this.#readMissing();
    const own = readSettings(bytes.toString('utf8'));
    if (own.unreadable === undefined && own.found.length === 0)
      return { ...own, warnings: unknownNames(own), needsRepair: false };
    const aside = this.#moveAside(bytes);
    const backup = own.unreadable === undefined ? undefined : this.#readBackup();
    if (backup) {
      const sentence = `settings.json could not be read (${own.unreadable}); its backup is used. The damaged file was saved as ${aside}.`;
      return { ...backup, warnings: [sentence, ...unknownNames(backup)], needsRepair: true };
    }
    const warnings = own.found.map(
      (damage) => `settings.json: ${damageText(damage)} The damaged file was saved as ${aside}.`,
    );
    return { ...own, warnings: [...warnings, ...unknownNames(own)], needsRepair: true };
  }

  /**
   * Returns the settings from the backup, with a warning that the settings file is missing. Returns the defaults if
   * there is no backup.
   */
  #readMissing(): ReadFile {
    const backup = this.#readBackup();
    if (backup) {
      const sentence = 'settings.json is missing; its backup settings.backup.json is used.';
      return { ...backup, warnings: [sentence, ...unknownNames(backup)], needsRepair: true };
    }
    const settings = settingsSchema.parse({});
    return { settings, known: [], found: [], unknown: [], warnings: [], needsRepair: false };
  }

  /** Does nothing, because no other process writes the file. */
  async reread(): Promise<undefined> {
    return undefined;
  }

  /** Writes the settings atomically, followed by their backup. Throws STORAGE_ERROR if a write fails. */
  async write(settings: Settings, damaged: readonly Damage[]): Promise<boolean> {
    const text = `${settingsText(settings, damaged)}\n`;
    try {
      await writePrivateFile(this.#path, text);
      await writePrivateFile(this.#backup, text);
      return true;
    } catch (thrown) {
      throw storageError('written', thrown);
    }
  }

  #readBackup(): ReadSettings | undefined {
    const bytes = this.#bytesOf(this.#backup);
    const read = bytes && readSettings(bytes.toString('utf8'));
    return read?.unreadable === undefined ? read : undefined;
  }

  #bytesOf(path: string): Buffer | undefined {
    try {
      return readFileSync(path);
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw storageError('read', thrown);
    }
  }

  /**
   * Copies a damaged file. The copy is named after a hash of the content, so that the same damage is copied only once.
   */
  #moveAside(bytes: Buffer): string {
    const aside = `${this.#path}.damaged-${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}`;
    try {
      if (!existsSync(aside)) writeFileSync(aside, bytes, { mode: 0o600 });
      return aside;
    } catch (thrown) {
      throw storageError('copied', thrown);
    }
  }
}

/** Serializes settings for storage. */
export const settingsText = (settings: Settings, damaged: readonly Damage[]): string =>
  JSON.stringify({ ...settings, ...(damaged.length > 0 ? { damaged } : {}) }, undefined, 2);

const unknownNames = ({ unknown }: ReadSettings): readonly string[] =>
  unknown.length > 0 ? [`settings.json: ignored unknown settings: ${unknown.join(', ')}.`] : [];

const damageText = ({ setting, entry, message }: Damage): string =>
  `${entry === undefined ? setting : `${setting}, entry ${entry},`} was damaged and ignored (${message}).`;

const storageError = (operation: string, cause: unknown): AppError =>
  new AppError('STORAGE_ERROR', `settings.json cannot be ${operation}: ${(cause as Error).message}`, { cause });
