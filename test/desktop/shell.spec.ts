/**
 * Tests the desktop app's menu, tray, links, notifications and files on the test double, because tests cannot click
 * them on real Electron.
 */
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import type { Bridge } from '../../core/common/desktop/bridge';
import { startLinkedSite } from '../e2e/long-site';
import { type Desktop, electronPath, type Folders, launchDesktop } from './driver';

test.skip(electronPath !== undefined, 'only the double shows its menus, tray and notifications');
test.describe.configure({ mode: 'serial', timeout: 60_000 });

let desktop: Desktop & Folders;
let page: Page;

test.beforeAll(async () => {
  desktop = await launchDesktop({ allowPrivateNetwork: true });
  page = desktop.page;
  await page.waitForURL(/^http:\/\/127\.0\.0\.1:\d+\/(?!signin)/);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});
test.afterAll(() => desktop.dispose());

const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const post = (path: string, body: unknown, method = 'POST') =>
  page.evaluate(
    async ([at, given, how]) => {
      const headers = { 'content-type': 'application/json' };
      return (await fetch(at as string, { method: how as string, headers, body: JSON.stringify(given) })).json();
    },
    [path, body, method] as const,
  );

test('the menu opens views and runs commands in the page', async () => {
  const { double } = desktop;
  const roles = (await double!.menu()).map(({ role, label }) => role ?? label);
  expect(roles).toEqual(expect.arrayContaining(['&File', 'editMenu', '&View', 'windowMenu', 'help']));
  expect(await double!.clickMenu('Monitors')).toBe(true);
  await expect(heading('Saved')).toBeVisible();
  await double!.clickMenu('Keyboard shortcuts');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys).toBeVisible();
  await keys.getByRole('button', { name: 'Close' }).click();
  await double!.clickMenu('Search commands');
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
  await page.keyboard.press('Escape');
});

test('the menu speaks the language of the page', async () => {
  const { double } = desktop;
  const choose = (name: string, language: string) =>
    page.getByRole('radiogroup', { name }).getByText(language, { exact: true }).click();
  const labels = async () => (await double!.menu()).map(({ label }) => label);
  await page.evaluate(() => {
    location.hash = '#/settings/general';
  });
  await choose('Language', 'Deutsch');
  await expect.poll(labels).toContain('&Datei');
  await choose('Sprache', 'English');
  await expect.poll(labels).toContain('&File');
});

test('a link opens a view, a saved job runs only after confirmation, and hostile names stay text', async () => {
  expect(await desktop.startAgain('gleaner://open/settings/about')).toBe(0);
  await expect(page).toHaveURL(/#\/settings\/about$/);
  const demo = await post('/local/demo-site', {});
  await post('/local/saved/seeds', { kind: 'crawl', request: { url: demo.url, limit: 1 } }, 'PUT');
  await desktop.startAgain('gleaner://run/%3Cimg%20src=x%20onerror=%22document.title=1%22%3E');
  const dialog = page.getByRole('dialog', { name: 'Run a saved job?' });
  await expect(dialog).toContainText('<img src=x onerror="document.title=1">, but no saved job has that name');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await desktop.startAgain('gleaner://run/seeds');
  await expect(dialog).toContainText('opened a link to run your saved job seeds');
  expect((await page.evaluate(async () => (await fetch('/local/jobs?limit=5')).json())).items).toEqual([]);
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page).toHaveURL(/#\/jobs\/[0-9a-f-]{36}/);
  await expect(page.getByRole('button', { name: 'Run again' })).toBeVisible();
});

test('hostile links change nothing', async () => {
  const { double } = desktop;
  const before = page.url();
  const questions = (await double!.questions()).length;
  const links = [
    ...['gleaner://run/seeds%0Arm%20-rf', 'gleaner://user:word@open/jobs', `gleaner://run/${'a'.repeat(100_000)}`],
    ...['javascript:document.title=1', '--inspect=0 gleaner://open/jobs'],
  ];
  for (const link of links) expect([link.slice(0, 60), await desktop.startAgain(link)]).toEqual([link.slice(0, 60), 0]);
  expect(page.url()).toBe(before);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await desktop.openedExternal()).toEqual([]);
  expect((await double!.questions()).length).toBe(questions);
  // The app still handles valid links. If it receives several links, it opens only the last one.
  await desktop.startAgain('gleaner://run/seeds', 'gleaner://open/settings/about');
  await expect(page).toHaveURL(/#\/settings\/about$/);
  await page.goto(before);
});

test('an exported file is reported, and shown in its folder', async () => {
  const folder = join(desktop.userData, 'exports');
  await mkdir(folder);
  await desktop.saveDownloadsTo(folder);
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('link', { name: /^CSV/ }).click();
  const told = page.getByRole('status').filter({ hasText: ' saved.' });
  await told.getByRole('button', { name: 'Show in folder' }).click();
  await expect.poll(async () => (await desktop.double!.shownFiles()).map((path) => basename(path))).toHaveLength(1);
  expect((await desktop.double!.shownFiles())[0]).toBe((await desktop.downloads())[0]);
});

test('a finished job is notified while the window is inactive, opens on a click, and shows page text as text', async () => {
  const { double } = desktop;
  const before = (await double!.notifications()).length;
  const hostile = '<b>Harvest</b>\u202E';
  await page.evaluate((title) => {
    const { gleaner } = window as unknown as { gleaner: Bridge };
    return gleaner.notify({ title, body: '', path: '/history' });
  }, hostile);
  await expect.poll(async () => (await double!.notifications())[before]?.title).toBe(hostile);
  await double!.clickNotification();
  await expect(heading('History')).toBeVisible();
  const demo = await post('/local/demo-site', {});
  await double!.useWindow(false);
  const { id } = await post('/v2/crawl', { url: demo.url, limit: 1 });
  await expect.poll(async () => (await double!.notifications()).at(-1)?.title).toBe('Crawl finished');
  await double!.clickNotification();
  await expect(page).toHaveURL(new RegExp(`#/jobs/${id}$`));
});

test('the tray lists and pauses running jobs, and closing the window keeps them running on request', async () => {
  const { double } = desktop;
  const site = await startLinkedSite(60);
  try {
    site.slow(400);
    const { id } = await post('/v2/crawl', { url: `${site.url}/p/0`, crawlEntireDomain: true });
    const labels = async () => (await double!.tray()).map(({ label }) => label ?? '');
    const hasJob = async () => (await labels()).some((label) => label.startsWith(`${site.url}/p/0`));
    await expect.poll(hasJob).toBe(true);
    await expect.poll(labels).toContain('1 job is running');
    await double!.answerWith('Cancel');
    expect(await double!.pressClose()).toBe(false);
    expect(await double!.isVisible()).toBe(true);
    await double!.answerWith('Keep running in the tray');
    expect(await double!.pressClose()).toBe(false);
    await expect.poll(() => double!.isVisible()).toBe(false);
    expect((await double!.questions()).at(-1)?.message).toBe('1 job is running.');
    await double!.clickTray('Open Gleaner');
    await expect.poll(() => double!.isVisible()).toBe(true);
    await double!.clickTray('Pause all jobs');
    const state = () => page.evaluate(async (job) => (await (await fetch(`/local/jobs/${job}`)).json()).state, id);
    await expect.poll(state).toBe('paused');
    await expect.poll(labels).toContain('No job is running');
  } finally {
    await site.close();
  }
});

test('desktop settings are changed in their section and saved', async () => {
  await page.goto(`${new URL(page.url()).origin}/#/settings/desktop`);
  await page.getByRole('radiogroup', { name: 'When closed' }).getByText('tray').click();
  await expect(page.getByText('Settings saved.')).toBeVisible();
  await page.getByRole('switch', { name: 'Open at login' }).click();
  await expect(page.getByRole('alert')).toContainText('Gleaner can open at login only if it is installed.');
  const { values } = await page.evaluate(() => (window as unknown as { gleaner: Bridge }).gleaner.settings());
  expect(values).toMatchObject({ whenClosed: 'tray', openAtLogin: false, checkForUpdates: false });
});

test('without running jobs the window closes at once and the app quits', async () => {
  expect(await desktop.double!.pressClose()).toBe(true);
  await desktop.dispose();
});
