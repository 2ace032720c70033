import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEngine, type TestEngine } from '../support/engine';
import { maxHealthMs } from '../support/health';
import { closeLocally, listenLocally } from '../support/local-server';

/** Maximum response time in ms of `/health` while hostile input is processed. Includes a margin for a busy machine. */
const allowedMs = 1500;

const pages: Record<string, [type: string, body: string]> = {
  '/comments': ['application/octet-stream', '<!---->\n'.repeat(120)],
  '/pieces': ['text/plain', `<?xml?>${'<!--a--> '.repeat(100)}`],
  '/closed': ['application/x-download', `${'<!-- -->'.repeat(60)}<p>text</p>`],
  '/doctype': ['application/rss+xml', `<rss>${'<!DOCTYPE['.repeat(20_000)}</rss>`],
  '/set': ['text/html', `<main><p>Some text of a page.</p><img srcset="${',\t'.repeat(9000)}x"></main>`],
  '/start': [
    'text/html',
    `<main>${Array.from({ length: 40 }, (_, index) => `<a href="/${'a'.repeat(60)}!${index}">a</a>`).join(' ')}</main>`,
  ],
};
const site = createServer((request, response) => {
  const [type, body] = pages[request.url ?? ''] ?? ['text/html', '<p>Another page.</p>'];
  response.writeHead(200, { 'content-type': type }).end(body);
});
let engine: TestEngine;
let base: string;
beforeAll(async () => {
  base = await listenLocally(site);
  engine = await startTestEngine();
});
afterAll(async () => {
  await engine.stop();
  await closeLocally(site);
});

/** Returns the longest response time of `/health` in ms while the given work runs. */
const healthMsDuring = (work: Promise<unknown>) => maxHealthMs(engine, work);

const post = (path: string, body: string, key?: string) =>
  fetch(`${engine.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
    body,
  });

describe('the engine stays responsive', () => {
  it.each(['/comments', '/pieces', '/closed', '/doctype', '/set'])(
    'while it reads a page made to take long: %s',
    async (path) => {
      let status = 0;
      const work = engine.call('POST', '/v2/scrape', { url: base + path, timeout: 20_000 }).then((answer) => {
        status = answer.status;
      });
      expect(await healthMsDuring(work)).toBeLessThan(allowedMs);
      expect([200, 415, 500]).toContain(status);
    },
  );

  it.each([
    ['lists', `{"a":${'['.repeat(4_900_000)}${']'.repeat(4_900_000)}}`],
    ['objects', `{"a":${'{"a":'.repeat(1_600_000)}1${'}'.repeat(1_600_000)}}`],
    ['lists with a key to look for', `{"\\u0061":${'['.repeat(9_000_000)}`],
    ['many values', `{"url":[${'[],'.repeat(3_000_000)}[]]}`],
  ])('with bodies of nested %s', async (_, body) => {
    let answer: { code?: string } = {};
    const work = post('/v2/scrape', body, engine.key).then(async (response) => {
      answer = (await response.json()) as { code?: string };
      expect(response.status).toBe(400);
    });
    expect(await healthMsDuring(work)).toBeLessThan(allowedMs);
    expect(answer.code).toBe('BAD_REQUEST_INVALID_JSON');
  });

  it('with an oversized sign-in request, which is not parsed', async () => {
    const response = await post('/local/session', `{"key":${'['.repeat(1_000_000)}`);
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([413, 'BODY_TOO_LARGE']);
  });

  it.each([
    ['300,000 choices', { type: 'string', enum: Array.from({ length: 300_000 }, (_, index) => `choice ${index}`) }],
    [
      '30,000 properties',
      { type: 'object', properties: Object.fromEntries(Array.from({ length: 30_000 }, (_, at) => [`p${at}`, {}])) },
    ],
    ['10,000 variants', { anyOf: Array.from({ length: 10_000 }, () => ({ type: 'string' })) }],
  ])('with a schema with %s', async (_, schema) => {
    const work = engine.call('POST', '/v2/scrape', { url: base, formats: [{ type: 'json', schema }] });
    expect(await healthMsDuring(work)).toBeLessThan(allowedMs);
    expect(await work).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
  });

  it.each([
    ['selectors', 'includeTags', Array.from({ length: 100_000 }, (_, at) => `.c${at}`)],
    ['headers', 'headers', Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`x-${at}`, 'v']))],
  ])('with 100,000 %s', async (kind, name, value) => {
    const work = engine.call('POST', '/v2/scrape', { url: base, [name]: value });
    expect(await healthMsDuring(work)).toBeLessThan(allowedMs);
    expect(await work).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    expect((await work).body.error).toContain(`At most 1000 ${kind} are allowed`);
  });

  it.each([
    ['alternatives without a repetition', `${'(a|a)'.repeat(40)}$`],
    ['nested repetitions', '(a+)+$'],
    ['alternatives that overlap', '^/(a|aa)+$'],
  ])('with a crawl whose pattern has %s', async (_, pattern) => {
    const crawl = { url: `${base}/start`, includePaths: [pattern], limit: 3, crawlEntireDomain: true };
    const { body } = await engine.call('POST', '/v2/crawl', { ...crawl, ignoreRobotsTxt: true });
    const untilEnd = async () => {
      for (;;) {
        const job = await engine.call('GET', `/v2/crawl/${body.id}`);
        if (job.body.status !== 'scraping') return;
      }
    };
    expect(await healthMsDuring(untilEnd())).toBeLessThan(allowedMs);
  });
});
