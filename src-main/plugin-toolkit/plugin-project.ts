import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { PluginManifest } from '../../core/common/plugin-files';
import { manifestName, readManifest } from '../../core/platform/plugins/plugin-manifest';
import { CommandError } from '../cli/command-error';

/** Source folder of a plugin. */
export interface PluginProject {
  /** Absolute path. */
  readonly folder: string;
  readonly manifest: PluginManifest;
  /** Path of the script to bundle, relative to the folder. */
  readonly source: string;
}

/** Default source scripts of a plugin. If `package.json` has no `source`, the first existing script is used. */
const usualSources = ['src/index.ts', 'src/index.mts', 'src/index.js', 'src/index.mjs', 'index.ts', 'index.mts'];

const textOf = (path: string): Promise<string | undefined> => readFile(path, 'utf8').catch(() => undefined);

/** Reads the source folder of a plugin. Throws an error that names the missing or invalid part. */
export async function readProject(path: string): Promise<PluginProject> {
  const folder = resolve(path);
  const packed = await textOf(join(folder, 'package.json'));
  const manifest = readManifest({ own: await textOf(join(folder, manifestName)), package: packed });
  if (!manifest)
    throw new CommandError(
      `${folder} is not a plugin: it has no ${manifestName}. Create one with \`gleaner plugin new\`.`,
    );
  const { source: named, version } = JSON.parse(packed ?? '{}') as {
    readonly source?: unknown;
    readonly version?: unknown;
  };
  if (version !== undefined && version !== manifest.version)
    throw new CommandError(
      `the versions differ: ${manifest.version} in ${manifestName}, ${String(version)} in package.json; use the same version in both.`,
    );
  const wanted = typeof named === 'string' ? [named] : [...usualSources, manifest.main];
  const source = wanted.find((file) => existsSync(join(folder, file)));
  if (source === undefined)
    throw new CommandError(`${folder} has no ${wanted[0]}; set "source" in its package.json to the plugin's script.`);
  return { folder, manifest, source };
}

/** True if a folder contains a plugin that must be bundled before it is added. */
export async function isSourceProject(path: string): Promise<boolean> {
  const project = await readProject(path).catch(() => undefined);
  return project !== undefined && project.source !== project.manifest.main;
}
