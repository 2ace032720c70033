#!/usr/bin/env node
/** The `gleaner` command: installs packages and builds if needed, then runs the built CLI. */
import { buildIfStale } from './build.mjs';
import { restartForEngine, workerStart } from './engine-start.mjs';
import { endWithParent } from './programs.mjs';
import { runAfterSetUp } from './setup.mjs';

await runAfterSetUp(async () => {
  await buildIfStale();
  const [, , command] = process.argv;
  if (command === 'serve') restartForEngine();
  if (command === 'worker') restartForEngine(workerStart);
  endWithParent();
  await import('../out/main/cli.js');
});
