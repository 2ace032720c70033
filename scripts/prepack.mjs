/** Builds the contents of the npm packages. npm runs this script before packing or publishing. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfStale } from './build.mjs';
import { runScript, say } from './console.mjs';
import { buildPluginToolkit } from './plugin-toolkit.mjs';
import { buildPluginTypes } from './plugin-types.mjs';
import { root } from './setup.mjs';

await runScript(async () => {
  await buildIfStale();
  // The compile cache is valid only on this machine.
  rmSync(join(root, 'out', 'compile-cache'), { recursive: true, force: true });
  await buildPluginTypes();
  buildPluginToolkit();
  say('The npm packages are built.');
});
