import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { engineTests, patternsOf } from './scripts/test-groups.mjs';

/** Tests that run the built engine. */
const engine = patternsOf(engineTests);

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // A process runs file after file: starting one and importing core again costs most files more than their tests.
    isolate: false,
    // Tests wait for pages, timers and processes about as long as they compute. A percentage would be cut to the number of cores.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    // A machine shared with others stalls now and then; a test that fails twice in a row has found something.
    retry: process.env.CI ? 2 : 0,
    projects: [
      // Projects run in the order of their names, and the longest tests are in the first.
      { extends: true, test: { name: 'engine', include: engine, globalSetup: ['test/support/end-shared-engines.ts'] } },
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**', 'test/desktop/**', ...engine],
        },
      },
    ],
  },
});
