/** Writes the type declarations of `gleaner/plugin` as one file, for plugins that are written outside this repository. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import { root } from './setup.mjs';

/** Packages whose types a plugin author gets with Gleaner; all other types become part of the file. */
const external = [/^node:/, /^zod(?:\/|$)/, 'json-schema'];

/** Writes `out/types/plugin.d.ts`. */
export async function buildPluginTypes() {
  const dir = join(root, 'out', 'types');
  rmSync(dir, { recursive: true, force: true });
  const bundle = await rolldown({
    cwd: root,
    input: { plugin: join(root, 'core/contract/plugin.ts') },
    external,
    logLevel: 'silent',
    plugins: [dts({ emitDtsOnly: true, resolver: 'tsc', tsconfig: join(root, 'core/tsconfig.json') })],
  });
  await bundle.write({ dir, format: 'esm', entryFileNames: '[name].js' });
  await bundle.close();
}
