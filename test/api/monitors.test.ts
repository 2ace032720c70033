import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type EngineInProcess,
  startInProcess,
  type TestTimerClock,
  testTimerClock,
} from '../support/engine-in-process';
import { type ShopSite, startShopSite } from '../support/shop-site';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver';

const hourMs = 3_600_000;
const recipe = () => ({
  version: 1,
  name: 'shop',
  pages: [`${shop.url}/list`],
  records: { selector: 'li.card' },
  fields: [
    { name: 'name', type: 'text', sources: [{ selector: 'h3' }] },
    { name: 'price', type: 'text', sources: [{ selector: '.price' }] },
  ],
  health: { pages: 1, rows: 3, fill: { name: 1, price: 1 } },
});
let clock: TestTimerClock;
let engine: EngineInProcess;
let shop: ShopSite;
let receiver: WebhookReceiver;
let dataDir: string;
beforeAll(async () => {
  clock = testTimerClock('2026-11-22T06:30:00Z');
  [shop, receiver, dataDir] = await Promise.all([
    startShopSite(),
    startWebhookReceiver(),
    mkdtemp(join(tmpdir(), 'gleaner-monitors-')),
  ]);
  engine = await startInProcess({ clock, dataDir });
});
afterAll(async () => {
  await engine.stop();
  await Promise.all([shop.close(), receiver.close()]);
  await rm(dataDir, { recursive: true, force: true });
});

const list = (rows: readonly (readonly [string, string])[]) =>
  `<!doctype html><title>Shop</title><main><h1>All products</h1><ul class="grid">${rows
    .map(
      ([name, price]) => `<li class="card"><h3><a href="/x">${name}</a></h3><span class="price">${price}</span></li>`,
    )
    .join('')}</ul></main>`;
const ok = async (method: string, path: string, body?: unknown) => {
  const answer = await engine.call(method, path, body);
  expect([path, answer.status, answer.body.error]).toEqual([path, 200, undefined]);
  return answer.body;
};
const runs = async (name: string) => (await ok('GET', `/local/saved/${name}/runs`)).runs;

/** Waits until a saved job's run has a `verdict` or `rows`, depending on `what`. Returns the run. */
async function judged(name: string, number: number, what: 'verdict' | 'rows' = 'verdict') {
  let run: Record<string, never> | undefined;
  await expect
    .poll(
      async () => {
        run = (await runs(name)).find((one: { number: number }) => one.number === number);
        return run?.[what] !== undefined;
      },
      { timeout: 30_000, interval: 30 },
    )
    .toBe(true);
  return run as never as {
    verdict: Record<string, unknown>;
    state: string;
    rows: number;
    startedBy: string;
    id: string;
  };
}

describe('a monitored table that runs every hour', () => {
  const name = 'prices';

  it('uses its first run as the baseline, and reports no unchanged run', async () => {
    shop.put(
      '/list',
      list([
        ['Kettle', '€ 49'],
        ['Pan', '€ 35'],
        ['Board', '€ 18'],
      ]),
    );
    await ok('PUT', `/local/saved/${name}`, {
      kind: 'table',
      request: { url: `${shop.url}/list`, recipe: recipe() },
      description: 'Prices',
    });
    const notify = { desktop: true, webhook: receiver.url, file: 'prices.jsonl' };
    await ok('PUT', `/local/saved/${name}/monitor`, { key: 'name', notify });
    await ok('PUT', `/local/saved/${name}/schedule`, { cron: '0 * * * *', timeZone: 'Europe/Berlin' });
    const { items } = await ok('GET', '/local/schedules');
    expect(items[0]).toMatchObject({ name, nextAt: '2026-11-22T07:00:00.000Z' });
    expect(items[0].next).toHaveLength(5);
    clock.pass(hourMs / 2);
    expect(await judged(name, 1)).toMatchObject({ startedBy: 'schedule', rows: 3, verdict: { kind: 'base' } });
    clock.pass(hourMs);
    expect(await judged(name, 2)).toMatchObject({ verdict: { kind: 'same', against: 1 } });
    expect(receiver.received).toEqual([]);
  });

  it('reports a change with old and new values, by webhook and in a file', async () => {
    shop.put(
      '/list',
      list([
        ['Kettle', '€ 39'],
        ['Board', '€ 18'],
        ['<img src=x onerror=alert(1)>', '€ 1'],
      ]),
    );
    clock.pass(hourMs);
    expect(await judged(name, 3)).toMatchObject({
      verdict: { kind: 'changed', against: 2, added: 1, removed: 1, changed: 1 },
    });
    const [notice] = await receiver.until(1);
    expect(notice?.json.type).toBe('monitor.changed');
    expect(notice?.json.data[0]).toMatchObject({
      monitor: name,
      message: 'price of Kettle changed from € 49 to € 39, and 2 more changes.',
      counts: { added: 1, removed: 1, changed: 1 },
      changed: [{ key: 'Kettle', cells: [{ column: 'price', before: '€ 49', after: '€ 39' }] }],
    });
    const changes = await ok('GET', `/local/saved/${name}/runs/3/changes`);
    expect(changes).toMatchObject({ run: 3, against: 2, removed: [{ name: 'Pan', price: '€ 35' }] });
    expect((await ok('GET', `/local/saved/${name}/runs/3/changes?against=1`)).against).toBe(1);
    const file = join(dataDir, 'monitors', 'prices.jsonl');
    await expect.poll(() => readFile(file, 'utf8').catch(() => ''), { timeout: 10_000 }).toContain('"monitor.changed"');
    expect((await ok('GET', '/local/monitors')).items[0]).toMatchObject({ name, lastChange: { number: 3 } });
  });

  it('ignores a failed or empty run, and compares the next one with the last good one', async () => {
    shop.put('/list', '<h1>Down</h1>', 503);
    clock.pass(hourMs);
    expect(await judged(name, 4)).toMatchObject({ verdict: { kind: 'failed' } });
    expect((await receiver.until(2))[1]?.json).toMatchObject({ type: 'monitor.failed', success: false });
    shop.put(
      '/list',
      list([
        ['Kettle', '€ 39'],
        ['Board', '€ 18'],
      ]),
    );
    clock.pass(hourMs);
    expect(await judged(name, 5)).toMatchObject({ verdict: { kind: 'changed', against: 3, removed: 1, added: 0 } });
  });

  it('skips a run while the previous one is active', async () => {
    const { id } = await ok('POST', `/local/saved/${name}/run`);
    await ok('POST', `/local/jobs/${id}/pause`);
    clock.pass(hourMs);
    await expect
      .poll(async () => (await ok('GET', `/local/saved/${name}/runs`)).notes[0]?.kind, { timeout: 10_000 })
      .toBe('skipped');
    await ok('POST', `/local/jobs/${id}/resume`);
    expect(await judged(name, 6)).toMatchObject({ startedBy: 'person', verdict: { kind: 'same' } });
  });

  it('reports missed runs, and runs once', async () => {
    await engine.stop();
    const damaged = { _id: 'broken', kind: 'crawl', request: '{cut', savedAt: '', schedule: { nextAt: 'never' } };
    await appendFile(join(dataDir, 'saved-jobs.db'), `${JSON.stringify(damaged)}\n`);
    clock.pass(5 * hourMs);
    engine = await startInProcess({ clock, dataDir });
    expect(await judged(name, 7)).toMatchObject({ startedBy: 'schedule' });
    const { notes } = await ok('GET', `/local/saved/${name}/runs`);
    expect(notes[0]).toMatchObject({
      kind: 'missed',
      message: expect.stringMatching(/^5 runs were missed.*runs once now/),
    });
    expect((await engine.call('GET', '/local/saved/broken')).body.error).toMatch(/is damaged on disk/);
    const { items } = await ok('GET', '/local/saved');
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      description: 'Prices',
      monitor: { key: 'name' },
      lastRun: { id: expect.any(String) },
    });
  });

  it('stays off while its schedule is paused, and keeps the configured number of runs', async () => {
    await ok('PUT', `/local/saved/${name}/schedule`, { cron: '0 * * * *', isPaused: true });
    clock.pass(3 * hourMs);
    await ok('PATCH', `/local/saved/${name}`, { keepRuns: 2 });
    const shown = await runs(name);
    expect(shown).toHaveLength(7);
    const kept = await Promise.all(
      shown.map(async ({ id }: { id: string }) => (await ok('GET', `/local/jobs/${id}`)).keptBy),
    );
    expect(kept).toEqual(['saved job', 'saved job', ...Array(5).fill(undefined)]);
  });
});

describe('a monitored page', () => {
  it('is compared by its text, with the changed lines', async () => {
    shop.put(
      '/news',
      '<title>News</title><main><h1>News</h1><p>The shop is open on weekdays from nine to five.</p></main>',
    );
    await ok('PUT', '/local/saved/news', {
      kind: 'batch',
      request: { urls: [`${shop.url}/news`], formats: ['markdown'] },
    });
    await ok('PUT', '/local/saved/news/monitor', {});
    await ok('POST', '/local/saved/news/run');
    await judged('news', 1);
    shop.put(
      '/news',
      '<title>News</title><main><h1>News</h1><p>The shop is closed for the winter holidays.</p></main>',
    );
    await ok('POST', '/local/saved/news/run');
    expect(await judged('news', 2)).toMatchObject({ verdict: { kind: 'changed', changed: 1 } });
    const { changed } = await ok('GET', '/local/saved/news/runs/2/changes');
    expect(changed[0]).toMatchObject({ key: `${shop.url}/news`, cells: [] });
    expect(changed[0].diff).toMatch(/\n-The shop is open[^+]*\n\+The shop is closed/);
  });
});

describe('an invalid monitor or schedule is refused with a reason', () => {
  it.each([
    ['PUT', '/local/saved/prices/schedule', { cron: 'soon' }, 400, /not a five-field cron expression/],
    ['POST', '/local/schedules/preview', { cron: '0 0 30 2 *' }, 400, /never occurs/],
    ['PUT', '/local/saved/nothing/schedule', { cron: '0 7 * * *' }, 404, /no saved job ..nothing/],
    ['PUT', '/local/saved/nothing/monitor', {}, 404, /no saved job ..nothing/],
    ['PUT', '/local/saved/prices/monitor', { notify: { file: '../x.jsonl' } }, 400, /jsonl/],
    ['PUT', '/local/saved/prices/monitor', { ignoreSelectors: ['.ok', 'div['] }, 400, /Invalid selector.*div/],
    ['PUT', '/local/saved/prices/monitor', { notify: { webhook: 'https://u:p@x.example/' } }, 400, /contains a secret/],
    ['GET', '/local/saved/prices/runs/99/changes', undefined, 404, /run to compare with does not exist/],
  ])('%s %s', async (method, path, body, status, words) => {
    const answer = await engine.call(method, path, body);
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([status, expect.stringMatching(words)]);
  });
});
