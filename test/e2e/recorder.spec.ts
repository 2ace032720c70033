import { bytesIn } from '../support/bytes-in';
import { type LoginSite, startLoginSite } from '../support/login-site';
import { faults } from './accessibility-faults';
import { expect, test } from './gleaner-test';
import { readAllRows, useTool } from './table-steps';

let site: LoginSite;
test.beforeAll(async () => {
  site = await startLoginSite();
});
test.afterAll(() => site.close());

test('a recorded login leads a table to the list behind it, and its password is stored nowhere in plain text', async ({
  gleaner,
  engine,
  page,
}) => {
  await gleaner.open('new-table');
  const frame = page.frameLocator('iframe[title="Page"]');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await expect(page.getByRole('heading', { name: 'New table' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Address' }).fill(`${site.url}/login`);
  await page.getByRole('textbox', { name: 'Address' }).press('Enter');
  await expect(frame.locator('#user')).toBeVisible({ timeout: 60_000 });
  await useTool(page, 'Record');
  await expect(button('Record')).toHaveCount(0);
  await expect(button('Stop recording')).toHaveCount(1);
  const steps = page.getByRole('region', { name: 'Steps' });
  await frame.locator('#user').click();
  await page.keyboard.type('ada');
  await frame.locator('#pass').click();
  await page.keyboard.type(site.password);
  await frame.locator('#send').click();
  await expect(frame.getByText('Order 1')).toBeVisible();
  await expect(steps.getByRole('listitem')).toHaveCount(5);
  await expect(steps.getByText('“Sign in”')).toBeVisible();
  await expect(steps.getByRole('img', { name: 'Page after step 5' })).toBeVisible();
  await expect(steps).not.toContainText(site.password);
  expect(await faults(page)).toEqual([]);
  await page.screenshot({ path: test.info().outputPath('recorder.png') });

  await button('Run to here: step 2').click();
  await expect(steps.getByText('Done', { exact: true })).toHaveCount(2);
  await button('Run steps').click();
  await expect(steps.getByText('Done', { exact: true })).toHaveCount(5);
  await expect(frame.getByText('Order 1')).toBeVisible();

  await button('Use in table').click();
  await frame.getByText('€ 2.50').click();
  await expect(page.getByRole('grid', { name: 'Rows' }).getByRole('row')).toHaveCount(4);
  const { data } = await readAllRows(page, engine);
  expect(JSON.stringify(data)).toContain('Order 3');
  expect(bytesIn(engine.dataDir).includes(site.password)).toBe(false);
});

test('actions are recorded for the Playground, and a step with a failed selector gets another one', async ({
  gleaner,
  page,
}) => {
  await gleaner.open('playground');
  await gleaner.address.fill(`${site.url}/hostile`);
  await gleaner.unfold('Actions');
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Record actions' });
  const frame = dialog.frameLocator('iframe[title="Page"]');
  await expect(frame.locator('button')).toBeVisible({ timeout: 60_000 });
  await dialog.getByRole('button', { name: 'Record', exact: true }).click();
  await frame.locator('button').click();
  await expect(dialog.getByText('“<img src=x onerror=alert(1)>”')).toBeVisible();
  expect(await faults(page, 'dialog')).toEqual([]);
  await dialog
    .getByRole('button', { name: /^Click/ })
    .first()
    .click();
  await dialog.getByLabel('Selector').fill('#gone');
  await dialog.getByRole('button', { name: 'Run step 1' }).click();
  await dialog.getByRole('button', { name: /^Use .* instead$/ }).click();
  await dialog.getByRole('button', { name: 'Use actions' }).click();
  await expect(page.getByRole('group', { name: 'Add action' })).toBeVisible();
  await expect(page.getByText(/#press/).first()).toBeVisible();
});
