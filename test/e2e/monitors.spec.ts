import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSchedulesDue } from '../support/open-stored';
import { startSmtpServer } from '../support/smtp-server';
import { startTestEngine } from '../support/start-engine';
import { faults } from './accessibility-faults';
import { expect, openWindow, test } from './gleaner-test';

test.use({ startsInPlayground: false });

const news = (text: string) => `<title>News</title><main><h1>News of the harbour</h1><p>${text}</p></main>`;

// Other specs on the same engine expect that there are no saved jobs.
test.afterEach(async ({ engine }) => {
  for (const { name } of (await engine.call('GET', '/local/saved')).body.items)
    await engine.call('DELETE', `/local/saved/${encodeURIComponent(name)}`);
});

test('a page is watched from New job, and a change is notified and shown, even with hostile text', async ({
  gleaner,
  page,
  shop,
}) => {
  shop.put('/news', news('The shop is open on weekdays from nine in the morning to five.'));
  await gleaner.open('new-job');
  await expect(page.getByRole('heading', { name: 'What do you want?' })).toBeVisible();
  await page.getByRole('button', { name: /^Watch a page/ }).click();
  const dialog = page.getByRole('dialog');
  const pages = dialog.getByRole('textbox', { name: 'Pages to watch' });
  await pages.fill('no address');
  await dialog.getByRole('button', { name: 'Watch' }).click();
  await expect(pages).toHaveAccessibleDescription(/Not a web address/i);
  await pages.fill(`${shop.url}/news`);
  await expect(dialog.getByRole('status')).toContainText('Next:');
  await dialog.getByLabel('How often').selectOption('Cron expression');
  await dialog.getByLabel('Cron expression').fill('whenever');
  await expect(dialog.getByText('not a five-field cron expression')).toBeVisible();
  await dialog.getByLabel('How often').selectOption('Every week');
  expect(await faults(page, 'dialog'), 'dialog').toEqual([]);
  await dialog.getByRole('button', { name: 'Watch' }).click();
  await expect(page).toHaveURL(/#\/monitors\/.+/);
  const runs = page.getByRole('list', { name: 'Checks' });
  await expect(runs).toContainText('First check, used as the baseline');

  shop.put('/news', news('The shop is closed. &lt;img src=x onerror=alert(1)&gt; It opens again in spring.'));
  await page.getByRole('button', { name: 'Check now' }).click();
  const sentence = /The text of \S+ changed from “The shop is open on weekdays.*” to “The shop is closed\..*”\./;
  await expect(page.getByText(sentence).first()).toBeVisible();
  await expect(page.getByRole('table', { name: 'First changes in check 2' })).toContainText('The shop is closed.');
  await runs.getByRole('button', { name: 'Changes in check 2' }).click();
  const changes = page.getByRole('region', { name: 'Changes' });
  await changes.getByText('Changed lines').click();
  await expect(changes.getByRole('table', { name: 'Removed and added lines' })).toContainText(
    'It opens again in spring.',
  );
  await expect(changes).toContainText('onerror=alert(1)');
  expect(await changes.locator('img').count()).toBe(0);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  expect(await faults(page), 'runs, light').toEqual([]);
  await page.screenshot({ path: test.info().outputPath('runs.png') });

  await page.reload();
  await expect(runs.getByRole('listitem').first()).toContainText('Check 2');
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await dialog.getByRole('button', { name: 'More options' }).click();
  await dialog.getByLabel('Description').fill('Opening hours');
  await dialog.getByLabel('Paused').check();
  await expect(dialog.getByRole('status').filter({ hasText: 'Paused' })).toBeVisible();
  await expect(dialog.getByText('Next:')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/^Watches \S+\/news, every Monday at 7:00\sAM, paused; tells you when/)).toBeVisible();
  await page.getByRole('button', { name: 'Resume', exact: true }).click();
  await expect(page.getByText(/next check Mon/)).toBeVisible();
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(page.getByText('paused; tells you when')).toBeVisible();

  await page.getByRole('link', { name: 'All saved jobs' }).click();
  await page.getByRole('radio', { name: 'Monitors' }).check({ force: true });
  const list = page.getByRole('list', { name: 'Monitors' });
  await expect(list).toContainText('Last change just now: The text of');
  await expect(list).toContainText('Opening hours');
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await faults(page), 'list, dark').toEqual([]);
  await page.screenshot({ path: test.info().outputPath('list-narrow.png') });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await gleaner.open('new-job');
  await page.screenshot({ path: test.info().outputPath('new-narrow.png') });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('an example on the demo site starts with one click, and offers its columns as the key', async ({
  gleaner,
  page,
  engine,
}) => {
  await gleaner.open('new-job');
  await page.getByText('Examples on the demo site').click();
  await expect(page.getByText('Maximum number of pages', { exact: true })).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('new.png') });
  await page.getByRole('button', { name: 'Table of all seeds' }).click();
  await expect(page).toHaveURL(/#\/jobs\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('button', { name: 'Run again' })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Amber Lantern').first()).toBeVisible();
  await engine.call('POST', `/local/jobs/${page.url().split('/').at(-1)}/save`, { name: 'seeds' });
  await engine.call('POST', '/local/saved/seeds/run');
  await gleaner.open('monitors/seeds');
  await expect(page.getByRole('list', { name: 'Runs' })).toContainText('12 rows', { timeout: 30_000 });
  await engine.call('POST', '/local/saved/seeds/run');
  await page.getByRole('button', { name: 'History of prices and other numbers' }).click();
  const curves = page.getByRole('region', { name: 'History of prices and other numbers' }).last();
  await expect(curves.getByRole('row').filter({ hasText: 'Amber Lantern' })).toContainText('3.23.20%');
  await expect(curves.getByRole('img').first()).toHaveAccessibleName(/^History of .+: [\d.]+, [\d.]+$/);
  await page.getByText('Fell by more than 10% (0)').click();
  await expect(page.getByText('Nothing fell by more than 10%.')).toBeVisible();
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByLabel('Notify me of changes').check();
  await page.getByRole('button', { name: 'Add condition' }).click();
  await expect(page.getByRole('list', { name: 'Conditions' }).locator('option[value="price"]')).toHaveCount(1);
  await page.screenshot({ path: test.info().outputPath('settings.png') });
});

test('a run missed while Gleaner was off is reported and caught up, with its changes', async ({ page, shop }) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gleaner-missed-'));
  let engine = await startTestEngine({ dataDir });
  try {
    shop.put('/news', news('The shop is open on weekdays from nine in the morning to five.'));
    const path = '/local/saved/opening%20hours';
    await engine.call('PUT', path, { kind: 'batch', request: { urls: [`${shop.url}/news`] } });
    await engine.call('PUT', `${path}/monitor`, { notify: { desktop: true } });
    await engine.call('POST', `${path}/run`);
    const verdict = async (at: number) => (await engine.call('GET', `${path}/runs`)).body.runs[at]?.verdict?.kind;
    await expect.poll(() => verdict(0)).toBe('base');
    await engine.call('PUT', `${path}/schedule`, { cron: '0 * * * *' });
    const port = Number(new URL(engine.url).port);
    await engine.stop();
    // Simulates time passing while the engine was off. The next run was due five hours ago.
    await makeSchedulesDue(dataDir, new Date(Date.now() - 5 * 3_600_000).toISOString());
    shop.put('/news', news('The shop is closed. It opens again in spring.'));
    engine = await startTestEngine({ dataDir, port });
    await openWindow(page, engine, 'monitors/opening%20hours');
    await expect(page.getByText(/runs were missed.*runs once now/).first()).toBeVisible();
    const runs = page.getByRole('list', { name: 'Checks', exact: true });
    await expect(runs.getByRole('listitem').first()).toContainText('Check 2');
    await runs.getByRole('button', { name: 'Changes in check 2' }).click();
    await page.getByRole('region', { name: 'Changes' }).getByText('Changed lines').click();
    await expect(page.getByRole('region', { name: 'Changes' })).toContainText('It opens again in spring.');
    await page.getByRole('link', { name: 'All saved jobs' }).click();
    await expect(page.getByRole('list', { name: 'Saved jobs' })).toContainText('1 changed');
    shop.put('/news', news('The shop is open on weekdays from nine in the morning to five.'));
    await engine.call('POST', `${path}/run`);
    await openWindow(page, engine, 'monitors/opening%20hours');
    await runs.getByRole('button', { name: 'Changes in check 3' }).click();
    const changes = page.getByRole('region', { name: 'Changes' });
    await expect(changes).toContainText('1 page changed');
    await changes.getByLabel('Compared with').selectOption('check 1');
    await expect(changes).toContainText('Nothing has changed.');
  } finally {
    await engine.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

test('a monitor made through REST is edited in the window without losing anything, and e-mails what a run shows', async ({
  gleaner,
  page,
  engine,
  shop,
}) => {
  const smtp = await startSmtpServer();
  const kettle = (price: string, text: string) =>
    `<title>Kettle</title><main><h1>Copper kettle</h1><p>Price: <b>${price}</b></p><p>${text}</p></main>`;
  try {
    await gleaner.open('settings/email');
    const server = page.getByRole('form', { name: 'Email' });
    await server.getByLabel('Host').fill('127.0.0.1');
    await server.getByLabel('Port').fill(String(smtp.port));
    const send = server.getByRole('button', { name: 'Send test email' });
    await expect(send).toBeDisabled();
    await server.getByLabel('From').fill('gleaner');
    await server.getByRole('textbox', { name: 'To: add an entry' }).fill('owner@example.org');
    await server.getByRole('textbox', { name: 'To: add an entry' }).press('Enter');
    await server.getByRole('button', { name: 'Save' }).click();
    await expect(server.getByLabel('From')).toHaveAccessibleDescription(/email/i);
    await server.getByLabel('From').fill('gleaner@example.org');
    smtp.refuse(1);
    await send.click();
    await expect(server.getByRole('status')).toContainText('try again later');
    await send.click();
    await expect(server.getByRole('status')).toContainText('The test email was sent.');
    expect(smtp.received.at(-1)?.to).toEqual(['owner@example.org']);
    await server.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Email server saved')).toBeVisible();
    expect(await faults(page), 'e-mail settings').toEqual([]);
    await page.screenshot({ path: test.info().outputPath('email.png') });

    shop.put('/kettle', kettle('€ 49.00', 'Seen 12 times today.'));
    const scrapeOptions = {
      formats: ['markdown', { type: 'json', schema: { type: 'object', properties: { price: { type: 'string' } } } }],
      onlyMainContent: true,
    };
    const made = await engine.call('POST', '/v2/monitor', {
      name: 'Kettle price',
      schedule: { cron: '0 7 * * 1-5', timezone: 'Europe/Berlin' },
      targets: [{ type: 'scrape', urls: [`${shop.url}/kettle`], scrapeOptions }],
      webhook: { url: `${shop.url}/hook`, headers: { authorization: 'Bearer secret-1' }, metadata: { team: 'a' } },
      notification: { email: { recipients: ['ada@example.org'], includeDiffs: true } },
      goal: 'Tell me when the kettle gets cheaper',
      ...{ judgeEnabled: true, retentionDays: 7, ignoreBelowPercent: 2.5, ignore: ['title'] },
      ...{ ignoreSelectors: ['.advert'], ignorePatterns: ['^Seen \\d+'] },
      conditions: [
        { type: 'changedBy', column: 'price', percent: 50 },
        { type: 'textAppears', text: 'Sold out' },
      ],
    });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    const { id } = made.body.data;
    await gleaner.open('monitors/Kettle%20price');
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('textbox', { name: 'Pages to watch' })).toHaveValue(`${shop.url}/kettle`);
    await expect(dialog.getByText('price', { exact: true })).toBeVisible();
    await expect(dialog.getByLabel('Percent, at least')).toHaveValue('50');
    await expect(dialog.getByLabel('Text', { exact: true })).toHaveValue('Sold out');
    await expect(dialog.getByLabel('Goal in plain words')).toHaveValue('Tell me when the kettle gets cheaper');
    await expect(dialog.getByLabel('CSS selectors to ignore')).toHaveValue('.advert');
    await expect(dialog.getByLabel('Lines to ignore')).toHaveValue('^Seen \\d+');
    await expect(dialog.getByLabel('Largest change to ignore')).toHaveValue('2.5');
    await expect(dialog.getByText('ada@example.org')).toBeVisible();
    await expect(dialog.getByLabel('Days to keep results')).toHaveValue('7');
    await expect(dialog.getByLabel('Webhook for every check')).toHaveValue(`${shop.url}/hook`);
    expect(await faults(page, 'dialog'), 'the form').toEqual([]);
    await page.screenshot({ path: test.info().outputPath('form.png') });

    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('');
    await dialog.getByRole('button', { name: 'Add condition' }).click();
    const condition = dialog.getByRole('list', { name: 'Conditions' }).getByRole('listitem').nth(2);
    await expect(condition.getByLabel('Condition 3', { exact: true })).toHaveValue('changed');
    await condition.getByLabel('Condition 3', { exact: true }).selectOption('Value falls below');
    await condition.getByLabel('Column').fill('price');
    await condition.getByLabel('Number').fill('forty');
    await dialog.getByLabel('Lines to ignore').fill('(');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(condition.getByLabel('Number')).toHaveAccessibleDescription('Enter a number.');
    await expect(dialog.getByLabel('Name', { exact: true })).toHaveAccessibleDescription('Required.');
    await dialog.getByLabel('Name', { exact: true }).fill('Price of the kettle');
    await condition.getByLabel('Number').fill('40');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByLabel('Lines to ignore')).toHaveAccessibleDescription(/Not a regular expression/);
    await expect(dialog.getByText('Correct the marked fields.')).toBeVisible();
    await dialog.getByLabel('Lines to ignore').fill('^Seen \\d+');
    await dialog.getByLabel('CSS selectors to ignore').fill('.advert\ndiv[');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByLabel('CSS selectors to ignore')).toHaveAccessibleDescription(/Invalid selector/);
    await dialog.getByLabel('CSS selectors to ignore').fill('.advert');
    await dialog.getByLabel('Webhook for every check').fill('https://example.org/hook');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('The webhook URL is now on another server').first()).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled();
    const { updatedAt: _, ...rest } = made.body.data;
    const refused = (await engine.call('GET', `/v2/monitor/${id}`)).body.data;
    expect(refused, 'a refused edit changes nothing').toEqual({ ...rest, updatedAt: expect.any(String) });
    await dialog.getByLabel('Webhook for every check').fill(`${shop.url}/hook`);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { name: 'Price of the kettle' })).toBeVisible();
    const record = (await engine.call('GET', `/v2/monitor/${id}`)).body.data;
    const conditions = [...made.body.data.conditions, { type: 'below', column: 'price', value: 40 }];
    expect(record).toEqual({ ...rest, name: 'Price of the kettle', conditions, updatedAt: expect.any(String) });

    await page.getByRole('button', { name: 'Check now' }).click();
    const runs = page.getByRole('list', { name: 'Checks', exact: true });
    await expect(runs).toContainText('First check, used as the baseline');
    shop.put('/kettle', kettle('€ 39.00', 'Seen 13 times today.'));
    await page.getByRole('button', { name: 'Check now' }).click();
    await expect(runs.getByText(/^price of .* is 39, below 40\.$/)).toBeVisible();
    const sentence = `price of ${shop.url}/kettle changed from € 49.00 to € 39.00`;
    await expect(runs.getByText(sentence)).toBeVisible();
    await page.screenshot({ path: test.info().outputPath('conditions.png') });
    await expect.poll(() => smtp.received.length).toBe(2);
    expect(smtp.received.at(-1)?.to).toEqual(['ada@example.org']);
    // Long lines are wrapped in emails, so the text may contain a line break.
    expect(smtp.received.at(-1)?.content).toMatch(/is 39,\s+below/);
  } finally {
    await engine.call('PATCH', '/local/settings', { sinks: [] });
    await smtp.close();
  }
});

const seeds = (page: number, price: number) =>
  `<title>Seeds</title><main><h2>Seeds of the library</h2><ul>${['Fern', 'Ivy', 'Moss', 'Reed', 'Sage', 'Yew']
    .map(
      (name, at) =>
        `<li class="seed"><h3>${name} ${page}</h3><span class="price">€ ${(price + at / 10).toFixed(2)}</span></li>`,
    )
    .join('')}</ul>${page < 2 ? `<a rel="next" href="/seeds${page + 1}">Next</a>` : ''}</main>`;

test('a value that is not on the page is a warning, from which the list is watched on all its pages', async ({
  gleaner,
  page,
  engine,
  shop,
}) => {
  shop.put('/seeds1', seeds(1, 2.3));
  shop.put('/seeds2', seeds(2, 3.4));
  await page.setViewportSize({ width: 1280, height: 800 });
  await gleaner.open('start');
  await page.getByRole('textbox', { name: 'Web address' }).fill(`${shop.url}/seeds1`);
  await page.getByRole('button', { name: /Watch a page/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('radio', { name: /Watch the list “Seeds of the library”/ })).toBeChecked();
  await expect(dialog.getByText('Reports new, removed and changed rows on all pages of the list.')).toBeVisible();
  await dialog.getByRole('radio', { name: 'Only this page' }).click();
  await expect(dialog.getByRole('button', { name: 'Add condition' })).toBeInViewport();
  await expect(dialog.getByText('Reports changes to the main text of this page.')).toBeVisible();
  const values = dialog.getByRole('textbox', { name: 'Values to read' });
  await values.fill('warranty');
  await values.press('Enter');
  await expect(dialog.getByText('these values: warranty.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add condition' }).click();
  await expect(dialog.getByLabel('Condition 1', { exact: true })).toHaveValue('changed');
  await dialog.getByLabel('Column', { exact: true }).fill('warranty');
  expect(await faults(page, 'dialog'), 'dialog').toEqual([]);
  await page.screenshot({ path: test.info().outputPath('page.png') });
  await dialog.getByRole('button', { name: 'Watch', exact: true }).click();
  const warning = '"warranty" was not found on this page, so this monitor cannot report it.';
  const runs = page.getByRole('list', { name: 'Checks', exact: true });
  await expect(runs.getByText(warning).first()).toBeVisible();
  await expect(runs.getByText('value not found')).toBeVisible();
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(runs.getByText('value not found')).toHaveCount(2);
  await page.screenshot({ path: test.info().outputPath('warning.png') });
  await runs.getByRole('link', { name: 'Results of check 1' }).click();
  await expect(page.getByRole('note').filter({ hasText: warning })).toBeVisible();
  await page.getByRole('tab', { name: /^Problems\s*1$/ }).click();
  await expect(page.getByRole('region', { name: 'Problems' })).toContainText(warning);
  await page.goBack();
  await page.goBack();

  await runs.getByRole('button', { name: 'Watch the list instead' }).first().click();
  await expect(
    dialog.getByRole('radio', { name: /Watch the list “Seeds of the library” \(6 rows on this page\)/ }),
  ).toBeChecked();
  await expect(dialog.getByText(/^Columns: .*Rows are identified by/)).toBeVisible();
  expect(await faults(page, 'dialog'), 'list').toEqual([]);
  await page.screenshot({ path: test.info().outputPath('list.png') });
  await dialog.getByRole('button', { name: 'Watch', exact: true }).click();
  await expect(runs.getByText(/^12 rows; .*2\.30 to .*3\.90/)).toBeVisible({ timeout: 30_000 });
  await page.screenshot({ path: test.info().outputPath('baseline.png') });
  const { items } = (await engine.call('GET', '/local/saved')).body;
  const job = items.find(({ name }: { name: string }) => name === 'Seeds of the library');
  expect(job).toMatchObject({ kind: 'table', monitor: { key: expect.any(String) } });
});

test('a finished table is watched from its results', async ({ gleaner, page, engine }) => {
  await gleaner.open('new-job');
  await page.getByText('Examples on the demo site').click();
  await page.getByRole('button', { name: 'Table of all seeds' }).click();
  await page.getByRole('button', { name: 'Watch this table' }).click({ timeout: 30_000 });
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/Rows are identified by “name”/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Add condition' }).click();
  await dialog.getByLabel('Column', { exact: true }).selectOption('price');
  expect(await faults(page, 'dialog'), 'dialog').toEqual([]);
  await page.screenshot({ path: test.info().outputPath('table.png') });
  await dialog.getByRole('button', { name: 'Watch', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Checks', exact: true }).getByText(/^12 rows; price: /)).toBeVisible({
    timeout: 30_000,
  });
  await expect(page.getByText(/^Watches “price” in 12 rows of .*; tells you when “price” changes\.$/)).toBeVisible();
  const { items } = (await engine.call('GET', '/local/saved')).body;
  expect(items[0]).toMatchObject({
    kind: 'table',
    monitor: { key: 'name', conditions: [{ type: 'changed', column: 'price' }] },
  });
});
