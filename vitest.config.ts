import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Folders of tests that compute with values: they start nothing and share nothing, so a process may run file after file. */
const values = ['common', 'formats', 'kinds/answers', 'page', 'src-renderer'].map(
  (folder) => `test/${folder}/**/*.test.ts`,
);

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
      // Projects run in the order of their names. These take half a minute each, and none of them shall be alone at the end.
      { extends: true, test: { name: 'long', include: ['test/bench/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'rest',
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**', 'test/desktop/**', 'test/bench/**', ...values],
        },
      },
      { extends: true, test: { name: 'values', include: values, isolate: false } },
    ],
  },
});
