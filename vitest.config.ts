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
    // Each process runs many files, because importing core in a new process usually takes longer than running the tests
    // of one file.
    isolate: false,
    // Tests wait for pages, timers and processes about as long as they compute, so there are more workers than cores. A
    // percentage would be limited to the number of cores.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    // A shared machine stalls occasionally, so CI repeats a failed test up to two times.
    retry: process.env.CI ? 2 : 0,
    projects: [
      // Projects run in the order of their names. The first project contains the longest tests.
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
