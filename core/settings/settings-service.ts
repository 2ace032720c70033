import { mkdirSync, readFileSync, renameSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { compactIssues } from '../common/api/issues';
import { AppError } from '../common/errors';
import type { Log } from '../log';
import { type RunOptions, type Settings, settingsSchema } from './settings';

/** Reads and writes the one settings file, and puts the options of this run above it. */
export class SettingsService {
  #stored: Settings;
  readonly #listeners = new Set<(settings: Settings) => void>();
  readonly #shapers = new Set<(settings: Settings) => Promise<Settings>>();
  readonly #file: string;

  constructor(
    readonly run: RunOptions,
    private readonly log: Log,
  ) {
    mkdirSync(run.dataDir, { recursive: true, mode: 0o700 });
    this.#file = join(run.dataDir, 'settings.json');
    this.#stored = this.#read();
  }

  /** What is stored, without the options of this run. */
  get stored(): Settings {
    return this.#stored;
  }

  /** What is in force: stored settings under the options of this run. */
  get current(): Settings {
    const { run } = this;
    return {
      ...this.#stored,
      ...(run.port === undefined ? {} : { port: run.port }),
      ...(run.concurrency === undefined ? {} : { concurrency: run.concurrency }),
      ...(run.browserPath === undefined ? {} : { browserPath: run.browserPath }),
      ...(run.allowPrivateNetwork ? { allowPrivateNetwork: true } : {}),
    };
  }

  /** Changes some settings; throws BAD_REQUEST with the issues when they do not fit. */
  async update(patch: unknown): Promise<Settings> {
    const parsed = settingsSchema.strict().safeParse({ ...this.#stored, ...(patch as object) });
    if (!parsed.success) {
      throw new AppError('BAD_REQUEST', 'These settings do not fit; see `details`.', {
        details: compactIssues(parsed.error.issues),
      });
    }
    let shaped = parsed.data;
    for (const shape of this.#shapers) shaped = await shape(shaped);
    await this.#write(shaped);
    this.#stored = shaped;
    for (const listener of this.#listeners) listener(this.current);
    return shaped;
  }

  /** Settings of one plugin as stored. */
  ofPlugin(id: string): Readonly<Record<string, unknown>> {
    return this.#stored.plugins[id] ?? {};
  }

  /** Adds a step new settings go through before they are kept; it throws BAD_REQUEST when they do not fit. */
  addShaper(shape: (settings: Settings) => Promise<Settings>): void {
    this.#shapers.add(shape);
  }

  /** Listens to changes; gives back the function that stops it. */
  onChange(listener: (settings: Settings) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #read(): Settings {
    let text: string;
    try {
      text = readFileSync(this.#file, 'utf8');
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return settingsSchema.parse({});
      throw new AppError('STORAGE_ERROR', `${this.#file} cannot be read: ${(thrown as Error).message}`, {
        cause: thrown,
      });
    }
    try {
      return settingsSchema.parse(JSON.parse(text));
    } catch (thrown) {
      const aside = `${this.#file}.damaged-${Date.now()}`;
      renameSync(this.#file, aside);
      this.log.warn(
        `settings.json was damaged and set aside as ${aside}; defaults are used (${(thrown as Error).message})`,
      );
      return settingsSchema.parse({});
    }
  }

  async #write(settings: Settings): Promise<void> {
    const temporary = `${this.#file}.new`;
    try {
      const file = await open(temporary, 'w', 0o600);
      try {
        await file.writeFile(`${JSON.stringify(settings, undefined, 2)}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, this.#file);
    } catch (thrown) {
      throw new AppError('STORAGE_ERROR', `settings.json cannot be written: ${(thrown as Error).message}`, {
        cause: thrown,
      });
    }
  }
}
