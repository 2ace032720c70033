import { expect, test } from './gleaner-test';

test('an agent is started beside its budget, followed step by step, and cancelled', async ({
  gleaner,
  engine,
  page,
  shop,
}) => {
  await engine.call('PATCH', '/local/settings', { profiles: { 'spark-1-pro': { maxPages: 7, maxMinutes: 3 } } });
  await gleaner.open('agent');
  await expect(page.getByText('free runs left today')).toBeVisible();
  const start = page.getByRole('button', { name: 'Start', exact: true });
  await expect(start).toBeDisabled();
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Email and fax of Hearth & Co');
  await page.getByRole('textbox', { name: 'Start pages' }).fill(shop.url);
  await page.getByLabel('Model', { exact: true }).selectOption('spark-1-pro');
  await expect(page.getByLabel('Budget')).toContainText('7');
  await page.getByRole('button', { name: 'Contact', exact: true }).click();
  await page.getByRole('button', { name: 'Code', exact: true }).click();
  await expect(page.getByLabel('curl code')).toContainText('/v2/agent');
  await page.getByRole('button', { name: 'Close' }).click();
  shop.slow(1500);
  await start.click();
  // Requests after the start page get no response, so that there is a step to cancel.
  await expect.poll(() => shop.hits('/')).toBeGreaterThan(0);
  shop.slow(60_000);
  const steps = page.getByRole('region', { name: 'Steps' });
  await expect(steps.getByRole('listitem').filter({ hasText: 'Start pages' })).toContainText(shop.url);
  await expect(steps.getByText('in progress')).toBeVisible();
  await expect(steps.getByRole('listitem').filter({ hasText: 'Opened' })).toContainText(`${shop.url}/about`);
  await expect(page.getByRole('region', { name: 'Budget' })).toContainText('of 7');
  await page.screenshot({ path: test.info().outputPath('agent.png') });
  const cancel = page.getByRole('button', { name: /ancel/ });
  await cancel.click();
  await cancel.click();
  await expect(page.getByText('Cancelled')).toBeVisible();
  await expect(steps.getByText('in progress')).toBeHidden();
  shop.slow(0);
  await engine.call('PATCH', '/local/settings', { profiles: {} });
});
