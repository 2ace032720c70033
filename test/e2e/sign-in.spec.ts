import { isFleet } from '../support/start-engine';
import { faults } from './accessibility-faults';
import { expect, test } from './gleaner-test';

test('a signed-out visitor sees how to sign in, and signs in with a key', async ({ page, engine }) => {
  await page.goto(engine.url);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.getByLabel('API key').fill('gl-wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toContainText('This key is not valid.');
  await page.getByLabel('API key').fill(engine.key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

test('the one-time link signs in once', async ({ page, engine, browser }) => {
  await page.goto(engine.signInLink);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  const other = await browser.newContext();
  const second = await other.newPage();
  await second.goto(engine.signInLink);
  await expect(second.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await other.close();
});

test('signing out shows the sign-in view', async ({ gleaner, page }) => {
  await gleaner.open('settings/about');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('a window signed in with an API key shows what only the owner may do', async ({ page, engine }) => {
  const { key } = (await engine.call('POST', '/local/keys', { name: 'for a window' })).body;
  await page.context().request.post(`${engine.url}/local/session`, { data: { key } });
  const refused: string[] = [];
  page.on('response', (answer) => answer.status() === 403 && refused.push(answer.url()));
  for (const [section, command] of [
    ['plugins', 'gleaner plugins add'],
    ['storage', isFleet ? 'pg_dump' : 'gleaner backup'],
    ['browser', ''],
  ]) {
    await page.goto(`${engine.url}/#/settings/${section}`);
    await expect(page.getByRole('note')).toContainText(command || 'You signed in with an API key');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^(Add plugin|Backup|Test .*)$/ })).toHaveCount(0);
    expect(await faults(page), section).toEqual([]);
  }
  expect(refused).toEqual([]);
});
