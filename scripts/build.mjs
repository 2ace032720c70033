/** Builds the app only if a source is newer than the last build. */
import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CannotGoOn, elapsed, say } from './console.mjs';
import { run } from './programs.mjs';
import { root } from './setup.mjs';

const sources = ['core', 'plugins', 'src-main', 'src-renderer', 'resources/lexicon'];
const configuration = [
  'electron.vite.config.ts',
  'scripts/guest-bundle.mjs',
  'scripts/package-files.mjs',
  'scripts/third-party.mjs',
  'tsconfig.base.json',
  'package.json',
  'package-lock.json',
];
const products = [
  'out/main/index.js',
  'out/main/engine.js',
  'out/main/cli.js',
  'out/preload/index.cjs',
  'out/renderer/index.html',
];

/** True if anything at or below `path` has changed after `time`. Also checks directories, to detect deleted files. */
function changedAfter(path, time) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return false;
  if (stat.mtimeMs > time) return true;
  return stat.isDirectory() && readdirSync(path).some((name) => changedAfter(join(path, name), time));
}

/** True if the last build is missing, incomplete or older than its sources. */
export function buildIsStale(folder = root) {
  const stamp = statSync(join(folder, 'out', '.built'), { throwIfNoEntry: false });
  if (!stamp) return true;
  if (products.some((product) => !existsSync(join(folder, product)))) return true;
  return [...sources, ...configuration].some((source) => changedAfter(join(folder, source), stamp.mtimeMs));
}

/** Builds the app if it is stale. With `force`, always builds it. */
export async function buildIfStale({ force = false } = {}) {
  if (!force && !buildIsStale()) return;
  say('Building …');
  const startedAt = new Date();
  const { code, output } = await run(
    process.execPath,
    [join(root, 'node_modules/electron-vite/bin/electron-vite.js'), 'build'],
    {
      cwd: root,
      quiet: true,
    },
  );
  if (code !== 0) throw new CannotGoOn(`the build failed:\n${output.trim().split('\n').slice(-40).join('\n')}`);
  const stamp = join(root, 'out', '.built');
  mkdirSync(join(root, 'out'), { recursive: true });
  writeFileSync(stamp, '');
  // Sets the stamp to the start time, so that sources edited during the build trigger another build.
  utimesSync(stamp, startedAt, startedAt);
  say(`Built after ${elapsed()}.`);
}

/**
 * Builds only the main process and the engine, which takes a few seconds. Does not update the stamp of the last full
 * build, so the next start rebuilds everything.
 */
export async function buildMain() {
  const [{ resolveConfig }, { build }] = await Promise.all([import('electron-vite'), import('vite')]);
  process.env.NODE_ENV_ELECTRON_VITE = 'production';
  const { config } = await resolveConfig({ root, logLevel: 'error' }, 'build', 'production');
  await build({ ...config.main, logLevel: 'error' });
}
