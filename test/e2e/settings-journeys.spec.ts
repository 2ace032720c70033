import { readdir, readFile } from 'node:fs/promises';
import { makeZip } from '../parsers/make-zip';
import type { TestEngine } from '../support/engine';
import { isFleet, startTestEngine } from '../support/start-engine';
import { faults } from './accessibility-faults';
import { expect, openWindow, test } from './gleaner-test';

test.use({ startsInPlayground: false });

const shout = `import { defineFormat } from 'gleaner/plugin';
export default defineFormat({ id: 'shout', summary: 'The headline, shouted.', needs: ['metadata'],
  derive: ({ metadata }) => String(metadata.title).toUpperCase() });
`;
const echo = `import { defineSearch, z } from 'gleaner/plugin';
export default defineSearch({ id: 'echo', summary: 'Finds one page.', sources: ['web'],
  config: z.object({ word: z.string().min(2).describe('Word of its answer.') }),
  create: ({ word }) => ({ search: async () => ({ hits: [{ source: 'web', url: 'https://example.com/' + word, title: word }] }) }) });
`;
const SAVED = '/local/saved/Weekly%20look';
const settings = async (engine: TestEngine) => (await engine.call('GET', '/local/settings')).body.settings;

test('a backup contains settings and saved jobs, and a restore keeps the previous data', async ({ site, page }) => {
  test.skip(isFleet, 'backups of a shared database are made by pg_dump');
  // Uses a separate engine, because after a restore every view shows a notice about the previous data.
  const engine = await startTestEngine();
  const gleaner = await openWindow(page, engine, 'settings/storage');
  const saved = { kind: 'batch', request: { urls: [`${site.url}/article`] } };
  expect((await engine.call('PUT', SAVED, saved)).status).toBe(200);
  await engine.call('PATCH', '/local/settings', { concurrency: 4 });
  await page.reload();
  await expect(page.getByRole('region', { name: 'Sizes' })).toContainText('Page cache');
  expect(await faults(page, '[role=tabpanel]')).toEqual([]);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Back up', exact: true }).click();
  const file = await (await downloading).path();
  await expect(page.getByText('before compression, without secrets')).toBeVisible();

  await engine.call('PATCH', '/local/settings', { concurrency: 2 });
  await engine.call('DELETE', SAVED);
  await page
    .getByLabel('Backup to restore')
    .setInputFiles({ name: 'wrong.tar.gz', mimeType: 'application/gzip', buffer: Buffer.from('no archive') });
  await expect(page.getByRole('region', { name: 'Backup' }).getByRole('alert')).toContainText('Nothing was changed.');
  await page
    .getByLabel('Backup to restore')
    .setInputFiles({ name: 'backup.tar.gz', mimeType: 'application/gzip', buffer: await readFile(file) });
  await expect(page.getByText('is complete. The backup contains no secrets.')).toBeVisible();
  expect((await settings(engine)).concurrency).toBe(2);
  await page.getByRole('button', { name: 'Restore now' }).click();
  await expect
    .poll(async () => (await settings(engine).catch(() => undefined))?.concurrency, { timeout: 20_000 })
    .toBe(4);
  await gleaner.open('saved');
  await expect(page.getByText('Weekly look')).toBeVisible();
  const previous = async () => (await readdir(engine.dataDir)).filter((name) => name.startsWith('before-restore-'));
  const [aside = 'none'] = await previous();
  await gleaner.open('settings/storage');
  await expect(page.getByRole('region', { name: 'Sizes' })).toContainText(aside);
  await page.getByRole('button', { name: 'Delete pre-restore data' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Sizes' })).not.toContainText(aside);
  expect(await previous()).toEqual([]);
  await engine.stop();
});

test('on a fleet the window explains how to back up its data', async ({ gleaner, page }) => {
  test.skip(!isFleet, 'a single engine makes its own backups');
  await gleaner.open('settings/storage');
  const backup = page.getByRole('region', { name: 'Backup', exact: true });
  await expect(backup).toContainText(
    'You can back it up with pg_dump while Gleaner is running. Before you restore it with pg_restore, stop all Gleaner processes.',
  );
  await expect(backup.getByRole('button')).toHaveCount(0);
  expect(await faults(page, '[role=tabpanel]')).toEqual([]);
});

test('plugins are added from an archive, shown, enabled, set up, used, disabled and removed', async ({
  site,
  page,
}) => {
  // Uses a separate engine, because a restart invalidates earlier sign-in links.
  const engine = await startTestEngine();
  const scrape = () => engine.call('POST', '/v2/scrape', { url: `${site.url}/article`, formats: ['shout'] });
  const restart = async () => {
    await page.getByRole('button', { name: 'Restart the engine' }).click();
    await expect(page.getByRole('button', { name: 'Restart the engine' })).toBeHidden({ timeout: 20_000 });
  };
  await openWindow(page, engine, 'settings/plugins');
  await expect(page.getByText('into the data folder of every worker')).toHaveCount(isFleet ? 1 : 0);
  await page
    .getByLabel('Plugin file')
    .setInputFiles({ name: 'bad.mjs', mimeType: 'text/javascript', buffer: Buffer.from('export default 1') });
  await expect(page.getByRole('region', { name: 'Your plugins' }).getByRole('alert')).toContainText(
    'not a plugin that Gleaner can load',
  );
  await expect(page.getByRole('button', { name: 'Add plugin' })).toBeVisible();
  await page.getByLabel('Plugin file').setInputFiles({
    name: 'mine.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from(makeZip({ 'shout.mjs': shout, 'echo.mjs': echo })),
  });
  const own = page.getByRole('list', { name: 'Your plugins' });
  await expect(own).toContainText('The headline, shouted.');
  await expect(page.getByRole('list', { name: 'Permissions of shout.mjs' })).toContainText('It reads every page');
  expect((await scrape()).status).toBe(400);
  await page.getByRole('button', { name: 'Enable shout.mjs' }).click();
  await page.getByRole('button', { name: 'Enable echo.mjs' }).click();
  await restart();
  expect((await scrape()).body.data.shout).toMatch(/^[^a-z]+$/);
  const form = page.getByRole('form', { name: 'Settings for echo' });
  await form.getByLabel('Word').fill('x');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByRole('alert').first()).toBeVisible();
  await form.getByLabel('Word').fill('kettle');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Settings for echo saved.')).toBeVisible();
  expect((await settings(engine)).plugins['search:echo']).toEqual({ word: 'kettle' });
  expect(await faults(page, '[aria-label="Your plugins"]')).toEqual([]);
  await page.getByRole('button', { name: 'Disable shout.mjs' }).click();
  await page.getByRole('button', { name: 'Remove echo.mjs' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await restart();
  expect((await scrape()).status).toBe(400);
  await page.getByRole('button', { name: 'Remove shout.mjs' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(own).toBeHidden();
  await engine.stop();
});
