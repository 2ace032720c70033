/** Writes the type declarations for plugins developed outside this repository. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import { root } from './setup.mjs';

/** Packages whose types plugin authors install with Gleaner. All other types are copied into the declaration files. */
const authorPackages = [/^node:/, /^zod(?:\/|$)/, 'json-schema', 'gleaner/plugin'];

/** Makes the type declarations of the test harness import the plugin contract instead of containing a copy of it. */
const sharedContract = {
  name: 'shared-contract',
  resolveId: (name) => (/\/core\/contract\/plugin$/.test(name) ? { id: 'gleaner/plugin', external: true } : undefined),
};

async function build(name, entry, { dir, external }, plugins = []) {
  const bundle = await rolldown({
    cwd: root,
    input: { [name]: join(root, entry) },
    external,
    logLevel: 'silent',
    plugins: [...plugins, dts({ emitDtsOnly: true, resolver: 'tsc', tsconfig: join(root, 'src-main/tsconfig.json') })],
  });
  await bundle.write({ dir, format: 'esm', entryFileNames: '[name].js' });
  await bundle.close();
}

/**
 * Writes `plugin.d.ts` (types of `gleaner/plugin`) and `plugin-testing.d.ts` (types of `gleaner/plugin/testing`). Types
 * of packages that match `external` are imported instead of included.
 */
export async function buildPluginTypes({ dir = join(root, 'out', 'types'), external = authorPackages } = {}) {
  rmSync(dir, { recursive: true, force: true });
  await build('plugin', 'core/contract/plugin.ts', { dir, external });
  await build('plugin-testing', 'src-main/plugin-testing.ts', { dir, external }, [sharedContract]);
}
