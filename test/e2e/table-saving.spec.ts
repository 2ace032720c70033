/** Tests that a finished table can be edited, saved, exported and run again. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { readSheet } from 'read-excel-file/node';
import { openZip } from '../../core/contract/zip';
import type { TestEngine } from '../support/engine';
import { expect, type GleanerPage, test } from './gleaner-test';
import { pressExport } from './job-steps';
import { startTableSite, type TableSite } from './table-site';
import { frame, getRows, openTools, readAllRows, rows, useTool } from './table-steps';

test.use({ startsInPlayground: false });

let site: TableSite;
test.beforeAll(async () => {
  site = await startTableSite();
});
test.afterAll(() => site.close());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const head = (page: Page, name: string) =>
  page.getByRole('columnheader').getByRole('button', { name: new RegExp(`^${name}`) });
const cell = (page: Page, name: string) => page.getByRole('gridcell', { name, exact: true });

/** Picks the prices of the shop. */
async function pickPrices({ page, open }: { page: Page; open: GleanerPage['open'] }): Promise<void> {
  await open('new-table');
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill(`${site.url}/shop`);
  await page.keyboard.press('Enter');
  await frame(page).getByText('€ 18.50').click({ timeout: 60_000 });
  await expect(rows(page)).toHaveCount(21);
}
const starting = (gleaner: GleanerPage) => ({ page: gleaner.page, open: (view: string) => gleaner.open(view) });

async function removeColumn(page: Page, name: string): Promise<void> {
  await head(page, name).click();
  await button(page, 'Remove column').click();
  await expect(head(page, name)).toHaveCount(0);
}

/** Downloads the spreadsheet. Returns its header and its number formats. */
async function spreadsheet(page: Page, press: () => Promise<unknown>) {
  const download = page.waitForEvent('download');
  await press();
  const bytes = await readFile(await (await download).path());
  const [names = []] = await readSheet(bytes);
  return { names, styles: (await openZip(bytes)?.text('xl/styles.xml')) ?? '' };
}
const savedRequest = async (engine: TestEngine, name: string) =>
  (await engine.call('GET', `/local/saved/${encodeURIComponent(name)}`)).body;

test('prices keep their currency when a finished table is edited', async ({ gleaner, engine, page }) => {
  await pickPrices(starting(gleaner));
  const { id } = await readAllRows(page, engine);
  await gleaner.open(`jobs/${id}`);
  await button(page, 'Edit in builder').click();
  await expect(cell(page, '€18.50')).toBeVisible({ timeout: 60_000 });
  await removeColumn(page, 'image');
  await expect(cell(page, '€18.50')).toBeVisible();
  await head(page, 'price').click();
  await page.getByLabel('Column name').fill('cost');
  await page.getByLabel('Column name').press('Tab');
  await expect(head(page, 'cost')).toBeVisible();
  await expect(cell(page, '€18.50')).toBeVisible();
  // Clicking a value of a removed column adds the column again, with the currency from the page.
  await button(page, 'Remove column').click();
  await expect(head(page, 'cost')).toHaveCount(0);
  await frame(page).getByText('€ 18.50').click();
  await expect(cell(page, '€18.50')).toBeVisible();
  await openTools(page);
  await page.getByLabel('Recipe name').fill('Edited lamps');
  await button(page, 'Save recipe').click();
  const recipe = async () => (await engine.call('GET', '/local/recipes/Edited%20lamps')).body;
  await expect.poll(async () => (await recipe()).health?.currencies).toEqual({ price: 'EUR' });
  expect((await recipe()).health).toMatchObject({ rows: 20, fill: { title: 1, price: 1 } });
  await readAllRows(page, engine);
  await expect(cell(page, '€18.50')).toBeVisible();
  const { names, styles } = await spreadsheet(page, () => page.getByRole('link', { name: 'Download XLSX' }).click());
  expect(names).toEqual(['title', 'link', 'price']);
  expect(styles).toContain('formatCode="[$€]#,##0.00##"');
  await engine.call('DELETE', '/local/recipes/Edited%20lamps');
});

test('an export contains the columns and rows that are shown, unless all are chosen', async ({
  gleaner,
  engine,
  page,
}) => {
  await pickPrices(starting(gleaner));
  const { id } = await readAllRows(page, engine);
  await gleaner.open(`jobs/${id}`);
  const scope = (name: string) => page.getByRole('radio', { name, exact: true });
  await button(page, 'Export').click();
  await expect(page.getByRole('link', { name: /^CSV/ })).toBeVisible();
  await expect(page.getByRole('radio', { name: /^As shown|^All \(/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await button(page, 'Columns').click();
  for (const name of ['link', 'image']) await page.getByRole('checkbox', { name, exact: true }).uncheck();
  await page.keyboard.press('Escape');
  await button(page, 'Export').click();
  await expect(scope('As shown (2 columns, 60 rows)')).toBeChecked();
  await page.keyboard.press('Escape');
  const shown = await spreadsheet(page, () => pressExport(page, 'XLSX'));
  expect(shown.names).toEqual(['price', 'title']);
  await page.getByRole('searchbox', { name: 'Search results' }).fill('number 59');
  await button(page, 'Export').click();
  await expect(page.getByRole('radio', { name: /^As shown \(2 columns, \d rows?\)$/ })).toBeChecked();
  await scope('All (4 columns, 60 rows)').check({ force: true });
  await page.keyboard.press('Escape');
  const all = await spreadsheet(page, () => pressExport(page, 'XLSX'));
  expect(all.names).toEqual(['price', 'title', 'link', 'image']);
});

test('a table is saved from its rows, and its edits update the saved job', async ({ gleaner, engine, page }) => {
  await pickPrices(starting(gleaner));
  await readAllRows(page, engine);
  await button(page, 'Save table').click();
  const dialog = page.getByRole('dialog', { name: 'Save this table' });
  await dialog.getByLabel('Name').fill('seed prices');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Saved as “seed prices”.')).toBeVisible();
  await expect(button(page, 'Saved as “seed prices”')).toBeDisabled();
  const schedule = { cron: '0 7 * * 1' };
  await engine.call('PUT', '/local/saved/seed%20prices/schedule', schedule);
  await engine.call('PATCH', '/local/saved/seed%20prices', { description: 'Prices of lamps.' });

  await button(page, 'Show').click();
  await expect(page).toHaveURL(/#\/saved/);
  await button(page, 'Edit in builder: seed prices').click();
  await expect(page.getByRole('heading', { name: 'Edit “seed prices”' })).toBeVisible();
  await expect(rows(page)).toHaveCount(21, { timeout: 60_000 });
  await removeColumn(page, 'image');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Edit “seed prices”' })).toBeVisible();
  await expect(rows(page)).toHaveCount(21, { timeout: 60_000 });
  await button(page, 'Save changes').click();
  await expect(page.getByText('Changes to “seed prices” saved.')).toBeVisible();
  const names = async () =>
    (await savedRequest(engine, 'seed prices')).request.recipe.fields.map(({ name }: { name: string }) => name);
  expect(await names()).toEqual(['price', 'title', 'link']);
  expect(await savedRequest(engine, 'seed prices')).toMatchObject({ schedule, description: 'Prices of lamps.' });

  await removeColumn(page, 'link');
  await getRows(page).click();
  await expect(button(page, 'Save changes to “seed prices”')).toBeEnabled({ timeout: 30_000 });
  expect(await names()).toEqual(['price', 'title', 'link']);
  await button(page, 'Save changes to “seed prices”').click();
  await expect.poll(names).toEqual(['price', 'title']);
  await engine.call('DELETE', '/local/saved/seed%20prices');
});

test('saving under an existing name asks before it replaces', async ({ gleaner, engine, page }) => {
  const request = { url: `${site.url}/shop`, limit: 3 };
  await engine.call('PUT', '/local/saved/taken', { kind: 'crawl', request });
  await pickPrices(starting(gleaner));
  await useTool(page, 'Save table');
  const dialog = page.getByRole('dialog', { name: 'Save this table' });
  await dialog.getByLabel('Name').fill('taken');
  await expect(dialog.getByRole('status')).toHaveText('“taken” already exists.');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status')).toHaveText('“taken” already exists. Replace it?');
  expect((await savedRequest(engine, 'taken')).kind).toBe('crawl');
  await dialog.getByRole('button', { name: 'Replace' }).click();
  await expect(dialog).toBeHidden();
  expect((await savedRequest(engine, 'taken')).kind).toBe('table');
  await engine.call('DELETE', '/local/saved/taken');
});

test('a saved recipe is shown at once under Saved, and runs from there', async ({ gleaner, engine, page }) => {
  await pickPrices(starting(gleaner));
  await openTools(page);
  await page.getByLabel('Recipe name').fill('Lamp recipe');
  await button(page, 'Save recipe').click();
  await button(page, 'Show').click();
  await expect(page).toHaveURL(/#\/saved\/recipes$/);
  await gleaner.open('saved');
  await expect(page.getByRole('tab', { name: /^Recipes/ })).toHaveText(/Recipes\s*1/);
  await expect(page.getByRole('list', { name: 'Recipes' })).toBeVisible();
  await button(page, 'Run recipe Lamp recipe').click();
  await expect(page.getByRole('heading', { name: /60 rows/ })).toBeVisible({ timeout: 60_000 });
  await engine.call('DELETE', '/local/recipes/Lamp%20recipe');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the form of a column is scrolled into view, and begins with Remove column', async ({ gleaner, page }) => {
    await pickPrices(starting(gleaner));
    const lefts: number[] = [];
    for (const name of ['price', 'title', 'link']) {
      await head(page, name).tap();
      await expect(page.getByLabel('Column name')).toHaveValue(name);
      await expect(button(page, 'Remove column')).toBeInViewport({ ratio: 1 });
      const region = page.getByRole('region', { name: 'Column', exact: true });
      const [form, remove] = await Promise.all([region.boundingBox(), button(page, 'Remove column').boundingBox()]);
      lefts.push((remove?.x ?? 0) - (form?.x ?? 0), (remove?.y ?? 0) - (form?.y ?? 0));
      await page.screenshot({ path: test.info().outputPath(`${name}.png`) });
    }
    expect(new Set(lefts.filter((_, at) => at % 2 === 1)).size).toBe(1);
    expect(new Set(lefts.filter((_, at) => at % 2 === 0)).size).toBe(1);
  });
});
