import { startTestEngine } from '../support/engine';
import { expect, openWindow, test } from './gleaner-test';

test('a field the engine refuses is named beside it', async ({ gleaner, site }) => {
  await gleaner.unfold('Actions');
  await gleaner.page.getByRole('group', { name: 'Add an action' }).getByRole('button', { name: 'Click' }).click();
  await gleaner.scrape(`${site.url}/article`);
  await expect(gleaner.answer.getByRole('alert')).toContainText('BAD_REQUEST');
  await expect(gleaner.answer.getByRole('term')).toHaveText('actions.0.selector');
  await expect(gleaner.page.getByRole('complementary').getByRole('alert')).toBeVisible();
});

test('a host that does not exist is said so', async ({ gleaner }) => {
  await gleaner.scrape('http://nowhere.invalid/');
  await expect(gleaner.answer.getByRole('alert')).toContainText('SCRAPE_DNS_RESOLUTION_ERROR');
});

test('a page that is not there is still a page', async ({ gleaner, site }) => {
  await gleaner.scrapeWell(`${site.url}/gone`);
  await expect(gleaner.answer.getByRole('heading', { name: 'Not here' })).toBeVisible();
  await expect(gleaner.answer.locator('.facts')).toContainText('404');
});

test('a private address is refused until Settings allow it', async ({ page, site }) => {
  const engine = await startTestEngine({ allowPrivateNetwork: false });
  try {
    const gleaner = await openWindow(page, engine);
    await gleaner.scrape(`${site.url}/article`);
    await expect(gleaner.answer.getByRole('alert')).toContainText('PRIVATE_ADDRESS_BLOCKED');
    await gleaner.answer.getByRole('link', { name: 'Open Settings' }).click();
    await page.getByLabel('Allowed hosts: add an entry').fill(site.host);
    await page.getByLabel('Allowed hosts: add an entry').press('Enter');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Settings saved.')).toBeVisible();
    await page.getByRole('link', { name: 'Playground' }).click();
    await gleaner.scrapeWell(`${site.url}/article`);
    await expect(gleaner.answer.getByText('Ships come and go')).toBeVisible();
  } finally {
    await engine.stop();
  }
});

test('without a browser, what needs one offers to install it', async ({ page, site }) => {
  const engine = await startTestEngine({ env: { GLEANER_BROWSER_PATH: '/nowhere/chromium' } });
  try {
    const gleaner = await openWindow(page, engine);
    await gleaner.toggleFormat('Screenshot');
    await gleaner.scrape(`${site.url}/article`);
    await expect(gleaner.answer.getByRole('alert')).toContainText('SCRAPE_BROWSER_UNAVAILABLE');
    await expect(gleaner.answer.getByRole('button', { name: 'Install a browser' })).toBeVisible();
  } finally {
    await engine.stop();
  }
});
