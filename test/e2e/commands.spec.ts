/** Tests the command palette, keyboard shortcuts, and the command bar on a phone. */
import { faults, themeFaults } from './accessibility-faults';
import { expect, test } from './gleaner-test';

test('the palette opens views, settings and recent jobs, and runs saved jobs, by keyboard alone', async ({
  gleaner,
  page,
  engine,
  site,
}) => {
  const saved = { kind: 'crawl', request: { url: `${site.url}/article`, limit: 1 } };
  expect((await engine.call('PUT', '/local/saved/copper%20kettles', saved)).status).toBeLessThan(300);
  try {
    await gleaner.open('history');
    const palette = page.getByRole('dialog', { name: 'Command palette' });
    const field = palette.getByRole('combobox', { name: 'Search commands' });
    const choose = async (words: string, option: string) => {
      await page.keyboard.press('Control+k');
      await field.fill(words);
      await expect(palette.getByRole('option', { name: option }).first()).toHaveAttribute('aria-selected', 'true');
      await field.press('Enter');
      await expect(palette).toHaveCount(0);
    };
    await choose('moni', 'Monitors');
    await expect(page).toHaveURL(/#\/saved\?only=monitors$/);
    await expect(page.getByRole('heading', { name: 'Saved', level: 1 })).toBeVisible();
    await choose('settings api', 'API keys');
    await expect(page.getByRole('tab', { name: 'API keys' })).toHaveAttribute('aria-selected', 'true');
    await choose('run copper', 'Run copper kettles');
    await expect(page).toHaveURL(/#\/jobs\/[0-9a-f-]{36}$/);
    const job = page.url();
    await expect(page.getByRole('button', { name: 'Run again' })).toBeVisible();
    await choose('export', 'Export job');
    await expect(page.getByRole('link', { name: /^CSV/ })).toBeVisible();
    await choose('change theme', 'Change the theme');
    await gleaner.open('usage');
    await choose('recent harbour', 'The harbour');
    await expect(page).toHaveURL(job);
    await page.keyboard.press('Control+k');
    await field.fill('words that nothing has');
    await expect(palette.getByRole('status')).toHaveText('No results.');
    await page.keyboard.press('Escape');
    await expect(palette).toHaveCount(0);
  } finally {
    await engine.call('DELETE', '/local/saved/copper%20kettles');
  }
});

test('an unknown address shows that the view does not exist, and leads to Start', async ({ gleaner, page }) => {
  await gleaner.open('nonsense/there');
  await expect(page.getByRole('heading', { name: 'This view does not exist', level: 1 })).toBeVisible();
  await expect(page.getByText('There is no view at /nonsense/there.')).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await page.getByRole('link', { name: 'Go to Start' }).click();
  await expect(page).toHaveURL(/#\/start$/);
});

test('keys open views outside of fields, ? lists them, and Back, Forward and a reload restore each view', async ({
  gleaner,
  page,
}) => {
  await gleaner.address.fill('g');
  await gleaner.address.press('j');
  await expect(gleaner.address).toHaveValue('gj');
  await gleaner.address.blur();
  const heading = (name: string) => page.getByRole('heading', { name, level: 1, exact: true });
  const views = { j: 'Jobs', m: 'Saved', h: 'History', s: 'Saved', d: 'Developers', u: 'Usage', o: 'Settings' };
  for (const [key, name] of Object.entries(views)) {
    await page.keyboard.press('g');
    await page.keyboard.press(key);
    await expect(heading(name)).toBeVisible();
  }
  const created = { t: 'New table', j: 'New job', e: 'Extract' };
  for (const [key, name] of Object.entries(created)) {
    await page.getByRole('heading', { level: 1 }).first().click();
    await page.keyboard.press('n');
    await page.keyboard.press(key);
    await expect(heading(name)).toBeVisible();
    await page.reload();
    await expect(heading(name)).toBeVisible();
    // The URL field of a new job is focused once the form has loaded.
    if (name === 'New job') await expect(page.locator('main input:focus')).toBeVisible();
  }
  const names = [...Object.values(views), ...Object.values(created)];
  for (const name of names.slice(0, -1).reverse()) {
    await page.goBack();
    await expect(heading(name)).toBeVisible();
  }
  for (const name of names.slice(1)) {
    await page.goForward();
    await expect(heading(name)).toBeVisible();
  }
  await gleaner.open('reference');
  await page.reload();
  await expect(heading('API reference')).toBeVisible();
  await page.goBack();
  await expect(heading('Extract')).toBeVisible();
  await gleaner.open('settings/plugins');
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Plugins' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys.getByText('Search commands')).toBeVisible();
  await expect(keys.getByText('Run the request (Playground)')).toBeVisible();
  expect(await faults(page)).toEqual([]);
});

test('the palette has no serious accessibility fault, light or dark; a phone’s bar has labels and the palette', async ({
  gleaner,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await gleaner.open('start');
  const bar = page.getByRole('navigation', { name: 'Main' });
  for (const name of ['Start', 'Jobs', 'Saved', 'History', 'Developers', 'Settings', 'Search'])
    expect((await bar.getByText(name, { exact: true }).boundingBox())!.height).toBeGreaterThan(10);
  await expect(bar.getByRole('link')).toHaveCount(6);
  await bar.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('option', { name: 'Settings', exact: true })).toBeVisible();
  expect(await themeFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await gleaner.open('settings/storage');
  await expect(page.getByRole('tab', { name: 'Storage' })).toBeInViewport();
  await bar.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('option', { name: 'Usage' }).click();
  await expect(page.getByRole('heading', { name: 'Usage', level: 1 })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
