/**
 * `npm test [-- --only check,unit,e2e,desktop]`: installs and builds what is missing, runs every check and test, and
 * ends with every failure again and the single line `N passed, N failed`. The exit code is 0 only when nothing failed.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfStale } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { CannotGoOn, elapsed, say } from './console.mjs';
import { run } from './programs.mjs';
import { root, runAfterSetUp } from './setup.mjs';
import { playwrightCounts, stepCounts, sum, vitestCounts, withExitCode } from './test-results.mjs';

const reports = join(root, 'test-results', 'reports');
const env = { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}` };
const modules = join(root, 'node_modules');

/** Runs the Node program of a package, showing its output. */
function runPackage(script, args, extraEnv = {}) {
  return run(process.execPath, [join(modules, script), ...args], { cwd: root, env: { ...env, ...extraEnv } });
}

async function check(name, script, args) {
  const { code } = await runPackage(script, args);
  say(`${code === 0 ? 'ok' : 'FAILED'}  ${name} (${elapsed()})`);
  return stepCounts(name, code);
}

async function unit() {
  const file = join(reports, 'vitest.json');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { code } = await runPackage('vitest/vitest.mjs', args);
  return withExitCode(vitestCounts(file), code);
}

async function browser(folder) {
  const file = join(reports, `${folder}.json`);
  const args = ['test', `test/${folder}/`, '--reporter=line,json'];
  const { code } = await runPackage('@playwright/test/cli.js', args, { PLAYWRIGHT_JSON_OUTPUT_FILE: file });
  return withExitCode(playwrightCounts(file), code);
}

/** Every step of a full run, in order, under the name `--only` knows it by. */
const steps = [
  ...['core', 'plugins', 'src-main', 'test'].map((area) => ({
    group: 'check',
    name: `types of ${area}`,
    start: () => check(`types of ${area}`, 'typescript/bin/tsc', ['-p', area]),
  })),
  {
    group: 'check',
    name: 'types of src-renderer',
    start: () => check('types of src-renderer', 'vue-tsc/bin/vue-tsc.js', ['-p', 'src-renderer']),
  },
  { group: 'check', name: 'lint', start: () => check('lint', '@biomejs/biome/bin/biome', ['check', '.']) },
  {
    group: 'check',
    name: 'regular expressions',
    start: () => check('regular expressions', '../scripts/check-regexes.mjs', []),
  },
  { group: 'unit', name: 'unit tests', start: unit },
  { group: 'e2e', name: 'browser tests', start: () => browser('e2e') },
  { group: 'desktop', name: 'desktop tests', start: () => browser('desktop') },
];

function chosenSteps() {
  const { values } = parseArgs({ options: { only: { type: 'string' } } });
  const groups = values.only?.split(',') ?? [];
  const unknown = groups.find((group) => !steps.some((step) => step.group === group));
  if (unknown) throw new CannotGoOn(`there is no group of tests called ${unknown}; use check, unit, e2e or desktop.`);
  return groups.length ? steps.filter((step) => groups.includes(step.group)) : steps;
}

/** Runs steps in their order, so many at a time: a type check keeps one core busy, a suite of tests all of them. */
async function runSteps(waiting, atOnce) {
  const left = [...waiting];
  const counts = [];
  const lane = async () => {
    for (let step = left.shift(); step; step = left.shift()) {
      say(`\n${step.name} (${elapsed()})`);
      counts.push(await step.start());
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return counts;
}

// Ended from outside, the runners end too.
process.once('SIGTERM', () => process.exit(143));

await runAfterSetUp(async () => {
  const chosen = chosenSteps();
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  await ensureChromium();
  await buildIfStale();
  const checks = chosen.filter(({ group }) => group === 'check');
  const suites = chosen.filter(({ group }) => group !== 'check');
  const total = sum([...(await runSteps(checks, 2)), ...(await runSteps(suites, 1))]);
  say(`\nDone after ${elapsed()}${total.skipped ? `; ${total.skipped} skipped, each with its reason above` : ''}.`);
  for (const failure of total.failures) say(`FAILED  ${failure}`);
  process.exitCode = total.failed === 0 ? 0 : 1;
  console.log(`${total.passed} passed, ${total.failed} failed`);
});
