import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { engineTests, patternsOf } from './scripts/test-groups.mjs';

/** Folders of tests that compute with values: they start nothing and share nothing, so a process may run file after file. */
const values = ['common', 'formats', 'kinds/answers', 'page', 'src-renderer'].map(
  (folder) => `test/${folder}/**/*.test.ts`,
);

/** Tests that run the built engine. */
const engine = patternsOf(engineTests);

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // Tests wait for pages, timers and processes about as long as they compute. A percentage would be cut to the number of cores.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    // A machine shared with others stalls now and then; a test that fails twice in a row has found something.
    retry: process.env.CI ? 2 : 0,
    projects: [
      // Projects run in the order of their names, and the longest tests are in the first.
      { extends: true, test: { name: 'engine', include: engine } },
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**', 'test/desktop/**', ...engine, ...values],
        },
      },
      { extends: true, test: { name: 'values', include: values, exclude: engine, isolate: false } },
    ],
  },
});
