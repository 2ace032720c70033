import { isDeepStrictEqual } from 'node:util';
import { inject, injectable } from 'inversify';
import { AppError } from '../../common/errors';
import type {
  AddedPlugin,
  PluginFileFacts,
  PluginFileItem,
  PluginFileList,
  PluginFileState,
  PluginManifest,
  PluginPermissions,
} from '../../common/plugin-files';
import type { Settings } from '../settings/settings';
import { SettingsService } from '../settings/settings-service';
import { inspectPlugin } from './inspect-plugin';
import { manifestOf, type PluginContent, type PluginEntry, PluginFolder } from './plugin-folder';
import { assertEngine } from './plugin-manifest';
import { readPackedFile } from './plugin-package';
import { LoadedPlugins } from './third-party';

/** Path of the built script of a sandbox's thread, and the version of Gleaner. */
export interface PluginFilesParts {
  readonly sandbox: string;
  readonly version: string;
}
/** Injection token for the parts that plugin files need. */
export const PluginFilesParts = Symbol('PluginFilesParts');

/** A user's plugin files: facts about them, which of them are enabled, and whether they could be loaded at startup. */
@injectable()
export class PluginFiles {
  /** Facts about files, keyed by the SHA-256 of their content. */
  readonly #facts = new Map<string, Promise<PluginFileFacts | string>>();

  constructor(
    @inject(SettingsService) private readonly settings: SettingsService,
    @inject(LoadedPlugins) private readonly loaded: LoadedPlugins,
    @inject(PluginFilesParts) private readonly parts: PluginFilesParts,
  ) {}

  /** Returns all scripts in the plugin directory, and those that are missing from it. */
  async list(): Promise<PluginFileList> {
    const entries = await this.#folder.list([...this.#enabled, ...this.#unconfirmed].map(({ file }) => file));
    const items = await Promise.all(entries.map((entry) => this.#item(entry)));
    const isGone = [...this.loaded].some(
      ([file, { problem }]) => problem === undefined && !items.some((item) => item.file === file),
    );
    return { items, needsRestart: isGone || items.some((item) => item.needsRestart) };
  }

  /**
   * Adds the plugins in a script or an archive to the plugin directory without enabling them. Throws BAD_REQUEST if the
   * file is not suitable.
   */
  async add(name: string, bytes: Uint8Array): Promise<readonly PluginFileItem[]> {
    const staged = [];
    try {
      for (const { file, ...content } of await readPackedFile(name, bytes)) {
        const one = await this.#folder.stage(file, content);
        staged.push(one);
        const manifest = manifestOf(content);
        if (manifest) assertEngine(manifest, this.parts.version);
        await inspectPlugin(this.parts.sandbox, content);
      }
      for (const file of staged) await file.accept();
    } finally {
      for (const file of staged) await file.discard();
    }
    const added = new Set(staged.map(({ file }) => file));
    return (await this.list()).items.filter(({ file }) => added.has(file));
  }

  /**
   * Enables a file, pinned to the content that was inspected, with the permissions that the user grants. Takes effect at
   * the next start. Throws BAD_REQUEST if it needs to be trusted, or does not request one of the permissions.
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
    const { trusted, hosts, secrets } = granted;
    await this.#pin(file, { file, sha256, trusted, hosts: [...hosts], secrets: [...secrets] });
  }

  /** Disables a file. Takes effect at the next start. */
  async disable(file: string): Promise<void> {
    await this.#find(file);
    await this.#pin(file, undefined);
  }

  async remove(file: string): Promise<void> {
    await this.#pin(file, undefined);
    if (!(await this.#folder.delete(file))) throw new AppError('NOT_FOUND', `There is no plugin file ${file}.`);
  }

  async #find(file: string): Promise<PluginFileItem> {
    const found = (await this.list()).items.find((item) => item.file === file);
    if (!found?.sha256) throw new AppError('NOT_FOUND', `There is no plugin file ${file}.`);
    return found;
  }

  /** Records that a file was enabled, or disabled. */
  async #pin(file: string, pinned: AddedPlugin | undefined): Promise<void> {
    const others = (files: readonly AddedPlugin[]) => files.filter((one) => one.file !== file);
    await this.settings.update(({ enabledPlugins, unconfirmed }: Settings) => ({
      enabledPlugins: [...others(enabledPlugins), ...(pinned ? [pinned] : [])],
      unconfirmed: { ...unconfirmed, plugins: others(unconfirmed.plugins) },
    }));
  }

  get #folder(): PluginFolder {
    return new PluginFolder(this.settings.run.dataDir);
  }

  get #enabled(): readonly AddedPlugin[] {
    return this.settings.stored.enabledPlugins;
  }

  get #unconfirmed(): readonly AddedPlugin[] {
    return this.settings.stored.unconfirmed.plugins;
  }

  async #item({ file, content, sha256 }: PluginEntry): Promise<PluginFileItem> {
    const enabled = this.#enabled.find((one) => one.file === file);
    const pinned = enabled?.sha256;
    const started = this.loaded.get(file);
    const found = content && sha256 ? await this.#look(content, sha256) : undefined;
    const facts = typeof found === 'object' ? found : undefined;
    const isSame = enabled !== undefined && started !== undefined && isSameEntry(enabled, started.entry);
    const failed = isSame ? started.problem : undefined;
    const problem =
      enabled?.stopped ?? failed ?? (typeof found === 'string' && !started?.plugins.length ? found : undefined);
    const isWanted = enabled !== undefined && pinned === sha256 && enabled.stopped === undefined;
    const isRunning = started !== undefined && started.problem === undefined;
    // A file that could not be loaded would fail again unless it or its permissions have changed.
    const needsRestart = isWanted ? !isSame : isRunning;
    return {
      file,
      sha256,
      state: stateOf(sha256, pinned, problem),
      isEnabled: pinned !== undefined,
      isUnconfirmed: this.#unconfirmed.some((one) => one.file === file),
      needsRestart,
      manifest: this.#manifest(content),
      granted: enabled && grantOf(enabled),
      usage: started?.sandbox?.usage,
      facts,
      problem,
    };
  }

  /** Returns the manifest; undefined if it has become invalid, which `#look` reports. */
  #manifest(content: PluginContent | undefined): PluginManifest | undefined {
    try {
      return content && manifestOf(content);
    } catch {
      return undefined;
    }
  }

  #look(content: PluginContent, sha256: string): Promise<PluginFileFacts | string> {
    const known =
      this.#facts.get(sha256) ?? inspectPlugin(this.parts.sandbox, content).catch((thrown: Error) => thrown.message);
    this.#facts.set(sha256, known);
    return known;
  }
}

/** Permissions of an enabled plugin; a file enabled before there was a sandbox is trusted. */
const grantOf = ({ trusted = true, hosts = [], secrets = [] }: AddedPlugin): PluginPermissions => ({
  ...{ trusted, hosts, secrets },
});

/** True if two entries of the settings load the same content with the same permissions. */
const isSameEntry = (one: AddedPlugin, other: AddedPlugin): boolean =>
  isDeepStrictEqual([one.sha256, one.stopped, grantOf(one)], [other.sha256, other.stopped, grantOf(other)]);

/** Throws BAD_REQUEST if a plugin needs or may get other permissions than those granted. */
function assertGrant(file: string, { facts, manifest }: PluginFileItem, granted: PluginPermissions): void {
  if (facts?.needsTrust !== undefined && !granted.trusted)
    throw new AppError(
      'BAD_REQUEST',
      `${file} cannot run in the sandbox. ${facts.needsTrust} Enable it with "trusted" only if you trust its author: it then has all permissions of Gleaner.`,
    );
  const requested = manifest?.permissions;
  for (const key of ['hosts', 'secrets'] as const) {
    const extra = granted[key].find((one) => !requested?.[key].includes(one));
    if (extra !== undefined)
      throw new AppError('BAD_REQUEST', `${file} does not request "${extra}" in the ${key} of its manifest.`);
  }
}

function stateOf(sha256: string | undefined, pinned: string | undefined, problem: string | undefined): PluginFileState {
  if (!sha256) return 'missing';
  if (pinned === undefined) return problem ? 'broken' : 'off';
  if (pinned !== sha256) return 'changed';
  return problem ? 'broken' : 'enabled';
}
