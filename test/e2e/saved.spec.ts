import type { Page } from '@playwright/test';
import { themeFaults } from './accessibility-faults';
import { expect, test } from './gleaner-test';

test.use({ startsInPlayground: false });

/** Opens the menu of a saved job, and returns the entry with the given label. */
async function menuEntry(page: Page, job: string, label: string) {
  const row = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: job, exact: true }) });
  await row.getByRole('button', { name: 'More actions' }).click();
  return row.getByRole('button', { name: label });
}

test('a crawl is saved before it runs, run from Saved, opened, renamed, duplicated and deleted', async ({
  gleaner,
  page,
  engine,
  shop,
}) => {
  await gleaner.open('saved');
  await expect(page.getByRole('heading', { name: 'Tables and jobs you run again and again' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'New job' }).click();
  await page.getByLabel('Start page').fill(`${shop.url}/`);
  await page.getByRole('button', { name: 'Save job' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('the shop');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Saved as “the shop”')).toBeVisible();
  await expect(dialog).toBeHidden();

  await gleaner.open('saved');
  const list = page.getByRole('list', { name: 'Saved jobs' });
  await expect(list.getByRole('listitem')).toContainText(['Crawl']);
  await expect(list).toContainText('Not run yet');
  await (await menuEntry(page, 'the shop', 'Rename the shop')).press('Enter');
  await page.keyboard.type('hearth');
  await page.keyboard.press('Enter');
  await (await menuEntry(page, 'hearth', 'Duplicate hearth')).click();
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await (await menuEntry(page, 'hearth copy', 'Rename hearth copy')).click();
  await dialog.getByLabel('Name').fill('hearth');
  await expect(dialog.getByRole('status')).toContainText('is already in use');
  await expect(dialog.getByRole('button', { name: 'Rename' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await (await menuEntry(page, 'hearth copy', 'Delete hearth copy')).click();
  await list.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);

  await list.getByRole('button', { name: 'Run hearth', exact: true }).click();
  await expect(page).toHaveURL(/#\/jobs\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('button', { name: 'Run again' })).toBeVisible({ timeout: 30_000 });
  await gleaner.open('saved');
  await (await menuEntry(page, 'hearth', 'Run hearth on other URLs')).click();
  await expect(dialog).toContainText('Each URL starts a separate job.');
  await dialog.getByRole('textbox', { name: 'Other URLs' }).fill(`${shop.url}/about`);
  await dialog.getByRole('button', { name: 'Run' }).click();
  await expect(page).toHaveURL(/#\/jobs\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('main')).toContainText(`${new URL(shop.url).host}/about`);
  await gleaner.open('saved');
  await expect(list.getByRole('link', { name: 'Ran just now' })).toBeVisible();
  const schedule = async () => (await engine.call('GET', '/local/saved/hearth')).body.schedule;
  await engine.call('PUT', '/local/saved/hearth/schedule', { cron: '0 7 * * 1' });
  await page.reload();
  await list.getByRole('switch', { name: 'Schedule of hearth' }).click();
  await expect(list).toContainText('Schedule paused');
  expect(await schedule()).toMatchObject({ cron: '0 7 * * 1', isPaused: true });
  await page.getByRole('radio', { name: 'Scheduled' }).check({ force: true });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await page.getByRole('radio', { name: 'Monitors' }).check({ force: true });
  await expect(page.getByRole('heading', { name: 'Get notified when something changes' })).toBeVisible();
  await page.getByRole('radio', { name: 'All' }).check({ force: true });
  await list.getByRole('button', { name: 'Edit hearth in the request form' }).click();
  await expect(page.getByLabel('Start page')).toHaveValue(`${shop.url}/`);
  await engine.call('DELETE', '/local/saved/hearth');
});

test('a completed extract is saved from its view and opened in its form', async ({ gleaner, page, engine, shop }) => {
  const schema = { type: 'object', properties: { name: { type: 'string' } } };
  const { body } = await engine.call('POST', '/v2/extract', { urls: [`${shop.url}/product/0`], schema });
  await gleaner.open(`jobs/${body.id}`);
  await page.getByRole('button', { name: 'Save job' }).click();
  await page.getByLabel('Name').fill('kettle');
  await page.keyboard.press('Enter');
  await gleaner.open('saved');
  await page.getByRole('button', { name: 'Edit kettle in the request form' }).click();
  await expect(page).toHaveURL(/#\/extract$/);
  await expect(page.getByRole('textbox', { name: 'Addresses' })).toHaveValue(`${shop.url}/product/0`);
  await engine.call('DELETE', '/local/saved/kettle');
});

test('Saved has no serious accessibility fault, light or dark', async ({ gleaner, page, engine, shop }) => {
  await engine.call('PUT', '/local/saved/every%20kettle', {
    kind: 'crawl',
    request: { url: `${shop.url}/`, limit: 9 },
  });
  await gleaner.open('saved');
  await expect(page.getByRole('list', { name: 'Saved jobs' })).toBeVisible();
  expect(await themeFaults(page), 'jobs').toEqual([]);
  await page.screenshot({ path: test.info().outputPath('jobs.png') });
  await (await menuEntry(page, 'every kettle', 'Rename every kettle')).click();
  expect(await themeFaults(page), 'rename').toEqual([]);
  await page.setViewportSize({ width: 390, height: 780 });
  await page.keyboard.press('Escape');
  await page.screenshot({ path: test.info().outputPath('jobs-narrow.png') });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Rename every kettle' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await engine.call('DELETE', '/local/saved/every%20kettle');
});
