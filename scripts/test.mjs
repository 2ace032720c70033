/**
 * `npm test [-- --only check,unit,engine,e2e,desktop] [-- PATH...]`: installs and builds whatever the selected tests
 * need, then runs them. By default, runs all checks and tests. Ends with a list of all failures and the line `N passed,
 * N failed`. The exit code is 0 only if nothing failed. `npm run test:watch [-- PATH...]` reruns vitest tests whenever
 * their sources change.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { delimiter, join, relative, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfStale } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { CannotGoOn, elapsed, say } from './console.mjs';
import { become, run } from './programs.mjs';
import { root, runAfterSetUp } from './setup.mjs';
import { isBrowserTest, needsBuild } from './test-groups.mjs';
import { playwrightCounts, stepCounts, sum, vitestCounts, withExitCode } from './test-results.mjs';

/**
 * Directory for the reports of this run. Each run has its own directory, so that several runs can be active at the same
 * time.
 */
const reports = mkdtempSync(join(tmpdir(), 'gleaner-reports-'));
process.once('exit', () => rmSync(reports, { recursive: true, force: true }));

const env = { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}` };
const modules = join(root, 'node_modules');

/** Runs a package's Node program. Shows its output unless `options` contains `quiet`. */
function runPackage(script, args, { env: extraEnv, ...options } = {}) {
  const program = [join(modules, script), ...args];
  return run(process.execPath, program, { cwd: root, env: { ...env, ...extraEnv }, ...options });
}

/**
 * Runs a check. In parallel with test suites, the check has a low priority, and its output is printed at its end,
 * separate from the suites' output.
 */
async function check(name, script, args, isBesideSuite) {
  const options = isBesideSuite ? { quiet: true, isBackground: true } : {};
  const { code, output } = await runPackage(script, args, options);
  say(`${output}${code === 0 ? 'ok' : 'FAILED'}  ${name} (${elapsed()})`);
  return stepCounts(name, code);
}

/** Runs vitest on projects in vitest.config.ts, or on the given files and directories. */
async function vitest(args) {
  const file = join(reports, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { code } = await runPackage('vitest/vitest.mjs', ['run', ...reporters, ...args]);
  return withExitCode(vitestCounts(file), code);
}

async function playwright(paths) {
  const file = join(reports, 'playwright.json');
  const args = ['test', ...paths, '--reporter=line,json'];
  const { code } = await runPackage('@playwright/test/cli.js', args, { env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file } });
  return withExitCode(playwrightCounts(file), code);
}

/**
 * Checks of the source code, in order. None of them needs a build. TypeScript's native compiler uses one thread,
 * because additional threads would check the same types again. vue-tsc and tests that use the compiler API run the
 * older compiler.
 */
const checks = [
  ['types of src-renderer', 'vue-tsc/bin/vue-tsc.js', ['-p', 'src-renderer']],
  // The src-main configuration also covers core, because checking core separately would repeat most of the work.
  ...['src-main', 'plugins', 'test'].map((area) => [
    `types of ${area === 'src-main' ? 'core and src-main' : area}`,
    'typescript-native/bin/tsc',
    ['-p', area, '--singleThreaded'],
  ]),
  ['lint', '@biomejs/biome/bin/biome', ['check', '.']],
  ['regular expressions', '../scripts/check-regexes.mjs', []],
  ['spelling', 'cspell/bin.mjs', ['lint', '--no-progress']],
].map(([name, ...program]) => ({ name, start: (isBesideSuite) => check(name, ...program, isBesideSuite) }));

/** Builds the app if it is stale. */
const build = {
  name: 'build',
  start: async () => {
    await buildIfStale();
    return sum([]);
  },
};

/** Test groups that are projects in vitest.config.ts. */
const projects = ['unit', 'engine'];

const projectArgs = (chosen) => chosen.map((project) => `--project=${project}`);

const groups = ['check', ...projects, 'e2e', 'desktop'];

/**
 * Returns the checks and suites of the given groups. Each runner runs all of its tests in one step, to keep the cores
 * busy.
 */
function stepsOf(chosen) {
  const vitestGroups = projects.filter((group) => chosen.includes(group));
  const args = projectArgs(vitestGroups);
  const folders = ['e2e', 'desktop'].filter((group) => chosen.includes(group));
  return {
    checks: chosen.includes('check') ? checks : [],
    suites: [
      ...(args.length ? [{ name: `${vitestGroups.join(' and ')} tests`, start: () => vitest(args) }] : []),
      ...(folders.length
        ? [{ name: `${folders.join(' and ')} tests`, start: () => playwright(folders.map((name) => `test/${name}/`)) }]
        : []),
    ],
    isBuilt: chosen.some((group) => group !== 'check' && group !== 'unit'),
  };
}

/** Returns the suites for files and directories below `test`: one suite per test runner. */
function stepsOfPaths(paths) {
  const inBrowser = paths.filter(isBrowserTest);
  const others = paths.filter((path) => !isBrowserTest(path));
  return {
    checks: [],
    suites: [
      ...(others.length ? [{ name: 'tests of vitest', start: () => vitest(others) }] : []),
      ...(inBrowser.length ? [{ name: 'tests of Playwright', start: () => playwright(inBrowser) }] : []),
    ],
    isBuilt: paths.some(needsBuild),
  };
}

/**
 * Returns the path of a test file or directory relative to the root, with forward slashes. Directories end with a
 * slash.
 */
function testPath(given) {
  const path = relative(root, resolve(root, given)).replaceAll(sep, '/');
  const stat = path.startsWith('test/') ? statSync(join(root, path), { throwIfNoEntry: false }) : undefined;
  if (stat?.isDirectory()) return `${path}/`;
  if (stat && /\.(test|spec)\.ts$/.test(path)) return path;
  throw new CannotGoOn(`${given} is not a test file or directory; specify one below test/.`);
}

/** Returns the groups specified by `--only`, or all groups if the option is absent. */
function chosenGroups(only) {
  const chosen = only?.split(',') ?? groups;
  const unknown = chosen.find((group) => !groups.includes(group));
  if (unknown === undefined) return chosen;
  throw new CannotGoOn(`there is no test group called "${unknown}"; use ${groups.join(', ')}.`);
}

/** Runs all unit tests or the tests at the given paths, and reruns them whenever the tests or their sources change. */
async function watch(paths) {
  if (paths.some(isBrowserTest)) throw new CannotGoOn('Playwright tests cannot be watched; run them with npm test.');
  if (paths.some(needsBuild)) await buildIfStale();
  const chosen = paths.length ? paths : ['--standalone', ...projectArgs(['unit'])];
  process.exitCode = await become(process.execPath, [join(modules, 'vitest/vitest.mjs'), 'watch', ...chosen], env);
}

/** Returns the idle time and the total time of all cores in ms since the machine started. */
function cpuTimes() {
  const cores = cpus().map(({ times }) => ({ idle: times.idle, total: Object.values(times).reduce((a, b) => a + b) }));
  return cores.reduce((a, b) => ({ idle: a.idle + b.idle, total: a.total + b.total }));
}

/** Returns a step that also reports its duration and the CPU utilization of the machine. */
const measured = ({ name, start }) => ({
  name,
  start: async () => {
    const [started, before] = [Date.now(), cpuTimes()];
    const counts = await start();
    const after = cpuTimes();
    const idle = (after.idle - before.idle) / (after.total - before.total || 1);
    say(`${name}: ${Math.round((Date.now() - started) / 1000)} s, CPU ${Math.round(100 * (1 - idle))}% busy`);
    return counts;
  },
});

/**
 * Starts steps in order and runs up to `atOnce` of them at the same time. Removes each started step from `waiting`.
 * After a step throws, no further steps are started.
 */
async function runSteps(waiting, atOnce, isBesideSuite = false) {
  const counts = [];
  const lane = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      say(`\n${step.name} (${elapsed()})`);
      counts.push(await step.start(isBesideSuite));
    }
  };
  const stop = (thrown) => {
    waiting.length = 0;
    throw thrown;
  };
  await Promise.all(Array.from({ length: atOnce }, () => lane().catch(stop)));
  return counts;
}

/**
 * Runs the suites one after another, because each occupies all cores. The checks run in parallel with the suites, one
 * at a time, because tests leave cores idle while they wait. Without suites, two checks run at a time, because each
 * occupies one core.
 */
async function runAll({ checks, suites, isBuilt }) {
  const beside = [...checks];
  if (!suites.length) return runSteps(beside, 2);
  const inOrder = [...(isBuilt ? [build] : []), ...suites.map(measured)];
  const stop = (thrown) => {
    beside.length = 0;
    throw thrown;
  };
  const counts = await Promise.all([runSteps(inOrder, 1).catch(stop), runSteps(beside, 1, true)]);
  return counts.flat();
}

// Exits on SIGTERM, so that the runners end as well.
process.once('SIGTERM', () => process.exit(143));

await runAfterSetUp(async () => {
  const { values, positionals } = parseArgs({
    options: { only: { type: 'string' }, watch: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const paths = positionals.map(testPath);
  if (values.only !== undefined && (paths.length || values.watch))
    throw new CannotGoOn('--only selects whole groups; use it without paths and without --watch.');
  if (values.watch) return watch(paths);
  const steps = paths.length ? stepsOfPaths(paths) : stepsOf(chosenGroups(values.only));
  if (steps.suites.length) await ensureChromium();
  const total = sum(await runAll(steps));
  say(`\nDone after ${elapsed()}${total.skipped ? `; ${total.skipped} skipped, each with its reason above` : ''}.`);
  for (const failure of total.failures) say(`FAILED  ${failure}`);
  process.exitCode = total.failed === 0 ? 0 : 1;
  console.log(`${total.passed} passed, ${total.failed} failed`);
});
