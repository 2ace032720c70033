import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSchedulesDue } from '../support/open-stored';
import { startTestEngine } from '../support/start-engine';
import { faults } from './accessibility-faults';
import { expect, openWindow, test } from './gleaner-test';

const news = (text: string) => `<title>News</title><main><h1>News of the harbour</h1><p>${text}</p></main>`;

// Other specs in the same engine start with nothing saved.
test.afterEach(async ({ engine }) => {
  for (const { name } of (await engine.call('GET', '/local/saved')).body.items)
    await engine.call('DELETE', `/local/saved/${encodeURIComponent(name)}`);
});

test('a page is watched from New job, and a change is notified and shown, even with hostile text', async ({
  gleaner,
  page,
  shop,
}) => {
  shop.put('/news', news('The shop is open on weekdays from nine in the morning to five.'));
  await gleaner.open('new-job');
  await expect(page.getByRole('heading', { name: 'What do you want?' })).toBeVisible();
  await page.getByRole('button', { name: /^Watch a page/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address').fill(`${shop.url}/news`);
  await expect(dialog.getByRole('status')).toContainText('Next:');
  await dialog.getByLabel('How often').selectOption('Cron pattern');
  await dialog.getByLabel('Cron pattern').fill('whenever');
  await expect(dialog.getByRole('alert')).toContainText('not a five-field cron expression');
  await dialog.getByLabel('How often').selectOption('Every week');
  expect(await faults(page, 'dialog'), 'dialog').toEqual([]);
  await dialog.getByRole('button', { name: 'Watch' }).click();
  await expect(page).toHaveURL(/#\/monitors\/.+/);
  const runs = page.getByRole('list', { name: 'Runs' });
  await expect(runs).toContainText('first run, used as the baseline');

  shop.put('/news', news('The shop is closed. &lt;img src=x onerror=alert(1)&gt; It opens again in spring.'));
  await page.getByRole('button', { name: 'Run now' }).click();
  await expect(page.getByText(/– 1 row changed\./)).toBeVisible();
  await runs.getByRole('button', { name: 'Changes in run 2' }).click();
  const changes = page.getByRole('region', { name: 'Changes' });
  await expect(changes).toContainText('It opens again in spring.');
  await expect(changes).toContainText('onerror=alert(1)');
  expect(await changes.locator('img').count()).toBe(0);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  expect(await faults(page), 'runs, light').toEqual([]);
  await page.screenshot({ path: test.info().outputPath('runs.png') });

  await page.reload();
  await expect(runs.getByRole('listitem').first()).toContainText('Run 2');
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await dialog.getByLabel('Description').fill('Opening hours');
  await dialog.getByLabel('Paused').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/every Monday at 07:00 .*paused/)).toBeVisible();

  await page.getByRole('link', { name: 'All monitors' }).click();
  const list = page.getByRole('list', { name: 'Monitors' });
  await expect(list).toContainText('last change just now: 1 changed');
  await expect(list).toContainText('Opening hours');
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await faults(page), 'list, dark').toEqual([]);
  await page.screenshot({ path: test.info().outputPath('list-narrow.png') });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await gleaner.open('new-job');
  await page.screenshot({ path: test.info().outputPath('new-narrow.png') });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('an example on the demo site starts with one click, and offers its columns as the key', async ({
  gleaner,
  page,
  engine,
}) => {
  await gleaner.open('new-job');
  await page.getByText('Examples on the demo site').click();
  await expect(page.getByText('Limit', { exact: true })).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('new.png') });
  await page.getByRole('button', { name: 'Table of all seeds' }).click();
  await expect(page).toHaveURL(/#\/jobs\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('button', { name: 'Run again' })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Amber Lantern').first()).toBeVisible();
  await engine.call('POST', `/local/jobs/${page.url().split('/').at(-1)}/save`, { name: 'seeds' });
  await engine.call('POST', '/local/saved/seeds/run');
  await gleaner.open('monitors/seeds');
  await expect(page.getByRole('list', { name: 'Runs' })).toContainText('12 rows', { timeout: 30_000 });
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByLabel('Notify me of changes').check();
  await expect(page.getByRole('dialog').locator('option[value="price"]')).toHaveCount(1);
  await page.screenshot({ path: test.info().outputPath('settings.png') });
});

test('a run missed while Gleaner was off is reported and caught up, with its changes', async ({ page, shop }) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gleaner-missed-'));
  let engine = await startTestEngine({ dataDir });
  try {
    shop.put('/news', news('The shop is open on weekdays from nine in the morning to five.'));
    const path = '/local/saved/opening%20hours';
    await engine.call('PUT', path, { kind: 'batch', request: { urls: [`${shop.url}/news`] } });
    await engine.call('PUT', `${path}/monitor`, { notify: { desktop: true } });
    await engine.call('POST', `${path}/run`);
    const verdict = async (at: number) => (await engine.call('GET', `${path}/runs`)).body.runs[at]?.verdict?.kind;
    await expect.poll(() => verdict(0)).toBe('base');
    await engine.call('PUT', `${path}/schedule`, { cron: '0 * * * *' });
    const port = Number(new URL(engine.url).port);
    await engine.stop();
    // The clock advances while the engine is off: its next run was due five hours ago.
    await makeSchedulesDue(dataDir, new Date(Date.now() - 5 * 3_600_000).toISOString());
    shop.put('/news', news('The shop is closed. It opens again in spring.'));
    engine = await startTestEngine({ dataDir, port });
    await openWindow(page, engine, 'monitors/opening%20hours');
    await expect(page.getByText(/runs were missed.*runs once now/).first()).toBeVisible();
    const runs = page.getByRole('list', { name: 'Runs', exact: true });
    await expect(runs.getByRole('listitem').first()).toContainText('Run 2');
    await runs.getByRole('button', { name: 'Changes in run 2' }).click();
    await expect(page.getByRole('region', { name: 'Changes' })).toContainText('It opens again in spring.');
    await page.getByRole('link', { name: 'All monitors' }).click();
    await expect(page.getByRole('list', { name: 'Monitors' })).toContainText('1 changed');
    shop.put('/news', news('The shop is open on weekdays from nine in the morning to five.'));
    await engine.call('POST', `${path}/run`);
    await openWindow(page, engine, 'monitors/opening%20hours');
    await runs.getByRole('button', { name: 'Changes in run 3' }).click();
    const changes = page.getByRole('region', { name: 'Changes' });
    await expect(changes).toContainText('1 row changed');
    await changes.getByLabel('Compared with').selectOption('run 1');
    await expect(changes).toContainText('Nothing has changed.');
  } finally {
    await engine.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
