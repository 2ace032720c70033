import { mkdirSync } from 'node:fs';
import { AppError } from '../../common/errors';
import type { Log } from '../../common/log';
import { parsePatch } from './read-settings';
import type { Damage, RunOptions, Settings } from './settings';
import { type ReadFile, SettingsFile, type SettingsKeeper } from './settings-file';
import { dropConfirmed } from './unconfirmed';

/** A change of settings as a step that shapes them sees it. */
export interface SettingsChange {
  readonly before: Settings;
  readonly wanted: Settings;
  /** Names of the settings that were given, changed or not. */
  readonly names: ReadonlySet<string>;
}

/** Shapes settings before they are kept; throws BAD_REQUEST when they do not fit. */
export type SettingsShaper = (change: SettingsChange) => Promise<Settings>;

/** Hears of settings that are in force from now on. */
export type SettingsListener = (settings: Settings, before: Settings) => void | Promise<void>;

/** Reads and writes the settings, in the file of the data folder unless they are kept elsewhere, and puts the options of this run above them. */
export class SettingsService {
  #stored: Settings;
  #damaged: readonly Damage[];
  #needsRepair: boolean;
  #lastUpdate: Promise<unknown> = Promise.resolve();
  readonly #listeners = new Set<SettingsListener>();
  readonly #shapers = new Set<SettingsShaper>();
  readonly #kept: SettingsKeeper;
  /** Listeners that could not reach the database when they were told, and the settings before. */
  readonly #late = new Map<SettingsListener, Settings>();

  constructor(
    readonly run: RunOptions,
    private readonly log: Log,
    kept?: SettingsKeeper,
  ) {
    mkdirSync(run.dataDir, { recursive: true, mode: 0o700 });
    this.#kept = kept ?? new SettingsFile(run.dataDir);
    const { settings, known, found, warnings, needsRepair } = this.#kept.read();
    this.#stored = settings;
    this.#damaged = [...known, ...found];
    this.#needsRepair = needsRepair;
    for (const warning of warnings) log.warn(warning);
  }

  /** What is stored, without the options of this run. */
  get stored(): Settings {
    return this.#stored;
  }

  /** What was damaged in the file and has not been set again since; kept over restarts. */
  get damaged(): readonly Damage[] {
    return this.#damaged;
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

  /**
   * Changes some settings, one call after the other; resolves when the change is on the disk and in force. A function is
   * given what is stored when its turn comes. Throws BAD_REQUEST with the issues when something does not fit.
   */
  update(patch: unknown | ((stored: Settings) => unknown)): Promise<Settings> {
    const updated = this.#lastUpdate.then(() => this.#update(patch));
    this.#lastUpdate = updated.catch(() => undefined);
    return updated;
  }

  /** Writes a file anew that was damaged, with a note of what was lost; where that fails, the next start tries again. */
  async repair(): Promise<void> {
    if (!this.#needsRepair) return;
    await this.update({}).catch((thrown: Error) => this.log.warn(thrown.message));
  }

  /** Puts into force what another node has changed, after the changes of this one that wait; DATABASE_UNAVAILABLE when that is to be tried again. */
  takeUp(): Promise<void> {
    const taken = this.#lastUpdate.then(async () => {
      const before = this.#stored;
      if (await this.#readAgain()) await this.#tellAll(before);
      else for (const [listener, missed] of [...this.#late]) await this.#tell(listener, missed);
      if (this.#late.size > 0) throw new AppError('DATABASE_UNAVAILABLE');
    });
    this.#lastUpdate = taken.catch(() => undefined);
    return taken;
  }

  /** Adds a step new settings go through before they are kept. */
  addShaper(shape: SettingsShaper): void {
    this.#shapers.add(shape);
  }

  /** Listens to changes; gives back the function that stops it. */
  onChange(listener: SettingsListener): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#late.delete(listener);
      this.#listeners.delete(listener);
    };
  }

  async #readAgain(): Promise<boolean> {
    const read: ReadFile | undefined = await this.#kept.readAgain();
    if (!read) return false;
    [this.#stored, this.#damaged, this.#needsRepair] = [read.settings, [...read.known, ...read.found], false];
    for (const warning of read.warnings) this.log.warn(warning);
    return true;
  }

  /** Tried again on top of what another node has written at the same moment. */
  async #update(patch: unknown): Promise<Settings> {
    const before = this.#stored;
    for (;;) {
      await this.#readAgain();
      const wanted = await this.#write(patch);
      if (!wanted) continue;
      await this.#tellAll(before);
      return wanted;
    }
  }

  /** Undefined when another node was first. */
  async #write(patch: unknown): Promise<Settings | undefined> {
    const before = this.#stored;
    const parsed = parsePatch(typeof patch === 'function' ? patch(before) : patch);
    const names = new Set(Object.keys(parsed));
    let wanted: Settings = { ...before, ...parsed };
    for (const shape of this.#shapers) wanted = await shape({ before, wanted, names });
    wanted = dropConfirmed(wanted);
    const damaged = this.#damaged.filter(({ setting }) => !names.has(setting));
    if (!(await this.#kept.write(wanted, damaged))) return undefined;
    [this.#stored, this.#damaged, this.#needsRepair] = [wanted, damaged, false];
    return wanted;
  }

  async #tellAll(before: Settings): Promise<void> {
    for (const listener of this.#listeners) await this.#tell(listener, this.#late.get(listener) ?? before);
  }

  /** The change is made by then: a listener that fails is a fault of its own, unless it could not reach the database. */
  async #tell(listener: SettingsListener, before: Settings): Promise<void> {
    try {
      this.#late.delete(listener);
      await listener(this.current, before);
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.code === 'DATABASE_UNAVAILABLE') this.#late.set(listener, before);
      this.log.warn(`changed settings could not be taken up: ${String(thrown)}`);
    }
  }
}
