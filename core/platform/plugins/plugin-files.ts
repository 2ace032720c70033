import { inject, injectable } from 'inversify';
import { gt } from 'semver';
import { AppError } from '../../common/errors';
import {
  type AddedPlugin,
  addedPermissions,
  type PluginFileFacts,
  type PluginFileItem,
  type PluginFileList,
  type PluginFileState,
  type PluginManifest,
  type PluginPermissions,
} from '../../common/plugin-files';
import type { Settings } from '../settings/settings';
import { SettingsService } from '../settings/settings-service';
import { inspectPlugin } from './inspect-plugin';
import { FetchPackage, parseSpec } from './npm-package';
import {
  integrityOf,
  isPinned,
  manifestOf,
  type PluginContent,
  type PluginEntry,
  PluginFolder,
  sha256Of,
} from './plugin-folder';
import { assertGrant, carriedGrant, grantOf, isSameEntry } from './plugin-grants';
import { assertEngine } from './plugin-manifest';
import { type PackedPlugin, readNpmPackage, readPackedFile } from './plugin-package';
import type { WithoutPlugins } from './plugin-start';
import { withoutTraces } from './plugin-traces';
import { LoadedPlugins } from './third-party';

/** Information about this Gleaner instance that the plugin file service needs. */
export interface PluginFilesParts {
  /** Path of the built script for the sandbox thread. */
  readonly sandbox: string;
  /** Version of Gleaner. */
  readonly version: string;
  /** Reason why the engine started without plugins. Absent if it started with them. */
  readonly without?: WithoutPlugins;
  /** True for a plugin that is part of Gleaner. */
  isBuiltIn(kind: string, id: string): boolean | Promise<boolean>;
}
/** Injection token for the information about this Gleaner instance. */
export const PluginFilesParts = Symbol('PluginFilesParts');

/** Members of the settings service that `PluginFiles` uses. */
export type PluginSettings = Pick<SettingsService, 'stored' | 'run' | 'update'>;

/** Manages the user's plugin files: lists, inspects, adds, updates, enables and removes them. */
@injectable()
export class PluginFiles {
  /**
   * Result of inspecting each file, keyed by the SHA-256 of its content. A string is the reason why the file cannot be
   * used.
   */
  readonly #facts = new Map<string, Promise<PluginFileFacts | string>>();

  constructor(
    @inject(SettingsService) private readonly settings: PluginSettings,
    @inject(LoadedPlugins) private readonly loaded: LoadedPlugins,
    @inject(PluginFilesParts) private readonly parts: PluginFilesParts,
    @inject(FetchPackage) private readonly fetchPackage: FetchPackage,
  ) {}

  /** Returns all scripts in the plugin directory, and the missing scripts to which the settings refer. */
  async list(): Promise<PluginFileList> {
    const entries = await this.#folder.list([...this.#enabled, ...this.#unconfirmed].map(({ file }) => file));
    const items = await Promise.all(entries.map((entry) => this.#item(entry)));
    const isGone = [...this.loaded].some(
      ([file, { problem }]) => problem === undefined && !items.some((item) => item.file === file),
    );
    return { items, needsRestart: isGone || items.some((item) => item.needsRestart), without: this.parts.without };
  }

  /**
   * Adds the plugins in a script or an archive to the plugin directory without enabling them. Throws BAD_REQUEST if the
   * file is not suitable.
   */
  async add(name: string, bytes: Uint8Array): Promise<readonly PluginFileItem[]> {
    return this.accept(await readPackedFile(name, bytes));
  }

  /**
   * Adds the plugin in an npm package without enabling it. `spec` is the name of the package, optionally with a
   * version.
   */
  async addPackage(spec: string, signal: AbortSignal): Promise<readonly PluginFileItem[]> {
    return this.accept([await readNpmPackage(await this.fetchPackage(spec, signal))]);
  }

  /** Describes a plugin, which need not be in the plugin directory. Throws BAD_REQUEST if the plugin cannot be used. */
  async inspect(content: PluginContent): Promise<PluginFileFacts> {
    const manifest = manifestOf(content);
    if (manifest) assertEngine(manifest, this.parts.version);
    const found = await this.#look(content, sha256Of(content));
    if (typeof found === 'string') throw new AppError('BAD_REQUEST', found);
    return found;
  }

  /** Adds unpacked plugins in the same way as `add`. If one of them is not suitable, adds none. */
  async accept(plugins: readonly PackedPlugin[]): Promise<readonly PluginFileItem[]> {
    const staged = [];
    try {
      for (const { file, ...content } of plugins) {
        staged.push(await this.#folder.stage(file, content));
        await this.inspect(content);
      }
      for (const file of staged) await file.accept();
    } finally {
      for (const file of staged) await file.discard();
    }
    const added = new Set(staged.map(({ file }) => file));
    return (await this.list()).items.filter(({ file }) => added.has(file));
  }

  /**
   * Replaces a plugin with the latest version of its npm package, if that version is newer. The plugin stays enabled if
   * the new version requests no further permissions. Takes effect at the next start.
   */
  async update(file: string, signal: AbortSignal): Promise<PluginFileItem> {
    const item = await this.#find(file);
    const source = parseSpec(item.manifest?.source ?? '');
    if (!source)
      throw new AppError(
        'BAD_REQUEST',
        `${file} was not installed by its npm name, so it cannot be updated from npm; add the file of the new version instead.`,
      );
    const latest = await this.fetchPackage(source.name, signal);
    if (!gt(latest.version, source.wanted)) return item;
    const packed = await readNpmPackage(latest);
    if (packed.file !== file)
      throw new AppError(
        'BAD_REQUEST',
        `The latest version of ${source.name} contains a different plugin: ${packed.file}.`,
      );
    return this.#replace(item, packed);
  }

  /** Replaces a plugin with the version before its last update. See `update`. */
  async rollBack(file: string): Promise<PluginFileItem> {
    const item = await this.#find(file);
    const earlier = (await this.#folder.list([])).find((one) => one.file === file)?.earlier;
    if (!earlier) throw new AppError('NOT_FOUND', `There is no earlier version of ${file}.`);
    return this.#replace(item, { file, ...earlier });
  }

  /**
   * Enables a file with the permissions that the user grants. The file is pinned to the content that was inspected.
   * Takes effect at the next start. Throws BAD_REQUEST if the plugin needs trust that was not granted, or if a granted
   * permission was not requested.
   */
  async enable(file: string, sha256: string, granted: PluginPermissions): Promise<void> {
    const found = await this.#find(file);
    if (found.sha256 !== sha256)
      throw new AppError(
        'CONFLICT',
        `${file} has changed since it was reviewed; review it again before you enable it.`,
      );
    if (!found.facts) throw new AppError('BAD_REQUEST', found.problem ?? `${file} is not a plugin.`);
    if (found.manifest) assertEngine(found.manifest, this.parts.version);
    assertGrant(file, found, granted);
    await this.#pin(file, pinOf(found, granted));
  }

  /** Disables a plugin file, even if the file is missing. Takes effect at the next start. */
  async disable(file: string): Promise<void> {
    const isKnown = [...this.#enabled, ...this.#unconfirmed].some((one) => one.file === file);
    if (!isKnown) await this.#find(file);
    await this.#pin(file, undefined);
  }

  /** Deletes a plugin together with its earlier version, its permissions and its settings. */
  async remove(file: string): Promise<void> {
    const { items } = await this.list();
    const item = items.find((one) => one.file === file);
    const removed = new Set<string>();
    for (const key of item?.facts?.contributions ?? item?.manifest?.contributions ?? []) {
      const [kind = '', id = ''] = key.split(':');
      const isShared = items.some((one) => one.file !== file && one.facts?.contributions.includes(key));
      if (!isShared && !(await this.parts.isBuiltIn(kind, id))) removed.add(key);
    }
    await this.settings.update((stored: Settings) => ({
      ...withPin(stored, file, undefined),
      ...(removed.size > 0 ? withoutTraces(stored, removed) : {}),
    }));
    if (!(await this.#folder.delete(file)) && !item)
      throw new AppError('NOT_FOUND', `There is no plugin file ${file}.`);
  }

  /** Returns the names that identify the plugin's messages in the log. */
  async logNames(file: string): Promise<readonly string[]> {
    const { facts } = await this.#find(file);
    return [`plugin ${file}`, ...(facts?.contributions ?? []).map((one) => one.replace(':', ' '))];
  }

  async #find(file: string): Promise<PluginFileItem> {
    const found = (await this.#folder.list([])).find((entry) => entry.file === file);
    if (!found) throw new AppError('NOT_FOUND', `There is no plugin file ${file}.`);
    return this.#item(found);
  }

  async #replace(before: PluginFileItem, packed: PackedPlugin): Promise<PluginFileItem> {
    const { file } = before;
    await this.accept([packed]);
    const pin = this.#enabled.find((one) => one.file === file);
    const after = await this.#find(file);
    const granted = pin && before.state === 'enabled' ? carriedGrant(before, after, grantOf(pin)) : undefined;
    if (!granted) return after;
    await this.#pin(file, pinOf(after, granted));
    return this.#find(file);
  }

  /** Records that a file was enabled or disabled. */
  async #pin(file: string, pinned: AddedPlugin | undefined): Promise<void> {
    await this.settings.update((stored: Settings) => withPin(stored, file, pinned));
  }

  get #folder(): PluginFolder {
    return new PluginFolder(this.settings.run.dataDir, this.#enabled);
  }

  get #enabled(): readonly AddedPlugin[] {
    return this.settings.stored.enabledPlugins;
  }

  get #unconfirmed(): readonly AddedPlugin[] {
    return this.settings.stored.unconfirmed.plugins;
  }

  async #item({ file, content, sha256, earlier }: PluginEntry): Promise<PluginFileItem> {
    const enabled = this.#enabled.find((one) => one.file === file);
    const isSameContent = content !== undefined && enabled !== undefined && isPinned(content, enabled);
    const started = this.loaded.get(file);
    const found = content && sha256 ? await this.#look(content, sha256) : undefined;
    const facts = typeof found === 'object' ? found : undefined;
    const isSame = enabled !== undefined && started !== undefined && isSameEntry(enabled, started.entry);
    const failed = isSame ? started.problem : undefined;
    const problem =
      enabled?.stopped ?? failed ?? (typeof found === 'string' && !started?.plugins.length ? found : undefined);
    const manifest = manifestIn(content);
    const isThere = content !== undefined;
    const state = stateOf({ isThere, isEnabled: enabled !== undefined, isSameContent, problem });
    // While an update waits for a review, the earlier version stays enabled.
    const isEarlierEnabled = earlier !== undefined && enabled !== undefined && isPinned(earlier, enabled);
    const isWanted = (isSameContent || isEarlierEnabled) && enabled?.stopped === undefined;
    const isRunning = started !== undefined && started.problem === undefined;
    // If the file failed to load, a restart helps only if the file or its permissions have changed since the failure.
    const needsRestart = isWanted ? !isSame : isRunning;
    return {
      file,
      sha256,
      integrity: content && integrityOf(content),
      state,
      isEnabled: enabled !== undefined,
      isUnconfirmed: this.#unconfirmed.some((one) => one.file === file),
      needsRestart,
      manifest,
      granted: enabled && grantOf(enabled),
      added: state === 'changed' && enabled ? addedPermissions(manifest?.permissions, grantOf(enabled)) : undefined,
      usage: started?.sandbox?.usage,
      facts,
      problem,
      earlier: earlier && { version: manifestIn(earlier)?.version },
    };
  }

  #look(content: PluginContent, sha256: string): Promise<PluginFileFacts | string> {
    const known =
      this.#facts.get(sha256) ?? inspectPlugin(this.parts.sandbox, content).catch((thrown: Error) => thrown.message);
    this.#facts.set(sha256, known);
    return known;
  }
}

/** Returns the manifest. Undefined if the manifest has become invalid. The inspection then reports the error. */
function manifestIn(content: PluginContent | undefined): PluginManifest | undefined {
  try {
    return content && manifestOf(content);
  } catch {
    return undefined;
  }
}

const pinOf = ({ file, sha256 = '', integrity }: PluginFileItem, granted: PluginPermissions): AddedPlugin => {
  const { trusted, hosts, secrets } = granted;
  return { file, sha256, integrity, trusted, hosts: [...hosts], secrets: [...secrets] };
};

/** Returns the settings after a file is enabled, or disabled if `pinned` is undefined. */
function withPin({ enabledPlugins, unconfirmed }: Settings, file: string, pinned: AddedPlugin | undefined) {
  const others = (files: readonly AddedPlugin[]) => files.filter((one) => one.file !== file);
  return {
    enabledPlugins: [...others(enabledPlugins), ...(pinned ? [pinned] : [])],
    unconfirmed: { ...unconfirmed, plugins: others(unconfirmed.plugins) },
  };
}

function stateOf(of: {
  readonly isThere: boolean;
  readonly isEnabled: boolean;
  readonly isSameContent: boolean;
  readonly problem: string | undefined;
}): PluginFileState {
  if (!of.isThere) return 'missing';
  if (!of.isEnabled) return of.problem ? 'broken' : 'off';
  if (!of.isSameContent) return 'changed';
  return of.problem ? 'broken' : 'enabled';
}
