import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError } from '../../common/errors';
import { scriptName } from '../../common/plugin-files';
import { sha256Of } from './third-party';

/** A copied plugin file that does not have its final name yet. */
export interface StagedPlugin {
  readonly file: string;
  readonly path: string;
  readonly sha256: string;
  /** Moves the file into place. */
  accept(): Promise<void>;
  /** Deletes the copy; has no effect once it is in place. */
  discard(): Promise<void>;
}

/** A file in the plugin directory, or a missing one. */
export interface PluginEntry {
  readonly file: string;
  readonly path: string;
  /** Absent when the file is missing. */
  readonly sha256?: string;
}

/** Directory of third-party plugin files in a data directory. */
export class PluginFolder {
  readonly #folder: string;

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'plugins');
  }

  /** Copies a file under a temporary name, so that the inspected and the pinned bytes are the same. */
  async stage(source: string): Promise<StagedPlugin> {
    const file = basename(source);
    assertScriptName(file);
    const bytes = await readFile(source).catch((error: NodeJS.ErrnoException) => {
      throw new AppError('BAD_REQUEST', `the file ${source} cannot be read (${error.code}).`);
    });
    return this.stageBytes(file, bytes);
  }

  /** Stages a file from bytes. Throws BAD_REQUEST when the name is not a script name. */
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

  /** Lists the scripts in the directory, and those named in `expected`. */
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

  /** Deletes a file; returns true when it existed. */
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
