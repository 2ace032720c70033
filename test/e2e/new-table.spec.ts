import { readFile } from 'node:fs/promises';
import type { FrameLocator, Page } from '@playwright/test';
import { expect, type GleanerPage, test } from './gleaner-test';
import { type Product, startTableSite, type TableSite } from './table-site';
import {
  downloadedCsv,
  downloadedSheet,
  frame,
  getRows,
  openTools,
  readAllRows,
  rows,
  tabTo,
  untilRowsRead,
  useTool,
} from './table-steps';

test.use({ startsInPlayground: false });

let site: TableSite;
test.beforeAll(async () => {
  site = await startTableSite();
});
test.afterAll(() => site.close());

const csvOf = (products: readonly Product[]): string =>
  [
    'price,title,link,image',
    ...products.map(({ link, image, title, price }) => `${price},${title},${link},${image}`),
  ].join('\r\n');
const lines = (text: string): string =>
  text
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/)
    .join('\r\n');

async function openPage(gleaner: GleanerPage, path: string): Promise<void> {
  const { page } = gleaner;
  await gleaner.open('new-table');
  await expect(page.getByRole('heading', { name: 'New table' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Address' }).fill(site.url + path);
  await page.getByRole('textbox', { name: 'Address' }).press('Enter');
}

/** Clicks the price of a lamp, so that the page's twenty lamps become rows. */
async function pickPrice(page: Page, list: FrameLocator = frame(page)): Promise<void> {
  await list.getByText('€ 18.50').click({ timeout: 60_000 });
  await expect(rows(page)).toHaveCount(21);
}

test('a listing of 60 products over three pages becomes a CSV file by a few clicks', async ({
  gleaner,
  engine,
  page,
}) => {
  await openPage(gleaner, '/shop');
  await pickPrice(page);
  // The column with the clicked value is the first one, and the value is visible.
  await expect(page.getByRole('gridcell').and(page.locator('.clicked')).nth(5)).toBeInViewport();
  await expect(page.getByRole('columnheader').first()).toHaveText(/^price/);
  await expect(getRows(page)).toHaveText('Get all rows');
  const stages = page.getByRole('list', { name: 'Steps to your table' }).getByRole('listitem');
  expect(new Set(await stages.evaluateAll((items) => items.map((one) => one.getBoundingClientRect().top))).size).toBe(
    1,
  );
  await frame(page).getByText('Next', { exact: true }).click();
  await expect(page.getByText('“Next” is already used to load more rows.')).toBeVisible();
  await expect(rows(page)).toHaveCount(21);
  await page.getByRole('button', { name: 'Show next page', exact: true }).click();
  await expect(page.getByRole('gridcell', { name: 'Lamp number 21', exact: true })).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('new-table.png') });
  await readAllRows(page, engine);
  await expect(page.getByText('60 rows from 3 pages')).toBeVisible();
  expect(lines(await downloadedCsv(page))).toBe(csvOf(site.products(1, 60)));
  // The finished table is sorted like the table of a job. Its files have the same order.
  const price = page.getByRole('columnheader', { name: 'price' });
  for (const _ of ['ascending', 'descending']) await price.getByRole('button').click();
  await expect(price).toHaveAttribute('aria-sort', 'descending');
  await expect(rows(page).nth(1)).toContainText('Lamp number 60');
  expect(lines(await downloadedCsv(page))).toBe(csvOf([...site.products(1, 60)].reverse()));
  await page.screenshot({ path: test.info().outputPath('sorted.png') });
});

test('a listing becomes a table with the keyboard alone', async ({ gleaner, engine, page }) => {
  await openPage(gleaner, '/shop');
  await expect(frame(page).getByText('€ 18.50')).toBeVisible({ timeout: 60_000 });
  for (let presses = 0; presses < 10; presses++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement?.nodeName === 'IFRAME')) break;
  }
  // The arrow keys visit the header, the main area, the headline, the list, the first card, its image, its heading and
  // its price.
  for (const key of ['Down', 'Right', 'Down', 'Right', 'Down', 'Down', 'Right', 'Right'])
    await page.keyboard.press(`Arrow${key}`);
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(21);
  await page.keyboard.press('Escape');
  await tabTo(page, getRows(page));
  await page.keyboard.press('Enter');
  expect((await untilRowsRead(page, engine)).data).toHaveLength(60);
  await tabTo(page, page.getByRole('link', { name: 'Download XLSX' }));
  const sheet = await downloadedSheet(page, () => page.keyboard.press('Enter'));
  expect(sheet.slice(1)).toEqual(
    site.products(1, 60).map(({ title, price, link, image }) => [price, title, link, image]),
  );
});

test('columns are changed, and the table is checked, saved, shown as code and exported', async ({
  gleaner,
  engine,
  page,
}) => {
  await openPage(gleaner, '/shop');
  await pickPrice(page);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const head = (name: string) => page.getByRole('columnheader').getByRole('button', { name: new RegExp(`^${name}`) });

  // Pointing at a cell scrolls the page to the element with the cell's value.
  await page.getByRole('gridcell', { name: '60.5' }).hover();
  await expect(frame(page).getByText('€ 60.50')).toBeInViewport();
  await frame(page).getByText('€ 3.50').click();
  await button('Not this one').click();
  await expect(page.getByText('19 records are selected, but the recipe finds 20')).toBeVisible();

  await head('title').click();
  await page.getByLabel('Column name').fill('lamp');
  await page.getByLabel('Column name').press('Tab');
  await expect(head('lamp')).toBeVisible();
  await button('Move left').click();
  await expect(page.getByRole('columnheader')).toContainText(['lamp', 'price', 'link', 'image']);
  await button('Move right').click();
  await expect(page.getByRole('columnheader')).toContainText(['price', 'lamp', 'link', 'image']);
  await head('image').click();
  await button('Remove column').click();
  await expect(page.getByRole('columnheader')).toContainText(['price', 'lamp', 'link']);
  await head('price').click();
  const selector = page.getByLabel('Selector');
  const right = await selector.inputValue();
  await selector.fill('.no-such-thing');
  await selector.press('Tab');
  await expect(page.getByText(/^Found in 0 of/)).toBeVisible();
  // Clicking the correct value repairs the column in all rows.
  await button('Repair by clicking').click();
  await frame(page).getByText('€ 33.50').click();
  await expect(page.getByText('Found in 20 of 20 rows')).toBeVisible();
  await selector.fill(right);
  await selector.press('Tab');
  await expect(page.getByText('Found in 20 of 20 rows')).toBeVisible();
  await button('Add currency column').click();
  await expect(page.getByRole('gridcell', { name: 'EUR' })).toHaveCount(20);
  await head('price currency').click();
  await button('Remove column').click();
  await head('lamp').click();
  await page.getByLabel('Attribute').fill('href');
  await page.getByLabel('Attribute').press('Tab');
  await expect(page.getByText('Found in 0 of 20 rows')).toBeVisible();
  await page.getByLabel('Attribute').fill('');
  await page.getByLabel('Attribute').press('Tab');
  await expect(page.getByText('Found in 20 of 20 rows')).toBeVisible();
  await page.getByLabel('Type', { exact: true }).selectOption('html');
  await expect(head('lamp')).toContainText('HTML');
  await page.getByLabel('Type', { exact: true }).selectOption('text');
  await expect(head('lamp')).toContainText('Text');
  await expect(page.getByRole('gridcell', { name: 'Lamp number 1', exact: true })).toBeVisible();

  const download = page.waitForEvent('download');
  await useTool(page, 'CSV');
  await expect(page.getByText('.csv (20 rows) downloaded.')).toBeVisible();
  expect(lines(await readFile(await (await download).path(), 'utf8'))).toBe(
    ['price,lamp,link', ...site.products(1, 20).map(({ link, title, price }) => `${price},${title},${link}`)].join(
      '\r\n',
    ),
  );
  await useTool(page, 'Check more pages');
  const check = page.getByRole('dialog', { name: 'Check' });
  await expect(check.getByRole('list', { name: 'Column health' }).getByRole('listitem')).toHaveCount(3, {
    timeout: 30_000,
  });
  await page.keyboard.press('Escape');
  await useTool(page, 'Options');
  await page.getByLabel('Maximum pages per run').fill('2');
  await page.getByLabel('Maximum pages per run').press('Tab');
  await page.keyboard.press('Escape');
  await expect(page.getByText('up to 2 pages')).toBeVisible();
  await useTool(page, 'Code');
  await expect(page.getByRole('dialog')).toContainText('/v2/table');
  await expect(page.getByRole('dialog')).toContainText('"limit": 2');
  await page.keyboard.press('Escape');
  await openTools(page);
  await page.getByLabel('Recipe name').fill('Lamps');
  await button('Save recipe').click();
  await expect
    .poll(async () => (await engine.call('GET', '/local/recipes/Lamps')).status, { message: 'the recipe is saved' })
    .toBe(200);
  await engine.call('DELETE', '/local/recipes/Lamps');
});

test('a list of prices in dollars is run and its recipe saved', async ({ gleaner, engine, page }) => {
  await openPage(gleaner, '/dollars');
  await frame(page).getByText('$18.50').click({ timeout: 60_000 });
  await expect(rows(page)).toHaveCount(21);
  await openTools(page);
  await page.getByLabel('Recipe name').fill('Dollars');
  await page.getByRole('button', { name: 'Save recipe', exact: true }).click();
  const recipe = async () => (await engine.call('GET', '/local/recipes/Dollars')).body;
  await expect.poll(async () => (await recipe()).health?.currencies).toEqual({ price: '$' });
  await engine.call('DELETE', '/local/recipes/Dollars');
  await expect(page.getByRole('gridcell', { name: '$18.50' })).toBeVisible();
  await readAllRows(page, engine);
  await expect(page.getByRole('gridcell', { name: '$18.50' })).toBeVisible();
  expect(lines(await downloadedCsv(page))).toBe(csvOf(site.products(1, 20)));
  await page.getByRole('link', { name: 'Open in Jobs' }).click();
  await expect(page.getByRole('grid', { name: 'Rows' }).getByRole('gridcell', { name: '$18.50' })).toBeVisible();
});

/** Delays table requests until the returned function is called. */
const holdTables = (page: Page): Promise<() => void> => hold(page, '**/local/live/*/table');

/** Delays requests with a matching URL until the returned function is called. */
async function hold(page: Page, url: string): Promise<() => void> {
  let letGo = (): void => undefined;
  const isLetGo = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(url, async (route) => {
    await isLetGo;
    await route.continue();
  });
  return letGo;
}

test("column changes that are faster than the engine's answers are all kept", async ({ gleaner, engine, page }) => {
  await openPage(gleaner, '/shop');
  await pickPrice(page);
  let answer = await holdTables(page);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const head = (name: string) => page.getByRole('columnheader').getByRole('button', { name: new RegExp(`^${name}`) });
  await head('image').click();
  await button('Remove column').click();
  await head('title').click();
  await page.getByLabel('Column name').fill('price');
  await page.getByLabel('Column name').press('Tab');
  await expect(page.getByText('Another column is named “price”.')).toBeVisible();
  await expect(page.getByLabel('Column name')).toHaveValue('title');
  await page.getByLabel('Column name').fill('lamp');
  await page.getByLabel('Column name').press('Tab');
  await page.getByLabel('Type', { exact: true }).selectOption('html');
  await page.getByLabel('Attribute').pressSequentially('class');
  answer();
  // A response from the engine must not replace text that is being typed.
  await expect(head('lamp')).toContainText('HTML');
  await expect(page.getByLabel('Attribute')).toHaveValue('class');
  await page.getByLabel('Attribute').fill('');
  await page.getByLabel('Type', { exact: true }).selectOption('text');
  await button('Move left').click();
  await head('price').click();
  answer = await holdTables(page);
  await page.getByLabel('Selector').fill('div[');
  await page.getByLabel('Selector').press('Tab');
  await getRows(page).click();
  answer();
  // The click must not start a run, because the engine has rejected the selector.
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(getRows(page)).toBeEnabled();
  await expect(page.getByLabel('Selector')).not.toHaveValue('div[');
  await readAllRows(page, engine);
  const lamps = site.products(1, 60).map(({ link, title, price }) => `${title},${price},${link}`);
  expect(lines(await downloadedCsv(page))).toBe(['lamp,price,link', ...lamps].join('\r\n'));
});

test('a followed link column adds two columns, which a run reads from the page of every row', async ({
  gleaner,
  engine,
  page,
}) => {
  await openPage(gleaner, '/shop?page=3');
  await frame(page).getByText('€ 123.50').click({ timeout: 60_000 });
  await expect(rows(page)).toHaveCount(21);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await page.getByRole('columnheader').getByRole('button', { name: /^link/ }).click();
  await button('Follow links to add columns').click();
  await expect(page.getByRole('region', { name: 'Detail page' })).toBeVisible();
  await frame(page).getByText('41 kg').click({ timeout: 30_000 });
  await frame(page).getByText('Glass').click();
  await expect(page.getByRole('columnheader')).toContainText(['weight', 'made of'], { ignoreCase: true });
  await button('Back to list').click();
  await expect(page.getByRole('columnheader')).toHaveCount(6, { timeout: 30_000 });
  await expect(page.getByRole('row').nth(1).getByRole('gridcell')).toContainText([
    '123.5',
    'Lamp number 41',
    '41',
    'Glass',
  ]);
  await useTool(page, 'Check more pages');
  const check = page.getByRole('dialog', { name: 'Check' });
  await expect(check).toContainText('20 rows on 1 page and 7 detail pages.', { timeout: 30_000 });
  await expect(check.getByRole('listitem')).toHaveCount(6);
  await page.keyboard.press('Escape');
  const { data, warning } = await readAllRows(page, engine);
  expect(warning).toBeUndefined();
  expect(data.map((row) => Object.values(row).slice(-2))).toEqual(
    site.products(41, 20).map((_, at) => [at + 41, ['Brass', 'Oak', 'Glass'][(at + 41) % 3]]),
  );
});

test('Wider, Narrower and One record change the records and keep column changes, and Undo reverts steps', async ({
  gleaner,
  page,
}) => {
  await openPage(gleaner, '/talks');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const heads = page.getByRole('columnheader');
  await frame(page).getByText('Talk 12').click({ timeout: 60_000 });
  await expect(rows(page)).toHaveCount(13);
  await heads.getByRole('button', { name: /^price/ }).click();
  await page.getByLabel('Column name').fill('cost');
  await page.getByLabel('Column name').press('Tab');
  await expect(heads).toContainText(['title', 'cost']);
  // Clicking a value whose column already exists selects the value's record.
  await frame(page).getByText('Talk 12').click();
  await button('Wider').click();
  await expect(rows(page)).toHaveCount(5);
  await expect(page.getByRole('gridcell', { name: 'Host 3' })).toBeVisible();
  await button('Narrower').click();
  await expect(rows(page)).toHaveCount(13);
  await button('Undo').click();
  await expect(rows(page)).toHaveCount(5);
  await page.keyboard.press('Control+z');
  await expect(rows(page)).toHaveCount(13);
  await expect(heads).toContainText(['title', 'cost']);
  await useTool(page, 'One record');
  await frame(page).getByText('Host 2').click();
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByRole('gridcell')).toHaveText(['Host 2']);
  await useTool(page, 'One record');
  await expect(rows(page)).toHaveCount(13);
  await expect(heads).toContainText(['title', 'cost']);
});

test("the record's tools cover no text, and disappear with the next step", async ({ gleaner, page }) => {
  await openPage(gleaner, '/shop');
  await pickPrice(page);
  const tools = page.getByRole('toolbar', { name: 'Selected record' });
  const head = (name: string) => page.getByRole('columnheader').getByRole('button', { name: new RegExp(`^${name}`) });
  const reopen = async () => {
    await frame(page).getByText('€ 3.50').click();
    await expect(tools).toBeVisible();
  };
  await reopen();
  const place = (await tools.boundingBox())!;
  const isCovered = (box: { x: number; y: number; width: number; height: number } | null) =>
    box !== null &&
    Math.min(box.x + box.width, place.x + place.width) > Math.max(box.x, place.x) &&
    Math.min(box.y + box.height, place.y + place.height) > Math.max(box.y, place.y);
  for (const text of ['€ 3.50', 'Lamp number 1', 'Lamp number 2', 'Lamps by the harbour']) {
    const box = await frame(page).getByText(text, { exact: true }).boundingBox();
    expect(isCovered(box), `the tools cover "${text}"`).toBe(false);
  }
  // This click inside a record adds a column.
  const columns = await page.getByRole('columnheader').count();
  await frame(page).getByRole('button', { name: 'Add to cart' }).first().click();
  await expect(page.getByRole('columnheader')).toHaveCount(columns + 1);
  await expect(tools).toBeHidden();
  await reopen();
  await page.keyboard.press('Escape');
  await expect(tools).toBeHidden();
  await reopen();
  await head('title').click();
  await expect(tools).toBeHidden();
  await reopen();
  await page.getByRole('heading', { name: 'New table' }).click();
  await expect(tools).toBeHidden();
});

test('a large element under the pointer is outlined without a tint', async ({ gleaner, page }) => {
  await openPage(gleaner, '/shop');
  await pickPrice(page);
  // The outlines are in a closed shadow root, so the test compares the colours of the page's margin.
  const corner = async () => {
    const box = (await page.locator('iframe[title="Page"]').boundingBox())!;
    return page.screenshot({ clip: { x: box.x + 4, y: box.y + box.height - 60, width: 3, height: 3 } });
  };
  await page.mouse.move(5, 5);
  const before = await corner();
  await frame(page)
    .locator('body')
    .hover({ position: { x: 3, y: 200 } });
  await expect.poll(async () => (await corner()).equals(before)).toBe(true);
});

test('the tour follows the steps of the user, and is not offered again but can be shown', async ({ gleaner, page }) => {
  await gleaner.open('new-table');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const tour = page.getByRole('region', { name: 'Tour' });
  await button('Start tour').press('Enter');
  await frame(page).getByText('€3.20').click({ timeout: 60_000 });
  await expect(tour).toContainText('2 of 4');
  await expect(rows(page)).toHaveCount(5);
  // The stock is equal in all rows of the first page, but the list has further pages.
  await expect(page.getByRole('columnheader', { name: /^stock/ })).toBeVisible();
  await button('Next').click();
  await button('Preview more').click();
  await expect(tour).toContainText('4 of 4');
  await button('End tour').click();
  await page.reload();
  await button('Show tour again').click();
  await expect(tour).toContainText('1 of 4');
  await button('Skip tour').click();
  await expect(tour).toBeHidden();
});

test('a tour that is shown again starts without the earlier table, however late the table is restored', async ({
  gleaner,
  page,
}) => {
  await gleaner.open('new-table');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const tour = page.getByRole('region', { name: 'Tour' });
  await button('Skip tour').click();
  await button('Shop').click();
  await frame(page).getByText('€3.20').click({ timeout: 60_000 });
  await expect(rows(page)).toHaveCount(5);
  // The table is restored before the demo site responds.
  let answer = await hold(page, '**/local/demo-site*');
  await page.reload();
  await button('Show tour again').click();
  await expect(rows(page)).toHaveCount(5, { timeout: 30_000 });
  answer();
  await expect(rows(page)).toHaveCount(0);
  await expect(tour).toContainText('1 of 4');
  await button('Skip tour').click();
  await frame(page).getByText('€3.20').click();
  await expect(rows(page)).toHaveCount(5);
  // Adds a step that runs before the table's page is shown. The step ends only after the tour has started.
  await page.evaluate(() => {
    const draft = JSON.parse(sessionStorage.getItem('gleaner.new-table') ?? '{}');
    sessionStorage.setItem(
      'gleaner.new-table',
      JSON.stringify({ ...draft, actions: [{ type: 'wait', milliseconds: 1 }] }),
    );
  });
  answer = await hold(page, '**/local/live/*/restart');
  const restart = page.waitForRequest('**/local/live/*/restart');
  await page.reload();
  await restart;
  await button('Show tour again').click();
  await expect(tour).toContainText('1 of 4');
  const asked: string[] = [];
  page.on('request', (request) => request.url().endsWith('/table') && asked.push(request.url()));
  const ended = page.waitForResponse('**/local/live/*/restart');
  answer();
  await ended;
  // Once a later request has ended, the app has handled the response to the restart.
  await page.evaluate(async () => void (await fetch('/')));
  expect(asked).toEqual([]);
  await expect(tour).toContainText('1 of 4');
  await expect(rows(page)).toHaveCount(0);
});

test('one record is checked on three similar pages', async ({ gleaner, page }) => {
  await openPage(gleaner, '/p/7');
  await useTool(page, 'One record');
  await frame(page).getByText('7 kg').click({ timeout: 60_000 });
  await expect(rows(page)).toHaveCount(2);
  await useTool(page, 'Check more pages');
  await expect(page.getByRole('dialog', { name: 'Check' })).toContainText('3 pages of this type.', { timeout: 30_000 });
  await expect(page.getByRole('dialog', { name: 'Check' })).toContainText('on every page');
});

test('a result of the Playground becomes a table', async ({ gleaner, page }) => {
  await gleaner.open('playground');
  await gleaner.scrapeWell(`${site.url}/shop`);
  await page.getByRole('link', { name: 'Create table' }).click();
  await pickPrice(page);
});

for (const [what, path] of [
  ['whose classes are random', '/random'],
  ['in a frame', '/frame'],
  ['in an open shadow root', '/shadow'],
] as const) {
  test(`a list ${what} becomes a table by one click, and its job reads the same rows`, async ({
    gleaner,
    engine,
    page,
  }) => {
    await openPage(gleaner, path);
    const inner = path === '/frame' ? frame(page).frameLocator('iframe') : frame(page);
    await pickPrice(page, inner);
    const whole = await readAllRows(page, engine);
    expect(whole.data.map(({ title, price }) => `${title} ${price}`)).toEqual(
      site.products(1, 20).map(({ title, price }) => `${title} ${price}`),
    );
  });
}

test('tables with spanning cells, and growing lists, are read to their end', async ({ gleaner, engine, page }) => {
  await openPage(gleaner, '/spans');
  await pickPrice(page);
  await expect(page.getByRole('columnheader')).toContainText(['Shelf', 'Item', 'Number', 'Price']);
  const table = await readAllRows(page, engine);
  expect(table.data).toEqual(
    site.products(1, 20).map(({ title, price }, at) => ({
      ...{ Shelf: `Shelf ${Math.floor(at / 5) + 1}`, Item: title, Number: at + 1, Price: price },
    })),
  );
  for (const path of ['/button', '/endless']) {
    await gleaner.open('playground');
    await openPage(gleaner, path);
    await pickPrice(page);
    const whole = await readAllRows(page, engine);
    expect([path, whole.data.map(({ title }) => title)]).toEqual([
      path,
      site.products(1, 60).map(({ title }) => title),
    ]);
  }
});
