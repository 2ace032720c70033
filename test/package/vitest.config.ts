import { defineConfig } from 'vitest/config';

/** Tests of the npm package, which need access to a registry: `npm run test:package`. */
export default defineConfig({
  test: { include: ['test/package/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 300_000 },
});
