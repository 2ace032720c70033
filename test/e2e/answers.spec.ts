import { expect, test } from './gleaner-test';

test.use({ startsInPlayground: false });

const product = { type: 'object', properties: { name: { type: 'string' }, weight: { type: 'number' } } };

test('an extract shows its data, the source of each value and missing values', async ({
  gleaner,
  page,
  engine,
  shop,
}) => {
  const request = { urls: [`${shop.url}/product/0`], schema: product, showSources: true };
  const { body } = await engine.call('POST', '/v2/extract', request);
  await gleaner.open(`jobs/${body.id}`);
  const values = page.getByRole('table', { name: 'Values' });
  await expect(values.getByRole('row', { name: 'Name' })).toContainText('the page’s data');
  await expect(values.getByRole('row', { name: 'Weight' })).toContainText('Nothing on the page was recognized');
  await values.getByRole('button', { name: 'Copper kettle' }).click();
  const place = page.getByRole('region', { name: 'Source of Name' });
  await expect(place).toContainText(`${shop.url}/product/0`);
  await expect(place.locator('h1 mark')).toHaveText('Copper kettle');
  expect(shop.hits('/product/0')).toBe(1);
  await page.getByText('JSON', { exact: true }).click();
  await expect(page.getByLabel('Data as JSON')).toContainText('"name": "Copper kettle"');
  await page.getByText('Values', { exact: true }).click();
  await expect(page.getByText('Nothing on the page was recognized')).toHaveCount(1);
  await page.screenshot({ path: test.info().outputPath('extract.png') });

  await page.getByRole('button', { name: 'Run again' }).click();
  await expect(page).not.toHaveURL(new RegExp(body.id));
  await expect(values).toContainText('Copper kettle');
});

test('an agent shows its steps, and is cancelled in the window', async ({ gleaner, page, engine, shop }) => {
  const schema = { type: 'object', properties: { email: { type: 'string', format: 'email' } } };
  const request = { prompt: 'Email of the company', urls: [`${shop.url}/`], schema };
  const { body } = await engine.call('POST', '/v2/agent', request);
  await gleaner.open(`jobs/${body.id}`);
  const steps = page.getByRole('region', { name: 'Steps' });
  await expect(steps.getByRole('listitem').filter({ hasText: 'Opened' })).toContainText(`${shop.url}/about`);
  await expect(steps.getByRole('listitem').filter({ hasText: 'Opened' })).toContainText('found 1 value');
  await expect(page.getByRole('meter', { name: 'Pages' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Values' })).toContainText('shop@hearth.example');
  await page.screenshot({ path: test.info().outputPath('agent.png') });

  shop.slow(3000);
  const slow = (await engine.call('POST', '/v2/agent', { ...request, urls: [`${shop.url}/product/1`] })).body.id;
  await gleaner.open(`jobs/${slow}`);
  const cancel = page.getByRole('button', { name: /ancel/ });
  await cancel.click();
  await cancel.click();
  await expect(page.locator('header').getByText('Cancelled')).toBeVisible();
  await expect(page.getByText('This job returned no data.')).toBeVisible();
  shop.slow(0);
});
