import { inject, injectable } from 'inversify';
import { AppError } from '../../common/errors';
import {
  type AddedPlugin,
  type PluginFileItem,
  type PluginFileList,
  type PluginFileState,
  scriptName,
} from '../../common/plugin-files';
import { openZip } from '../../contract/zip';
import type { Settings } from '../settings/settings';
import { SettingsService } from '../settings/settings-service';
import { inspectPlugin, type PluginFacts } from './inspect-plugin';
import { type PluginEntry, PluginFolder } from './plugin-folder';
import { LoadedPlugins } from './third-party';

/** Maximum size of a plugin file, bytes, and maximum number of scripts in an archive. */
const [maxBytes, maxScripts] = [2 * 1024 * 1024, 20];

/** Injection token for the path of the built script that inspects plugin files. */
export const PluginInspector = Symbol('PluginInspector');

/** A user's plugin files: facts about them, which of them are enabled, and whether they could be loaded at startup. */
@injectable()
export class PluginFiles {
  /** Facts about files, keyed by the SHA-256 of their content. */
  readonly #facts = new Map<string, Promise<PluginFacts | string>>();

  constructor(
    @inject(SettingsService) private readonly settings: SettingsService,
    @inject(LoadedPlugins) private readonly loaded: LoadedPlugins,
    @inject(PluginInspector) private readonly inspector: string,
  ) {}

  /** Returns all scripts in the plugin directory, and those that are missing from it. */
  async list(): Promise<PluginFileList> {
    const entries = await this.#folder.list([...this.#enabled, ...this.#unconfirmed].map(({ file }) => file));
    const items = await Promise.all(entries.map((entry) => this.#item(entry)));
    const isGone = [...this.loaded.keys()].some((file) => !items.some((item) => item.file === file));
    return { items, needsRestart: isGone || items.some((item) => item.needsRestart) };
  }

  /**
   * Adds a script, or all scripts in a ZIP archive, to the plugin directory without enabling them. Throws BAD_REQUEST
   * if the file is not suitable.
   */
  async add(name: string, bytes: Uint8Array): Promise<readonly PluginFileItem[]> {
    const scripts = name.toLowerCase().endsWith('.zip') ? await scriptsIn(name, bytes) : [{ name, bytes }];
    const staged = [];
    try {
      for (const script of scripts) {
        if (script.bytes.length > maxBytes)
          throw new AppError(
            'BAD_REQUEST',
            `${script.name} is larger than 2 MB; a plugin must be a single small script.`,
          );
        const file = await this.#folder.stageBytes(script.name, script.bytes);
        staged.push(file);
        await inspectPlugin(this.inspector, file.path, new AbortController().signal);
      }
      for (const file of staged) await file.accept();
    } finally {
      for (const file of staged) await file.discard();
    }
    const added = new Set(staged.map(({ file }) => file));
    return (await this.list()).items.filter(({ file }) => added.has(file));
  }

  /** Enables a file, pinned to the content that was inspected, or disables it. Takes effect at the next start. */
  async enable(file: string, sha256: string, enabled: boolean): Promise<void> {
    const found = (await this.list()).items.find((item) => item.file === file);
    if (!found?.sha256) throw new AppError('NOT_FOUND', `There is no plugin file ${file}.`);
    if (enabled && found.sha256 !== sha256)
      throw new AppError(
        'CONFLICT',
        `${file} has changed since it was reviewed; review it again before you enable it.`,
      );
    if (enabled && !found.facts) throw new AppError('BAD_REQUEST', found.problem ?? `${file} is not a plugin.`);
    await this.#pin(file, enabled ? sha256 : undefined);
  }

  async remove(file: string): Promise<void> {
    await this.#pin(file, undefined);
    if (!(await this.#folder.delete(file))) throw new AppError('NOT_FOUND', `There is no plugin file ${file}.`);
  }

  /** Records that a file was enabled with this content, or disabled. */
  async #pin(file: string, sha256: string | undefined): Promise<void> {
    const others = (files: readonly AddedPlugin[]) => files.filter((one) => one.file !== file);
    await this.settings.update(({ enabledPlugins, unconfirmed }: Settings) => ({
      enabledPlugins: [...others(enabledPlugins), ...(sha256 === undefined ? [] : [{ file, sha256 }])],
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

  async #item({ file, path, sha256 }: PluginEntry): Promise<PluginFileItem> {
    const pinned = this.#enabled.find((one) => one.file === file)?.sha256;
    const started = this.loaded.get(file);
    const found = sha256 ? await this.#look(path, sha256) : undefined;
    const facts = typeof found === 'object' ? found : undefined;
    const failed = pinned !== undefined && started?.sha256 === pinned ? started.problem : undefined;
    const state = stateOf(sha256, pinned, failed ?? (typeof found === 'string' ? found : undefined));
    const needsRestart = (pinned === sha256 ? pinned : undefined) !== started?.sha256;
    return {
      file,
      sha256,
      state,
      isEnabled: pinned !== undefined,
      isUnconfirmed: this.#unconfirmed.some((one) => one.file === file),
      needsRestart,
      facts,
      problem: failed ?? (typeof found === 'string' ? found : undefined),
    };
  }

  #look(path: string, sha256: string): Promise<PluginFacts | string> {
    const known =
      this.#facts.get(sha256) ??
      inspectPlugin(this.inspector, path, new AbortController().signal).catch((thrown: Error) => thrown.message);
    this.#facts.set(sha256, known);
    return known;
  }
}

function stateOf(sha256: string | undefined, pinned: string | undefined, problem: string | undefined): PluginFileState {
  if (!sha256) return 'missing';
  if (pinned === undefined) return problem ? 'broken' : 'off';
  if (pinned !== sha256) return 'changed';
  return problem ? 'broken' : 'enabled';
}

/**
 * Returns the scripts at the top level of an archive or in its only directory; rejects an archive with a path that
 * leads outside.
 */
async function scriptsIn(archive: string, bytes: Uint8Array): Promise<readonly { name: string; bytes: Uint8Array }[]> {
  const zip = openZip(bytes);
  if (!zip) throw new AppError('BAD_REQUEST', `${archive} is not a readable zip archive.`);
  const hostile = zip.names.find((name) => /(?:^|[\\/])\.\.(?:[\\/]|$)|^[\\/]|^[a-z]:|[\\\0]/i.test(name));
  if (hostile !== undefined)
    throw new AppError(
      'BAD_REQUEST',
      `${archive} contains a path outside the archive (${hostile.slice(0, 100)}); nothing was added.`,
    );
  const paths = zip.names.filter(
    (name) => /^(?:[^/]+\/)?[^/]+$/.test(name) && scriptName.test(name.split('/').at(-1) ?? ''),
  );
  if (paths.length === 0)
    throw new AppError('BAD_REQUEST', `${archive} contains no script such as my-plugin.mjs at its top level.`);
  if (paths.length > maxScripts)
    throw new AppError('BAD_REQUEST', `${archive} contains more than ${maxScripts} scripts.`);
  return Promise.all(
    paths.map(async (path) => {
      const text = await zip.text(path, maxBytes);
      if (text === undefined)
        throw new AppError('BAD_REQUEST', `${path} in ${archive} is larger than 2 MB or damaged.`);
      return { name: path.split('/').at(-1) ?? path, bytes: Buffer.from(text) };
    }),
  );
}
