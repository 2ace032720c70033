/** Builds the contents of the npm package; npm runs this before it packs or publishes. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfStale } from './build.mjs';
import { runScript, say } from './console.mjs';
import { buildPluginTypes } from './plugin-types.mjs';
import { root } from './setup.mjs';

await runScript(async () => {
  await buildIfStale();
  // The cache of compiled code is valid only on this machine.
  rmSync(join(root, 'out', 'compile-cache'), { recursive: true, force: true });
  await buildPluginTypes();
  say('The npm package is built.');
});
