import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestEngine } from '../support/engine';
import { type FixtureSite, startFixtureSite } from '../support/fixture-site';
import { sharedTestEngine } from '../support/shared-engine';

let engine: TestEngine;
let site: FixtureSite;
beforeAll(async () => {
  [engine, site] = await Promise.all([sharedTestEngine(), startFixtureSite()]);
});
afterAll(async () => {
  await Promise.all([engine.stop(), site.close()]);
});

const scrape = (body: object, version = 'v2') =>
  engine.call('POST', `/${version}/scrape`, { url: `${site.url}/article`, maxAge: 0, ...body });

describe('the response to a scrape', () => {
  it.each(['v1', 'v2'])('%s returns its id only to callers whose origin is a website', async (version) => {
    const { body } = await scrape({ origin: 'website-playground' }, version);
    expect(body.scrape_id).toMatch(/^[\da-f-]{36}$/);
    expect((await engine.call('GET', `/${version}/scrape/${body.scrape_id}`)).body.data).toEqual(body.data);
    expect((await scrape({ origin: 'api' }, version)).body).not.toHaveProperty('scrape_id');
    expect(Object.keys((await scrape({}, version)).body)).toEqual(['success', 'data']);
  });

  it('contains every meta tag under its own and known names, overridden by engine metadata', async () => {
    site.put(
      '/meta',
      `<html lang="de-CH"><head><title> Title of the page </title>
<meta name="title" content="another"><meta name="description" content="first"><meta name="description" content="second">
<meta property="og:title" content="OG"><meta property="og:locale:alternate" content="fr_FR">
<meta property="og:locale:alternate" content="it_IT"><meta name="reviewer" content="A"><meta name="reviewer" content="B">
<meta name="statusCode" content="999"><meta name="sourceURL" content="http://elsewhere.example/">
<meta property="article:published_time" content="2026-01-02"><meta name="dc.date" content="2025"><meta name="robots" content="all">
<link rel="icon" href="icon.svg"></head><body><main><h1>Meta</h1><p>Some words about tags.</p></main></body></html>`,
    );
    const { metadata } = (await scrape({ url: `${site.url}/meta` })).body.data;
    expect(metadata).toMatchObject({
      title: 'Title of the page',
      description: 'first, second',
      language: 'de-CH',
      'og:title': 'OG',
      ogTitle: 'OG',
      ogLocaleAlternate: ['fr_FR', 'it_IT'],
      reviewer: ['A', 'B'],
      robots: 'all',
      favicon: `${site.url}/icon.svg`,
      publishedTime: '2026-01-02',
      dcDate: '2025',
      statusCode: 200,
      sourceURL: `${site.url}/meta`,
      url: `${site.url}/meta`,
      contentType: expect.stringContaining('text/html'),
      proxyUsed: 'basic',
      creditsUsed: 1,
    });
    expect(metadata).not.toHaveProperty('cacheState');
  });

  it('returns sourceURL as entered and the final url', async () => {
    site.put('/away', '', { location: '/article' }, 301);
    const typed = `${site.url.replace('http', 'HTTP')}/away#part`;
    const { metadata } = (await scrape({ url: typed })).body.data;
    expect([metadata.sourceURL, metadata.url.split('#')[0]]).toEqual([typed, `${site.url}/article`]);
  });

  it('has a key for each format and no other, also for formats given as objects', async () => {
    const formats = [{ type: 'markdown' }, 'html', { type: 'rawHtml' }, { type: 'links' }, 'images'];
    const { data } = (await scrape({ formats })).body;
    expect(Object.keys(data).sort()).toEqual(['html', 'images', 'links', 'markdown', 'metadata', 'rawHtml']);
    expect(data.html).not.toMatch(/<(?:script|style|meta|head)\b/);
    expect(data.rawHtml).toContain('<meta name="description"');
  });

  it('has all four result lists after actions', async () => {
    const { data } = (await scrape({ actions: [{ type: 'wait', milliseconds: 1 }] })).body;
    expect(data.actions).toEqual({ screenshots: [], scrapes: [], javascriptReturns: [], pdfs: [] });
    expect((await scrape({})).body.data).not.toHaveProperty('actions');
  });

  it('returns screenshots as URLs that need no key', async () => {
    const { data } = (await scrape({ formats: ['screenshot'] })).body;
    expect(data.screenshot).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/files\/[\w-]{32}$/);
    const image = await fetch(data.screenshot);
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png']);
  });

  it('returns a cached screenshot under its previous URL', async () => {
    site.put(
      '/pictured',
      '<main><h1>Picture</h1><p>A page that somebody looks at, with enough words to be read.</p></main>',
    );
    const body = { url: `${site.url}/pictured`, formats: ['screenshot'], maxAge: 60_000 };
    const ask = async () => (await scrape(body)).body.data;
    const first = await ask();
    expect(first.metadata.cacheState).toBe('miss');
    await expect.poll(async () => (await ask()).metadata.cacheState, { timeout: 10_000 }).toBe('hit');
    expect((await ask()).screenshot).toBe(first.screenshot);
    expect((await fetch(first.screenshot)).status).toBe(200);
  });

  it('keeps an embedded frame requested by its tag name', async () => {
    site.put('/frame', '<main><h1>Frame</h1><p>Words.</p><iframe src="https://player.example/1"></iframe></main>');
    const { data } = (await scrape({ url: `${site.url}/frame`, includeTags: ['iframe'], formats: ['html'] })).body;
    expect(data.html).toContain('https://player.example/1');
    expect(data.html).not.toContain('Words');
  });

  it.each([
    ['a page', {}, 1],
    ['a page of which nothing is kept', { zeroDataRetention: true }, 2],
    ['a screenshot', { formats: ['markdown', 'screenshot'] }, 1],
  ])('costs what the contract requires for %s', async (_name, body, credits) => {
    expect((await scrape(body)).body.data.metadata.creditsUsed).toBe(credits);
  });
});

describe('both versions', () => {
  it.each(['v1', 'v2'])('%s accepts origin and integration in every POST body', async (version) => {
    const facts = { origin: 'js-sdk@4.42.0', integration: 'anything at all' };
    expect((await scrape(facts, version)).status).toBe(200);
    expect((await scrape({ integration: null }, version)).status).toBe(200);
    expect((await engine.call('POST', `/${version}/map`, { url: site.url, ...facts })).status).toBe(200);
  });

  it('differ in names: parsePDF, jsonOptions and geolocation in v1, parsers and objects in v2', async () => {
    expect((await scrape({ parsePDF: true, geolocation: { country: 'de' } }, 'v1')).status).toBe(200);
    expect((await scrape({ parsers: ['pdf'], location: { country: 'US-generic' } })).status).toBe(200);
    for (const [body, version, key] of [
      [{ parsePDF: true }, 'v2', 'parsePDF'],
      [{ parsers: ['pdf'] }, 'v1', 'parsers'],
      [{ geolocation: {} }, 'v2', 'geolocation'],
      [{ extract: {} }, 'v2', 'extract'],
    ] as const) {
      const answer = await scrape(body, version);
      expect([answer.status, answer.body.code, answer.body.details[0].keys]).toEqual([400, 'BAD_REQUEST', [key]]);
    }
    expect((await scrape({ formats: ['screenshot@fullPage'] })).status).toBe(400);
    expect((await scrape({ formats: ['screenshot', 'screenshot@fullPage'] }, 'v1')).status).toBe(400);
  });

  it.each(['v1', 'v2'])(
    '%s accepts a timeout of an hour for a scrape or a page of a job, and stores it',
    async (version) => {
      expect((await scrape({ timeout: 3_600_000 }, version)).status).toBe(200);
      const options = { urls: [`${site.url}/article`], timeout: 400_000 };
      const { body } = await engine.call('POST', `/${version}/batch/scrape`, options);
      expect((await engine.call('GET', `/local/jobs/${body.id}`)).body).toMatchObject({
        request: { timeout: 400_000 },
      });
    },
  );

  it('wait 30 s without a timeout', async () => {
    const { body } = await engine.call('POST', '/v2/batch/scrape', { urls: [`${site.url}/article`] });
    expect((await engine.call('GET', `/local/jobs/${body.id}`)).body).toMatchObject({ request: { timeout: 30_000 } });
  });

  it('return maps as objects in v2 and as URLs in v1', async () => {
    expect((await engine.call('POST', '/v1/map', { url: site.url })).body.links).toContainEqual(expect.any(String));
    const { body } = await engine.call('POST', '/v2/map', { url: site.url });
    expect(body.links).toContainEqual(expect.objectContaining({ url: expect.any(String) }));
    for (const limit of [0, 100_001]) {
      expect((await engine.call('POST', '/v2/map', { url: site.url, limit })).status).toBe(400);
    }
  });
});

describe('a window session', () => {
  it('is accepted only from our own pages, because cookies ignore ports', async () => {
    const signedIn = await fetch(`${engine.url}/local/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key: engine.key }),
    });
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
    const { request } = await import('node:http');
    const ask = (site: string | undefined) =>
      new Promise((resolve) => {
        const headers = { cookie, ...(site ? { 'sec-fetch-site': site } : {}) };
        request(`${engine.url}/local/webhook-secret`, { headers }, (answer) => {
          resolve(answer.statusCode);
          answer.resume();
        }).end();
      });
    expect(await Promise.all([undefined, 'same-origin', 'none', 'same-site', 'cross-site'].map(ask))).toEqual([
      200, 200, 200, 401, 401,
    ]);
  });
});
