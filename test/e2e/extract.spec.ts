import { startModelServer } from '../support/model-server';
import { expect, test } from './gleaner-test';
import { exportedCsv } from './job-steps';

test.use({ startsInPlayground: false });

test('an extract is built from fields, shows its code, and starts', async ({ gleaner, engine, page }) => {
  await gleaner.open('extract');
  await page.getByRole('button', { name: 'Use the demo site' }).click();
  await expect(page.getByRole('textbox', { name: 'Addresses' })).toHaveValue(/amber-lantern/);
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByLabel('Field 1: name')).not.toHaveValue('');
  await page.getByRole('button', { name: 'Clear' }).click();
  const start = page.getByRole('button', { name: 'Start' });
  await expect(start).toBeDisabled();

  const add = page.getByRole('button', { name: 'Add field', exact: true });
  const row = (at: number) => page.getByRole('group', { name: `Field ${at}`, exact: true });
  const details = (at: number) =>
    row(at)
      .getByRole('button', { name: /^Details/ })
      .first()
      .click();
  await add.click();
  await row(1).getByLabel('Field 1: name').fill('name');
  await details(1);
  await row(1).getByLabel('Required').check();
  await add.click();
  await row(2).getByLabel('Field 2: name').fill('price');
  await details(2);
  await row(2).getByLabel('Field 2: type').selectOption('Number');
  await row(2).getByLabel('Field 2: description').fill('What a packet costs');
  await add.click();
  await row(3).getByLabel('Field 3: name').fill('grower');
  await details(3);
  await row(3).getByLabel('Field 3: type').selectOption('Group');
  await row(3).getByLabel('Field of grower 1: name').fill('phone');
  await add.click();
  await row(4).getByLabel('Field 4: name').fill('daysToHarvest');
  await details(4);
  await row(4).getByLabel('Field 4: type').selectOption('Whole number');

  await page.getByRole('button', { name: 'Code' }).click();
  await page.getByRole('tab', { name: 'Python', exact: true }).click();
  await expect(page.getByLabel('Python code')).toContainText('while job["status"] == "processing"');
  await page.getByRole('button', { name: 'Close' }).click();

  await start.click();
  const values = page.getByRole('table', { name: 'Values' });
  await expect(values.getByRole('row', { name: 'Price' })).toContainText('€3.20');
  await expect(values.getByRole('row', { name: 'Grower' })).toContainText('Nothing on the page was recognized');
  await values.getByRole('button', { name: '78' }).click();
  const place = page.getByRole('region', { name: 'Source of Days to harvest' });
  await expect(place.getByRole('region', { name: 'Page text' }).locator('tr mark').first()).toBeVisible();
  await expect(place.locator('mark').last()).toHaveText('78');
  await place.getByRole('button', { name: 'Close page' }).click();
  expect(await exportedCsv(page)).toMatch(/^name,price,.*daysToHarvest\r\nAmber Lantern,3.2,.*78\r\n$/);
  const id = /jobs\/([^/]+)$/.exec(page.url())?.[1];
  const { request } = (await engine.call('GET', `/local/jobs/${id}`)).body;
  expect(request.schema).toEqual({
    type: 'object',
    properties: {
      name: { type: 'string' },
      price: { type: 'number', description: 'What a packet costs' },
      grower: { type: 'object', properties: { phone: { type: 'string' } } },
      daysToHarvest: { type: 'integer' },
    },
    required: ['name'],
  });
  expect(request.showSources).toBe(true);

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(
    page.getByText(/Reads 1 page\. Works without a language model\. The last run read 1 page in [\d.]+\sm?s\./),
  ).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Addresses' })).toHaveValue(/amber-lantern/);
  await expect(page.getByLabel('Field 4: name')).toHaveValue('daysToHarvest');
  await expect(page.getByText(/\d changed/)).toHaveCount(0);
});

test('the switch turns an extraction into an agent run and says what either reads', async ({ gleaner, page }) => {
  await gleaner.open('extract');
  const name = page.getByLabel('Field 1: name');
  await name.fill('price');
  await name.press('Enter');
  await page.keyboard.type('stock');
  await expect(page.getByLabel('Field 2: name')).toHaveValue('stock');
  await page.getByRole('textbox', { name: 'Addresses' }).fill('https://a.example/shop/*');
  await expect(page.getByText('Reads up to 100 pages. Works without a language model.')).toBeVisible();
  await expect(page.getByText('No language model is set up.')).toBeVisible();
  const start = page.getByRole('button', { name: 'Start', exact: true });
  await expect(start).toBeEnabled();
  await page.getByText('Find the pages for me').click();
  await expect(
    page.getByText('Reads at most 20 pages within 15 minutes. Works without a language model.'),
  ).toBeVisible();
  await expect(start).toBeDisabled();
  await page.getByRole('textbox', { name: 'What are you looking for?' }).fill('Prices of Hearth & Co');
  await expect(start).toBeEnabled();
  await expect(page.getByRole('textbox', { name: 'Start pages' })).toHaveValue('https://a.example/shop/*');
  await expect(page.locator('main')).not.toContainText(/spark|FIRE/i);
});

test('several addresses give the rows of every page, and one answer can become a list later', async ({
  gleaner,
  engine,
  page,
}) => {
  const { url } = (await engine.call('POST', '/local/demo-site', {})).body;
  const pages = ['amber-lantern', 'black-heron', 'copper-cup'].map((name) => new URL(`shop/${name}.html`, url).href);
  await gleaner.open('extract');
  await page.getByLabel('Field 1: name').fill('name');
  const addresses = page.getByRole('textbox', { name: 'Addresses' });
  await addresses.fill(pages[0] ?? '');
  const choice = page.getByRole('radiogroup', { name: 'Result' });
  await expect(page.getByText('Reads 1 page.')).toBeVisible();
  await expect(choice).toHaveCount(0);
  await addresses.fill(pages.join('\n'));
  await expect(choice.getByRole('radio', { name: 'Rows from every page' })).toBeChecked();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByRole('heading', { name: '3 rows from 3 pages' })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('tab', { name: 'Rows' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(page.getByLabel('Field 1: name')).toHaveValue('name');
  await choice.getByText('One answer from all pages').click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByRole('heading', { name: '1 row from 3 pages' })).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Run again to get a list' }).click();
  await expect(page.getByRole('heading', { name: '3 rows from 3 pages' })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('button', { name: 'Run again to get a list' })).toHaveCount(0);
});

test('sample data becomes fields, and a schema passes through the form without loss', async ({ gleaner, page }) => {
  await gleaner.open('extract');
  await page.getByRole('button', { name: 'Paste example' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('JSON example').fill('{ "name": ');
  await expect(dialog.getByRole('alert')).toContainText('Invalid JSON');
  const example = {
    name: 'Tea',
    since: '1911-03-05',
    site: 'https://a.example/',
    tags: ['x'],
    offers: [{ price: 3.2, sold: true }],
  };
  await dialog.getByLabel('JSON example').fill(JSON.stringify(example));
  await dialog.getByRole('button', { name: 'Create fields' }).click();
  await expect(page.getByLabel('Field 2: type')).toHaveValue('date');
  await expect(page.getByLabel('Field 3: type')).toHaveValue('link');
  await expect(page.getByRole('group', { name: 'Field 4' }).getByLabel('List')).toBeChecked();
  await expect(page.getByLabel('Field of offers 1: type')).toHaveValue('number');

  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: {
      price: { type: ['number', 'null'], minimum: 0 },
      either: { anyOf: [{ type: 'string' }, { type: 'number' }] },
    },
    required: ['price'],
    additionalProperties: false,
  };
  await page.getByText('JSON schema', { exact: true }).click();
  await page.getByLabel('Schema as JSON').fill(JSON.stringify(schema));
  await page.getByText('Form', { exact: true }).click();
  const kept = page.getByRole('note').filter({ hasText: 'Visible only in the JSON schema' });
  await expect(kept).toContainText('price: type, minimum');
  await expect(kept).toContainText('either: anyOf');
  await page.getByRole('button', { name: 'Details for price' }).click();
  await page.getByLabel('Field 1: description').fill('In euros');
  await page.reload();
  await page.getByText('JSON schema', { exact: true }).click();
  const written = JSON.parse(await page.getByLabel('Schema as JSON').inputValue());
  expect(written).toEqual({
    ...schema,
    properties: { ...schema.properties, price: { ...schema.properties.price, description: 'In euros' } },
  });
  await page.getByLabel('Schema as JSON').fill('{ "type": "array", "items": {} }');
  await expect(page.getByText('The form supports only objects with fields')).toBeVisible();
});

test('the tokens of the last run are shown if a model reads the pages', async ({ gleaner, engine, site, page }) => {
  const models = await startModelServer();
  models.answer(() => ({ text: '{"name":"Copper kettle"}' }));
  const facts = { baseUrl: models.base('openai'), apiKey: 'model-key-123', model: 'small-model' };
  const plugins = { 'model:openai-compatible': facts };
  try {
    expect((await engine.call('PATCH', '/local/settings', { plugins })).status).toBe(200);
    const request = { urls: [`${site.url}/article`], schema: { properties: { name: {} } } };
    const { id } = (await engine.call('POST', '/v2/extract', request)).body;
    await expect.poll(async () => (await engine.call('GET', `/v2/extract/${id}`)).body.status).toBe('completed');
    const [{ messages = [] } = {}] = models.calls;
    const used = Math.ceil(JSON.stringify(messages).length / 4) + Math.ceil('{"name":"Copper kettle"}'.length / 4);
    await gleaner.open('extract');
    await expect(page.getByText(`and used ${used.toLocaleString('en')} tokens.`)).toBeVisible();
  } finally {
    await engine.call('PATCH', '/local/settings', { plugins: {} });
    await models.close();
  }
});
