import { type BinaryToTextEncoding, createHash, randomBytes } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError } from '../../common/errors';
import { type AddedPlugin, type PluginManifest, scriptName } from '../../common/plugin-files';
import { workingFolder } from '../data-folder/data-dir';
import { onDisk } from '../data-folder/storage-error';
import { manifestName, readManifest } from './plugin-manifest';

/** Script and manifest of a plugin. */
export interface PluginContent {
  readonly code: string;
  /** Manifest as JSON. Absent for a single script. */
  readonly manifest?: string;
}

/** A plugin in a temporary directory, to be moved to the plugin directory. */
export interface StagedPlugin extends PluginContent {
  readonly file: string;
  /** Moves the files to the plugin directory. Keeps a copy of the replaced version. */
  accept(): Promise<void>;
  /** Deletes the temporary directory. Has no effect after `accept`. */
  discard(): Promise<void>;
}

/** A file in the plugin directory, or an expected file that does not exist there. */
export interface PluginEntry {
  readonly file: string;
  /** Absent if the file is missing. */
  readonly sha256?: string;
  readonly content?: PluginContent;
  /** Content before the last update, if any. */
  readonly earlier?: PluginContent;
}

/** Returns the SHA-256 hash of a plugin in hex. The hash covers the script and the manifest, if any. */
export const sha256Of = (content: PluginContent): string => hashOf('sha256', 'hex', content);

/** Returns the SHA-512 hash of a plugin in the form `sha512-…`. The hash covers the script and the manifest, if any. */
export const integrityOf = (content: PluginContent): string => `sha512-${hashOf('sha512', 'base64', content)}`;

/** True if the hash of a plugin matches the hash stored when the plugin was enabled. */
export const isPinned = (content: PluginContent, { sha256, integrity }: AddedPlugin): boolean =>
  integrity === undefined ? sha256Of(content) === sha256 : integrityOf(content) === integrity;

function hashOf(algorithm: string, encoding: BinaryToTextEncoding, { code, manifest }: PluginContent): string {
  const hash = createHash(algorithm).update(code);
  return (manifest === undefined ? hash : hash.update('\0').update(manifest)).digest(encoding);
}

/** Parses the stored manifest of a plugin. Undefined for a single script. */
export const manifestOf = ({ manifest }: PluginContent): PluginManifest | undefined => readManifest({ own: manifest });

const manifestFile = (file: string): string => file.replace(/\.m?js$/, '.json');

/** Reads a plugin from a directory. Rejects if its script cannot be read. */
export async function readPlugin(folder: string, file: string): Promise<PluginContent> {
  const code = await readFile(join(folder, basename(file)), 'utf8');
  const manifest = await readFile(join(folder, manifestFile(basename(file))), 'utf8').catch(() => undefined);
  return { code, manifest };
}

const earlierFolder = 'earlier';

/**
 * Reads the enabled version of a plugin, and returns it with the directory that contains it. While an update waits for
 * a review, the enabled version is the version before the update. Rejects if the script cannot be read or has changed.
 */
export async function readPinned(folder: string, entry: AddedPlugin) {
  const content = await readPlugin(folder, entry.file);
  if (isPinned(content, entry)) return { folder, content };
  const before = join(folder, earlierFolder);
  const earlier = await readPlugin(before, entry.file).catch(() => undefined);
  if (earlier && isPinned(earlier, entry)) return { folder: before, content: earlier };
  throw new Error('it has changed since it was enabled; enable it again');
}

/**
 * Directory for third-party plugins in the data directory. It contains scripts and their manifests, e.g. `a.mjs` and
 * `a.json`.
 */
export class PluginFolder {
  readonly #folder: string;
  /** Directory that contains the previous version of each updated plugin. */
  readonly #earlier: string;

  constructor(
    private readonly dataDir: string,
    /** Enabled plugins. The enabled version of each plugin is retained until another version is enabled. */
    private readonly enabled: readonly AddedPlugin[] = [],
  ) {
    this.#folder = join(dataDir, 'plugins');
    this.#earlier = join(this.#folder, earlierFolder);
  }

  /** Writes a plugin to a temporary directory. Throws BAD_REQUEST if `file` is not a valid script name. */
  async stage(file: string, content: PluginContent): Promise<StagedPlugin> {
    if (!scriptName.test(file)) {
      const message = `${file} is not a plugin: a plugin is a script such as "my-plugin.mjs", a folder that contains ${manifestName}, or an archive of such a folder.`;
      throw new AppError('BAD_REQUEST', message);
    }
    const staging = workingFolder(this.dataDir, 'plugin', randomBytes(8).toString('hex'));
    await onDisk(staging, () => writePlugin(staging, file, content));
    const discard = () => rm(staging, { recursive: true, force: true });
    const accept = () => onDisk(this.#folder, () => this.#replace(file, content, staging));
    return { ...content, file, accept, discard };
  }

  /** Lists the scripts in the directory, plus those named in `expected`. */
  async list(expected: readonly string[]): Promise<readonly PluginEntry[]> {
    const there = await readdir(this.#folder).catch(() => []);
    const files = [...new Set([...expected, ...there.filter((name) => scriptName.test(name))])].sort();
    return Promise.all(
      files.map(async (file) => {
        const content = await readPlugin(this.#folder, file).catch(() => undefined);
        const earlier = await readPlugin(this.#earlier, file).catch(() => undefined);
        return { file, content, earlier, sha256: content && sha256Of(content) };
      }),
    );
  }

  /** Deletes a plugin and its earlier version. Returns false if the plugin did not exist. */
  async delete(file: string): Promise<boolean> {
    if (!scriptName.test(file)) return false;
    const isThere = (await readPlugin(this.#folder, file).catch(() => undefined)) !== undefined;
    await onDisk(this.#folder, async () => {
      for (const folder of [this.#folder, this.#earlier])
        for (const name of [manifestFile(file), file]) await rm(join(folder, name), { force: true });
    });
    // Fails, as intended, while the directory still contains another plugin.
    await rmdir(this.#earlier).catch(() => undefined);
    return isThere;
  }

  async #replace(file: string, content: PluginContent, staging: string): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await this.#keepEarlier(file, content);
    const manifest = join(this.#folder, manifestFile(file));
    if (content.manifest === undefined) await rm(manifest, { force: true });
    else await rename(join(staging, manifestFile(file)), manifest);
    await rename(join(staging, file), join(this.#folder, file));
    await rm(staging, { recursive: true, force: true });
  }

  /** Copies the current version of a plugin to the directory for earlier versions. */
  async #keepEarlier(file: string, next: PluginContent): Promise<void> {
    const current = await readPlugin(this.#folder, file).catch(() => undefined);
    if (!current || sha256Of(current) === sha256Of(next)) return;
    if (await this.#isEarlierEnabled(file, current, next)) return;
    await mkdir(this.#earlier, { recursive: true, mode: 0o700 });
    await rm(join(this.#earlier, manifestFile(file)), { force: true });
    if (current.manifest !== undefined)
      await copyFile(join(this.#folder, manifestFile(file)), join(this.#earlier, manifestFile(file)));
    await copyFile(join(this.#folder, file), join(this.#earlier, file));
  }

  /** True if the earlier version is the enabled version. In that case, it must not be overwritten. */
  async #isEarlierEnabled(file: string, current: PluginContent, next: PluginContent): Promise<boolean> {
    const pin = this.enabled.find((one) => one.file === file);
    const earlier = await readPlugin(this.#earlier, file).catch(() => undefined);
    if (!pin || !earlier || isPinned(current, pin) || isPinned(next, pin)) return false;
    return isPinned(earlier, pin);
  }
}

async function writePlugin(folder: string, file: string, { code, manifest }: PluginContent): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, file), code, { mode: 0o600 });
  if (manifest !== undefined) await writeFile(join(folder, manifestFile(file)), manifest, { mode: 0o600 });
}
