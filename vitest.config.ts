import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/e2e/**', 'test/desktop/**'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // Tests wait for pages, timers and processes about as long as they compute. A percentage would be cut to the number of cores.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    // A machine shared with others stalls now and then; a test that fails twice in a row has found something.
    retry: process.env.CI ? 2 : 0,
  },
});
