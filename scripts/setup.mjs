/**
 * First step of every script: checks the Node version and installs missing packages. Runs on Node 20 or later without
 * any packages.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CannotGoOn, elapsed, runScript, say } from './console.mjs';
import { engineEnvironment } from './engine-start.mjs';
import { isNewEnough, nodeIsTooOld } from './node-version.mjs';
import { become, endWithNpm, run, which } from './programs.mjs';

/** Root directory of the project. */
export const root = fileURLToPath(new URL('..', import.meta.url));

const isWindows = process.platform === 'win32';

/**
 * Package that contains the Node version for which Gleaner is built. package-lock.json contains one Node package per
 * supported platform.
 */
const ownNodePackage = `node_modules/node-${isWindows ? 'win' : process.platform}-${process.arch}`;

const ownNode = join(root, ownNodePackage, 'bin', isWindows ? 'node.exe' : 'node');

/**
 * True if packages must be installed: either no packages are installed, or the lockfile requires different versions. A
 * newer modification time of the lockfile is not sufficient, because a checkout also changes it.
 */
export function packagesAreMissing(folder = root) {
  const wanted = join(folder, 'package-lock.json');
  const installed = join(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(installed)) return true;
  if (statSync(installed).mtimeMs >= statSync(wanted).mtimeMs) return false;
  const want = JSON.parse(readFileSync(wanted, 'utf8')).packages;
  const have = JSON.parse(readFileSync(installed, 'utf8')).packages;
  return Object.entries(want).some(([path, entry]) => {
    const isLeftOut = entry.optional || entry.devOptional || entry.peer;
    if (!path.startsWith('node_modules/') || (isLeftOut && path !== ownNodePackage)) return false;
    return have[path]?.version !== entry.version;
  });
}

/**
 * Returns the command that runs npm: the npm that started this script, otherwise the npm next to Node or on the PATH.
 */
function npmCommand() {
  const { npm_execpath: cli, npm_node_execpath: node } = process.env;
  if (cli && /npm-cli\.c?js$/.test(cli) && existsSync(cli)) return { file: node ?? process.execPath, args: [cli] };
  const beside = join(dirname(process.execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js');
  if (existsSync(beside)) return { file: process.execPath, args: [beside] };
  const found = which('npm');
  if (!found) return undefined;
  return { file: found, args: [] };
}

/** Explains why installing packages failed and what to do. */
function installFailure(output) {
  if (/ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|ERR_SOCKET/.test(output)) {
    return 'the packages could not be downloaded because the npm registry cannot be reached; connect to the network and run the same command again.';
  }
  if (/ENOSPC/.test(output))
    return 'the packages could not be installed because the disk is full; free about 1 GB and run the same command again.';
  if (/EACCES|EPERM/.test(output)) return `the packages could not be written to ${root}; check its permissions.`;
  return `installing the packages failed:\n${output.trim().split('\n').slice(-15).join('\n')}`;
}

/** Installs missing packages, if any. */
export async function installPackages() {
  if (!packagesAreMissing()) return;
  const npm = npmCommand();
  if (!npm)
    throw new CannotGoOn('npm was not found; install Node.js 20 or newer with npm and run the same command again.');
  say('Installing packages (about a minute, once) …');
  const tick = setInterval(() => say(`  still installing, ${elapsed()}`), 15_000);
  const npmRun = (...args) =>
    run(npm.file, [...npm.args, ...args, '--no-audit', '--no-fund'], { cwd: root, quiet: true });
  let { code, output } = await npmRun('ci');
  // `npm ci` reports an out-of-sync lockfile if the registry lacks an optional package for another platform. `npm
  // install` works in that case.
  if (code !== 0 && /EUSAGE/.test(output)) ({ code, output } = await npmRun('install', '--no-save'));
  clearInterval(tick);
  if (code !== 0) throw new CannotGoOn(installFailure(output));
  say(`Packages installed after ${elapsed()}.`);
}

/** Explains how to get a newer Node if the packages do not include one. */
function noNewerNode() {
  const needed = nodeIsTooOld();
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages[ownNodePackage];
  if (!locked)
    return `${needed}, and the packages include none for ${process.platform} ${process.arch}; install it and run the same command again.`;
  return `${needed}, and the Node.js included in the packages is not installed: the download failed, or its checksum differs from package-lock.json. Delete node_modules and run the same command again, or install Node.js yourself.`;
}

/**
 * Installs missing packages. If Node is too old, reruns this script under a newer version and returns the exit code.
 * Returns undefined if the caller should continue.
 */
export async function setUp() {
  if (!isNewEnough(process.version) && Number(process.version.slice(1).split('.')[0]) < 20) {
    throw new CannotGoOn(`Node.js 20 or newer is needed to set up; this is ${process.version}.`);
  }
  await installPackages();
  if (isNewEnough(process.version)) return undefined;
  if (!existsSync(ownNode)) throw new CannotGoOn(noNewerNode());
  return become(ownNode, [...process.execArgv, ...process.argv.slice(1)], engineEnvironment());
}

/** Runs a script's main function after setup, under a sufficiently new version of Node. */
export function runAfterSetUp(main) {
  endWithNpm();
  return runScript(async () => {
    const code = await setUp();
    if (code === undefined) await main();
    else process.exitCode = code;
  });
}

if (process.argv[1] && fileURLToPath(import.meta.url) === process.argv[1]) {
  await runScript(async () => {
    await installPackages();
    say('Everything that Gleaner needs is installed.');
  });
}
