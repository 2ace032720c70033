/** Commands and their keys. */
import { faults } from './accessibility-faults';
import { expect, test } from './gleaner-test';

test('keys open views outside of fields, ? lists them, and Back, Forward and a reload find each view again', async ({
  gleaner,
  page,
}) => {
  await gleaner.address.fill('g');
  await gleaner.address.press('j');
  await expect(gleaner.address).toHaveValue('gj');
  await gleaner.address.blur();
  const heading = (name: string) => page.getByRole('heading', { name, level: 1, exact: true });
  const views = { j: 'Jobs', s: 'Saved', m: 'Monitors', h: 'History', u: 'Usage', o: 'Settings' };
  for (const [key, name] of Object.entries(views)) {
    await page.keyboard.press('g');
    await page.keyboard.press(key);
    await expect(heading(name)).toBeVisible();
  }
  const names = Object.values(views);
  for (const name of names.slice(0, -1).reverse()) {
    await page.goBack();
    await expect(heading(name)).toBeVisible();
  }
  for (const name of names.slice(1)) {
    await page.goForward();
    await expect(heading(name)).toBeVisible();
  }
  await page.reload();
  await expect(heading('Settings')).toBeVisible();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys.getByText('Search commands')).toBeVisible();
  await expect(keys.getByText('Run the request (Playground)')).toBeVisible();
  expect(await faults(page)).toEqual([]);
});
