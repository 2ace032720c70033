import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError } from '../../common/errors';
import { type PluginManifest, scriptName } from '../../common/plugin-files';
import { manifestName, readManifest } from './plugin-manifest';

/** Script of a plugin, and the manifest that belongs to it. */
export interface PluginContent {
  readonly code: string;
  /** Manifest as JSON; absent for a single script. */
  readonly manifest?: string;
}

/** A copied plugin that still has a temporary name. */
export interface StagedPlugin extends PluginContent {
  readonly file: string;
  readonly sha256: string;
  /** Gives the files their final names. */
  accept(): Promise<void>;
  /** Deletes the copy; does nothing if it was already accepted. */
  discard(): Promise<void>;
}

/** A file that the plugin directory contains or should contain. */
export interface PluginEntry {
  readonly file: string;
  /** Absent if the file is missing. */
  readonly sha256?: string;
  readonly content?: PluginContent;
}

/** Returns the SHA-256 hash of a plugin, hex. It covers the manifest, if any. */
export function sha256Of({ code, manifest }: PluginContent): string {
  const hash = createHash('sha256').update(code);
  return (manifest === undefined ? hash : hash.update('\0').update(manifest)).digest('hex');
}

/** Returns the manifest in its stored form; undefined for a single script. */
export const manifestOf = ({ manifest }: PluginContent): PluginManifest | undefined => readManifest({ own: manifest });

const manifestFile = (file: string): string => file.replace(/\.m?js$/, '.json');

/** Reads a plugin in the plugin directory; rejects if its script cannot be read. */
export async function readPlugin(folder: string, file: string): Promise<PluginContent> {
  const code = await readFile(join(folder, basename(file)), 'utf8');
  const manifest = await readFile(join(folder, manifestFile(basename(file))), 'utf8').catch(() => undefined);
  return { code, manifest };
}

/** The directory for third-party plugins inside a data directory: scripts, and manifests of the same name. */
export class PluginFolder {
  readonly #folder: string;

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'plugins');
  }

  /** Writes a plugin under a temporary name. Throws BAD_REQUEST if the name is not valid for a script. */
  async stage(file: string, content: PluginContent): Promise<StagedPlugin> {
    if (!scriptName.test(file)) {
      const message = `${file} is not the name of a plugin file; it must be a script like "my-plugin.mjs", a folder with ${manifestName}, or an archive of one.`;
      throw new AppError('BAD_REQUEST', message);
    }
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const path = (name: string) => join(this.#folder, name);
    const staged = path(`new-${randomBytes(4).toString('hex')}-${file}`);
    await writeFile(staged, content.code, { mode: 0o600 });
    if (content.manifest !== undefined) await writeFile(`${staged}.json`, content.manifest, { mode: 0o600 });
    return {
      ...content,
      file,
      sha256: sha256Of(content),
      accept: async () => {
        if (content.manifest === undefined) await rm(path(manifestFile(file)), { force: true });
        else await rename(`${staged}.json`, path(manifestFile(file)));
        await rename(staged, path(file));
      },
      discard: async () => {
        await rm(staged, { force: true });
        await rm(`${staged}.json`, { force: true });
      },
    };
  }

  /** Lists the scripts in the directory, plus those named in `expected`. */
  async list(expected: readonly string[]): Promise<readonly PluginEntry[]> {
    const there = await readdir(this.#folder).catch(() => []);
    const files = [...new Set([...expected, ...there.filter((name) => scriptName.test(name))])].sort();
    return Promise.all(
      files.map(async (file) => {
        const content = await readPlugin(this.#folder, file).catch(() => undefined);
        return { file, content, sha256: content && sha256Of(content) };
      }),
    );
  }

  /** Deletes a plugin; returns false if it did not exist. */
  async delete(file: string): Promise<boolean> {
    if (!scriptName.test(file)) return false;
    await rm(join(this.#folder, manifestFile(file)), { force: true });
    return rm(join(this.#folder, file)).then(
      () => true,
      () => false,
    );
  }
}
