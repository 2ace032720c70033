import type { Locator, Page } from '@playwright/test';
import { bytesIn } from '../support/bytes-in';
import { type LoginSite, startLoginSite } from '../support/login-site';
import { faults } from './accessibility-faults';
import { expect, test } from './gleaner-test';

test.use({ startsInPlayground: false });

let site: LoginSite;
test.beforeAll(async () => {
  site = await startLoginSite();
});
test.afterAll(() => site.close());

/** Signs in on the live page in the dialog. */
async function signIn(page: Page, dialog: Locator): Promise<void> {
  const frame = dialog.frameLocator('iframe[title="Page"]');
  await frame.locator('#user').click({ timeout: 60_000 });
  await page.keyboard.type('ada');
  await frame.locator('#pass').click();
  await page.keyboard.type(site.password);
  await frame.locator('#send').click();
  await expect(frame.getByText('Order 1')).toBeVisible();
}

test('a login is saved, used by a request, marked when it has expired, renamed and deleted', async ({
  gleaner,
  engine,
  page,
}) => {
  await engine.call('PUT', '/local/secrets/shop password', { site: site.url, value: site.password });
  await gleaner.open('settings/log-ins');
  await page.getByRole('textbox', { name: 'Address of the login page' }).fill(`${site.url}/login`);
  await page.getByRole('button', { name: 'Add login' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in' });
  await signIn(page, dialog);
  await page.screenshot({ path: test.info().outputPath('sign-in.png') });
  await dialog.getByRole('button', { name: 'Save login…' }).click();
  const name = '<b onmouseover=alert(1)>shop</b>';
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const listed = page.getByRole('list', { name: 'Logins' }).getByRole('listitem');
  await expect(listed).toContainText(`${name} 127.0.0.1`);
  await expect(listed).toContainText('expires');
  await expect(page.getByRole('list', { name: 'Passwords' })).toContainText('not used by any saved job');
  expect(await faults(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.screenshot({ path: test.info().outputPath('log-ins.png') });

  await gleaner.open('playground');
  await gleaner.address.fill(`${site.url}/orders`);
  await gleaner.unfold('Network');
  await page.getByRole('combobox', { name: 'Profile' }).selectOption({ label: `${name} (127.0.0.1)` });
  await page.screenshot({ path: test.info().outputPath('profile.png') });
  await gleaner.scrapeWell(`${site.url}/orders`);
  await expect(page.getByText('Orders of ada').first()).toBeVisible();
  const bytes = bytesIn(engine.dataDir);
  expect([bytes.includes('ada-1'), bytes.includes(site.password)]).toEqual([false, false]);

  site.endSessions();
  await gleaner.scrape(`${site.url}/orders`);
  await expect(page.getByText(/has probably expired: sign in again/).first()).toBeVisible({ timeout: 30_000 });

  await gleaner.open('settings/log-ins');
  await expect(listed).toContainText(/a page required a login .*: sign in again/);
  await listed.getByRole('button', { name: 'Rename' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Shop');
  await page.getByRole('button', { name: 'Rename', exact: true }).last().click();
  await expect(listed).toContainText('Shop 127.0.0.1');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await faults(page)).toEqual([]);
  await page.screenshot({ path: test.info().outputPath('log-ins-narrow.png'), fullPage: true });
  await page.getByRole('button', { name: 'Delete login Shop' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('No logins yet.')).toBeVisible();
});

test('a job whose login has expired asks for the user, who signs in again and continues it', async ({
  gleaner,
  engine,
  page,
}) => {
  const { id: live } = (await engine.call('POST', '/local/live', { url: `${site.url}/enter` })).body;
  expect((await engine.call('PUT', '/local/profiles/mine', { live })).body).toMatchObject({ name: 'mine' });
  await engine.call('DELETE', `/local/live/${live}`);
  site.endSessions();
  await gleaner.open('playground');
  await page.reload();
  await gleaner.address.fill(`${site.url}/orders`);
  await gleaner.unfold('Network');
  await page.getByRole('combobox', { name: 'Profile' }).selectOption({ label: 'mine (127.0.0.1)' });
  const asks = page.getByRole('combobox', { name: 'If a page requires a login or captcha' });
  await asks.selectOption('Wait for me');
  await expect(page.getByRole('spinbutton', { name: 'Maximum wait, in minutes' })).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('choice.png') });
  await gleaner.scrape(`${site.url}/orders`);
  await expect(page.getByText(/requires a login despite/).first()).toBeVisible({ timeout: 30_000 });

  const profile = { name: 'mine', onNeedsPerson: 'pause' };
  const urls = ['/orders', '/open'].map((path) => site.url + path);
  const { id } = (await engine.call('POST', '/v2/batch/scrape', { urls, profile })).body;
  await expect(page.getByRole('status').getByText(/A job needs your help/)).toBeVisible({ timeout: 20_000 });
  await page.screenshot({ path: test.info().outputPath('notice.png') });
  await gleaner.open('jobs');
  const row = page
    .getByRole('listitem')
    .filter({ hasText: new URL(site.url).host })
    .first();
  await expect(row).toContainText('Needs your help');
  await page.screenshot({ path: test.info().outputPath('list.png') });
  await gleaner.open(`jobs/${id}`);
  const note = page.getByRole('alert', { name: 'This job needs your help' });
  await expect(note).toContainText('requires a login despite the login "mine"');
  expect(await faults(page)).toEqual([]);
  await page.screenshot({ path: test.info().outputPath('job.png') });
  await note.getByRole('button', { name: 'Open page' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in' });
  await signIn(page, dialog);
  await dialog.getByRole('button', { name: 'Save login…' }).click();
  await page.getByRole('dialog', { name: 'Save login' }).getByRole('button', { name: 'Save', exact: true }).click();
  await note.getByRole('button', { name: 'Continue' }).click();
  await expect(note).toBeHidden();
  await expect(page.getByRole('button', { name: 'Run again' })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('Orders of ada').first()).toBeVisible();
});
