import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Firecrawl from 'firecrawl';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type EngineInProcess,
  startInProcess,
  type TestTimerClock,
  testTimerClock,
} from '../support/engine-in-process';
import { type SearchServer, startSearchServer } from '../support/search-server';
import { type ShopSite, startShopSite } from '../support/shop-site';
import { type SmtpServer, startSmtpServer } from '../support/smtp-server';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver';

const hourMs = 3_600_000;
let clock: TestTimerClock;
let engine: EngineInProcess;
let client: Firecrawl;
let shop: ShopSite;
let search: SearchServer;
let smtp: SmtpServer;
let receiver: WebhookReceiver;
let dataDir: string;
beforeAll(async () => {
  clock = testTimerClock('2026-11-22T06:30:00Z');
  [shop, search, smtp, receiver, dataDir] = await Promise.all([
    startShopSite(),
    startSearchServer(),
    startSmtpServer(),
    startWebhookReceiver(),
    mkdtemp(join(tmpdir(), 'gleaner-monitors-')),
  ]);
  engine = await startInProcess({ clock, dataDir });
  client = new Firecrawl({ apiKey: 'test-key-0123456789', apiUrl: engine.url });
});
afterAll(async () => {
  await engine.stop();
  await Promise.all([shop.close(), search.close(), smtp.close(), receiver.close()]);
  await rm(dataDir, { recursive: true, force: true });
});

const page = (title: string, text: string) => `<title>${title}</title><main><h1>${title}</h1>${text}</main>`;
const daily = { cron: '0 9 * * *' };
const scrape = (...paths: readonly string[]) => [
  { type: 'scrape' as const, urls: paths.map((path) => shop.url + path) },
];

/** Waits until a check has ended. Returns the check with its pages. */
async function ended(monitorId: string, checkId: string, options = {}) {
  await expect
    .poll(async () => (await client.getMonitorCheck(monitorId, checkId)).status, { timeout: 30_000, interval: 30 })
    .not.toMatch(/queued|running/);
  await expect.poll(async () => (await client.getMonitor(monitorId)).lastCheckSummary).toBeTruthy();
  return client.getMonitorCheck(monitorId, checkId, options);
}
const ran = async (monitorId: string, options = {}) =>
  ended(monitorId, (await client.runMonitor(monitorId)).id, options);
const paths = (pages: readonly { readonly url: string; readonly status: string }[]) =>
  Object.fromEntries(pages.map(({ url, status }) => [url.slice(shop.url.length), status]));

describe('a monitor of pages', () => {
  let id: string;

  it('is created, listed, read and changed with every field of the client', async () => {
    const created = await client.createMonitor({
      name: 'Opening hours',
      schedule: { text: 'daily at 9:00', timezone: 'Europe/Berlin' },
      targets: scrape('/hours', '/gone', '/still'),
      webhook: { url: receiver.url, headers: { authorization: 'Bearer secret-123' }, metadata: { team: 'a' } },
      goal: 'Tell me when the opening hours change',
      judgeEnabled: true,
      retentionDays: 7,
    });
    id = created.id;
    expect(created).toMatchObject({
      ...{ name: 'Opening hours', status: 'active', retentionDays: 7, judgeEnabled: true },
      schedule: { cron: '0 9 * * *', timezone: 'Europe/Berlin' },
      nextRunAt: '2026-11-22T08:00:00.000Z',
      ...{ lastRunAt: null, currentCheckId: null, lastCheckSummary: null, notification: null },
      targets: [{ id: expect.any(String), type: 'scrape', urls: expect.arrayContaining([`${shop.url}/hours`]) }],
      webhook: { headers: { authorization: '***' }, events: ['monitor.page', 'monitor.check.completed'] },
    });
    expect(await client.getMonitor(id)).toEqual(created);
    // Masked headers that a client sends back leave the saved headers unchanged.
    const masked = { url: `${receiver.url}?again`, headers: { authorization: '***' }, metadata: { team: 'a' } };
    await client.updateMonitor(id, { webhook: masked });
    const elsewhere = await engine.call('PATCH', `/v2/monitor/${id}`, {
      webhook: { ...masked, url: shop.url },
      targets: scrape('/gone'),
    });
    expect(elsewhere).toMatchObject({ status: 400, body: { details: [{ path: ['webhook', 'headers'] }] } });
    expect((await client.getMonitor(id)).targets).toEqual(created.targets);
    const changed = await client.updateMonitor(id, {
      name: 'Hours',
      status: 'paused',
      schedule: { text: 'weekdays at 7' },
    });
    expect(changed).toMatchObject({
      id,
      name: 'Hours',
      status: 'paused',
      schedule: { cron: '0 7 * * 1-5' },
      nextRunAt: null,
    });
    await client.updateMonitor(id, { status: 'active', schedule: { cron: '0 * * * *' } });
    expect((await client.listMonitors({ limit: 1 })).map((one) => one.name)).toEqual(['Hours']);
    expect(await client.listMonitors({ offset: 1 })).toEqual([]);
  });

  it('is a monitor of the app, too', async () => {
    const { items } = (await engine.call('GET', '/local/monitors')).body;
    expect(items).toMatchObject([{ name: 'Opening hours', kind: 'monitor', schedule: { cron: '0 * * * *' } }]);
  });

  it('counts all pages of its first check as new, and reports each', async () => {
    shop.put('/hours', page('Hours', '<p>Open 9:00–17:00 on weekdays.</p><p>Updated 3 hours ago</p>'));
    shop.put('/gone', page('Offer', '<p>An offer of this week.</p>'));
    shop.put('/still', page('About', '<p>We have sold kettles for a hundred years.</p>'));
    clock.pass(hourMs / 2);
    await expect.poll(() => client.listMonitorChecks(id), { timeout: 20_000 }).toHaveLength(1);
    const [first] = await client.listMonitorChecks(id);
    const check = await ended(id, first?.id ?? '');
    expect(check).toMatchObject({
      ...{ monitorId: id, status: 'completed', trigger: 'scheduled', billingStatus: 'not_applicable', error: null },
      summary: { totalPages: 3, same: 0, changed: 0, new: 3, removed: 0, error: 0 },
    });
    const events = await receiver.until(4);
    expect(events.map(({ json }) => json.type).sort()).toEqual([
      'monitor.check.completed',
      ...Array(3).fill('monitor.page'),
    ]);
    expect(events[0]?.headers.authorization).toBe('Bearer secret-123');
    expect(events[0]?.json).toMatchObject({ metadata: { team: 'a' }, data: [{ monitorId: id, checkId: check.id }] });
    expect(Object.keys(events[0]?.headers ?? {}).filter((name) => name.includes('signature'))).not.toEqual([]);
  });

  it('tells changed, removed and unchanged pages apart, with the difference and a judgement', async () => {
    shop.put('/hours', page('Hours', '<p>Open 9:00–16:00 on weekdays.</p><p>Updated 1 hour ago</p>'));
    shop.put('/gone', page('Not here', ''), 404);
    const check = await ran(id);
    expect(check.summary).toEqual({ totalPages: 3, same: 1, changed: 1, new: 0, removed: 1, error: 0 });
    expect(paths(check.pages)).toEqual({ '/hours': 'changed', '/gone': 'removed', '/still': 'same' });
    const changed = check.pages.find(({ status }) => status === 'changed');
    expect(changed).toMatchObject({
      diff: {
        text: expect.stringMatching(/-Open 9:00–17:00[^+]*\+Open 9:00–16:00/),
        json: { files: [expect.anything()] },
      },
      judgment: {
        meaningful: true,
        confidence: 'high',
        meaningfulChanges: [{ type: 'changed', after: 'Open 9:00–16:00 on weekdays.' }],
      },
      ...{ statusCode: 200, error: null, previousScrapeId: expect.any(String), currentScrapeId: expect.any(String) },
    });
    const told = (await receiver.until(7)).slice(4).map(({ json }) => json);
    expect(told.find(({ data }) => data[0].status === 'changed')?.data[0]).toMatchObject({
      ...{ monitorId: id, checkId: check.id, isMeaningful: true, url: `${shop.url}/hours` },
    });
    expect(told.find(({ type }) => type === 'monitor.check.completed')?.data[0]).toMatchObject({
      ...{ status: 'completed', summary: check.summary },
    });
  });

  it('judges a change of a date alone as not meaningful, and reports pages in parts and by state', async () => {
    shop.put('/hours', page('Hours', '<p>Open 9:00–16:00 on weekdays.</p><p>Updated 5 minutes ago</p>'));
    const check = await ran(id, { limit: 1 });
    expect(paths(check.pages)).toEqual({ '/hours': 'changed', '/gone': 'same', '/still': 'same' });
    expect(check.pages.find(({ status }) => status === 'changed')?.judgment).toMatchObject({ meaningful: false });
    const changed = await client.getMonitorCheck(id, check.id, { status: 'changed', autoPaginate: false });
    expect([changed.pages.length, changed.next]).toEqual([1, null]);
    expect((await client.listMonitorChecks(id, { limit: 1, offset: 1 })).length).toBe(1);
  });

  it('reports a page that fails, and a check that overlaps', async () => {
    await client.updateMonitor(id, { targets: scrape('/still', '/dead') });
    shop.put('/dead', page('Dead', '<p>Soon dead.</p>'));
    const running = await client.runMonitor(id);
    await engine.call('POST', `/local/jobs/${running.id}/pause`);
    const overlapping = await client.runMonitor(id);
    await engine.call('POST', `/local/jobs/${running.id}/resume`);
    expect(overlapping).toMatchObject({ status: 'skipped_overlap', trigger: 'manual', startedAt: null });
    await ended(id, running.id);
    expect((await client.listMonitorChecks(id)).map(({ status }) => status)).toContain('skipped_overlap');
    await client.updateMonitor(id, {
      targets: [{ type: 'scrape', urls: [`${shop.url}/still`, 'http://127.0.0.1:9/'] }],
    });
    const partial = await ran(id);
    expect(partial).toMatchObject({ status: 'partial', summary: { error: 1 } });
    expect(partial.pages.find(({ status }) => status === 'error')).toMatchObject({
      ...{ url: 'http://127.0.0.1:9/', error: expect.any(String), statusCode: null, diff: null },
    });
    const next = await ran(id);
    expect(next).toMatchObject({ status: 'partial', summary: { totalPages: 2, same: 1, error: 1 } });
  });

  it('is deleted', async () => {
    expect(await client.deleteMonitor(id)).toBe(true);
    await expect(client.getMonitor(id)).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect((await engine.call('GET', '/local/monitors')).body.items).toEqual([]);
  });
});

describe('targets', () => {
  it('of a crawl and of a search are read in one check, each page once', async () => {
    await engine.call('PUT', '/local/plugins/search/searxng/settings', { url: search.url });
    shop.put('/site/', page('Site', '<a href="/site/a">a</a> <a href="/site/b">b</a>'));
    shop.put('/site/a', page('A', '<p>First page of the site.</p>'));
    shop.put('/site/b', page('B', '<p>Second page of the site.</p>'));
    shop.put('/found', page('Found', '<p>Found by words.</p>'));
    search.finds([
      { url: `${shop.url}/found`, title: 'Found' },
      { url: 'https://other.example/', title: 'Other' },
    ]);
    const { id, targets } = await client.createMonitor({
      name: 'Site and search',
      schedule: daily,
      targets: [
        { type: 'crawl', url: `${shop.url}/site/`, crawlOptions: { limit: 3, sitemap: 'skip' } },
        { type: 'search', queries: ['kettle'], searchWindow: '24h', includeDomains: ['127.0.0.1'], maxResults: 3 },
      ],
    });
    const check = await ran(id);
    expect(paths(check.pages)).toEqual({ '/site/': 'new', '/site/a': 'new', '/site/b': 'new', '/found': 'new' });
    const [crawled, found] = targets;
    expect(check.pages.find(({ url }) => url.endsWith('/found'))?.targetId).toBe(found?.id);
    expect(check.pages.find(({ url }) => url.endsWith('/site/a'))?.targetId).toBe(crawled?.id);
    expect(check.targetResults).toMatchObject([{ type: 'crawl', targetId: crawled?.id }, { type: 'search' }]);
    expect(search.asked.at(-1)?.get('time_range')).toBe('day');
    search.finds([]);
    shop.put('/site/', page('Site', '<a href="/site/a">a</a>'));
    const next = await ran(id);
    expect(paths(next.pages)).toMatchObject({ '/site/': 'changed', '/site/a': 'same', '/site/b': 'removed' });
    expect(paths(next.pages)).not.toHaveProperty('/found');
    await client.deleteMonitor(id);
  });

  it('with a schema are compared field by field', async () => {
    shop.put('/kettle', page('Kettle', '<p>Price: € 49</p>'));
    const schema = { type: 'object', properties: { price: { type: 'number' } } };
    const formats = [{ type: 'changeTracking' as const, modes: ['json' as const], schema }];
    const { id } = await client.createMonitor({
      ...{ name: 'Fields', schedule: daily },
      targets: [{ type: 'scrape', urls: [`${shop.url}/kettle`], scrapeOptions: { formats } }],
    });
    await ran(id);
    shop.put('/kettle', page('Kettle', '<p>Price: € 39</p>'));
    const { pages } = await ran(id);
    expect(pages[0]).toMatchObject({
      ...{ status: 'changed', snapshot: { json: { price: 39 } } },
      diff: { json: { price: { previous: 49, current: 39 } } },
    });
    expect(pages[0]?.diff).not.toHaveProperty('text');
    await client.deleteMonitor(id);
  });
});

describe('what is ignored and what is reported', () => {
  it('passes over selectors, patterns and small changes', async () => {
    const text = (visits: number, word: string) =>
      page(
        'News',
        `<p class="clock">${visits} o'clock</p><p>Visits: ${visits}</p><p>The ${word} is open on all days of the week but one.</p>`,
      );
    const body = {
      ...{ name: 'Ignoring', schedule: daily, targets: scrape('/news') },
      ...{ ignoreSelectors: ['.clock'], ignorePatterns: ['^Visits: \\d+'], ignoreBelowPercent: 10 },
    };
    const created = await engine.call('POST', '/v2/monitor', body);
    const { id } = created.body.data;
    expect(created.body.data).toMatchObject({ ignorePatterns: ['^Visits: \\d+'] });
    const statuses: string[] = [];
    for (const html of [text(1, 'shop'), text(2, 'shop'), text(3, 'store'), page('News', '<p>Closed for good.</p>')]) {
      shop.put('/news', html);
      statuses.push(...(await ran(id)).pages.map(({ status }) => status));
    }
    expect(statuses).toEqual(['new', 'same', 'same', 'changed']);
    await client.deleteMonitor(id);
  });

  it('sends e-mails through the server of Settings when a condition holds', async () => {
    const email = { enabled: true, recipients: ['ada@example.org'] };
    const refused = client.createMonitor({
      name: 'x',
      schedule: daily,
      targets: scrape('/stock'),
      notification: { email },
    });
    await expect(refused).rejects.toMatchObject({ status: 400, message: expect.stringContaining('SMTP server') });
    const config = { host: '127.0.0.1', port: smtp.port, from: 'gleaner@example.org' };
    const owner = { sinks: [{ plugin: 'email', events: [], config }] };
    const cookie = await signedIn();
    const set = await fetch(`${engine.url}/local/settings`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', ...cookie },
      body: JSON.stringify(owner),
    });
    expect(set.status).toBe(200);
    shop.put('/stock', page('Stock', '<p>The kettle is sold out.</p>'));
    const conditions = [{ type: 'textAppears', text: 'in stock' }];
    const body = { name: 'Stock', schedule: daily, targets: scrape('/stock'), notification: { email }, conditions };
    const { data } = (await engine.call('POST', '/v2/monitor', body)).body;
    expect(data).toMatchObject({ emailRecipientSubscriptions: [{ email: 'ada@example.org', status: 'confirmed' }] });
    await ran(data.id);
    shop.put('/stock', page('Stock', '<p>The kettle is sold out today.</p>'));
    await ran(data.id);
    shop.put('/stock', page('Stock', '<p>The kettle is in stock.</p>'));
    const check = await ran(data.id);
    expect(check).toMatchObject({ conditionsMet: ['"in stock" has appeared.'] });
    await expect.poll(() => smtp.received.length, { timeout: 20_000 }).toBe(1);
    expect(smtp.received[0]).toMatchObject({ to: ['ada@example.org'] });
    expect(smtp.received[0]?.content).toMatch(/Subject: .*in_stock.*has_appeared/);
    await client.deleteMonitor(data.id);
  });
});

/** Signs in as a window on this machine does. Returns headers with the session cookie. */
async function signedIn(): Promise<Record<string, string>> {
  const answer = await fetch(engine.newSignInLink(), { redirect: 'manual' });
  return { cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '', origin: engine.url };
}

describe('a monitor that does not fit is refused with a sentence', () => {
  it.each([
    [{ schedule: { text: 'soon' } }, /could not be understood/],
    [{ schedule: {} }, /cron.*text/],
    [{ schedule: { cron: '0 0 30 2 *' } }, /never occurs/],
    [{ targets: [] }, /targets/],
    [{ targets: [{ type: 'scrape', urls: ['nonsense url'] }] }, /urls/],
    [{ targets: [{ type: 'scrape', urls: ['https://a.example'], scrapeOptions: { formats: ['nope'] } }] }, /formats/],
    [{ targets: [{ type: 'crawl', url: 'https://a.example', crawlOptions: { limit: 0 } }] }, /limit/],
    [{ ignorePatterns: ['('] }, /Not a regular expression/],
    [{ ignoreSelectors: ['.ok', 'div['] }, /Invalid selector.*ignoreSelectors/],
    [{ conditions: [{ type: 'below', column: 'price' }] }, /value/],
    [{ webhook: { url: 'ftp://a.example' } }, /webhook/],
  ])('%o', async (change, words) => {
    const good = { name: 'Bad', schedule: daily, targets: [{ type: 'scrape', urls: ['https://a.example/'] }] };
    const answer = await engine.call('POST', '/v2/monitor', { ...good, ...change });
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([400, expect.stringMatching(words)]);
    expect((await engine.call('GET', '/v2/monitor')).body.data).toEqual([]);
  });
});

it('tests an SMTP server before its settings are saved, and reports a refusal', async () => {
  const config = { host: '127.0.0.1', port: smtp.port, from: 'gleaner@example.org', to: ['owner@example.org'] };
  const test = (body: object) => engine.call('POST', '/local/sinks/email/test', body);
  expect(await test(config)).toMatchObject({ status: 200, body: { ok: true, message: 'The test was sent.' } });
  expect(smtp.received.at(-1)).toMatchObject({ to: ['owner@example.org'] });
  expect(smtp.received.at(-1)?.content).toContain('This is a test from Settings.');
  smtp.refuse(1);
  const refused = await test(config);
  expect(refused.body).toMatchObject({ ok: false, message: expect.stringContaining('try again later') });
  expect((await test({ ...config, to: [] })).body).toMatchObject({
    ok: false,
    message: expect.stringContaining('no recipient'),
  });
  expect((await test({ ...config, from: 'nobody' })).status).toBe(400);
  expect((await engine.call('POST', '/local/sinks/none/test', {})).status).toBe(404);
});
