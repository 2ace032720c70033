/**
 * Requests sent by the CLI and the MCP server of the public service, recorded from `firecrawl-cli` 1.23.3 and
 * `firecrawl-mcp` 3.26.0.
 */
import { createServer } from 'node:http';
import FirecrawlClient from 'firecrawl';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningTestEngine } from '../support/engine';
import { startInProcess } from '../support/engine-in-process';
import { closeLocally, listenLocally } from '../support/local-server';
import { type SearchServer, startSearchServer } from '../support/search-server';

let engine: RunningTestEngine;
let search: SearchServer;
let site = '';
const server = createServer((request, response) => {
  response.setHeader('content-type', 'text/html');
  if (request.url === '/form')
    return void response.end(`<title>Form</title><h1>Form</h1><input id="n7" aria-label="Name">
      <button onclick="document.title = 'Hello ' + document.getElementById('n7').value">Go</button>`);
  response.end(`<html lang="en"><title>Kettle</title><main><h1>Kettle</h1><p>The kettle holds 1.7 litres and is made of
    steel.</p><p>Price: <b>€39.90</b></p><a href="/form">Form</a></main></html>`);
});

beforeAll(async () => {
  [site, search] = await Promise.all([listenLocally(server), startSearchServer()]);
  search.finds([{ url: `${site}/kettle`, title: 'Kettle', content: 'A kettle' }]);
  engine = await startInProcess({ env: { GLEANER_SEARCH_URL: search.url } });
}, 60_000);
afterAll(async () => {
  await Promise.all([engine?.stop(), closeLocally(server), search?.close()]);
});

const cli = { integration: 'cli', origin: 'js-sdk@4.24.0' };
const mcp = { origin: 'mcp-client@3.26.0' };
const post = (path: string, body: object) => engine.call('POST', path, body);
const page = (path = '/kettle') => ({ url: site + path });
const priced = { type: 'object', properties: { price: { type: 'string' } } };

describe('requests of the command line', () => {
  it.each<[string, object, object]>([
    ['scrape', { formats: ['markdown'], onlyMainContent: false }, { markdown: expect.stringContaining('# Kettle') }],
    ['scrape -H', { formats: ['html'] }, { html: expect.stringContaining('<h1>Kettle</h1>') }],
    ['scrape -f json --schema', { formats: [{ type: 'json', schema: priced }] }, { json: { price: '€39.90' } }],
    [
      'scrape -Q',
      { formats: ['markdown', { type: 'query', prompt: 'What is the price?' }] },
      { answer: expect.stringContaining('€39.90') },
    ],
    [
      'scrape with a location and tags',
      {
        ...{ formats: ['markdown'], includeTags: ['main'], excludeTags: ['a'], maxAge: 0 },
        location: { country: 'DE', languages: ['de', 'en'] },
      },
      { markdown: expect.not.stringContaining('Form') },
    ],
    [
      'scrape --profile',
      { formats: ['markdown'], profile: { name: 'ada', saveChanges: false } },
      { metadata: expect.objectContaining({ statusCode: 200 }) },
    ],
    ['scrape --redact-pii', { formats: ['links'], proxy: 'basic', redactPII: true }, { links: ['SITE/form'] }],
  ])('%s', async (_, options, expected) => {
    const { status, body } = await post('/v2/scrape', { ...page(), ...options, ...cli });
    expect([status, body.error]).toEqual([200, undefined]);
    expect(JSON.parse(JSON.stringify(body.data).replaceAll(site, 'SITE'))).toMatchObject(expected);
  });

  it('map, crawl and search', async () => {
    const switches = { crawlEntireDomain: true, allowExternalLinks: true, allowSubdomains: true };
    const mapped = await post('/v2/map', {
      ...{ url: site, sitemap: 'skip', search: 'form', includeSubdomains: true, ignoreQueryParameters: true },
      ...{ limit: 5, timeout: 30_000, ...cli },
    });
    expect(mapped.body.links[0]).toMatchObject({ url: `${site}/form` });
    const crawl = await post('/v2/crawl', {
      ...{ url: site, excludePaths: ['x'], includePaths: ['.*'], maxDiscoveryDepth: 1, sitemap: 'skip' },
      ...{ ignoreQueryParameters: true, limit: 2, ...switches, delay: 0.1, maxConcurrency: 2, ...cli },
      scrapeOptions: { formats: ['links'] },
    });
    expect(crawl.body).toMatchObject({ success: true, id: expect.any(String) });
    const found = await post('/v2/search', {
      ...{ query: 'kettle', highlights: true, ignoreInvalidURLs: false, ...cli },
      scrapeOptions: { formats: [{ type: 'markdown' }, { type: 'links' }], onlyMainContent: true },
    });
    expect(found.body.data.web[0]).toMatchObject({ url: `${site}/kettle`, links: [`${site}/form`] });
    const filtered = await post('/v2/search', {
      ...{ query: 'kettle', tbs: 'qdr:w', location: 'Germany', country: 'DE', timeout: 10_000, ...cli },
      ...{ highlights: false, ignoreInvalidURLs: true, sources: [{ type: 'web' }, { type: 'news' }] },
      categories: ['github', 'research', 'pdf', 'developer'].map((type) => ({ type })),
    });
    expect([filtered.status, filtered.body.error]).toEqual([200, undefined]);
  });

  it('agent, feedback and monitors', async () => {
    const agent = await post('/v2/agent', {
      ...{ urls: [page().url], prompt: 'the price', schema: priced, maxCredits: 100, model: 'spark-1-pro', ...cli },
    });
    expect(agent.body).toMatchObject({ success: true, id: expect.any(String) });
    const feedback = await post('/v2/feedback', {
      ...{ endpoint: 'scrape', jobId: agent.body.id, rating: 'bad', origin: 'cli', integration: 'cli' },
      ...{ issues: ['missing_content'], tags: ['a'], note: 'hm', ...page(), pageNumbers: [1], metadata: { a: 1 } },
      missingContent: [{ topic: 'prices', description: 'all' }],
    });
    expect(feedback.body).toMatchObject({ success: true, creditsRefunded: 0 });
    const schedule = { text: 'every 2 hours', timezone: 'UTC' };
    const target = { type: 'search', queries: ['kettle'], searchWindow: '24h', maxResults: 10 };
    const monitor = await post('/v2/monitor', { name: 'Search', schedule, targets: [target], goal: 'new kettles' });
    expect(monitor.body.data).toMatchObject({ goal: 'new kettles', judgeEnabled: true });
    const quiet = { name: 'Quiet', schedule, targets: [target], goal: 'new kettles', judgeEnabled: false };
    const { id } = (await post('/v2/monitor', quiet)).body.data;
    const paused = await engine.call('PATCH', `/v2/monitor/${id}`, { name: 'Silent', status: 'paused', goal: 'x' });
    expect(paused.body.data).toMatchObject({ name: 'Silent', status: 'paused', judgeEnabled: false });
  });

  it('interact finds a field by its label', async () => {
    const { scrapeId } = (await post('/v2/scrape', { ...page('/form'), ...cli })).body.data.metadata;
    const interact = (body: object) => post(`/v2/scrape/${scrapeId}/interact`, { ...body, origin: 'cli' });
    const typed = await interact({ prompt: 'Type Ada into Name, then click Go', integration: 'cli' });
    expect(typed.body).toMatchObject({ success: true });
    expect((await interact({ code: 'await page.title()', language: 'node' })).body).toMatchObject({
      result: 'Hello Ada',
    });
    expect((await interact({ code: 'print(1)', language: 'python' })).status).toBe(400);
    const stopped = await engine.call('DELETE', `/v2/scrape/${scrapeId}/interact`);
    expect(stopped.body).toMatchObject({ success: true, status: 'destroyed' });
  });
});

describe('requests of the MCP server', () => {
  it.each<[string, string, () => object]>([
    ['a scrape', '/v2/scrape', () => ({ ...page(), formats: ['markdown', 'links'], onlyMainContent: true })],
    [
      'a query',
      '/v2/scrape',
      () => ({ ...page(), formats: [{ type: 'query', prompt: 'What is the price?', mode: 'freeform' }] }),
    ],
    [
      'every option of a scrape',
      '/v2/scrape',
      () => ({
        ...{ ...page(), formats: ['markdown'], parsers: ['pdf'], redactPII: true, includeTags: ['main'] },
        ...{ excludeTags: ['nav'], waitFor: 100, mobile: true, skipTlsVerification: true, removeBase64Images: true },
        ...{ location: { country: 'DE', languages: ['de'] }, storeInCache: true, zeroDataRetention: false, maxAge: 0 },
        ...{ lockdown: false, proxy: 'basic' },
      }),
    ],
    ['a map', '/v2/map', () => ({ url: site, search: 'form', limit: 5 })],
    [
      'a search',
      '/v2/search',
      () => ({
        ...{ query: 'kettle', domainTools: true, toolDetail: 'compact', sources: ['web', 'alexandria'] },
        scrapeOptions: { formats: ['markdown'], onlyMainContent: true },
      }),
    ],
    ['a crawl', '/v2/crawl', () => ({ url: site, maxDiscoveryDepth: 1, limit: 2 })],
    ['an agent', '/v2/agent', () => ({ urls: [page().url], prompt: 'the price', mode: 'chat', effort: 'low' })],
  ])('%s', async (_, path, body) => {
    const { status, body: answer } = await post(path, { ...body(), ...mcp });
    expect([status, answer.success, answer.error]).toEqual([200, true, undefined]);
  });
});

describe('what only the public service has', () => {
  it.each<['GET' | 'POST', string, RegExp]>([
    ['GET', '/v2/search/developer?query=zod&integration=cli', /"developer"/],
    ['GET', '/v2/search/research/papers/arxiv%3A1/similar?intent=x&rerank=false', /"research"/],
    ['GET', '/exchange/discover', /formats.*actions/],
    ['POST', '/v2/support/ask', /Diagnostics/],
    ['POST', '/v1/deep-research', /\/v2\/agent/],
    ['GET', '/v1/deep-research/01a21605-c76a-702f-85c7-124ada300869', /\/v2\/agent/],
    ['POST', '/v1/llmstxt', /\/v2\/map/],
    ['GET', '/v1/llmstxt/01a21605-c76a-702f-85c7-124ada300869', /\/v2\/map/],
  ])('%s %s is refused with what to use instead', async (method, path, sentence) => {
    const { status, body } = await engine.call(method, path, method === 'POST' ? { question: 'x' } : undefined);
    expect([status, body.code, body.error]).toEqual([501, 'NOT_AVAILABLE_LOCALLY', expect.stringMatching(sentence)]);
  });

  it('the v1 client ends with the status', async () => {
    const { v1 } = new FirecrawlClient({ apiKey: engine.key, apiUrl: engine.url });
    await expect(v1.deepResearch('x', {})).rejects.toThrow('501');
    await expect(v1.generateLLMsText(site, {})).rejects.toThrow('501');
  });
});
