/** Tests the desktop app end to end, on real Electron or on the test double. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Bridge } from '../../core/common/desktop/bridge';
import { type Desktop, electronPath, type Folders, isAlive, launchDesktop } from './driver';

type Window = { gleaner: Bridge; states: string[]; saidReconnecting?: boolean; require?: unknown; process?: unknown };

let desktop: Desktop & Folders;

test.describe.configure({ timeout: 60_000 });

async function launch(): Promise<void> {
  desktop = await launchDesktop();
  await desktop.page.waitForURL(/^http:\/\/127\.0\.0\.1:\d+\/(?!signin)/);
}

test.describe('the window', () => {
  test.beforeAll(launch);
  test.afterAll(() => desktop.dispose());

  test('the window shows the interface, signed in', async () => {
    const { page } = desktop;
    await expect(page.locator('body')).not.toBeEmpty();
    const session = await page.evaluate(async () => (await fetch('/local/session')).status);
    expect(session).toBe(200);
  });

  test('the window runs isolated, sandboxed and without Node', async () => {
    expect(await desktop.preferences()).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
    });
    expect((await desktop.preferences()).enableBlinkFeatures ?? '').toBe('');
    const { page } = desktop;
    const node = await page.evaluate(() => {
      const here = window as unknown as Window;
      return [typeof here.require, typeof here.process];
    });
    expect(node).toEqual(['undefined', 'undefined']);
  });

  test('the page has a policy that allows no foreign code', async () => {
    const policy = await desktop.page.evaluate(async () => (await fetch('/')).headers.get('content-security-policy'));
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("object-src 'none'");
    expect(policy).not.toContain('unsafe-eval');
  });

  test('the bridge has the documented functions and is frozen', async () => {
    const bridge = await desktop.page.evaluate(() => {
      const { gleaner } = window as unknown as Window;
      return { names: Object.keys(gleaner).sort(), frozen: Object.isFrozen(gleaner) };
    });
    expect(bridge).toEqual({
      names: [
        'appVersion',
        'changeSettings',
        'checkForUpdate',
        'notify',
        'onEngineState',
        'onRequest',
        'openDataFolder',
        'openExternal',
        'saveFile',
        'setLanguage',
        'settings',
        'showFile',
        'showJobs',
      ],
      frozen: true,
    });
    const version = await desktop.page.evaluate(() => (window as unknown as Window).gleaner.appVersion());
    expect(version).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version);
  });

  test("only web URLs are opened in the user's browser", async () => {
    const { page } = desktop;
    const open = (address: string) =>
      page.evaluate(
        (url) =>
          (window as unknown as Window).gleaner.openExternal(url).then(
            () => 'opened',
            () => 'refused',
          ),
        address,
      );
    expect(await open('file:///etc/passwd')).toBe('refused');
    expect(await open('https://user@example.com/')).toBe('refused');
    expect(await open('https://example.com/')).toBe('opened');
    expect(await desktop.openedExternal()).toEqual(['https://example.com/']);
  });

  test('the page cannot navigate away, and web links open outside', async () => {
    const { page } = desktop;
    const { origin } = new URL(page.url());
    await page.evaluate(() => {
      location.href = 'https://example.com/elsewhere';
    });
    await expect.poll(async () => (await desktop.openedExternal()).at(-1)).toBe('https://example.com/elsewhere');
    expect(new URL(page.url()).origin).toBe(origin);
  });

  test('the page cannot open windows, and only web links open outside', async () => {
    const { page } = desktop;
    const opened = await page.evaluate(() => [
      window.open('https://example.com/new'),
      window.open('file:///etc/passwd'),
    ]);
    expect(opened).toEqual([null, null]);
    await expect.poll(async () => (await desktop.openedExternal()).at(-1)).toBe('https://example.com/new');
    expect(page.context().pages()).toHaveLength(1);
  });

  test('embedded browsers, foreign redirects and foreign downloads are blocked', async () => {
    const { origin } = new URL(desktop.page.url());
    expect(await desktop.isRefused('will-attach-webview', `${origin}/`)).toBe(true);
    expect(await desktop.isRefused('will-redirect', 'https://example.com/')).toBe(true);
    expect(await desktop.isRefused('will-redirect', `${origin}/`)).toBe(false);
    expect(await desktop.isRefused('will-download', 'https://example.com/setup.exe')).toBe(true);
    expect(await desktop.isRefused('will-download', `blob:${origin}/1`)).toBe(false);
  });

  test("no permission is granted, except that the app's own page may copy", async () => {
    const own = new URL(desktop.page.url()).origin;
    for (const permission of ['media', 'geolocation', 'notifications', 'midi', 'clipboard-read']) {
      expect(await desktop.isPermitted(permission, own), permission).toBe(false);
    }
    expect(await desktop.isPermitted('clipboard-sanitized-write', own)).toBe(true);
  });

  test('a foreign page may not copy', async () => {
    test.skip(electronPath !== undefined, 'real Electron never shows a foreign page');
    expect(await desktop.isPermitted('clipboard-sanitized-write', 'https://example.com')).toBe(false);
  });

  test('a second start focuses the first window and exits', async () => {
    expect(await desktop.startAgain()).toBe(0);
    await expect.poll(() => desktop.focusCount()).toBe(1);
  });
});

test.describe('the engine behind the window', () => {
  test.beforeEach(launch);
  test.afterEach(() => desktop.dispose());

  test('a killed engine is restarted at the same address, and the page reconnects', async () => {
    const { page } = desktop;
    const { origin } = new URL(page.url());
    const killed = await desktop.enginePid();
    await page.evaluate(() => {
      const here = window as unknown as Window;
      here.states = [];
      here.gleaner.onEngineState((state) => here.states.push(state));
      // On a fast machine, the message is visible for less than one polling interval, so an observer watches for it.
      new MutationObserver(() => {
        here.saidReconnecting ||= document.body.innerText.includes('Reconnecting');
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    process.kill(killed, 'SIGKILL');
    await expect
      .poll(() => page.evaluate(() => (window as unknown as Window).saidReconnecting), { timeout: 20_000 })
      .toBe(true);
    await expect
      .poll(() => page.evaluate(() => (window as unknown as Window).states.slice(-2)), { timeout: 20_000 })
      .toEqual(['restarting', 'ready']);
    await expect(page.getByText('Reconnecting')).toBeHidden();
    expect(new URL(page.url()).origin).toBe(origin);
    expect(await desktop.enginePid()).not.toBe(killed);
    expect(await page.evaluate(async () => (await fetch('/local/session')).status)).toBe(200);
  });

  test('closing the window quits the app within five seconds and stores its position', async () => {
    const engine = await desktop.enginePid();
    const startedAt = Date.now();
    expect(await desktop.close()).toBe(0);
    expect(Date.now() - startedAt).toBeLessThan(5000);
    expect(isAlive(engine)).toBe(false);
    expect(existsSync(join(desktop.dataDir, 'engine.json'))).toBe(false);
    const state = JSON.parse(readFileSync(join(desktop.userData, 'window-state.json'), 'utf8'));
    expect(state.bounds).toMatchObject({ width: 1280, height: 840 });
  });
});
