/** Tests a job in the desktop app's window, from its start to the exported files. */
import { mkdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import {
  crawlDemoSite,
  type ExportedFile,
  expectExports,
  figure,
  includeRestOfSite,
  pressExport,
} from '../e2e/job-steps';
import { startLinkedSite } from '../e2e/long-site';
import { type Desktop, type Folders, launchDesktop } from './driver';

let desktop: Desktop & Folders;

test.beforeEach(async () => {
  desktop = await launchDesktop({ allowPrivateNetwork: true });
  await desktop.page.waitForURL(/^http:\/\/127\.0\.0\.1:\d+\/(?!signin)/);
  await open(desktop.page, 'new-job');
});
test.afterEach(() => desktop.dispose());

async function open(page: Page, view: string): Promise<void> {
  await page.goto(`${new URL(page.url()).origin}/#/${view}`);
}

test('the demo site is crawled, watched and opened, and its pages arrive as files', async () => {
  const { page, userData } = desktop;
  const folder = join(userData, 'exports');
  await mkdir(folder);
  await desktop.saveDownloadsTo(folder);
  let count = 0;
  async function exportAs(label: string): Promise<ExportedFile> {
    count += 1;
    await pressExport(page, label);
    await expect.poll(async () => (await desktop.downloads()).length).toBe(count);
    const path = (await desktop.downloads())[count - 1]!;
    return { name: basename(path), bytes: await readFile(path) };
  }
  await expectExports(exportAs, await crawlDemoSite(page));
});

test('a crawl finishes in the same window when its engine is killed', async () => {
  const { page } = desktop;
  const pages = 60;
  const site = await startLinkedSite(pages);
  try {
    // Delays each response, so that most of the site is still unread when the engine is killed.
    site.slow(600);
    const killed = await desktop.enginePid();
    await page.getByLabel('Start page').fill(`${site.url}/p/0`);
    await includeRestOfSite(page);
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    const bar = page.getByRole('progressbar', { name: 'Job progress' });
    const shown = async () => Number(await bar.getAttribute('aria-valuenow'));
    await expect.poll(shown, { intervals: [50] }).toBeGreaterThan(2);
    process.kill(killed, 'SIGKILL');
    expect(site.asked.length).toBeLessThan(pages);
    await expect(page.getByText('Reconnecting…')).toBeVisible();
    await expect(page.getByText('Reconnecting…')).toBeHidden();
    expect(await desktop.enginePid()).not.toBe(killed);
    site.slow(0);
    await expect(page.getByRole('button', { name: 'Run again' })).toBeVisible({ timeout: 60_000 });
    await expect(figure(page, 'Done')).toHaveText(String(pages));
    const id = page.url().split('/').at(-1);
    const urls = await page.evaluate(async (job) => {
      const { rows } = await (await fetch(`/local/jobs/${job}/rows?limit=1000`)).json();
      return rows.map(({ values }: { values: { url: string } }) => values.url) as string[];
    }, id);
    expect([urls.length, new Set(urls).size]).toEqual([pages, pages]);
    await open(page, 'jobs');
    const row = page.getByRole('listitem').filter({ hasText: new URL(site.url).host });
    await expect(row.getByRole('button', { name: /^Run again/ })).toBeVisible();
  } finally {
    await site.close();
  }
});
