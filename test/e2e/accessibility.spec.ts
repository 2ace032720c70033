import { faults, themeFaults } from './accessibility-faults';
import { commonSections, expect, type GleanerPage, openWindow, test } from './gleaner-test';

/** Functions that open a view and wait until it is visible, keyed by the view's description. */
const views: Readonly<Record<string, (gleaner: GleanerPage, site: string) => Promise<void>>> = {
  'the empty Playground': async ({ page }) => {
    await expect(page.getByRole('button', { name: 'Try the demo site' })).toBeVisible();
  },
  'the whole form': async (gleaner) => {
    for (const format of ['Screenshot', 'Attributes', 'Change tracking', 'JSON']) await gleaner.toggleFormat(format);
    for (const section of ['Content', 'Browser', 'Network', 'Cache and privacy', 'Actions'])
      await gleaner.unfold(section);
    const add = gleaner.page.getByRole('group', { name: 'Add action' });
    for (const name of ['Wait', 'Click', 'PDF']) await add.getByRole('button', { name }).click();
  },
  'a result': async (gleaner, site) => {
    for (const format of ['HTML', 'Links', 'Screenshot']) await gleaner.toggleFormat(format);
    await gleaner.scrapeWell(`${site}/article`);
  },
  'an error': async (gleaner) => {
    await gleaner.scrape('http://nowhere.invalid/');
    await expect(gleaner.answer.getByRole('alert')).toBeVisible();
  },
  'the code': async (gleaner) => {
    await gleaner.page.getByRole('button', { name: 'Code' }).click();
    await expect(gleaner.page.getByRole('dialog')).toBeVisible();
  },
  'the extract form': async (gleaner) => {
    await gleaner.open('extract');
    for (const name of ['More options', 'Where to look', 'Steps on pages', 'Contact', 'Details for company']) {
      await gleaner.page.getByRole('button', { name, exact: true }).click();
    }
    await gleaner.page.getByRole('switch', { name: 'Explore the site further' }).click();
    await expect(gleaner.page.getByLabel('Field of address 1: name')).toBeVisible();
  },
  'the extract form that finds the pages': async (gleaner) => {
    await gleaner.open('agent');
    await gleaner.page.getByRole('button', { name: 'Event', exact: true }).click();
    await expect(gleaner.page.getByText('Reads at most')).toBeVisible();
  },
  'a new table': async (gleaner) => {
    const { page } = gleaner;
    await gleaner.open('new-table');
    await page.getByRole('button', { name: 'Start tour' }).click();
    await page.frameLocator('iframe[title="Page"]').getByText('€3.20').click({ timeout: 20_000 });
    await page.getByRole('columnheader').first().getByRole('button').click();
    await expect(page.getByRole('region', { name: 'Column' })).toBeVisible();
  },
  'the history': async (gleaner, site) => {
    await gleaner.scrapeWell(`${site}/article`);
    await gleaner.open('history');
    await expect(gleaner.page.getByRole('list', { name: 'Past scrapes' })).toBeVisible();
  },
};
for (const [name, open] of Object.entries(views)) {
  test(`${name} has no serious accessibility fault, light or dark`, async ({ gleaner, site, page }) => {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await open(gleaner, site.url);
    expect(await themeFaults(page)).toEqual([]);
  });
}

test.describe('sections of one window', () => {
  let gleaner: GleanerPage;
  const thrown: string[] = [];
  test.beforeAll(async ({ browser, engine }) => {
    const page = await browser.newPage();
    page.on('pageerror', (error) => thrown.push(String(error)));
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    gleaner = await openWindow(page, engine, 'settings');
  });
  test.afterAll(() => gleaner.page.close());

  for (const section of commonSections) {
    test(`the settings (${section}) has no serious accessibility fault, light or dark`, async () => {
      await gleaner.open(`settings/${section}`);
      const panel = gleaner.page.getByRole('tabpanel');
      await expect(panel).toHaveAttribute('aria-labelledby', new RegExp(`-${section}$`));
      await expect(panel).not.toBeEmpty();
      expect(await themeFaults(gleaner.page)).toEqual([]);
      expect(thrown, 'errors of the page').toEqual([]);
    });
  }
});

test('the result tabs have no serious accessibility fault', async ({ gleaner, site }) => {
  for (const format of ['HTML', 'Links', 'Images', 'Screenshot', 'Change tracking']) await gleaner.toggleFormat(format);
  await gleaner.scrapeWell(`${site.url}/article`);
  for (const tab of await gleaner.answer.getByRole('tab').all()) {
    await tab.click();
    expect(await faults(gleaner.page, '.answer'), (await tab.textContent()) ?? '').toEqual([]);
  }
});

test('everything can be done by keyboard alone', async ({ gleaner, site, page }) => {
  const { keyboard } = page;
  await expect(gleaner.address).toBeFocused();
  await keyboard.type(`${site.url}/article`);
  // Tab order: Run, Code, File, and then the formats.
  for (let step = 0; step < 5; step++) await keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'HTML', exact: true })).toBeFocused();
  await keyboard.press('Space');
  await keyboard.press('Control+Enter');
  await expect(gleaner.tab('Markdown')).toBeVisible();
  await gleaner.tab('Markdown').focus();
  await keyboard.press('ArrowRight');
  await expect(gleaner.tab('HTML')).toBeFocused();
  await expect(gleaner.answer.locator('pre')).toContainText('Ships come and go');
  await page.getByRole('link', { name: 'History' }).focus();
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
});
