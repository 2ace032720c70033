import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError } from '../../common/errors';
import { scriptName } from '../../common/plugin-files';
import { sha256Of } from './third-party';

/** A plugin file that was copied but does not stand under its name yet. */
export interface StagedPlugin {
  readonly file: string;
  readonly path: string;
  readonly sha256: string;
  /** Puts it in place. */
  accept(): Promise<void>;
  /** Takes it away again; without effect once it is in place. */
  discard(): Promise<void>;
}

/** A file in the plugin folder, or one that should be there. */
export interface PluginEntry {
  readonly file: string;
  readonly path: string;
  /** Absent when there is no such file. */
  readonly sha256?: string;
}

/** The folder of third-party plugin files in a data folder. */
export class PluginFolder {
  readonly #folder: string;

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'plugins');
  }

  /** Copies a file in under a passing name, so that what is looked at and what is pinned are the same bytes. */
  async stage(source: string): Promise<StagedPlugin> {
    const file = basename(source);
    assertScriptName(file);
    const bytes = await readFile(source).catch((error: NodeJS.ErrnoException) => {
      throw new AppError('BAD_REQUEST', `the file ${source} cannot be read (${error.code}).`);
    });
    return this.stageBytes(file, bytes);
  }

  /** The same for a file that came another way. Throws BAD_REQUEST for a name that is none of a script. */
  async stageBytes(file: string, bytes: Uint8Array): Promise<StagedPlugin> {
    assertScriptName(file);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const path = join(this.#folder, `new-${randomBytes(4).toString('hex')}-${file}`);
    await writeFile(path, bytes, { mode: 0o600 });
    return {
      file,
      path,
      sha256: sha256Of(bytes),
      accept: () => rename(path, join(this.#folder, file)),
      discard: () => rm(path, { force: true }),
    };
  }

  /** The scripts of the folder, and those that `expected` names. */
  async list(expected: readonly string[]): Promise<readonly PluginEntry[]> {
    const there = await readdir(this.#folder).catch(() => []);
    const files = [...new Set([...expected, ...there.filter((name) => scriptName.test(name))])].sort();
    return Promise.all(
      files.map(async (file) => {
        const path = join(this.#folder, basename(file));
        const bytes = await readFile(path).catch(() => undefined);
        return { file, path, sha256: bytes && sha256Of(bytes) };
      }),
    );
  }

  /** Deletes a file; gives back whether it was there. */
  async delete(file: string): Promise<boolean> {
    if (!scriptName.test(file)) return false;
    return rm(join(this.#folder, file)).then(
      () => true,
      () => false,
    );
  }
}

function assertScriptName(file: string): void {
  if (scriptName.test(file)) return;
  const message = `${file} is not the name of a plugin file; it must be a script like "my-plugin.mjs".`;
  throw new AppError('BAD_REQUEST', message);
}
