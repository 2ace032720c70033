import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestEngine } from '../support/engine';
import { startInProcess } from '../support/engine-in-process';
import { allResults, untilEnded } from '../support/jobs';
import { closeLocally, listenLocally } from '../support/local-server';
import { sharedTestEngine } from '../support/shared-engine';

const words = 'The workshop opened its doors in early spring, and the benches were full within a month. '.repeat(5);
/**
 * Returns the page of an app. The server always sends the start view, and a script draws the view given in the URL
 * fragment.
 */
const app = (start: string) => `<!doctype html><title>App</title>
  <nav><a href="#/">Home</a> <a href="#/wheels">Wheels</a> <a href="#!paint">Paint</a> <a href="#top">Top</a></nav>
  <main id="view">${start}</main>
  <script>
    const views = { '#/wheels': 'Wheels view', '#!paint': 'Paint view', '#/wheels/2': 'Second wheel' };
    const draw = () => { document.getElementById('view').innerHTML = '<h1>' + (views[location.hash] ?? 'Home view') + '</h1><p>${words}</p>'; };
    addEventListener('hashchange', draw);
    draw();
  </script>`;
const pages: Readonly<Record<string, string>> = {
  '/': app(''),
  '/rendered': app(`<h1>Home view</h1><p>${words}</p>`),
};

let engine: TestEngine;
let server: Server;
let site: string;

beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    const page = pages[url];
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(page ?? 'Nothing');
  });
  [engine, site] = await Promise.all([sharedTestEngine(), listenLocally(server)]);
});
afterAll(async () => {
  await Promise.all([engine.stop(), closeLocally(server)]);
});

const scraped = async (path: string, options: object = {}) =>
  (await engine.call('POST', '/v2/scrape', { url: site + path, ...options })).body.data;
const heading = (page: { markdown: string }) => /^# (.+)$/m.exec(page.markdown)?.[1];

describe('an app with views in the fragment', () => {
  it('loads each view, even when the tab shows another one', async () => {
    const paths = ['/', '/#/wheels', '/#!paint', '/#/wheels', '/#/', '/#/wheels/2', '/rendered#/wheels', '/rendered'];
    const read = [];
    for (const path of paths) read.push(heading(await scraped(path, { maxAge: 0 })));
    const [home, wheels, paint] = ['Home view', 'Wheels view', 'Paint view'];
    expect(read).toEqual([home, wheels, paint, wheels, home, 'Second wheel', wheels, home]);
  });

  it('has a cached copy per view, but not per anchor of a page', async () => {
    await scraped('/rendered#/wheels');
    expect(heading(await scraped('/rendered#!paint'))).toBe('Paint view');
    const again = await scraped('/rendered#/wheels');
    expect([heading(again), again.metadata.cacheState]).toEqual(['Wheels view', 'hit']);
    await scraped('/rendered');
    for (const place of ['#top', '#/']) {
      const page = await scraped(`/rendered${place}`);
      expect([heading(page), page.metadata.cacheState]).toEqual(['Home view', 'hit']);
    }
  });

  it.each(['/', '/rendered'])('is crawled view by view from %s, each once', async (path) => {
    const options = { url: site + path, limit: 20, scrapeOptions: { formats: ['markdown'], maxAge: 0 } };
    const { body } = await engine.call('POST', '/v2/crawl', { ...options, crawlEntireDomain: true, sitemap: 'skip' });
    await untilEnded(engine, `/v2/crawl/${body.id}`);
    const results = await allResults(engine, `/v2/crawl/${body.id}`);
    expect(results.map(heading).sort()).toEqual(['Home view', 'Paint view', 'Wheels view']);
  });

  it('is read view by view in a batch', async () => {
    const urls = ['/#/wheels', '/#!paint', '/', '/#/wheels/2'].map((path) => site + path);
    const { body } = await engine.call('POST', '/v2/batch/scrape', { urls, maxAge: 0, maxConcurrency: 1 });
    await untilEnded(engine, `/v2/batch/scrape/${body.id}`);
    const results = await allResults(engine, `/v2/batch/scrape/${body.id}`);
    expect(results.map(heading).sort()).toEqual(['Home view', 'Paint view', 'Second wheel', 'Wheels view']);
  });

  it('is mapped view by view', async () => {
    const { body } = await engine.call('POST', '/v2/map', { url: `${site}/rendered` });
    const links = body.links.map(({ url }: { url: string }) => url.slice(site.length));
    expect(links.sort()).toEqual(['/rendered', '/rendered#!paint', '/rendered#/wheels']);
  });
});

it('reports that a view needs a browser when none is found', async () => {
  const lonely = await startInProcess({ env: { GLEANER_BROWSER_PATH: '/nowhere' } });
  try {
    const { body } = await lonely.call('POST', '/v2/scrape', { url: `${site}/rendered#/wheels` });
    expect(heading(body.data)).toBe('Home view');
    expect(body.data.warning).toContain('`#/wheels`');
  } finally {
    await lonely.stop();
  }
});
