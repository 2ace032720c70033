import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { endlessLists, listSize } from '../support/endless-lists';
import { closeLocally, listenLocally } from '../support/local-server';
import { startTestEngine } from '../support/start-engine';
import { expect, type GleanerPage, openWindow, test } from './gleaner-test';
import { untilJobEnded } from './job-steps';
import { startTableSite, type TableSite } from './table-site';
import { atDoubleZoom, downloadedCsv, frame, getRows, openTools, readAllRows, rows, useTool } from './table-steps';

let site: TableSite;
let endless: string;
const server = createServer(({ url: path = '/' }, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(endlessLists[path] ?? 'None');
});
test.beforeAll(async () => {
  [site, endless] = await Promise.all([startTableSite(), listenLocally(server)]);
});
test.afterAll(() => Promise.all([site.close(), closeLocally(server)]));

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const address = (page: Page) => page.getByRole('textbox', { name: 'Address', exact: true });
const heads = (page: Page) => page.getByRole('columnheader');

async function openPage({ page, open }: { page: Page; open: () => Promise<void> }, url: string): Promise<void> {
  await open();
  await expect(page.getByRole('heading', { name: 'New table' })).toBeVisible();
  await address(page).fill(url);
  await address(page).press('Enter');
}
const newTable = (gleaner: GleanerPage) => ({ page: gleaner.page, open: () => gleaner.open('new-table') });

/** Builds a table from the shop, with a renamed column, a page limit and a recipe name. */
async function makeTable(gleaner: GleanerPage): Promise<void> {
  const { page } = gleaner;
  await openPage(newTable(gleaner), `${site.url}/shop`);
  await frame(page).getByText('€ 18.50').click({ timeout: 30_000 });
  await expect(rows(page)).toHaveCount(21);
  await heads(page)
    .getByRole('button', { name: /^title/ })
    .click();
  await page.getByLabel('Column name').fill('lamp');
  await page.getByLabel('Column name').press('Tab');
  await expect(heads(page)).toContainText(['price', 'lamp', 'link', 'image']);
  await useTool(page, 'Options');
  await page.getByLabel('Maximum pages per run').fill('2');
  await page.getByLabel('Maximum pages per run').press('Tab');
  await page.keyboard.press('Escape');
  await openTools(page);
  await page.getByLabel('Recipe name').fill('Kept lamps');
  await page.keyboard.press('Escape');
}
/** Expects the reopened table to equal the table from `makeTable`. */
async function expectTable(page: Page): Promise<void> {
  await expect(rows(page)).toHaveCount(21, { timeout: 30_000 });
  await expect(heads(page)).toContainText(['price', 'lamp', 'link', 'image']);
  await expect(address(page)).toHaveValue(`${site.url}/shop`);
  await expect(button(page, 'Preview more')).toBeEnabled();
  await openTools(page);
  await expect(page.getByLabel('Recipe name')).toHaveValue('Kept lamps');
  await expect(page.getByRole('button', { name: /^Options.*1 changed/ })).toBeVisible();
  await page.keyboard.press('Escape');
}

/** Expects that a file contains the first 40 lamps under the columns of `makeTable`. */
async function expectFile(page: Page): Promise<void> {
  const lamps = site.products(1, 40).map(({ title, price, link, image }) => [price, title, link, image].join());
  expect((await downloadedCsv(page)).trim().split(/\r?\n/)).toEqual(['price,lamp,link,image', ...lamps]);
}

test.describe('at 200% zoom with reduced motion', () => {
  test.use(atDoubleZoom);

  test('a table and its rows survive Back, a reload and another view', async ({ gleaner, engine, page }) => {
    await makeTable(gleaner);
    const { id } = await readAllRows(page, engine);
    await page.reload();
    await expect(page.getByText('40 rows from 2 pages')).toBeVisible({ timeout: 30_000 });
    await page.getByRole('link', { name: 'Open in Jobs' }).click();
    await untilJobEnded(page);
    await expect(heads(page)).toContainText(['#', 'price', 'lamp', 'link', 'image']);
    await page.goBack();
    await expect(page.getByText('40 rows from 2 pages')).toBeVisible({ timeout: 30_000 });
    await expectFile(page);
    await button(page, 'Edit columns').click();
    await expectTable(page);
    await page.reload();
    await expectTable(page);
    await gleaner.open('history');
    await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
    await gleaner.open('new-table');
    await expectTable(page);
    await gleaner.open(`jobs/${id}`);
    await button(page, 'More actions').click();
    await button(page, 'Edit in builder').click();
    await expect(rows(page)).toHaveCount(21, { timeout: 30_000 });
    await useTool(page, 'Start over');
    await expect(rows(page)).toHaveCount(0);
    await button(page, 'Undo').click();
    await expect(rows(page)).toHaveCount(21);
    await useTool(page, 'Start over');
    await page.reload();
    await expect(frame(page).getByText('€ 18.50')).toBeVisible({ timeout: 30_000 });
    await expect(rows(page)).toHaveCount(0);
    // Undo and redo still work after the reload.
    await button(page, 'Undo').click();
    await expect(rows(page)).toHaveCount(21);
    await page.keyboard.press('Control+y');
    await expect(rows(page)).toHaveCount(0);
  });

  test('a table and its rows come back when the engine is killed', async ({ page }) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'gleaner-builder-'));
    let engine = await startTestEngine({ dataDir });
    async function killed(): Promise<void> {
      const port = Number(new URL(engine.url).port);
      await engine.stop('SIGKILL');
      await expect(page.getByText('Reconnecting…')).toBeVisible();
      for (const one of await page.locator('button.primary').all()) await expect(one).toBeDisabled();
      engine = await startTestEngine({ dataDir, port });
      await expect(page.getByText('Reconnecting…')).toBeHidden();
    }
    try {
      await makeTable(await openWindow(page, engine, 'new-table'));
      await killed();
      await expectTable(page);
      await getRows(page).click();
      await expect(page.getByRole('link', { name: 'Open in Jobs' })).toBeVisible();
      // Kills the engine in the middle of the run, unless the run has already ended.
      await killed();
      await expect(page.getByText('40 rows from 2 pages')).toBeVisible({ timeout: 30_000 });
      await expectFile(page);
    } finally {
      await engine.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});

test('a saved table, a saved recipe and a table job open unchanged in the builder', async ({
  gleaner,
  engine,
  page,
}) => {
  await makeTable(gleaner);
  await useTool(page, 'Save recipe');
  await expect.poll(async () => (await engine.call('GET', '/local/recipes/Kept%20lamps')).status).toBe(200);
  const { id } = await readAllRows(page, engine);
  await engine.call('POST', `/local/jobs/${id}/save`, { name: 'lamp list' });
  await page.evaluate(() => sessionStorage.clear());
  await gleaner.open('saved');
  await page.reload();
  await button(page, 'Edit in builder: lamp list').click();
  await expectTable(page);
  await page.evaluate(() => sessionStorage.clear());
  await gleaner.open('saved/recipes');
  await page.reload();
  await button(page, 'Edit in builder: Kept lamps').click();
  await expect(rows(page)).toHaveCount(21, { timeout: 30_000 });
  // A recipe can be edited without changing its name.
  await heads(page)
    .getByRole('button', { name: /^image/ })
    .click();
  await button(page, 'Remove column').click();
  await expect(heads(page)).toContainText(['price', 'lamp', 'link']);
  await useTool(page, 'Save recipe');
  await expect.poll(async () => (await engine.call('GET', '/local/recipes/Kept%20lamps')).body.fields.length).toBe(3);
});

test('the end of the mirror is the end of the page, and a complete list has no next page', async ({
  gleaner,
  page,
}) => {
  await page.setViewportSize({ width: 900, height: 1300 });
  await openPage(newTable(gleaner), `${endless}/listener`);
  await expect(frame(page).getByText('€ 20.50')).toBeAttached({ timeout: 30_000 });
  await frame(page)
    .locator('html')
    .evaluate((html) => html.scrollTo(0, html.scrollHeight));
  await expect(frame(page).getByText('€ 40.50')).toBeAttached({ timeout: 10_000 });
  await openPage({ page, open: async () => undefined }, `${endless}/ends`);
  await frame(page).getByText('€ 3.50', { exact: true }).click({ timeout: 30_000 });
  await expect(rows(page)).toHaveCount(listSize + 1);
  await expect(page.getByText('Scrolling to check whether the list continues…')).toHaveCount(0);
  await expect(button(page, 'Preview more')).toBeDisabled();
});

test('an address needs no scheme, and an invalid one is reported at the field', async ({ gleaner, page }) => {
  const bare = site.url.replace('http://', '');
  await openPage(newTable(gleaner), 'no address');
  const issue = page.getByRole('alert').filter({ hasText: 'Not a web address; try something like example.com.' });
  await expect(issue).toBeVisible();
  await expect(address(page)).toHaveAttribute('aria-invalid', 'true');
  await address(page).fill(`${bare}/shop`);
  await expect(issue).toBeHidden();
  await address(page).press('Enter');
  await expect(frame(page).getByText('€ 18.50')).toBeVisible({ timeout: 30_000 });
  await gleaner.open('playground');
  await gleaner.scrape('nonsense');
  await expect(issue).toBeVisible();
  await gleaner.scrapeWell(`${bare}/shop`);
  await gleaner.open('new-job');
  await page.getByLabel('Start page').fill('two words');
  await page.getByLabel('Start page').press('Enter');
  await expect(issue).toBeVisible();
  await gleaner.open('settings/log-ins');
  await page.getByRole('textbox', { name: 'Address of the login page' }).fill('http://');
  await button(page, 'Add login').click();
  await expect(issue).toBeVisible();
});
