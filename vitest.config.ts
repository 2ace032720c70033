import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { engineTests, patternsOf } from './scripts/test-groups.mjs';

/** Tests that run the built engine. */
const engine = patternsOf(engineTests);
const setup = ['test/support/run-folder.ts'];

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // A process runs many files, because a new process that imports core again usually takes longer than the tests of a
    // file.
    isolate: false,
    // Tests spend about as much time waiting for pages, timers and processes as computing. A percentage would be
    // limited to the number of cores.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    // A shared machine stalls occasionally; a test that fails twice in a row has found a fault.
    retry: process.env.CI ? 2 : 0,
    projects: [
      // Projects run in the order of their names, and the longest tests are in the first.
      {
        extends: true,
        test: { name: 'engine', include: engine, globalSetup: [...setup, 'test/support/end-shared-engines.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'unit',
          globalSetup: setup,
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**', 'test/desktop/**', 'test/package/**', ...engine],
        },
      },
    ],
  },
});
