import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { manifestName } from '../../core/platform/plugins/plugin-manifest';
import { type BuiltPlugin, scriptName } from './build-plugin';

/** A plugin packed as an archive. */
export interface PackedArchive {
  /** File name, e.g. `reading-time-1.0.0.tgz`. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Text files that are included in a package if they exist, in addition to the script and manifest. */
const texts = ['README.md', 'LICENSE', 'LICENSE.md', 'CHANGELOG.md'];

/** Packs a plugin into an archive. The same sources always produce the same bytes. */
export async function packPlugin({ project, manifest, content }: BuiltPlugin): Promise<PackedArchive> {
  const { packTar } = await import('modern-tar');
  const found = await Promise.all(
    texts.map(async (name) => [name, await readFile(join(project.folder, name)).catch(() => undefined)] as const),
  );
  const files = [[manifestName, content.manifest ?? ''] as const, [scriptName, content.code] as const, ...found];
  const entries = files.flatMap(([name, text]) => {
    if (text === undefined) return [];
    const body = Buffer.from(text);
    return [{ header: { name: `package/${name}`, size: body.length, mode: 0o644, mtime: new Date(0) }, body }];
  });
  const bytes = await promisify(gzip)(await packTar(entries), { level: 9 });
  return { name: `${manifest.id}-${manifest.version}.tgz`, bytes: new Uint8Array(bytes) };
}
