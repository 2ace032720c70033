import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';

/** The headless shell needs two thirds of the CPU time that Chromium needs for the same test. */
const program = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path));

/** End-to-end tests of the UI and the desktop app in a real Chromium. Run `npm run build` first. */
export default defineConfig({
  testDir: 'test',
  testMatch: ['e2e/*.spec.ts', 'desktop/*.spec.ts'],
  outputDir: 'test-results',
  // Tests wait about as long as they compute, so there are more workers than cores.
  workers: Math.ceil(1.5 * availableParallelism()),
  // A shared machine stalls occasionally, so CI repeats a failed test up to two times.
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
    // A new context would start a new renderer process, which compiles the UI again and doubles the CPU time of a test.
    // Between tests, Playwright clears cookies and storage, and `gleaner-test.ts` clears permissions.
    reuseContext: true,
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
