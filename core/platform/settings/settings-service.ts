import { mkdirSync } from 'node:fs';
import { AppError } from '../../common/errors';
import type { Log } from '../../common/log';
import { parsePatch } from './read-settings';
import type { Damage, RunOptions, Settings } from './settings';
import { type ReadFile, SettingsFile, type SettingsKeeper } from './settings-file';
import { dropConfirmed } from './unconfirmed';

/** A change to the settings, as passed to each shaper before the change is stored. */
export interface SettingsChange {
  readonly before: Settings;
  readonly wanted: Settings;
  /** Names of all settings in the request, whether or not their values changed. */
  readonly names: ReadonlySet<string>;
}

/** Adjusts settings before they are stored. Throws BAD_REQUEST if they are invalid. */
export type SettingsShaper = (change: SettingsChange) => Promise<Settings>;

/** Called with settings that have taken effect. */
export type SettingsListener = (settings: Settings, before: Settings) => void | Promise<void>;

/**
 * Reads and writes the settings, by default in a file in the data directory. The options of this run override the
 * stored settings.
 */
export class SettingsService {
  #stored: Settings;
  #damaged: readonly Damage[];
  #needsRepair: boolean;
  #lastUpdate: Promise<unknown> = Promise.resolve();
  readonly #listeners = new Set<SettingsListener>();
  readonly #shapers = new Set<SettingsShaper>();
  readonly #kept: SettingsKeeper;
  /**
   * Listeners that failed because the database was unreachable, each with the settings from before the change that it
   * missed.
   */
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

  /** Stored settings, without overrides from the options of this run. */
  get stored(): Settings {
    return this.#stored;
  }

  /** Settings that were found damaged and have not been changed since then. The list is preserved across restarts. */
  get damaged(): readonly Damage[] {
    return this.#damaged;
  }

  /** Effective settings: stored settings overridden by the options of this run. */
  get current(): Settings {
    const { run } = this;
    return {
      ...this.#stored,
      ...(run.port === undefined ? {} : { port: run.port }),
      ...(run.concurrency === undefined ? {} : { concurrency: run.concurrency }),
      ...(run.browserPath === undefined ? {} : { browserPath: run.browserPath }),
      ...(run.allowPrivateNetwork ? { allowPrivateNetwork: true } : {}),
      serviceHosts: [...this.#stored.serviceHosts, ...(run.serviceHosts ?? [])],
    };
  }

  /**
   * Changes settings, one call at a time. Resolves when the change has been stored and is in effect. A function as
   * `patch` receives the stored settings and returns the changes. Throws BAD_REQUEST with the issues of invalid values.
   */
  update(patch: unknown | ((stored: Settings) => unknown)): Promise<Settings> {
    const updated = this.#lastUpdate.then(() => this.#update(patch));
    this.#lastUpdate = updated.catch(() => undefined);
    return updated;
  }

  /** Rewrites a damaged file and records the damage in it. If the write fails, the next start tries again. */
  async repair(): Promise<void> {
    if (!this.#needsRepair) return;
    await this.update({}).catch((thrown: Error) => this.log.warn(thrown.message));
  }

  /**
   * Applies changes made by other nodes, after pending changes made by this node. Throws DATABASE_UNAVAILABLE if the
   * call should be retried.
   */
  reload(): Promise<void> {
    const taken = this.#lastUpdate.then(async () => {
      const before = this.#stored;
      if (await this.#reread()) await this.#notifyAll(before);
      else for (const [listener, missed] of [...this.#late]) await this.#notify(listener, missed);
      if (this.#late.size > 0) throw new AppError('DATABASE_UNAVAILABLE');
    });
    this.#lastUpdate = taken.catch(() => undefined);
    return taken;
  }

  /** Adds a function that adjusts new settings before they are stored. */
  addShaper(shape: SettingsShaper): void {
    this.#shapers.add(shape);
  }

  /** Calls the listener after each change. Returns a function that unsubscribes. */
  onChange(listener: SettingsListener): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#late.delete(listener);
      this.#listeners.delete(listener);
    };
  }

  async #reread(): Promise<boolean> {
    const read: ReadFile | undefined = await this.#kept.reread();
    if (!read) return false;
    [this.#stored, this.#damaged, this.#needsRepair] = [read.settings, [...read.known, ...read.found], false];
    for (const warning of read.warnings) this.log.warn(warning);
    return true;
  }

  /**
   * Applies a change. If another node has changed the settings since they were read, applies the change to the new
   * settings.
   */
  async #update(patch: unknown): Promise<Settings> {
    const before = this.#stored;
    for (;;) {
      await this.#reread();
      const wanted = await this.#write(patch);
      if (!wanted) continue;
      await this.#notifyAll(before);
      return wanted;
    }
  }

  /** Applies a patch and stores the result. Undefined if another node changed the settings first. */
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

  async #notifyAll(before: Settings): Promise<void> {
    for (const listener of this.#listeners) await this.#notify(listener, this.#late.get(listener) ?? before);
  }

  /**
   * Notifies a listener. The change stays in effect even if the listener fails. A listener that could not reach the
   * database is called again later.
   */
  async #notify(listener: SettingsListener, before: Settings): Promise<void> {
    try {
      this.#late.delete(listener);
      await listener(this.current, before);
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.code === 'DATABASE_UNAVAILABLE') this.#late.set(listener, before);
      this.log.warn(`changed settings could not be applied: ${String(thrown)}`);
    }
  }
}
