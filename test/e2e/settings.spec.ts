import { startModelServer } from '../support/model-server';
import { startSearchServer } from '../support/search-server';
import { startSocksServer } from '../support/socks-server';
import { expect, test } from './gleaner-test';

test.use({ startsInPlayground: false });

test('a key is created, shown once, works, and is revoked', async ({ gleaner, engine, page }) => {
  await gleaner.open('settings/keys');
  await page.getByLabel('Name of the new key').fill('weekly report');
  await page.getByRole('button', { name: 'Create key' }).click();
  const key = (await page.getByTestId('new-key').textContent()) ?? '';
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByTestId('new-key')).toBeHidden();
  await expect(page.getByText(key)).toHaveCount(0);
  const ask = () => fetch(`${engine.url}/local/session`, { headers: { authorization: `Bearer ${key}` } });
  expect((await ask()).status).toBe(200);
  await page.getByRole('button', { name: 'Revoke weekly report' }).click();
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(page.getByText('weekly report')).toBeHidden();
  expect((await ask()).status).toBe(401);
});

test('settings are saved and reset', async ({ gleaner, engine, page }) => {
  await gleaner.open('settings/general');
  await page.getByLabel('Concurrency').fill('3');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Settings saved.')).toBeVisible();
  expect((await engine.call('GET', '/local/settings')).body.settings.concurrency).toBe(3);
  await page.getByRole('button', { name: 'Reset Concurrency to its default' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => (await engine.call('GET', '/local/settings')).body.settings.concurrency).toBe(8);
});

test('a setting that the start command turned on is shown as on and cannot be changed', async ({ gleaner, page }) => {
  await gleaner.open('settings/general');
  const reach = page.getByRole('switch', { name: 'Allow private network' });
  await expect(reach).toBeChecked();
  await expect(reach).toBeDisabled();
  await expect(page.getByText('Turned on by the start command until the next restart.')).toBeVisible();
});

test('a number out of range and a missing browser are rejected at their fields', async ({ gleaner, engine, page }) => {
  await gleaner.open('settings/general');
  const stored = async () => (await engine.call('GET', '/local/settings')).body.settings;
  const before = await stored();
  await page.getByRole('textbox', { name: 'Concurrency' }).fill('99999');
  await expect(page.getByText('Enter a number from 1 to 256.')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Correct the marked fields.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Concurrency' }).fill(String(before.concurrency));
  await page.getByRole('tab', { name: 'Browser' }).click();
  await page.getByRole('textbox', { name: 'Path to another browser' }).fill('/nope');
  await page.getByRole('form', { name: 'Another browser' }).getByRole('button', { name: 'Use' }).click();
  await expect(page.getByText(/No program was found at \/nope/)).toBeVisible();
  expect(await stored()).toEqual(before);
});

test('no field covers its own help line', async ({ gleaner, page }) => {
  const covered = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('.field.inline')].flatMap((field) => {
        const help = field.querySelector('.help')?.getBoundingClientRect();
        const control = field.querySelector('.head > :last-child')?.getBoundingClientRect();
        return help && control && help.height > 0 && control.bottom > help.top ? [field.textContent] : [];
      }),
    );
  await gleaner.open('playground');
  for (const section of ['Content', 'Browser', 'Network', 'Cache and privacy']) await gleaner.unfold(section);
  await expect(page.getByRole('textbox', { name: 'Max age' })).toBeVisible();
  expect(await covered()).toEqual([]);
  await gleaner.open('settings/general');
  await expect(page.getByLabel('Concurrency')).toBeVisible();
  expect(await covered()).toEqual([]);
});

test('the browser, the plugins and the data folder are shown', async ({ gleaner, engine, page }) => {
  await gleaner.open('settings/browser');
  await expect(page.getByText('Used', { exact: true })).toBeVisible();
  await page.getByRole('tab', { name: 'Plugins' }).click();
  await expect(page.getByRole('region', { name: 'Format' })).toContainText('changeTracking');
  await page.getByRole('tab', { name: 'About' }).click();
  await expect(page.getByText(engine.dataDir)).toBeVisible();
});

test('a proxy is added by its form, tested, used, switched off and removed; its password is write-only', async ({
  gleaner,
  engine,
  site,
  page,
}) => {
  const proxy = await startSocksServer({ user: 'me', password: 'pass-word-1' });
  const stored = async () => (await engine.call('GET', '/local/settings')).body.settings.proxies;
  try {
    await gleaner.open('settings/proxies');
    await page.getByRole('button', { name: 'Add proxy' }).click();
    const form = page.getByRole('form', { name: 'Proxy' });
    await form.getByLabel('Name').fill('Lab');
    await form.getByText('socks5', { exact: true }).click();
    await form.getByLabel('Host').fill('http://wrong');
    await form.getByRole('textbox', { name: 'Port' }).fill(String(proxy.port));
    await form.getByLabel('User').fill('me');
    await form.getByLabel('Password', { exact: true }).fill('pass-word-1');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByText('Enter a host name or an IP address').first()).toBeVisible();
    await form.getByLabel('Host').fill('127.0.0.1');
    await form.getByLabel('URL to fetch through the proxy').fill(`${site.url}/article`);
    await form.getByRole('button', { name: 'Test proxy' }).click();
    await expect(form.getByRole('status')).toContainText('The proxy works');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Proxy saved.')).toBeVisible();
    expect(await stored()).toMatchObject([
      { name: 'Lab', config: { host: '127.0.0.1', password: expect.stringMatching(/^vault:/) } },
    ]);
    expect(JSON.stringify((await engine.call('GET', '/local/settings')).body)).not.toContain('pass-word-1');

    const before = proxy.asked.length;
    await engine.call('POST', '/v2/scrape', { url: `${site.url}/article`, maxAge: 0 });
    expect(proxy.asked.length).toBeGreaterThan(before);
    await page.reload();
    const row = page.getByRole('list', { name: 'Proxies' }).getByRole('listitem');
    await expect(row).toContainText('works');
    await expect(row).toContainText('1 page succeeded');
    await row.getByRole('switch', { name: 'Use Lab' }).click();
    await expect(row).toContainText('off');
    await row.getByRole('button', { name: 'Remove Lab' }).click();
    await row.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect.poll(stored).toEqual([]);
  } finally {
    await engine.call('PATCH', '/local/settings', { proxies: [] });
    await proxy.close();
  }
});

test('a search is tested before its settings are saved', async ({ gleaner, page }) => {
  const server = await startSearchServer();
  server.finds([{ url: 'https://example.com/', title: 'Example' }]);
  await gleaner.open('settings/plugins');
  const form = page.getByRole('form', { name: 'Settings for searxng' });
  await form.getByLabel('URL').fill(server.url);
  await form.getByRole('button', { name: 'Test' }).click();
  await expect(form.getByRole('status')).toContainText('The search works: 1 result');
  await form.getByRole('button', { name: 'Discard' }).click();
  await server.close();
});

test('a model is tested, chosen from those of the service, saved, and set for a profile', async ({
  gleaner,
  engine,
  site,
  page,
}) => {
  const models = await startModelServer();
  models.models.push('large-model');
  models.answer(() => ({ text: '{"name":"Copper kettle","price":49.9}' }));
  try {
    await gleaner.open('settings/models');
    await page.getByRole('radiogroup', { name: 'Model service' }).getByText('Other').click();
    const form = page.getByRole('form', { name: 'Settings for openai-compatible' });
    await form.getByLabel('Base URL').fill(models.base('openai'));
    await form.getByLabel('API key', { exact: true }).fill('wrong-key');
    await form.getByRole('button', { name: 'Test' }).click();
    await expect(form.getByRole('status')).toContainText('returned status 401 (Incorrect API key provided)');
    await form.getByLabel('API key', { exact: true }).fill('model-key-123');
    await form.getByRole('button', { name: 'Test' }).click();
    await form.getByLabel('Models from openai-compatible').selectOption('large-model');
    await form.getByRole('button', { name: 'Test' }).click();
    await expect(form.getByRole('status')).toContainText('read the sample page correctly');
    await page.getByRole('button', { name: 'Profiles', exact: true }).click();
    const profiles = page.getByRole('form', { name: 'Model profiles' });
    const fire = profiles.getByRole('group', { name: 'FIRE-1' });
    await fire.getByRole('textbox', { name: 'Max pages' }).fill('5');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Settings for openai-compatible saved.')).toBeVisible();
    await expect(form.getByRole('button', { name: 'Save' })).toBeHidden();
    // Unsaved changes in another form must be preserved.
    await expect(fire.getByRole('textbox', { name: 'Max pages' })).toHaveValue('5');
    const { settings } = (await engine.call('GET', '/local/settings')).body;
    expect(settings.plugins['model:openai-compatible']).toMatchObject({
      model: 'large-model',
      apiKey: expect.stringMatching(/^vault:/),
    });

    await fire.getByLabel('Model for FIRE-1').selectOption('openai-compatible');
    await fire.getByRole('textbox', { name: 'Max pages' }).fill('0');
    await expect(fire.getByText('Enter a number from 1 to 10000.')).toBeVisible();
    await fire.getByRole('textbox', { name: 'Max pages' }).fill('7');
    await profiles.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Profiles saved.')).toBeVisible();
    await page.screenshot({ path: test.info().outputPath('profiles.png'), fullPage: true });
    const request = { urls: [`${site.url}/article`], schema: { properties: { name: {} } }, agent: { model: 'FIRE-1' } };
    const { id } = (await engine.call('POST', '/v2/extract', request)).body;
    const read = async () => (await engine.call('GET', `/v2/extract/${id}`)).body;
    await expect.poll(async () => (await read()).status).toBe('completed');
    expect(models.calls.at(-1)?.messages[0]?.text).toContain(`${site.url}/article`);
  } finally {
    await engine.call('PATCH', '/local/settings', { plugins: {}, profiles: {} });
    await models.close();
  }
});
