import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

// These tests start test runners, which take several times as long to start on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

/** A project with one test per runner. Its build writes a marker file. */
let project: string;

const files = {
  'core/sum.ts': 'export const sum = (a: number, b: number) => a + b;',
  'test/unit/sum.test.ts': `import { expect, it } from 'vitest'; import { sum } from '../../core/sum';
    it('adds', () => expect(sum(1, 2)).toBe(3));`,
  'test/api/engine.test.ts': `import { existsSync } from 'node:fs'; import { expect, it } from 'vitest';
    it('finds the build', () => expect(existsSync('out/main/engine.js')).toBe(true));`,
  'test/api-schemas/none.test.ts': `import { it } from 'vitest'; it('is in no group of a like name', () => { throw new Error(); });`,
  'test/e2e/page.spec.ts': `import { expect, test } from '@playwright/test'; test('runs', () => expect(1).toBe(1));`,
};
const products = ['main/index.js', 'main/engine.js', 'main/cli.js', 'preload/index.cjs', 'renderer/index.html'];

const put = async (path: string, text = '') => {
  await mkdir(dirname(join(project, path)), { recursive: true });
  await writeFile(join(project, path), text);
};

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'gleaner-runner-'));
  for (const part of [
    'scripts',
    'package.json',
    'package-lock.json',
    'vitest.config.ts',
    'playwright.config.ts',
    'test/support/end-shared-engines.ts',
    'test/support/run-folder.ts',
  ])
    await cp(part, join(project, part), { recursive: true, preserveTimestamps: true });
  await symlink(resolve('node_modules'), join(project, 'node_modules'), 'junction');
  for (const [path, text] of Object.entries(files)) await put(path, text);
});
afterAll(() => rm(project, { recursive: true, force: true }));

const env = { ...process.env, CI: '', GLEANER_BROWSER_PATH: process.execPath };

/** Runs `npm test` with arguments. Returns the exit code, the last line and the entire output. */
const npmTest = (...args: string[]) =>
  new Promise<{ code: number; end: string; said: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      ['scripts/test.mjs', ...args],
      { cwd: project, env },
      (_, stdout, stderr) =>
        resolve({ code: child.exitCode ?? -1, end: stdout.trim().split('\n').at(-1) ?? '', said: stdout + stderr }),
    );
  });

/** Makes the project look built. */
async function build(): Promise<void> {
  for (const product of products) await put(`out/${product}`);
  await put('out/.built');
}

it('runs a unit test by its path, without a build', async () => {
  const { code, end } = await npmTest('test/unit/sum.test.ts');
  expect([code, end]).toEqual([0, '1 passed, 0 failed']);
  expect(existsSync(join(project, 'out'))).toBe(false);
});

it('builds before a test that runs the built engine, and before one in the browser', async () => {
  for (const path of ['test/api/engine.test.ts', 'test/e2e']) {
    const { code, said } = await npmTest(path);
    expect([code, said]).toEqual([1, expect.stringContaining('Gleaner: the build failed')]);
  }
});

it('runs files and folders with their runner', async () => {
  await build();
  const { code, end, said } = await npmTest('test/api', 'test/unit/sum.test.ts', 'test/e2e/page.spec.ts');
  expect([code, end], said).toEqual([0, '3 passed, 0 failed']);
});

it('runs only the selected group', async () => {
  await build();
  expect((await npmTest('--only', 'engine')).end).toBe('1 passed, 0 failed');
  const { code, end, said } = await npmTest('--only', 'unit');
  expect([code, end]).toEqual([1, '1 passed, 1 failed']);
  expect(said).toContain('is in no group of a like name');
});

it.each([
  [['core/sum.ts'], 'core/sum.ts is not a test file or directory'],
  [['test/unit/absent.test.ts'], 'test/unit/absent.test.ts is not a test file'],
  [['--only', 'fast'], 'no test group called "fast"'],
  [['--only', 'unit', 'test/api'], 'use it without paths'],
])('refuses %j', async (args, reason) => {
  const { code, said } = await npmTest(...args);
  expect([code, said]).toEqual([1, expect.stringContaining(reason)]);
});

it('runs a watched test after each change of its imports, until it is terminated', async () => {
  const watch = spawn(process.execPath, ['scripts/test.mjs', '--watch', 'test/unit/sum.test.ts'], {
    cwd: project,
    env,
  });
  let said = '';
  for (const stream of [watch.stdout, watch.stderr]) {
    stream.on('data', (chunk) => {
      said += chunk;
    });
  }
  try {
    await expect.poll(() => said, { timeout: 90_000 }).toContain('Waiting for file changes');
    expect(said).toMatch(/1 passed/);
    await put('core/sum.ts', 'export const sum = (a: number, b: number) => a - b;');
    await expect.poll(() => said, { timeout: 90_000 }).toMatch(/1 failed/);
  } finally {
    // The event `close` is emitted only after the test runner has exited, too, because it shares the output streams.
    const closed = once(watch, 'close');
    watch.kill();
    await closed;
    await put('core/sum.ts', files['core/sum.ts']);
  }
});
