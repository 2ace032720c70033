import { startTestEngine } from '../support/start-engine';
import { expect, openWindow, test } from './gleaner-test';
import { startSlowSite } from './slow-site';

test('a missing field is reported at the field, before the request is sent', async ({ gleaner, site }) => {
  const sent: string[] = [];
  gleaner.page.on('request', (request) => sent.push(new URL(request.url()).pathname));
  await gleaner.unfold('Actions');
  await gleaner.page.getByRole('group', { name: 'Add action' }).getByRole('button', { name: 'Click' }).click();
  await gleaner.scrape(`${site.url}/article`);
  await expect(gleaner.answer.getByRole('alert')).toContainText('BAD_REQUEST');
  await expect(gleaner.answer.getByRole('term')).toHaveText('Actions · Click · Selector:');
  await expect(gleaner.answer.getByRole('definition')).toHaveText('Required.');
  const field = gleaner.page.getByRole('complementary');
  await expect(field.getByRole('alert')).toHaveText('Required.');
  expect(sent).not.toContain('/v2/scrape');
  await field.getByRole('textbox', { name: 'Selector' }).fill('a[');
  await gleaner.scrape(`${site.url}/article`);
  await expect(field.getByRole('alert')).toContainText('selector');
  expect(sent).toContain('/v2/scrape');
});

test('a missing option of a format is named after the format', async ({ gleaner, site }) => {
  for (const format of ['JSON', 'Highlights']) await gleaner.toggleFormat(format);
  await gleaner.scrape(`${site.url}/article`);
  await expect(gleaner.answer.getByRole('term').last()).toHaveText('Formats · Highlights · Query:');
  await expect(gleaner.answer.getByRole('definition').last()).toHaveText('Required.');
});

test('an invalid number is rejected at the field while it is typed', async ({ gleaner, site }) => {
  await gleaner.unfold('Network');
  const timeout = gleaner.page.getByRole('textbox', { name: 'Timeout' });
  await timeout.fill('99999999');
  await expect(timeout).toHaveAttribute('aria-invalid', 'true');
  const words = 'Enter a number from 1 to 3600000.';
  await expect(gleaner.page.getByRole('complementary').getByRole('alert')).toHaveText(words);
  await gleaner.scrape(`${site.url}/article`);
  await expect(gleaner.answer.getByRole('definition')).toHaveText(words);
  await timeout.fill('20000');
  await gleaner.scrapeWell(`${site.url}/article`);
});

test('a timeout of one second ends the scrape in about that time', async ({ gleaner }) => {
  const slow = await startSlowSite();
  try {
    await gleaner.unfold('Network');
    await gleaner.page.getByRole('textbox', { name: 'Timeout' }).fill('1000');
    await gleaner.scrape(slow.url);
    await expect(gleaner.answer.getByRole('alert')).toContainText('SCRAPE_TIMEOUT');
    const took = await gleaner.page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .flatMap(({ name, duration }) => (name.endsWith('/v2/scrape') ? [duration] : [])),
    );
    expect(took).toHaveLength(1);
    expect(took[0]).toBeLessThan(4500);
  } finally {
    await slow.close();
  }
});

test('a missing job or saved job shows a plain message', async ({ gleaner, page }) => {
  for (const id of ['doesnotexist', '01991f00-0000-7000-8000-000000000000']) {
    await gleaner.open(`jobs/${id}`);
    await expect(page.getByRole('alert')).toContainText('This job does not exist');
    await expect(page.getByText(/uuid/i)).toHaveCount(0);
  }
  await gleaner.open('monitors/none');
  await expect(page.getByRole('alert')).toContainText('No saved job has this name.');
});

test('a missing host shows a plain message', async ({ gleaner }) => {
  await gleaner.scrape('http://nowhere.invalid/');
  await expect(gleaner.answer.getByRole('alert')).toContainText('SCRAPE_DNS_RESOLUTION_ERROR');
});

test('a 404 page is still a page', async ({ gleaner, site }) => {
  await gleaner.scrapeWell(`${site.url}/gone`);
  await expect(gleaner.answer.getByRole('heading', { name: 'Not here' })).toBeVisible();
  await expect(gleaner.answer.locator('.facts')).toContainText('404');
});

test('a private address is rejected until Settings allow it', async ({ page, site }) => {
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
    await page.getByRole('link', { name: 'Developers' }).click();
    await page.getByRole('link', { name: 'Playground' }).click();
    await gleaner.scrapeWell(`${site.url}/article`);
    await expect(gleaner.answer.getByText('Ships come and go')).toBeVisible();
  } finally {
    await engine.stop();
  }
});

test('a scrape that needs a missing browser offers to install it', async ({ page, site }) => {
  const engine = await startTestEngine({ env: { GLEANER_BROWSER_PATH: '/nowhere/chromium' } });
  try {
    const gleaner = await openWindow(page, engine);
    await gleaner.toggleFormat('Screenshot');
    await gleaner.scrape(`${site.url}/article`);
    await expect(gleaner.answer.getByRole('alert')).toContainText('SCRAPE_BROWSER_UNAVAILABLE');
    await expect(gleaner.answer.getByRole('button', { name: 'Install browser' })).toBeVisible();
  } finally {
    await engine.stop();
  }
});
