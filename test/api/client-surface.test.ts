import { readFileSync } from 'node:fs';
import Firecrawl from 'firecrawl';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestEngine } from '../support/engine';
import { type FixtureSite, startFixtureSite } from '../support/fixture-site';
import { type SearchServer, startSearchServer } from '../support/search-server';
import { startTestEngine } from '../support/start-engine';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver';

let engine: TestEngine;
let site: FixtureSite;
let server: SearchServer;
/** A server that never responds. */
let silent: WebhookReceiver;
let client: Firecrawl;
beforeAll(async () => {
  [site, server, silent] = await Promise.all([startFixtureSite(), startSearchServer(), startWebhookReceiver()]);
  silent.answer('silent');
  engine = await startTestEngine({ env: { GLEANER_SEARCH_URL: server.url } });
  client = new Firecrawl({ apiKey: engine.key, apiUrl: engine.url });
  server.finds([{ url: `${site.url}/article`, title: 'The harbour', content: 'Ships' }]);
}, 60_000);
afterAll(async () => {
  await Promise.all([engine?.stop(), site?.close(), server?.close(), silent?.close()]);
});

const article = () => `${site.url}/article`;
const wait = { pollInterval: 1, timeout: 30 };
const titled = { type: 'object', properties: { title: { type: 'string' } } };

describe('the published client', () => {
  it('has a test, here or in the other tests of the client, for each of its calls', () => {
    const calls = [client, client.research].flatMap((one) => Object.getOwnPropertyNames(Object.getPrototypeOf(one)));
    const other = ['constructor', 'v1', 'isCloudService', 'research'];
    const names = ['client-surface', 'client-monitors', 'sdk', 'sdk-jobs', 'parse', 'browser-sessions'];
    const files = names.map((name) => readFileSync(`test/api/${name}.test.ts`, 'utf8'));
    const tested = new Set([...files.join().matchAll(/client(?:\.research)?\.(\w+)\(/g)].map(([, name]) => name));
    const missing = [...calls, ...inheritedCalls()].filter((name) => !tested.has(name) && !other.includes(name));
    expect([...new Set(missing)]).toEqual([]);
  });

  it('searches', async () => {
    const { web } = await client.search('harbour', { limit: 1 });
    expect(web).toEqual([expect.objectContaining({ url: article(), title: 'The harbour', position: 1 })]);
  });

  it('searches within domains and categories, and describes read pages by their best passage', async () => {
    server.finds([
      { url: article(), title: 'The harbour', content: 'A page' },
      { url: 'https://other.example/', title: 'Other', content: 'Another' },
      { url: 'https://github.com/a/b', title: 'Code', content: 'Some code' },
    ]);
    const local = await client.search('ships', {
      includeDomains: ['127.0.0.1'],
      scrapeOptions: { formats: ['markdown'] },
    });
    expect(local.web).toHaveLength(1);
    expect(local.web?.[0]).toMatchObject({ description: expect.stringContaining('Ships come and go') });
    const plain = {
      includeDomains: ['127.0.0.1'],
      highlights: false,
      scrapeOptions: { formats: ['markdown' as const] },
    };
    expect((await client.search('ships', plain)).web?.[0]).toMatchObject({ description: 'A page' });
    const others = await client.search('ships', { excludeDomains: ['127.0.0.1', 'github.com'] });
    expect(others.web?.map((one) => 'url' in one && one.url)).toEqual(['https://other.example/']);
    expect(server.asked.at(-1)?.get('q')).toBe('ships -site:127.0.0.1 -site:github.com');
    expect((await client.search('ships', { categories: ['developer'] })).web).toMatchObject([
      { category: 'developer' },
    ]);
    server.finds([{ url: article(), title: 'The harbour', content: 'Ships' }]);
  });

  it('starts an extract, reads its status and waits for its end', async () => {
    const { id } = await client.startExtract({ urls: [article()], schema: titled });
    expect(['processing', 'completed']).toContain((await client.getExtractStatus(id ?? '')).status);
    const end = await client.extract({ urls: [article()], schema: titled, ...wait });
    expect(end).toMatchObject({ success: true, status: 'completed', data: { title: 'The harbour' } });
  });

  it('starts an agent, reads its status, waits for its end and cancels it', async () => {
    const request = { urls: [article()], prompt: 'the title', schema: titled, strictConstrainToURLs: true };
    const started = await client.startAgent(request);
    expect(started).toMatchObject({ success: true, id: expect.any(String) });
    expect(await client.getAgentStatus(started.id)).toMatchObject({ success: true, expiresAt: expect.any(String) });
    const end = await client.agent({ ...request, ...wait });
    expect(end).toMatchObject({ success: true, status: 'completed', data: { title: 'The harbour' } });
    const slow = await client.startAgent({ ...request, urls: [silent.url] });
    expect(await client.cancelAgent(slow.id)).toBe(true);
  });

  it('lists agents, and reads the trace, the snapshots and the thread of one', async () => {
    const request = { urls: [article()], prompt: 'the title', schema: titled, strictConstrainToURLs: true };
    const first = await client.startAgent({ ...request, effort: 'low', model: 'spark-2', mode: 'chat' });
    expect(first).toMatchObject({ threadId: expect.any(String), threadTurn: 1 });
    await expect
      .poll(async () => (await client.getAgentStatus(first.id)).status, { timeout: 20_000 })
      .toBe('completed');
    expect(await client.getAgentStatus(first.id)).toMatchObject({
      ...{ model: 'spark-2', effort: 'low', mode: 'chat', threadId: first.threadId, message: 'title: The harbour' },
    });
    const { agents = [] } = await client.listAgents();
    expect(agents[0]).toMatchObject({
      ...{ id: first.id, status: 'completed', settings: { hidden: false, starred: false } },
      options: { prompt: 'the title', model: 'spark-2', effort: 'low', urls: [article()] },
    });
    const before = Date.parse(agents[0]?.createdAt ?? '');
    expect((await client.listAgents({ before })).agents?.map(({ id }) => id)).not.toContain(first.id);
    const { events = [], activeBrowserSessions } = await client.getAgentTrace(first.id, { liveView: true });
    expect(activeBrowserSessions).toEqual([]);
    expect(events.map(({ type }) => type)).toEqual([
      ...['run.started', 'agent.started', 'artifact.updated', 'agent.finished', 'run.finished'],
    ]);
    expect(events.map(({ producerSequence }) => producerSequence)).toEqual(events.map((_, index) => index + 1));
    expect(events.at(-1)).toMatchObject({ runId: first.id, schemaVersion: 1, outcome: 'succeeded', error: null });
    const { snapshot = '' } = await client.getAgentSnapshot(first.id, 'data');
    expect(JSON.parse(snapshot)).toEqual({ title: 'The harbour' });
    await expect(client.getAgentSnapshot(first.id, 'nothing')).rejects.toMatchObject({ status: 404 });
    const { threadId = '' } = first;
    const second = await client.startAgent({ prompt: 'the title again', schema: titled, threadId });
    expect(second).toMatchObject({ threadId, threadTurn: 2 });
    await expect
      .poll(async () => (await client.getAgentStatus(second.id)).status, { timeout: 20_000 })
      .toBe('completed');
    const { thread } = await client.getAgentThread(threadId, { includeData: true });
    expect(thread).toMatchObject({
      ...{ id: threadId, status: 'idle' },
      runs: [
        { id: first.id, turn: 1, mode: 'chat', status: 'succeeded', data: { title: 'The harbour' } },
        { id: second.id, turn: 2, mode: 'extract', urls: [article()], message: null },
      ],
    });
    const unknown = '00000000-0000-4000-8000-000000000000';
    await expect(client.startAgent({ prompt: 'x', threadId: unknown })).rejects.toMatchObject({ status: 404 });
  });

  it('reads and cancels a batch', async () => {
    const { id } = await client.startBatchScrape([silent.url]);
    expect(await client.getBatchScrapeStatus(id)).toMatchObject({ status: 'scraping', total: 1, data: [] });
    expect(await client.cancelBatchScrape(id)).toBe(true);
    expect((await client.getBatchScrapeStatus(id)).status).toBe('cancelled');
  });

  it('previews the options of a crawl', async () => {
    const preview = await client.crawlParamsPreview(site.url, 'at most 7 pages below /docs');
    expect(preview).toMatchObject({ limit: 7 });
  });

  it('reads past months of credits and tokens', async () => {
    const [{ periods: credits }, { periods: tokens }] = await Promise.all([
      client.getCreditUsageHistorical(),
      client.getTokenUsageHistorical(),
    ]);
    expect(tokens.map(({ tokensUsed }) => tokensUsed)).toEqual(credits.map(({ creditsUsed }) => creditsUsed * 15));
  });

  it('calls by the names of earlier versions', async () => {
    expect((await client.scrapeUrl(article())).metadata?.title).toBe('The harbour');
    expect((await client.mapUrl(site.url)).links.length).toBeGreaterThan(0);
    const crawl = await client.crawlUrl(article(), { limit: 1, ...wait });
    expect([crawl.status, crawl.completed]).toEqual(['completed', 1]);
    const { id } = await client.asyncCrawlUrl(article(), { limit: 1 });
    expect((await client.checkCrawlStatus(id)).total).toBeLessThanOrEqual(1);
    expect(await client.checkCrawlErrors(id)).toMatchObject({ errors: [], robotsBlocked: [] });
    const batch = await client.batchScrapeUrls([article()], wait);
    expect([batch.status, batch.completed]).toEqual(['completed', 1]);
    const started = await client.asyncBatchScrapeUrls([article()]);
    expect((await client.checkBatchScrapeStatus(started.id)).total).toBe(1);
    expect((await client.checkBatchScrapeErrors(started.id)).errors).toEqual([]);
  });
});

describe('what needs the index of the public service', () => {
  it.each<[string, RegExp, () => Promise<unknown>]>([
    ['developerSearch', /"developer"/, () => client.developerSearch('zod')],
    ['findTools', /formats.*actions/, () => client.findTools()],
    ['alexandria', /formats.*actions/, () => client.scrape({ alexandria: { provider: 'x', capability: 'y' } })],
  ])('%s is refused with what to use instead', async (_, sentence, call) => {
    await expect(call()).rejects.toMatchObject({
      ...{ status: 501, code: 'NOT_AVAILABLE_LOCALLY' },
      message: expect.stringMatching(sentence),
    });
  });

  it.each<[string, RegExp, () => Promise<unknown>]>([
    ['searchPapers', /"research"/, () => client.research.searchPapers('harbours')],
    ['getPaper', /"research"/, () => client.research.getPaper('arxiv:1', { query: 'ships' })],
    ['similarPapers', /"research"/, () => client.research.similarPapers('arxiv:1', { intent: 'ships' })],
    ['searchGithub', /"github"/, () => client.research.searchGithub('zod')],
  ])('research.%s is refused with what to use instead', async (_, sentence, call) => {
    await expect(call()).rejects.toMatchObject({ status: 501, message: expect.stringMatching(sentence) });
  });
});

describe('feedback', () => {
  it('is kept in the activity log, once for an answer', async () => {
    const url = `${article()}?token=abc123`;
    const first = await client.feedback({ endpoint: 'scrape', jobId: 'job-1', rating: 'bad', note: 'empty', url });
    expect(first).toEqual({ success: true, feedbackId: expect.any(String), creditsRefunded: 0 });
    const again = await client.feedback({ endpoint: 'scrape', jobId: 'job-1', rating: 'good', tags: ['x'] });
    expect(again.feedbackId).toBe(first.feedbackId);
    const missing = [{ topic: 'prices' }];
    const search = await client.searchFeedback('job/2', { rating: 'partial', missingContent: missing });
    const { items } = (await engine.call('GET', '/local/activity')).body;
    const kept = items.filter(({ kind }: { kind: string }) => kind === 'feedback');
    expect(kept).toMatchObject([
      { jobId: search.feedbackId, state: 'partial', feedback: { jobId: 'job/2', missingContent: missing } },
      { jobId: first.feedbackId, state: 'good', url: '', feedback: { tags: ['x'] } },
    ]);
  });

  it.each([
    { endpoint: 'scrape', jobId: 'job-1', rating: 'fine' },
    { endpoint: 'crawl', jobId: 'job-1', rating: 'good' },
    { endpoint: 'scrape', jobId: 'job-1', rating: 'good', metadata: { text: 'x'.repeat(9000) } },
  ])('is refused when it does not fit', async (body) => {
    const answer = await engine.call('POST', '/v2/feedback', body);
    expect([answer.status, answer.body.code]).toEqual([400, 'BAD_REQUEST']);
  });
});

/** Returns the names of the methods that the client inherits. */
function inheritedCalls(): readonly string[] {
  return Object.getOwnPropertyNames(Object.getPrototypeOf(Object.getPrototypeOf(client)));
}
