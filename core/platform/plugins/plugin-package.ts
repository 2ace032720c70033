import { lstat, readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { AppError } from '../../common/errors';
import { scriptName } from '../../common/plugin-files';
import { openZip } from '../../contract/zip';
import type { NpmPackage } from './npm-package';
import type { PluginContent } from './plugin-folder';
import { manifestName, readManifest } from './plugin-manifest';

/** Maximum sizes in bytes of a plugin file and of an unpacked archive, and maximum number of scripts in an archive. */
const [maxBytes, maxUnpackedBytes, maxScripts] = [2 * 1024 * 1024, 20 * 1024 * 1024, 20];

/** A plugin to add. */
export interface PackedPlugin extends PluginContent {
  /** File name in the plugin directory. */
  readonly file: string;
}

/** The files in a package. `read` returns the content of a file, or undefined if the file is too large. */
interface PackageFiles {
  readonly name: string;
  readonly paths: readonly string[];
  read(path: string): Promise<string | undefined>;
}

/** Reads the plugin in a package from an npm registry. Throws BAD_REQUEST if the package contains no plugin. */
export async function readNpmPackage({ name, version, bytes }: NpmPackage): Promise<PackedPlugin> {
  const id = `${name}@${version}`;
  return packageIn(await tarFiles(id, bytes), `npm:${id}`);
}

/**
 * Reads the plugins in a file. The file is a script, a `.tgz` or `.zip` archive of a folder with a manifest, or a
 * `.zip` of scripts. Unpacks nothing to disk. Throws BAD_REQUEST if the file is not suitable.
 */
export async function readPackedFile(name: string, bytes: Uint8Array): Promise<readonly PackedPlugin[]> {
  if (/\.(?:tgz|tar\.gz)$/i.test(name)) return [await packageIn(await tarFiles(name, bytes))];
  if (!/\.zip$/i.test(name)) {
    if (bytes.length > maxBytes) throw tooLarge(name);
    return [{ file: name, code: Buffer.from(bytes).toString() }];
  }
  const files = zipFiles(name, bytes);
  return rootOf(files) === undefined ? await scriptsIn(files) : [await packageIn(files)];
}

/** Reads the plugin in a folder with a manifest, or in a file. Throws BAD_REQUEST if there is no plugin at the path. */
export async function readPackedPath(path: string): Promise<readonly PackedPlugin[]> {
  const failed = (error: NodeJS.ErrnoException) => {
    throw new AppError('BAD_REQUEST', `${path} cannot be read (${error.code}).`);
  };
  const stat = await lstat(path).catch(failed);
  if (stat.isFile()) return readPackedFile(basename(path), await readFile(path).catch(failed));
  if (!stat.isDirectory()) throw new AppError('BAD_REQUEST', `${path} is neither a file nor a folder.`);
  const entries = await readdir(path, { withFileTypes: true }).catch(failed);
  const paths = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const read = async (name: string) => {
    const file = join(path, name);
    return (await lstat(file)).size > maxBytes ? undefined : readFile(file, 'utf8');
  };
  return [await packageIn({ name: path, paths, read })];
}

/** Reads the only plugin in a package. `source` is the npm package that contains the plugin, if any. */
async function packageIn(files: PackageFiles, source?: string): Promise<PackedPlugin> {
  const root = rootOf(files);
  const manifest =
    root === undefined
      ? undefined
      : readManifest({
          own: await textOf(files, root + manifestName),
          package: await textOf(files, `${root}package.json`),
        });
  if (!manifest) {
    const message = `${files.name} has no manifest; add a ${manifestName} file, or a "gleaner" key in package.json.`;
    throw new AppError('BAD_REQUEST', message);
  }
  const code = await textOf(files, root + manifest.main);
  if (code === undefined)
    throw new AppError(
      'BAD_REQUEST',
      `${files.name} does not contain ${manifest.main}; set "main" in the manifest to the name of its script.`,
    );
  const stored = { ...manifest, source };
  return { file: `${manifest.id}.mjs`, code, manifest: `${JSON.stringify(stored, undefined, 2)}\n` };
}

/**
 * Returns the path of the folder with the manifest. The folder is the top level or its only subfolder. Undefined if
 * there is no manifest.
 */
function rootOf({ paths }: PackageFiles): string | undefined {
  const found = paths.filter((path) => /^(?:[^/]+\/)?(?:gleaner\.plugin|package)\.json$/.test(path));
  const own = found.find((path) => path.endsWith(manifestName)) ?? found[0];
  return own?.slice(0, own.lastIndexOf('/') + 1);
}

async function textOf(files: PackageFiles, path: string): Promise<string | undefined> {
  if (!files.paths.includes(path)) return undefined;
  const text = await files.read(path);
  if (text === undefined) throw tooLarge(`${path} in ${files.name}`);
  return text;
}

/** Returns the scripts at the top level of an archive or in its only folder. */
async function scriptsIn(files: PackageFiles): Promise<readonly PackedPlugin[]> {
  const { name, paths } = files;
  const scripts = paths.filter(
    (path) => /^(?:[^/]+\/)?[^/]+$/.test(path) && scriptName.test(path.split('/').at(-1) ?? ''),
  );
  if (scripts.length === 0)
    throw new AppError('BAD_REQUEST', `${name} must contain a script such as my-plugin.mjs at its top level.`);
  if (scripts.length > maxScripts)
    throw new AppError('BAD_REQUEST', `${name} contains more than ${maxScripts} scripts.`);
  return Promise.all(
    scripts.map(async (path) => ({ file: path.split('/').at(-1) ?? path, code: (await textOf(files, path)) ?? '' })),
  );
}

function zipFiles(name: string, bytes: Uint8Array): PackageFiles {
  const zip = openZip(bytes);
  if (!zip) throw new AppError('BAD_REQUEST', `${name} is not a readable zip archive.`);
  assertInside(name, zip.names);
  return { name, paths: zip.names, read: (path) => zip.text(path, maxBytes) };
}

async function tarFiles(name: string, bytes: Uint8Array): Promise<PackageFiles> {
  const { unpackTar } = await import('modern-tar');
  const entries = await promisify(gunzip)(bytes, { maxOutputLength: maxUnpackedBytes })
    .then((tar) => unpackTar(tar, { strict: true }))
    .catch((cause: unknown) => {
      throw new AppError('BAD_REQUEST', `${name} is larger than 20 MB unpacked, or is not a readable .tgz archive.`, {
        cause,
      });
    });
  const paths = entries.map(({ header }) => header.name);
  assertInside(name, paths);
  const link = entries.find(({ header: { type = 'file' } }) => type !== 'file' && type !== 'directory');
  if (link) {
    const shown = link.header.name.slice(0, 100);
    throw new AppError('BAD_REQUEST', `${name} contains a link (${shown}); nothing was added.`);
  }
  const contents = new Map(entries.flatMap(({ header, data }) => (data ? [[header.name, data]] : [])));
  const read = async (path: string) => {
    const data = contents.get(path);
    return data && data.length <= maxBytes ? Buffer.from(data).toString() : undefined;
  };
  return { name, paths: [...contents.keys()], read };
}

/** Throws BAD_REQUEST if a path in an archive points outside the archive. */
function assertInside(archive: string, paths: readonly string[]): void {
  const hostile = paths.find((path) => /(?:^|[\\/])\.\.(?:[\\/]|$)|^[\\/]|^[a-z]:|[\\\0]/i.test(path));
  if (hostile === undefined) return;
  const shown = hostile.slice(0, 100);
  throw new AppError('BAD_REQUEST', `${archive} contains a path outside the archive (${shown}); nothing was added.`);
}

const tooLarge = (name: string): AppError =>
  new AppError('BAD_REQUEST', `${name} is larger than 2 MB; a plugin must be a single small script.`);
