import type { TestEngine } from '../support/engine';
import { themeFaults } from './accessibility-faults';
import { expect, test } from './gleaner-test';
import { grid, rows } from './job-steps';
import { startLinkedSite, startReceiver, type TestSite } from './long-site';

test.use({ startsInPlayground: false });

let site: TestSite;
let receiver: TestSite;
test.beforeAll(async () => {
  [site, receiver] = await Promise.all([startLinkedSite(15), startReceiver()]);
});
test.afterAll(() => Promise.all([site.close(), receiver.close()]));

async function endedJob(engine: TestEngine): Promise<string> {
  const webhook = { url: receiver.url, events: ['completed'] };
  const request = { url: `${site.url}/p/0`, crawlEntireDomain: true, webhook };
  const { id } = (await engine.call('POST', '/v2/crawl', request)).body;
  await expect.poll(async () => (await engine.call('GET', `/local/jobs/${id}`)).body.state).toBe('completed');
  return id;
}

test('jobs and usage have no serious accessibility fault, light or dark', async ({ gleaner, page, engine }) => {
  const id = await endedJob(engine);
  await gleaner.open('jobs');
  await expect(page.getByRole('list', { name: 'Jobs' })).toBeVisible();
  expect(await themeFaults(page), 'jobs').toEqual([]);
  await gleaner.open('usage');
  await page.getByText('As a table').click();
  expect(await themeFaults(page), 'usage').toEqual([]);
  await gleaner.open(`jobs/${id}`);
  await rows(page).first().click();
  await expect(page.getByRole('tab', { name: 'Markdown' })).toBeVisible();
  for (const tab of ['Pages', 'Problems', 'Log', 'Webhook', 'Request']) {
    await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
    expect(await themeFaults(page), tab).toEqual([]);
  }
  await page.getByRole('button', { name: 'Export' }).click();
  expect(await themeFaults(page), 'export').toEqual([]);
});

test('on a phone, the actions of a job are one row with a menu', async ({ gleaner, page, engine }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await gleaner.open(`jobs/${await endedJob(engine)}`);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await expect(button('Export')).toBeVisible();
  await expect(button('Run again')).toBeHidden();
  await button('More actions').click();
  expect(await themeFaults(page), 'menu').toEqual([]);
  await button('Save job').click();
  await page.getByRole('dialog').getByLabel('Name').fill('from a phone');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Saved as “from a phone”')).toBeVisible();
  await button('More actions').click();
  await button('Delete job').click();
  await button('Delete').click();
  await expect(page).toHaveURL(/#\/jobs$/);
  await engine.call('DELETE', '/local/saved/from%20a%20phone');
});

test('on a phone, a select shows its choice, or that nothing is selected', async ({ gleaner, page, engine }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await endedJob(engine);
  const chosen = (name: string) =>
    page
      .getByRole('combobox', { name })
      .evaluate((select) => (select as HTMLSelectElement).selectedOptions[0]?.textContent);
  await gleaner.open('jobs');
  await expect.poll(() => chosen('Kind')).toBe('All kinds');
  await gleaner.open('settings/models');
  await expect.poll(() => chosen('Model service')).toBe('Select …');
});

test('New job has no serious accessibility fault, light or dark', async ({ gleaner, page }) => {
  await gleaner.open('new-job');
  await page.getByLabel('Start page').fill(`${site.url}/p/0`);
  await page.getByRole('button', { name: 'Test on 3 pages' }).click();
  await expect(page.getByText('Open test')).toBeVisible();
  expect(await themeFaults(page), 'crawl').toEqual([]);
  await page.getByText('Expert').click();
  const closed = page.getByRole('complementary').getByRole('button', { expanded: false });
  await closed.evaluateAll((sections) => {
    for (const section of sections) (section as HTMLElement).click();
  });
  expect(await themeFaults(page), 'expert').toEqual([]);
  await page.getByRole('button', { name: /^A list of pages/ }).click();
  expect(await themeFaults(page), 'batch').toEqual([]);
  await page.getByRole('button', { name: /^All addresses on a site/ }).click();
  await page.getByLabel('Address of the site').press('Enter');
  await expect(page.getByText('Use these pages')).toBeVisible();
  expect(await themeFaults(page), 'map').toEqual([]);
});

test('a crawl is started, watched, opened and exported by keyboard alone', async ({ gleaner, page }) => {
  await gleaner.open('new-job');
  const { keyboard } = page;
  await expect(page.getByLabel('Start page')).toBeFocused();
  await keyboard.type(`${site.url}/p/0`);
  await keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Run again' })).toBeVisible();
  await expect(rows(page).first()).toBeVisible();
  await page.getByLabel('Search results').focus();
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  // Skips the filter and column panels.
  await keyboard.press('Tab');
  await expect(grid(page)).toBeFocused();
  await keyboard.press('ArrowDown');
  await expect(page.getByRole('heading', { name: /^Harbour \d+$/, level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Export' }).focus();
  await keyboard.press('Enter');
  await keyboard.press('Tab');
  await expect(page.getByRole('radio', { name: /^All \(/ })).toBeFocused();
  await keyboard.press('Tab');
  await expect(page.getByRole('link', { name: /^Markdown zip/ })).toBeFocused();
  await keyboard.press('Escape');
  await expect(page.getByRole('link', { name: /^Markdown zip/ })).toBeHidden();
});

test('a crawl starts with Enter before its options are loaded', async ({ gleaner, page }) => {
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/local/schema', async (route) => {
    await held;
    await route.continue();
  });
  await gleaner.open('new-job');
  await page.reload();
  await page.getByLabel('Start page').fill(`${site.url}/p/0`);
  await page.keyboard.press('Enter');
  answer();
  await expect(page).toHaveURL(/#\/jobs\/[0-9a-f-]{36}$/);
});
