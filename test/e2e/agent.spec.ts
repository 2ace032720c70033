import { faults } from './accessibility-faults';
import { expect, test } from './gleaner-test';

test('an agent is started beside its limits, followed step by step, and cancelled', async ({
  gleaner,
  engine,
  page,
  shop,
}) => {
  await engine.call('PATCH', '/local/settings', { profiles: { 'spark-1-pro': { maxPages: 7, maxMinutes: 3 } } });
  const finds = page.getByRole('switch', { name: 'Find the pages for me' });
  await gleaner.open('extract');
  await expect(finds).not.toBeChecked();
  await gleaner.open('agent');
  await expect(finds).toBeChecked();
  const start = page.getByRole('button', { name: 'Start', exact: true });
  await expect(start).toBeDisabled();
  await page.getByRole('textbox', { name: 'What are you looking for?' }).fill('Email and fax of Hearth & Co');
  await page.getByRole('textbox', { name: 'Start pages' }).fill(shop.url);
  await page.getByRole('button', { name: 'More options' }).click();
  await page.getByRole('radio', { name: 'Thorough', exact: true }).check({ force: true });
  await expect(page.getByText('Reads at most 7 pages within 3 minutes.')).toBeVisible();
  await page.getByRole('button', { name: 'Contact', exact: true }).click();
  await page.getByRole('button', { name: 'Code', exact: true }).click();
  await expect(page.getByLabel('curl code')).toContainText('/v2/agent');
  await page.getByRole('button', { name: 'Close' }).click();
  shop.slow(1500);
  await start.click();
  await expect.poll(() => shop.hits('/')).toBeGreaterThan(0);
  // Delays the responses to later requests, so that a step is in progress when the job is cancelled.
  shop.slow(60_000);
  const steps = page.getByRole('region', { name: 'Steps' });
  await expect(steps.getByRole('listitem').filter({ hasText: 'Start pages' })).toContainText(shop.url);
  await expect(steps.getByText('in progress')).toBeVisible();
  await expect(steps.getByRole('listitem').filter({ hasText: 'Opened' })).toContainText(`${shop.url}/about`);
  await expect(page.getByRole('region', { name: 'Limits' })).toContainText('of 7');
  await page.screenshot({ path: test.info().outputPath('agent.png') });
  const cancel = page.getByRole('button', { name: /ancel/ });
  await cancel.click();
  await cancel.click();
  await expect(page.locator('header').getByText('Cancelled')).toBeVisible();
  await expect(steps.getByText('in progress')).toBeHidden();
  shop.slow(0);
  await engine.call('PATCH', '/local/settings', { profiles: {} });
});

test('an agent shows the trace and thread of REST, and a follow-up question continues the thread', async ({
  gleaner,
  engine,
  page,
  shop,
}) => {
  const schema = { type: 'object', properties: { email: { type: 'string' } } };
  const body = { prompt: 'Email of Hearth & Co', urls: [shop.url], schema };
  const { id, threadId } = (await engine.call('POST', '/v2/agent', body)).body;
  await gleaner.open(`jobs/${id}`);
  const thread = page.getByRole('region', { name: 'Thread' });
  await expect(thread.getByRole('listitem')).toContainText('Email of Hearth & Co');
  const question = thread.getByLabel('Follow-up question');
  await expect(question).toBeEnabled({ timeout: 60_000 });
  const { events } = (await engine.call('GET', `/v2/agent/${id}/trace`)).body;
  await page.getByText(/^Trace \d+$/).click();
  const trace = page.getByRole('list', { name: 'Trace' });
  await expect(trace.getByRole('listitem')).toHaveCount(events.length);
  await expect(trace).toContainText('run.finished');
  await trace.getByRole('button', { name: 'Show snapshot data' }).click();
  await expect(page.getByRole('dialog')).toContainText('"email"');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  expect(await faults(page), 'thread').toEqual([]);
  await page.screenshot({ path: test.info().outputPath('thread.png') });

  await question.fill('Phone of Hearth & Co');
  await thread.getByRole('button', { name: 'Ask' }).click();
  await expect(page).not.toHaveURL(new RegExp(id));
  await expect(thread.getByRole('listitem')).toHaveCount(2);
  await expect(question).toBeEnabled({ timeout: 60_000 });
  const { runs } = (await engine.call('GET', `/v2/agent/threads/${threadId}`)).body.thread;
  expect(runs).toMatchObject([
    { id, turn: 1 },
    { turn: 2, mode: 'chat', prompt: 'Phone of Hearth & Co' },
  ]);
  await expect(thread.getByRole('listitem').nth(1)).toContainText(runs[1].message.split('\n')[0]);
  await thread.getByRole('link', { name: 'Open turn 1' }).click();
  await expect(page).toHaveURL(new RegExp(id));
});
