import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestEngine } from '../support/engine';
import { type FixtureSite, startFixtureSite } from '../support/fixture-site';
import { sharedTestEngine } from '../support/shared-engine';

let engine: TestEngine;
let site: FixtureSite;
beforeAll(async () => {
  [engine, site] = await Promise.all([sharedTestEngine(), startFixtureSite()]);
  site.put(
    '/outer',
    '<title>Outer</title><h1>Outside</h1><p>Text around it.</p><iframe class="film" src="/inner"></iframe>',
  );
  site.put('/inner', '<h1>Inside</h1><p>Text of the frame.</p>');
});
afterAll(() => Promise.all([engine.stop(), site.close()]));

const scrape = (body: object) => engine.call('POST', '/v2/scrape', { maxAge: 0, ...body });

describe('requests of clients', () => {
  it('accepts a body with a byte order mark', async () => {
    const body = `\uFEFF${JSON.stringify({ url: `${site.url}/article` })}`;
    expect((await engine.call('POST', '/v2/scrape', body)).status).toBe(200);
  });

  it('accepts a trailing slash in a path', async () => {
    expect((await engine.call('POST', '/v2/scrape/', { url: `${site.url}/article` })).status).toBe(200);
    expect((await engine.call('GET', '/v1/team/credit-usage/')).status).toBe(200);
    expect((await engine.call('GET', '/health/')).status).toBe(200);
    expect((await engine.call('GET', '/docs/')).status).toBe(200);
  });

  it('keeps a URL without scheme as given in sourceURL and in the history', async () => {
    const typed = `${site.host}/article`;
    const { body } = await scrape({ url: typed });
    expect(body.data.metadata).toMatchObject({ sourceURL: typed, url: `http://${typed}` });
    const { request } = (await engine.call('GET', `/local/history/${body.data.metadata.scrapeId}`)).body;
    expect(request.url).toBe(typed);
    expect((await scrape(request)).status).toBe(200);
  });

  it('serves the initial requests of clients of the public service without a key', async () => {
    const ask = async (path: string) => {
      const answer = await fetch(engine.url + path);
      return [answer.status, await answer.text()];
    };
    expect(await ask('/test')).toEqual([200, 'Hello, world!']);
    expect(await ask('/e2e-test')).toEqual([200, 'OK']);
    expect(await ask('/is-production')).toEqual([200, '{"isProduction":false}']);
    expect(await ask('/v0/health/liveness')).toEqual([200, '{"status":"ok"}']);
    expect(await ask('/v0/health/readiness')).toEqual([200, '{"status":"ok"}']);
  });
});

describe('what a page sees', () => {
  it.each([
    [
      'the time zone and language of the United States without a location',
      {},
      'America/New_York en-US',
      'en-US,en;q=0.9',
    ],
    ['those of the country', { location: { country: 'de' } }, 'Europe/Berlin de-DE', 'de-DE,de;q=0.9'],
    ['the languages asked for', { location: { languages: ['fr'] } }, 'America/New_York fr', 'fr'],
  ])('%s', async (_, place, seen, header) => {
    const script = 'Intl.DateTimeFormat().resolvedOptions().timeZone + " " + navigator.language';
    const { body } = await scrape({
      url: `${site.url}/article`,
      ...place,
      actions: [{ type: 'executeJavascript', script }],
    });
    expect(body.data.actions.javascriptReturns[0].value).toBe(seen);
    await scrape({ url: `${site.url}/article`, ...place });
    expect(site.lastHeaders('/article')['accept-language']).toBe(header);
  });

  it.each([['iframe'], ['iframe.film'], ['body > iframe'], ['p:not(iframe) ~ iframe']])(
    'includeTags %s returns only the content of the frame',
    async (selector) => {
      const { body } = await scrape({ url: `${site.url}/outer`, includeTags: [selector] });
      expect(body.data.markdown).toBe('# Inside\n\nText of the frame.');
    },
  );

  it('excludeTags iframe excludes frames', async () => {
    const { body } = await scrape({ url: `${site.url}/outer`, excludeTags: ['iframe'], waitFor: 1 });
    expect(body.data.markdown).toContain('Text around it.');
    expect(body.data.markdown).not.toContain('Text of the frame');
  });
});
