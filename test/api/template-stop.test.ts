import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestEngine } from '../support/engine';
import { untilEnded } from '../support/jobs';
import { sharedTestEngine } from '../support/shared-engine';
import { type ShopSite, startShopSite } from '../support/shop-site';

let engine: TestEngine;
let shop: ShopSite;
beforeAll(async () => {
  [engine, shop] = await Promise.all([sharedTestEngine(), startShopSite()]);
  for (let n = 0; n < 30; n += 1)
    shop.put(
      `/product/${n}`,
      `<title>Item ${n}</title><main><h1>Item ${n}</h1>${n < 3 ? priceOf(n) : ''}<p>Made by hand.</p></main>`,
    );
  const links = Array.from({ length: 30 }, (_, n) => `<a href="/product/${n}">Item ${n}</a>`);
  shop.put('/all', `<title>All</title><main><h1>All items</h1>${links.join(' ')}</main>`);
}, 60_000);
afterAll(async () => {
  await Promise.all([engine?.stop(), shop?.close()]);
});

const priceOf = (n: number) => `<p class="price">€ ${n + 1}.50</p>`;
const urls = Array.from({ length: 30 }, (_, n) => n);
const format = (whenChanged?: string) => ({
  type: 'recipe',
  ...(whenChanged ? { whenChanged } : {}),
  recipe: {
    version: 1,
    name: 'items',
    pages: [`${shop.url}/product/*`],
    fields: [
      { name: 'name', type: 'text', sources: [{ selector: 'h1' }] },
      { name: 'price', type: 'price', sources: [{ selector: '.price' }], required: true },
    ],
    health: { pages: 3, fill: { name: 1, price: 1 } },
  },
});
const batch = async (more: object) => {
  const body = { urls: urls.map((n) => `${shop.url}/product/${n}`), maxConcurrency: 1, maxAge: 0, ...more };
  const { id } = (await engine.call('POST', '/v2/batch/scrape', body)).body;
  await untilEnded(engine, `/v2/batch/scrape/${id}`);
  const job = (await engine.call('GET', `/local/jobs/${id}`)).body;
  const { body: reasons } = await engine.call('GET', `/local/jobs/${id}/reasons`);
  return { job, reasons: reasons.items };
};

describe('a job with a recipe after a template change', () => {
  it('stops after five changed pages in a row, and reports the skipped pages', async () => {
    const { job, reasons } = await batch({ formats: [format()] });
    expect(job).toMatchObject({ state: 'completed', progress: { done: 8, refused: 22 } });
    expect(job.facts.warning).toMatch(/Stopped early: the last 5 pages lack .*price/);
    expect(reasons).toEqual([{ reason: 'template', state: 'refused', count: 22 }]);
  });

  it('continues if requested', async () => {
    const { job } = await batch({ formats: [format('continue')] });
    expect(job).toMatchObject({ state: 'completed', progress: { done: 30, refused: 0 } });
    expect(job.facts.warning ?? '').not.toContain('Stopped early');
  });

  it('stops a crawl, too, ignoring pages the recipe does not apply to', async () => {
    const scrapeOptions = { formats: [format()], maxAge: 0 };
    const body = { url: `${shop.url}/all`, crawlEntireDomain: true, sitemap: 'skip', maxConcurrency: 1, scrapeOptions };
    const { id } = (await engine.call('POST', '/v2/crawl', body)).body;
    const status = await untilEnded(engine, `/v2/crawl/${id}`);
    expect(status).toMatchObject({ status: 'completed', warning: expect.stringContaining('Stopped early') });
    expect(status.completed).toBeLessThan(15);
  });
});
