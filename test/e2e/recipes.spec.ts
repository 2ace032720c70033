import { readFile } from 'node:fs/promises';
import type { ShopSite } from '../support/shop-site';
import { themeFaults } from './accessibility-faults';
import { expect, test } from './gleaner-test';

test.use({ startsInPlayground: false });

const recipe = (shop: ShopSite, name: string, selector = 'main h1') => ({
  version: 1,
  name,
  pages: [`${shop.url}/product/*`],
  fields: [{ name: 'title', type: 'text', sources: [{ selector }] }],
});

test('a recipe is imported, corrected, exported, used in the Playground and deleted', async ({
  gleaner,
  page,
  shop,
}) => {
  await gleaner.open('saved/recipes');
  await expect(page.getByRole('heading', { name: 'No recipes yet' })).toBeVisible();
  const file = {
    name: 'titles.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(recipe(shop, 'titles', 'h1['))),
  };
  await page.getByLabel('Recipe file').setInputFiles(file);
  const dialog = page.getByRole('dialog', { name: 'Import titles.json' });
  await dialog.getByRole('button', { name: 'Save recipe' }).click();
  await expect(dialog.getByRole('status')).toContainText('Fields · title · Sources 1 · Selector: ');
  await expect(dialog.getByRole('status')).toContainText('is not a CSS selector');
  await dialog.getByLabel('Recipe as JSON').fill('{ "name": ');
  await expect(dialog.getByRole('status')).toContainText('Invalid JSON');
  await dialog.getByLabel('Recipe as JSON').fill(JSON.stringify(recipe(shop, 'titles')));
  await page.keyboard.press('Control+Enter');
  const list = page.getByRole('list', { name: 'Recipes' });
  await expect(list.getByRole('listitem')).toContainText(['titles']);
  await expect(list).toContainText(`for ${shop.url}/product/*`);
  await expect(list).toContainText('not used yet');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'More actions' }).click();
  await list.getByRole('button', { name: 'Export titles' }).click();
  expect(JSON.parse(await readFile(await (await download).path(), 'utf8'))).toEqual(recipe(shop, 'titles'));
  await expect(page.getByText('titles.json downloaded.')).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await list.getByRole('button', { name: 'Edit titles as JSON' }).click();
  await expect(page.getByLabel('Recipe as JSON')).toHaveValue(/"title"/);
  await page.keyboard.press('Escape');

  await gleaner.open('playground');
  await gleaner.toggleFormat('Recipe');
  await page.getByRole('combobox', { name: 'Recipe' }).selectOption('titles');
  await gleaner.scrape(`${shop.url}/product/0`);
  await gleaner.tab('Recipe').click();
  await expect(gleaner.answer).toContainText('"title": "Copper kettle"');

  await gleaner.open('saved/recipes');
  await expect(list).toContainText('1 page read');
  await page.getByRole('button', { name: 'More actions' }).click();
  await list.getByRole('button', { name: 'Delete titles' }).click();
  await list.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'No recipes yet' })).toBeVisible();
});

test('a recipe is learned from a completed extract', async ({ gleaner, page, engine, shop }) => {
  const schema = { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } };
  const urls = [0, 1, 2].map((n) => `${shop.url}/product/${n}`);
  const { id } = (await engine.call('POST', '/v2/extract', { urls, schema })).body;
  await expect.poll(async () => (await engine.call('GET', `/local/jobs/${id}`)).body.state).toBe('completed');
  await gleaner.open('saved/recipes');
  await page.getByRole('button', { name: 'Learn from an extraction' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('combobox', { name: 'Extraction' })).toContainText('/product/0');
  await dialog.getByLabel('Name').fill('products');
  await dialog.getByRole('button', { name: 'Learn' }).click();
  await expect(page.getByRole('list', { name: 'Recipes' })).toContainText('products');
  await engine.call('DELETE', '/local/recipes/products');
});

test('the prompt of a crawl fills in its options, and reports what was not understood', async ({
  gleaner,
  page,
  shop,
}) => {
  await gleaner.open('new-job');
  await page.getByLabel('Start page').fill(`${shop.url}/`);
  await page.getByRole('button', { name: 'More options' }).click();
  await page
    .getByLabel('In your own words')
    .fill('only the product pages, at most 7 pages, written by left-handed people');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText(/^Filled in: .*Limit/)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Maximum number of pages' })).toHaveValue('7');
  await expect(page.getByRole('note')).toContainText('left-handed');
  await page.getByText('Expert', { exact: true }).click();
  await page.getByRole('button', { name: 'Code' }).click();
  await expect(page.getByRole('dialog')).toContainText('"limit": 7');
  await expect(page.getByRole('dialog')).not.toContainText('prompt');
});

test('recipes have no serious accessibility fault, light or dark', async ({ gleaner, page, engine, shop }) => {
  await engine.call('PUT', '/local/recipes/titles', recipe(shop, 'titles'));
  await gleaner.open('saved/recipes');
  await expect(page.getByRole('list', { name: 'Recipes' })).toBeVisible();
  expect(await themeFaults(page), 'list').toEqual([]);
  await page.screenshot({ path: test.info().outputPath('recipes.png') });
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Edit titles as JSON' }).click();
  expect(await themeFaults(page), 'editor').toEqual([]);
  await page.screenshot({ path: test.info().outputPath('editor.png') });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Learn from an extract' }).click();
  expect(await themeFaults(page), 'learn').toEqual([]);
  await page.setViewportSize({ width: 390, height: 780 });
  await page.keyboard.press('Escape');
  await page.screenshot({ path: test.info().outputPath('recipes-narrow.png') });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await gleaner.open('new-job');
  await page.getByLabel('Start page').fill(`${shop.url}/`);
  expect(await themeFaults(page), 'crawl').toEqual([]);
  await page.screenshot({ path: test.info().outputPath('crawl-narrow.png') });
  await engine.call('DELETE', '/local/recipes/titles');
});
