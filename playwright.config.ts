import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';

/** For the same test, the headless shell needs two thirds of Chromium's CPU time. */
const program = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path));

/** End-to-end tests of the UI and the desktop app in a real Chromium. Run `npm run build` first. */
export default defineConfig({
  testDir: 'test',
  testMatch: ['e2e/*.spec.ts', 'desktop/*.spec.ts'],
  outputDir: 'test-results',
  // As in vitest.config.ts: tests spend about as much time waiting as computing.
  workers: Math.ceil(1.5 * availableParallelism()),
  // As in vitest.config.ts: a shared machine stalls occasionally.
  retries: process.env.CI ? 2 : 0,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    headless: true,
    actionTimeout: 20_000,
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.GLEANER_TEST_BROWSER || program,
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
