import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestEngine } from '../support/engine';
import { openStored } from '../support/open-stored';
import { startTestEngine } from '../support/start-engine';
import { expect, openWindow, test } from './gleaner-test';
import { figure } from './job-steps';
import { startEndlessSite, startLinkedSite } from './long-site';

const untilDone = ({ call }: TestEngine, id: string) =>
  expect.poll(async () => (await call('GET', `/local/jobs/${id}`)).body.state, { timeout: 60_000 }).toBe('completed');

test('a running crawl never waits for its first page once pages are done', async ({ gleaner, engine }) => {
  const { page } = gleaner;
  const site = await startLinkedSite(60);
  try {
    site.slow(30);
    await page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      new MutationObserver(() => {
        const said = [...document.querySelectorAll('dl > div')].map((one) => one.textContent ?? '');
        const done = Number(said.find((text) => text.startsWith('Done'))?.slice(4) ?? 0);
        const text = document.querySelector('[role=tabpanel]')?.textContent ?? '';
        if (done > 0 && /Waiting for the first page|\b0 pages/.test(text)) seen.push(`Done ${done}: ${text}`);
      }).observe(document.body, { childList: true, subtree: true, characterData: true });
    });
    const request = { url: `${site.url}/p/0`, crawlEntireDomain: true, sitemap: 'skip' };
    const { body } = await engine.call('POST', '/v2/crawl', request);
    await page.evaluate((id) => {
      location.hash = `/jobs/${id}`;
    }, body.id);
    await expect(page.getByRole('button', { name: 'Run again' })).toBeVisible({ timeout: 60_000 });
    await expect(figure(page, 'Done')).toHaveText('60');
    await expect(page.getByRole('heading', { name: 'Job: 60 pages', exact: true })).toBeVisible();
    expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([]);
  } finally {
    await site.close();
  }
});

test('a retry of an old batch counts time and pages from its start', async ({ page }) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gleaner-old-'));
  const site = await startEndlessSite();
  let engine = await startTestEngine({ dataDir });
  try {
    const urls = [...Array.from({ length: 30 }, (_, index) => `${site.url}/n/${index}`), 'http://127.0.0.1:9/closed'];
    const { id } = (await engine.call('POST', '/v2/batch/scrape', { urls })).body;
    await untilDone(engine, id);
    await engine.stop();
    await makeOlder(dataDir, 24 * 60_000);
    engine = await startTestEngine({ dataDir });
    await openWindow(page, engine, `jobs/${id}`);
    await expect(page.getByRole('button', { name: /^Took / })).toBeVisible();
    await page.getByRole('tab', { name: /^Problems/ }).click();
    await page.getByRole('button', { name: 'Retry failed pages (1)' }).click();
    await expect(figure(page, 'Elapsed')).toHaveText(/^\d+(\.\d)?\ss$/);
    await expect(figure(page, 'Remaining')).toBeHidden();
    await expect(figure(page, 'Duration')).toHaveText(/^\d+(\.\d)?\ss$/, { timeout: 60_000 });
    // The rate excludes the 30 pages that were read before the retry.
    await expect(figure(page, 'Pages/s')).toHaveText('0');
  } finally {
    await engine.stop();
    await site.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});

/** Moves all job timestamps into the past. */
async function makeOlder(dataDir: string, byMs: number): Promise<void> {
  const database = await openStored(dataDir);
  await database.write(async (db) => {
    for (const { id, record } of await db.selectFrom('job').select(['id', 'record']).execute()) {
      const job = JSON.parse(record) as Record<string, unknown>;
      for (const name of ['createdAt', 'startedAt', 'finishedAt']) {
        job[name] = new Date(Date.parse(String(job[name])) - byMs).toISOString();
      }
      const times = { created_at: String(job.createdAt), finished_at: Date.parse(String(job.finishedAt)) };
      await db
        .updateTable('job')
        .set({ ...times, record: JSON.stringify(job) })
        .where('id', '=', id)
        .execute();
    }
  });
  await database.close();
}

test('counts have separators, and a search has one button to clear it', async ({ gleaner, engine, page }) => {
  const site = await startEndlessSite();
  try {
    const urls = Array.from({ length: 1200 }, (_, index) => `${site.url}/n/${index}`);
    const { id } = (await engine.call('POST', '/v2/batch/scrape', { urls })).body;
    await untilDone(engine, id);
    await gleaner.open(`jobs/${id}`);
    await expect(page.getByRole('tab', { name: /^Pages/ })).toHaveText('Pages1,200');
    const search = page.getByRole('searchbox', { name: 'Search results' });
    await search.fill('Report 1199');
    await expect(page.getByText('1 page', { exact: true })).toBeVisible();
    // An input of type `search` would add the browser's own clear button.
    await expect(search).toHaveAttribute('type', 'text');
    await page.locator('.search .n-base-clear__clear').click();
    await expect(search).toHaveValue('');
  } finally {
    await site.close();
  }
});
