import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const script = (name: string) => import(resolve('scripts', name));
const { isNewEnough } = await script('node-version.mjs');
const { packagesAreMissing } = await script('setup.mjs');
const { buildIsStale } = await script('build.mjs');
const { spawnArguments } = await script('programs.mjs');
const { playwrightCounts, sum, vitestCounts, withExitCode } = await script('test-results.mjs');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-scripts-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a file that was modified `secondsAgo` seconds ago. */
function put(path: string, secondsAgo: number, content: unknown = ''): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  const time = Date.now() / 1000 - secondsAgo;
  utimesSync(file, time, time);
}

describe('installation', () => {
  const lock = (version: string) => ({ packages: { '': {}, 'node_modules/a': { version } } });

  it('is needed without packages', () => {
    put('package-lock.json', 10, lock('1.0.0'));
    expect(packagesAreMissing(folder)).toBe(true);
  });

  it('is skipped when the packages are newer than the lockfile', () => {
    put('package-lock.json', 10, lock('2.0.0'));
    put('node_modules/.package-lock.json', 5, lock('1.0.0'));
    expect(packagesAreMissing(folder)).toBe(false);
  });

  it('is needed when a newer lockfile requires other packages', () => {
    put('package-lock.json', 5, lock('2.0.0'));
    put('node_modules/.package-lock.json', 10, lock('1.0.0'));
    expect(packagesAreMissing(folder)).toBe(true);
  });

  it('is skipped when a newer lockfile requires the same packages, or only optional ones are missing', () => {
    const optional = { 'node_modules/b': { version: '1.0.0', optional: true } };
    put('package-lock.json', 5, { packages: { ...lock('1.0.0').packages, ...optional } });
    put('node_modules/.package-lock.json', 10, lock('1.0.0'));
    expect(packagesAreMissing(folder)).toBe(false);
  });

  it('is needed when the locked Node of this platform is missing, although optional', () => {
    const name = `node_modules/node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
    const node = { [name]: { version: '24.21.0', optional: true } };
    put('package-lock.json', 5, { packages: { ...lock('1.0.0').packages, ...node } });
    put('node_modules/.package-lock.json', 10, lock('1.0.0'));
    expect(packagesAreMissing(folder)).toBe(true);
  });

  it('restarts under a newer Node when this one is too old', () => {
    expect(['v20.20.2', 'v22.23.2', 'v24.12.0', 'v24.13.0', 'v24.21.0'].map(isNewEnough)).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
  });
});

describe('building', () => {
  const products = ['main/index.js', 'main/engine.js', 'main/cli.js', 'preload/index.cjs', 'renderer/index.html'];

  /** Creates a project that was built a minute ago from older sources. */
  function built(): void {
    put('core/deep/source.ts', 100);
    for (const path of ['core/deep', 'core']) utimesSync(join(folder, path), 1, Date.now() / 1000 - 100);
    for (const product of products) put(`out/${product}`, 60);
    put('out/.built', 60);
  }

  it('is needed without a build', () => {
    put('core/source.ts', 100);
    expect(buildIsStale(folder)).toBe(true);
  });

  it('is skipped right after a build', () => {
    built();
    expect(buildIsStale(folder)).toBe(false);
  });

  it('is needed after a source changed', () => {
    built();
    put('core/deep/source.ts', 10);
    expect(buildIsStale(folder)).toBe(true);
  });

  it('is needed after a source was deleted', () => {
    built();
    rmSync(join(folder, 'core/deep/source.ts'));
    expect(buildIsStale(folder)).toBe(true);
  });

  it('is needed after the configuration changed, or when an output is missing', () => {
    built();
    rmSync(join(folder, 'out/main/cli.js'));
    expect(buildIsStale(folder)).toBe(true);
    built();
    put('package.json', 10);
    expect(buildIsStale(folder)).toBe(true);
  });
});

describe('counting tests', () => {
  it('adds up vitest and Playwright', () => {
    const broken = {
      status: 'failed',
      fullName: 'adds',
      failureMessages: ['\u001b[31m1 is not 2\u001b[39m\n  at adds'],
    };
    put('vitest.json', 0, {
      numPassedTests: 5,
      numFailedTests: 1,
      numPendingTests: 2,
      numTodoTests: 0,
      testResults: [{ name: 'add.test.ts', status: 'failed', assertionResults: [broken, { status: 'passed' }] }],
    });
    const spec = {
      file: 'open.spec.ts',
      title: 'opens',
      ok: false,
      tests: [{ results: [{ error: { message: 'no' } }] }],
    };
    put('e2e.json', 0, {
      stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 1 },
      errors: [],
      suites: [{ specs: [], suites: [{ specs: [spec, { ...spec, ok: true }] }] }],
    });
    const counts = [vitestCounts(join(folder, 'vitest.json')), playwrightCounts(join(folder, 'e2e.json'))];
    expect(sum(counts)).toEqual({
      passed: 9,
      failed: 2,
      skipped: 3,
      failures: ['add.test.ts: adds\n    1 is not 2\n      at adds', 'open.spec.ts: opens\n    no'],
    });
  });

  it('counts a test file that fails to load as a failure', () => {
    const testResults = [{ status: 'failed', assertionResults: [] }];
    put('vitest.json', 0, { numPassedTests: 5, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults });
    expect(vitestCounts(join(folder, 'vitest.json'))).toMatchObject({ passed: 5, failed: 1 });
  });

  it('never treats a lost report or a crash as success', () => {
    expect(vitestCounts(join(folder, 'missing.json')).failed).toBe(1);
    put('torn.json', 0, '{"stats":');
    expect(playwrightCounts(join(folder, 'torn.json')).failed).toBe(1);
    expect(withExitCode({ passed: 4, failed: 0, skipped: 0, failures: [] }, 134)).toMatchObject({
      failed: 1,
      failures: ['the tests exited with code 134 but no test failed'],
    });
  });
});

describe('running a program', () => {
  const npm = 'C:\\Program Files\\nodejs\\npm.cmd';

  it('quotes the path and the arguments of a batch file for the shell of Windows', () => {
    expect(spawnArguments(npm, ['pack', '--pack-destination', 'C:\\my "own" folder'], 'win32')).toEqual({
      file: `"${npm}"`,
      args: ['pack', '--pack-destination', '"C:\\my ""own"" folder"'],
      shell: true,
    });
    expect(spawnArguments('C:\\npm.CMD', ['view', 'a&b'], 'win32').args).toEqual(['view', '"a&b"']);
  });

  it('uses no shell for other programs and systems', () => {
    const args = ['commit', '--message', 'chore: release 1.0.0'];
    const git = 'C:\\Program Files\\Git\\cmd\\git.exe';
    expect(spawnArguments(git, args, 'win32')).toEqual({ file: git, args, shell: false });
    expect(spawnArguments('/opt/a tool.cmd', args, 'linux')).toEqual({ file: '/opt/a tool.cmd', args, shell: false });
  });
});
