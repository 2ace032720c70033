import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { CommandError } from '../cli/command-error';
import { kinds, type NewPlugin, projectFiles } from './project-files';

const validName = /^[a-z][a-z0-9-]{0,60}$/;

/** A plugin to create, as specified on the command line. */
export interface PluginRequest extends Omit<NewPlugin, 'kind'> {
  /** Name of the plugin, or a path that ends with the name. */
  readonly name: string;
  readonly kind: string;
  /** Base folder for a relative path. */
  readonly base: string;
}

/** Creates the folder of a new plugin and returns its path and files. Throws if the folder is not empty. */
export async function newPlugin({
  name: path,
  kind,
  version,
  base,
}: PluginRequest): Promise<{ readonly folder: string; readonly files: readonly string[] }> {
  const known = kinds.find((one) => one === kind);
  if (!known) throw new CommandError(`there is no template for "${kind}"; use ${kinds.join(', ')}.`);
  const folder = resolve(base, path);
  const name = basename(folder);
  if (!validName.test(name))
    throw new CommandError(`"${name}" must consist of lower-case letters, digits and hyphens, such as "reading-time".`);
  if ((await readdir(folder).catch(() => [])).length > 0)
    throw new CommandError(`the folder ${folder} is not empty; choose another name.`);
  const files = Object.entries(projectFiles({ name, kind: known, version }));
  for (const [file, text] of files) {
    const target = join(folder, file);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text);
  }
  return { folder, files: files.map(([file]) => file) };
}
