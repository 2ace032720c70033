#!/usr/bin/env node
/** The `gleaner` command: sets up and builds when needed, then hands over to the command line in the build. */
import { buildIfStale } from './build.mjs';
import { restartForEngine } from './engine-start.mjs';
import { endWithParent } from './programs.mjs';
import { runAfterSetUp } from './setup.mjs';

await runAfterSetUp(async () => {
  await buildIfStale();
  if (['serve', 'worker'].includes(process.argv[2])) restartForEngine();
  endWithParent();
  await import('../out/main/cli.js');
});
