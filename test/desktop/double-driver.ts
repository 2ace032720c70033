import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { type Browser, chromium, expect, type Page } from '@playwright/test';
import { appEnvironment, type Desktop, type DoubleControl, type Launch } from './driver';

const main = process.env.DESKTOP_MAIN ?? 'out/main/index.js';
const args = ['--import', './test/desktop/register.mjs', main];

/**
 * Starts the built main process on the Electron test double, and connects to the Chromium instance that shows its
 * window.
 */
export async function launchOnDouble(launch: Launch): Promise<Desktop> {
  mkdirSync(launch.userData, { recursive: true });
  const port = await freePort();
  const env = { ...appEnvironment(launch), DOUBLE_USER_DATA: launch.userData, DOUBLE_CDP_PORT: String(port) };
  const app = spawn(process.execPath, args, { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const exited = new Promise<number | null>((resolve) => app.on('exit', resolve));
  const page = await attach(port)
    .then(firstPage)
    .catch(async (error) => {
      app.kill('SIGTERM');
      await exited;
      throw error;
    });
  const ask = askerOf(app);
  return {
    page,
    preferences: async () => (await ask('ledger')).windows[0].webPreferences,
    openedExternal: async () => (await ask('ledger')).openedExternal,
    enginePid: async () => (await ask('ledger')).enginePids.at(-1),
    isPermitted: async (permission, url) => {
      const { requested, checked } = await ask('askPermission', { permission, url });
      return requested || checked;
    },
    isRefused: (event, url) => ask('isRefused', { event, url }),
    saveDownloadsTo: (folder) => ask('saveDownloadsTo', folder),
    downloads: async () => (await ask('ledger')).downloads,
    double: controlOf(ask),
    startAgain: (...more) => {
      const again = spawn(process.execPath, [...args, ...more], {
        env: { ...env, DOUBLE_SECOND_INSTANCE: '1' },
        stdio: 'inherit',
      });
      return new Promise((resolve) => again.on('exit', resolve));
    },
    focusCount: async () => (await ask('ledger')).focusCount,
    close: async () => {
      await page.close();
      return exited;
    },
    dispose: async () => {
      if (app.exitCode === null) app.kill('SIGTERM');
      await exited;
    },
  };
}

function controlOf(ask: ReturnType<typeof askerOf>): DoubleControl {
  return {
    menu: () => ask('menu'),
    tray: () => ask('tray'),
    clickMenu: (label) => ask('clickMenu', label),
    clickTray: (label) => ask('clickTray', label),
    notifications: async () => (await ask('ledger')).notifications,
    clickNotification: () => ask('clickNotification', -1),
    pressClose: () => ask('pressClose'),
    isVisible: async () => (await ask('ledger')).windows[0].visible,
    useWindow: (isInUse) => ask('useWindow', isInUse),
    answerWith: (label) => ask('answerWith', label),
    questions: async () => (await ask('ledger')).questions,
    shownFiles: async () => (await ask('ledger')).shownFiles,
  };
}

/** Returns a function that sends queries to the Electron test double over its IPC channel. */
function askerOf(app: ChildProcess) {
  let count = 0;
  // biome-ignore lint/suspicious/noExplicitAny: the double answers with plain data of various shapes
  return (command: string, argument?: unknown): Promise<any> =>
    new Promise((resolve) => {
      count += 1;
      const id = count;
      const hear = (message: { id: number; value: unknown }) => {
        if (message.id !== id) return;
        app.off('message', hear);
        resolve(message.value);
      };
      app.on('message', hear);
      app.send({ id, command, argument });
    });
}

async function attach(port: number): Promise<Browser> {
  let browser: Browser | undefined;
  await expect
    .poll(
      async () => {
        // With default options, this connection would intercept the downloads that the test double handles.
        const options = { noDefaults: true };
        browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`, options).catch(() => undefined);
        return browser !== undefined;
      },
      { timeout: 30_000 },
    )
    .toBe(true);
  return browser!;
}

async function firstPage(browser: Browser): Promise<Page> {
  const [context] = browser.contexts();
  return context!.pages()[0] ?? context!.waitForEvent('page');
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
