import type { DocumentStore, StoredDocument } from '../../ports/document-store';
import { readSettings } from './read-settings';
import type { Damage, Settings } from './settings';
import { type ReadFile, type SettingsKeeper, settingsText } from './settings-file';

/**
 * Document that contains all settings. They are serialized to a string, because setting names are not always valid as
 * keys in a document.
 */
export interface SettingsDocument extends StoredDocument {
  readonly content: string;
}

const id = 'settings';

/** Settings stored in a fleet's database and shared by all nodes. */
export class SharedSettings implements SettingsKeeper {
  readonly #documents: DocumentStore<SettingsDocument>;
  #content: string | undefined;

  private constructor(documents: DocumentStore<SettingsDocument>) {
    this.#documents = documents;
  }

  /** Opens the settings and loads them from the database. */
  static async open(documents: DocumentStore<SettingsDocument>): Promise<SharedSettings> {
    const settings = new SharedSettings(documents);
    settings.#content = (await documents.get(id))?.content;
    return settings;
  }

  /** True if no settings have been stored yet. */
  get isNew(): boolean {
    return this.#content === undefined;
  }

  read(): ReadFile {
    const read = readSettings(this.#content ?? '{}');
    const losses = read.found.map(({ setting, message }) => `${setting} was damaged and ignored (${message})`);
    const warnings = losses.map((loss) => `the settings in the database: ${loss}.`);
    return { ...read, warnings, needsRepair: losses.length > 0 };
  }

  async reread(): Promise<ReadFile | undefined> {
    const content = (await this.#documents.get(id))?.content;
    if (content === this.#content) return undefined;
    this.#content = content;
    return this.read();
  }

  async write(settings: Settings, damaged: readonly Damage[]): Promise<boolean> {
    const [before, content] = [this.#content, settingsText(settings, damaged)];
    let isKept = before === undefined && (await this.#documents.add({ _id: id, content }));
    if (before !== undefined)
      await this.#documents.change(id, (found) => {
        isKept = found.content === before;
        return isKept ? { content } : {};
      });
    if (isKept) this.#content = content;
    return isKept;
  }
}
