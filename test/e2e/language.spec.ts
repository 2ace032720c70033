/** The language of the window: chosen in the settings, shown at once, and kept. */
import { faults } from './accessibility-faults';
import { expect, openWindow, test } from './gleaner-test';

test('the window speaks German when it is chosen, at once, and after a reload', async ({ gleaner }) => {
  const { page } = gleaner;
  await gleaner.open('settings/general');
  await page.getByRole('radiogroup', { name: 'Language' }).getByText('Deutsch').click();
  const rail = page.getByRole('navigation', { name: 'Hauptnavigation' });
  await expect(rail.getByRole('link', { name: 'Verlauf' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Einstellungen');
  await expect(page.getByRole('radiogroup', { name: 'Sprache' })).toBeVisible();
  await expect(page).toHaveTitle('Einstellungen · Gleaner');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(rail.getByRole('link', { name: 'Gespeichert' })).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await page.getByRole('radiogroup', { name: 'Sprache' }).getByText('English').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('the window follows the language of the system', async ({ browser, engine }) => {
  for (const [locale, title] of [
    ['de-AT', 'Verlauf'],
    ['fr-FR', 'History'],
  ] as const) {
    const context = await browser.newContext({ locale });
    const { page } = await openWindow(await context.newPage(), engine, 'history');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await context.close();
  }
});
