import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { startTestEngine } from '../support/start-engine';
import { expect, openWindow, test } from './gleaner-test';
import { crawlDemoSite, type ExportedFile, expectExports, pressExport, rows } from './job-steps';
import { startLinkedSite, startReceiver } from './long-site';

test.use({ startsInPlayground: false });

async function exportAs(page: Page, label: string): Promise<ExportedFile> {
  const waiting = page.waitForEvent('download');
  await pressExport(page, label);
  const download = await waiting;
  const rowsAndPages = /\(\d+ (rows|pages)\)\.$/;
  await expect(page.getByText(`Downloading ${download.suggestedFilename()} (`).last()).toHaveText(rowsAndPages);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

test('the first sign-in link leads to a crawl of the demo site, which is watched, opened and exported', async ({
  page,
}) => {
  const engine = await startTestEngine({ allowPrivateNetwork: false });
  try {
    await page.goto(engine.signInLink);
    await page.getByRole('button', { name: 'A whole site' }).click();
    const count = await crawlDemoSite(page);
    await expectExports((label) => exportAs(page, label), count);
  } finally {
    await engine.stop();
  }
});

test('an empty list of jobs offers a crawl of the demo site', async ({ page }) => {
  const engine = await startTestEngine();
  try {
    await openWindow(page, engine, 'jobs');
    await page.getByRole('button', { name: 'Crawl the demo site' }).click();
    await expect(rows(page).first()).toBeVisible();
  } finally {
    await engine.stop();
  }
});

test('a running job is listed, cancelled after a confirmation, resumed, and run again', async ({
  gleaner,
  page,
  engine,
}) => {
  const site = await startLinkedSite(200);
  try {
    site.slow(150);
    await gleaner.open('jobs');
    const { body } = await engine.call('POST', '/v2/crawl', {
      url: `${site.url}/p/0`,
      crawlEntireDomain: true,
      maxConcurrency: 2,
      limit: 150,
    });
    const row = page.getByRole('listitem').filter({ hasText: `${new URL(site.url).host}/p/0` });
    await expect(row.getByText('Running')).toBeVisible();
    await expect(row.getByRole('progressbar')).toHaveAttribute('aria-valuenow', /^[1-9]/);
    await row.getByRole('button', { name: /^Cancel/ }).click();
    await expect(row.getByText('Running')).toBeVisible();
    await row.getByRole('button', { name: /^Really cancel/ }).click();
    await expect(row.getByText('Cancelled')).toBeVisible();
    expect((await engine.call('GET', `/local/jobs/${body.id}`)).body.state).toBe('cancelled');
    await gleaner.open(`jobs/${body.id}`);
    await page.getByRole('button', { name: 'Resume', exact: true }).click();
    await expect(page.getByText('Running')).toBeVisible();
    await engine.call('POST', `/local/jobs/${body.id}/cancel`, {});
    await gleaner.open('jobs');
    await row.getByRole('button', { name: /^Run again/ }).click();
    await expect(page.getByLabel('Start page')).toHaveValue(`${site.url}/p/0`);
    await expect(page.getByRole('textbox', { name: 'Maximum number of pages' })).toHaveValue('150');
    await expect(page.getByRole('switch', { name: 'Include the rest of the site' })).toHaveAttribute(
      'aria-checked',
      'true',
    );
  } finally {
    await site.close();
  }
});

test('problems are listed with their reasons, and failed pages are retried', async ({ gleaner, page, engine }) => {
  const site = await startLinkedSite(3);
  try {
    const urls = [`${site.url}/p/0`, 'http://127.0.0.1:9/closed'];
    const { body } = await engine.call('POST', '/v2/batch/scrape', { urls });
    await gleaner.open(`jobs/${body.id}`);
    await page.getByRole('tab', { name: /^Problems/ }).click();
    const problems = page.getByRole('region', { name: 'Problems' });
    await expect(problems.getByText('127.0.0.1:9/closed')).toBeVisible();
    await page.getByLabel('Reason').selectOption({ index: 1 });
    await expect(problems.getByRole('row').filter({ hasText: '127.0.0.1' })).toHaveCount(1);
    await page.getByRole('button', { name: 'Retry failed pages (1)' }).click();
    await expect(page.getByText('Running')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Retry failed pages (1)' })).toBeEnabled({ timeout: 40_000 });
  } finally {
    await site.close();
  }
});

test('pages with an error status do not count as success', async ({ gleaner, page, engine }) => {
  const site = await startLinkedSite(3);
  try {
    const { body } = await engine.call('POST', '/v2/batch/scrape', { urls: [`${site.url}/p/0`, `${site.url}/gone`] });
    await gleaner.open(`jobs/${body.id}`);
    await page.getByRole('tab', { name: /^Problems/ }).click();
    await expect(page.getByRole('tab', { name: /^Problems\s*1$/ })).toBeVisible();
    const problems = page.getByRole('region', { name: 'Problems' });
    await expect(problems.getByRole('row').filter({ hasText: '/gone' })).toContainText(
      'The page returned an error (404).',
    );
    await expect(page.getByText('1 page returned an error (404).')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Progress' })).toContainText('1 failed');
    await page.getByRole('button', { name: 'Show page' }).click();
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText('404');
    await gleaner.open('jobs');
    const listed = page
      .getByRole('list', { name: 'Jobs' })
      .getByRole('listitem')
      .filter({ hasText: site.url.slice(7) });
    await expect(listed).toContainText('1 page');
    await expect(listed).toContainText('1 failed');
  } finally {
    await site.close();
  }
});

test('a job whose pages all failed is not called done', async ({ gleaner, page, engine }) => {
  const site = await startLinkedSite(3);
  try {
    const request = { urls: [`${site.url}/gone`, 'http://127.0.0.1:9/closed'] };
    const saved = await engine.call('PUT', '/local/saved/gone', { kind: 'batch', request });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    const { body } = await engine.call('POST', '/local/saved/gone/run');
    await gleaner.open(`jobs/${body.id}`);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText('Job: No results from 2 pages', { timeout: 40_000 });
    await gleaner.open('jobs');
    const listed = page.getByRole('list', { name: 'Jobs' }).getByRole('listitem').first();
    await expect(listed).toContainText('No results');
    await gleaner.open('monitors/gone');
    const run = page.getByRole('list', { name: 'Runs' }).getByRole('listitem').first();
    await expect(run).toContainText('No results');
    await expect(run).not.toContainText('Done');
  } finally {
    await site.close();
  }
});

test('webhook deliveries are listed and replayed', async ({ gleaner, page, engine }) => {
  const [site, receiver] = await Promise.all([startLinkedSite(3), startReceiver()]);
  try {
    const webhook = { url: `${receiver.url}/hook`, events: ['completed'] };
    const { body } = await engine.call('POST', '/v2/crawl', {
      url: `${site.url}/p/0`,
      crawlEntireDomain: true,
      webhook,
    });
    await gleaner.open(`jobs/${body.id}`);
    await page.getByRole('tab', { name: 'Webhook' }).click();
    const list = page.getByRole('region', { name: 'Webhook deliveries' });
    await expect(list.getByText('Responded with 200')).toBeVisible();
    await list.getByRole('button', { name: 'Replay crawl.completed' }).click();
    await expect(list.getByText(/attempt 2/)).toBeVisible();
    expect(receiver.asked).toEqual(['/hook', '/hook']);

    await gleaner.open('settings/webhooks');
    const all = page.getByRole('region', { name: 'Webhook deliveries' });
    await page.getByLabel('Event contains').fill('no such event');
    await expect(all.getByText('No deliveries yet.')).toBeVisible();
    await page.getByLabel('Event contains').fill('crawl.completed');
    await page.getByLabel('State').selectOption('delivered');
    await page.getByLabel('Receiver contains').fill(receiver.url.split(':').at(-1) ?? '');
    // Deliveries from other tests stay visible until the filtered response arrives.
    await expect(all.getByRole('button', { name: 'Payload of crawl.completed' })).toHaveCount(1);
    await all.getByRole('button', { name: 'Payload of crawl.completed' }).click();
    await expect(page.getByRole('dialog')).toContainText(body.id);
    await page.keyboard.press('Escape');
    await all.getByRole('button', { name: 'Replay crawl.completed' }).click();
    await expect.poll(() => receiver.asked.length).toBe(3);
    await page.getByLabel('Webhook address').fill(`${receiver.url}/try`);
    await page.getByRole('button', { name: 'Send test' }).click();
    await expect(page.getByRole('form', { name: 'Test event' }).getByRole('status')).toContainText('200');
    expect(receiver.asked.at(-1)).toBe('/try');
  } finally {
    await Promise.all([site.close(), receiver.close()]);
  }
});

test('the code of a job contains its request', async ({ gleaner, page, engine }) => {
  const site = await startLinkedSite(3);
  try {
    const { body } = await engine.call('POST', '/v2/batch/scrape', {
      urls: [`${site.url}/p/0`, `${site.url}/p/1`],
      formats: ['html'],
    });
    await gleaner.open(`jobs/${body.id}`);
    await expect(page.getByRole('button', { name: 'Run again' })).toBeVisible();
    await page.getByRole('button', { name: 'Code' }).click();
    const code = await page.getByRole('dialog').locator('pre').textContent();
    const sent = JSON.parse(/-d '([\s\S]*)'/.exec(code ?? '')?.[1] ?? '');
    expect({ ...sent, urls: sent.urls.sort() }).toEqual({
      urls: [`${site.url}/p/0`, `${site.url}/p/1`],
      formats: ['html'],
    });
  } finally {
    await site.close();
  }
});
