#!/usr/bin/env node
/**
 * The `gleaner` command, which runs the built CLI. In a clone of the repository, the command first installs packages
 * and builds the app, if necessary. The npm package already contains the build.
 */
import { existsSync } from 'node:fs';
import { CannotGoOn, runScript } from './console.mjs';
import { restartForEngine, workerStart } from './engine-start.mjs';
import { isNewEnough, nodeIsTooOld } from './node-version.mjs';
import { endWithParent } from './programs.mjs';

async function runCommand() {
  const [, , command] = process.argv;
  if (command === 'serve') restartForEngine();
  if (command === 'worker') restartForEngine(workerStart);
  endWithParent();
  await import('../out/main/cli.js');
}

/** Runs the command in a clone of the repository. */
async function runInClone() {
  const [{ runAfterSetUp }, { buildIfStale }] = await Promise.all([import('./setup.mjs'), import('./build.mjs')]);
  await runAfterSetUp(async () => {
    await buildIfStale();
    await runCommand();
  });
}

const runInPackage = () =>
  runScript(async () => {
    if (!isNewEnough(process.version)) throw new CannotGoOn(`${nodeIsTooOld()}. Install it from https://nodejs.org.`);
    await runCommand();
  });

// Only clones of the repository contain the lockfile.
await (existsSync(new URL('../package-lock.json', import.meta.url)) ? runInClone() : runInPackage());
