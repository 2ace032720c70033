/** Chromium instance whose pages are the windows of the Electron test double. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';

/** Prefers the headless shell, because it takes less CPU time than Chromium (as in playwright.config.ts). */
const places = [
  process.env.GLEANER_BROWSER_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
];

/** The app's user data folder. */
export const userData = process.env.DOUBLE_USER_DATA;

let context;

/** Returns the browser context. The first call starts the browser. */
export function browserContext() {
  context ??= chromium.launchPersistentContext(join(userData, 'chromium'), {
    executablePath: places.find((place) => place && existsSync(place)),
    headless: true,
    viewport: null,
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--remote-debugging-port=${process.env.DOUBLE_CDP_PORT}`,
    ],
  });
  return context;
}

/** Closes the browser, if it was started. */
export async function closeBrowser() {
  if (context) await (await context).close().catch(() => undefined);
}
