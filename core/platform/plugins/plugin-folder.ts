import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError } from '../../common/errors';
import { scriptName } from '../../common/plugin-files';
import { sha256Of } from './third-party';

/** A copied plugin file that still has a temporary name. */
export interface StagedPlugin {
  readonly file: string;
  readonly path: string;
  readonly sha256: string;
  /** Gives the file its final name. */
  accept(): Promise<void>;
  /** Deletes the copy; does nothing if it was already accepted. */
  discard(): Promise<void>;
}

/** A file that the plugin directory contains or should contain. */
export interface PluginEntry {
  readonly file: string;
  readonly path: string;
  /** Absent if the file is missing. */
  readonly sha256?: string;
}

/** The directory for third-party plugin files inside a data directory. */
export class PluginFolder {
  readonly #folder: string;

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'plugins');
  }

  /** Copies a file to a temporary name, so that exactly the inspected bytes are pinned. */
  async stage(source: string): Promise<StagedPlugin> {
    const file = basename(source);
    assertScriptName(file);
    const bytes = await readFile(source).catch((error: NodeJS.ErrnoException) => {
      throw new AppError('BAD_REQUEST', `the file ${source} cannot be read (${error.code}).`);
    });
    return this.stageBytes(file, bytes);
  }

  /** Stages a file from its bytes. Throws BAD_REQUEST if the name is not valid for a script. */
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

  /** Lists the scripts in the directory, plus those named in `expected`. */
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

  /** Deletes a file; returns false if it did not exist. */
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
