import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Firecrawl from 'firecrawl';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod/v3';
import { type RunningTestEngine, startTestEngine, type TestEngine } from '../support/engine';
import { startInProcess } from '../support/engine-in-process';
import { sharedTestEngine } from '../support/shared-engine';
import { productPage, products, type ShopSite, startShopSite } from '../support/shop-site';
import { startWebhookReceiver } from '../support/webhook-receiver';

const one = { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } };
const many = {
  type: 'object',
  properties: { products: { type: 'array', items: one } },
};
const listIn = (name: string, properties: object = one.properties) => ({
  type: 'object',
  properties: { [name]: { type: 'array', items: { type: 'object', properties } } },
});
const fresh = { scrapeOptions: { maxAge: 0 } };

let engine: TestEngine;
let shop: ShopSite;
beforeAll(async () => {
  [engine, shop] = await Promise.all([sharedTestEngine(), startShopSite()]);
}, 60_000);
afterAll(async () => {
  await Promise.all([engine?.stop(), shop?.close()]);
});

const start = (body: object, version = 'v2') => engine.call('POST', `/${version}/extract`, body);
const read = (id: string, version = 'v2') => engine.call('GET', `/${version}/extract/${id}`);

async function ended(id: string, from: RunningTestEngine = engine) {
  const status = async () => (await from.call('GET', `/v2/extract/${id}`)).body;
  await expect.poll(async () => (await status()).status, { timeout: 20_000, interval: 50 }).not.toBe('processing');
  return status();
}

const extracted = async (body: object) => ended((await start(body)).body.id);

describe('an extract', () => {
  it('starts with an id, is processing without data, and completes with the data of the page', async () => {
    shop.slow(200);
    const { status, body } = await start({ urls: [`${shop.url}/product/0`], schema: one, ...fresh });
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        id: expect.any(String),
        url: `${engine.url}/v2/extract/${body.id}`,
        urlTrace: [],
        invalidURLs: [],
      },
    ]);
    const early = await read(body.id);
    expect([early.status, early.body]).toEqual([
      200,
      { success: true, status: 'processing', data: [], expiresAt: expect.stringMatching(/^\d{4}-/) },
    ]);
    shop.slow(0);
    const end = await ended(body.id);
    expect(end).toMatchObject({
      success: true,
      status: 'completed',
      data: { name: 'Copper kettle', price: 49.9 },
      totalUrlsScraped: 1,
    });
    expect(end.tokensUsed).toBe(300 + 2 * JSON.stringify(end.data).length);
    expect(end.creditsUsed).toBe(Math.ceil(end.tokensUsed / 15));
    expect((await read(body.id, 'v1')).body).toEqual(end);
    const { items } = (await engine.call('GET', '/local/activity')).body;
    expect(items.find(({ jobId }: { jobId: string }) => jobId === body.id)).toMatchObject({
      kind: 'extract',
      pages: 1,
      credits: end.creditsUsed,
    });
  });

  it('joins the lists of several pages and merges records with the same name', async () => {
    const urls = [`${shop.url}/`, `${shop.url}/product/0`];
    shop.put(
      '/more',
      listOf([
        { name: 'Iron pan', price: 35 },
        { name: 'Tin cup', price: 4 },
      ]),
    );
    const end = await extracted({ urls: [...urls, `${shop.url}/more`], schema: many, ...fresh });
    expect(end.data.products.map(({ name }: { name: string }) => name)).toEqual([
      ...products.map(({ name }) => name),
      'Tin cup',
    ]);
  });

  it.each([
    ['a named list', many, (data: { products: unknown }) => data.products],
    ['a list of any name', listIn('kettles'), (data: { kettles: unknown }) => data.kettles],
    ['a list as the whole answer', { type: 'array', items: one }, (data: unknown) => data],
  ])('collects the single record of each page in %s', async (_, schema, listOfData) => {
    const urls = [`${shop.url}/product/0`, `${shop.url}/product/1`];
    const end = await extracted({ urls, schema });
    expect(listOfData(end.data)).toEqual(products.slice(0, 2).map(({ name, price }) => ({ name, price })));
    expect(end.warning).toBeUndefined();
  });

  it('collects the single record of each page with only a prompt', async () => {
    const urls = [`${shop.url}/product/0`, `${shop.url}/product/1`];
    const end = await extracted({ urls, prompt: 'all products with sku and price' });
    expect(end.data.items).toEqual(products.slice(0, 2).map(({ sku, price }) => ({ sku, price })));
  });

  it('of a site reads its start page without the slash of the wildcard, when only that exists', async () => {
    const kettle = (name: string, price: string) =>
      `<h1>${name}</h1><p>A good kettle of the shop.</p><p>Price: € ${price}</p>`;
    shop.put('/lamp', `${kettle('Lamp', '5.00')}<a href="/lamp/small">Small</a><a href="/lamps">Others</a>`);
    shop.put('/lamp/small', kettle('Small lamp', '3.00'));
    shop.put('/lamps', kettle('Other lamp', '4.00'));
    const end = await extracted({ urls: [`${shop.url}/lamp/*`], schema: many, ...fresh });
    expect(end).toMatchObject({ status: 'completed', totalUrlsScraped: 2 });
    expect(end.warning ?? '').not.toContain('404');
    expect(shop.asked.filter((path) => /^\/lamp(?!.*xml)/.test(path))).toEqual(['/lamp/', '/lamp', '/lamp/small']);
    const { data } = (await engine.call('POST', '/v2/scrape', { url: `${shop.url}/lamp/` })).body;
    expect(data.metadata.statusCode).toBe(404);
    const copy = (await engine.call('POST', '/v2/scrape', { url: `${shop.url}/lamp`, lockdown: true })).body;
    expect(copy.data.metadata).toMatchObject({ statusCode: 200, cacheState: 'hit' });
  });

  it('collects the pages behind an index without prices, by a schema and by a prompt', async () => {
    const links = products.slice(0, 3).map((_, index) => `<a href="/plain/${index}">Number ${index}</a> `);
    shop.put('/plain/', `<!doctype html><title>Plain</title><main><h1>Our shop</h1><p>${links.join('')}</p></main>`);
    for (const [index, product] of products.slice(0, 3).entries()) shop.put(`/plain/${index}`, productPage(product));
    const wanted = products.slice(0, 3).map(({ name, price }) => ({ name, price }));
    const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);
    const end = await extracted({ urls: [`${shop.url}/plain/*`], schema: many });
    expect(end.data.products.sort(byName)).toEqual([...wanted].sort(byName));
    expect(end.warning).toBeUndefined();
    const guessed = await extracted({ urls: [`${shop.url}/plain/*`], prompt: 'kettles' });
    expect(guessed.data.items.map(({ title }: { title: string }) => title).sort()).toEqual(
      wanted.map(({ name }) => name).sort(),
    );
    expect(guessed.warning).toContain(`Skipped pages of another kind: ${shop.url}/plain/`);
  });

  it('completes index cards from their detail pages, and reports records with missing values', async () => {
    shop.put('/product/1', productPage({ ...products[1], price: 32 }));
    const schema = listIn('products', { ...one.properties, sku: { type: 'string' } });
    const urls = [`${shop.url}/`, `${shop.url}/product/0`, `${shop.url}/product/1`];
    const end = await extracted({ urls, schema, ...fresh });
    shop.put('/product/1', productPage(products[1]));
    expect(end.data.products).toEqual(
      products.map(({ name, price, sku }, index) => (index < 2 ? { name, price, sku } : { name, price })),
    );
    expect(end.conflicts).toEqual([{ path: '/products/1/price', values: [{ value: 32, url: urls[2] }] }]);
    expect(end.warning).toBe('Not found on any of the 3 pages: products/*/sku (in 2 of 4 records).');
  });

  it('reads JSON documents by field names of the schema', async () => {
    shop.put('/api/1.json', JSON.stringify({ page: 1, results: [{ name: 'Iron pan', price: 35 }] }));
    shop.put('/api/2.json', JSON.stringify({ page: 2, results: [{ name: 'Tin cup', price: 4 }] }));
    const end = await extracted({ urls: [`${shop.url}/api/1.json`, `${shop.url}/api/2.json`], schema: many });
    expect(end.data).toEqual({
      products: [
        { name: 'Iron pan', price: 35 },
        { name: 'Tin cup', price: 4 },
      ],
    });
    expect(end.warning).toBeUndefined();
  });

  it('reports conflicts between pages, and never mixes two things', async () => {
    const urls = [`${shop.url}/product/1`, `${shop.url}/product/0`];
    const end = await extracted({ urls, schema: one, ...fresh });
    expect(end.data).toEqual({ name: 'Iron pan', price: 35 });
    expect(end.conflicts).toEqual([
      { path: '/name', values: [{ value: 'Copper kettle', url: urls[1] }] },
      { path: '/price', values: [{ value: 49.9, url: urls[1] }] },
    ]);
    expect(end.warning).toContain('Request a list');
  });

  it('fills gaps of one page with values of another, each with its source', async () => {
    const schema = {
      type: 'object',
      properties: { name: { type: 'string' }, email: { type: ['string', 'null'] }, fax: { type: ['string', 'null'] } },
    };
    const urls = [`${shop.url}/product/0`, `${shop.url}/about`];
    const end = await extracted({
      urls,
      schema: { ...schema, properties: { email: schema.properties.email, fax: schema.properties.fax } },
      showSources: true,
      ...fresh,
    });
    expect(end.data).toEqual({ email: 'shop@hearth.example', fax: null });
    expect(end.sources['/email']).toEqual([
      expect.objectContaining({
        url: urls[1],
        selector: expect.any(String),
        excerpt: expect.stringContaining('shop@'),
      }),
    ]);
    expect(end.missing).toEqual([{ path: '/fax', reason: expect.any(String) }]);
    expect(end.warning).toContain('Not found on any of the 2 pages: fax.');
  });

  it('returns a list of pages about different things without a schema', async () => {
    const urls = [`${shop.url}/product/0`, `${shop.url}/product/1`];
    const end = await extracted({ urls, prompt: 'The product name and the price', ...fresh });
    expect(end.data.items).toEqual([
      { title: 'Copper kettle', price: 49.9 },
      { title: 'Iron pan', price: 35 },
    ]);
    expect(end.warning.match(/guessed from words in the prompt/g)).toHaveLength(1);
  });

  it('reads all pages of a site once, except those disallowed by robots.txt', async () => {
    const before = shop.asked.length;
    const end = await extracted({ urls: [`${shop.url}/*`], schema: many, showSources: true, ...fresh });
    expect(end.data.products.map(({ name }: { name: string }) => name).sort()).toEqual(
      products.map(({ name }) => name).sort(),
    );
    const asked = shop.asked.slice(before);
    for (const path of ['/', '/about', '/product/0', '/product/3']) {
      expect([path, asked.filter((one) => one === path).length]).toEqual([path, 1]);
    }
    expect(asked).not.toContain('/private/prices');
  });

  it('reads pages named in the prompt first, and reports that there were more', async () => {
    const before = shop.asked.length;
    const schema = { type: 'object', properties: { email: { type: ['string', 'null'] } } };
    const end = await extracted({
      urls: [`${shop.url}/*`],
      prompt: 'contact data from the about page',
      schema,
      limit: 2,
      ...fresh,
    });
    expect(end.data.email).toBe('shop@hearth.example');
    expect(shop.asked.slice(before).filter((path) => !/robots|sitemap/.test(path))).toEqual(['/', '/about']);
    expect(end.warning).toMatch(/\d more URLs were found than `limit` \(2\)/);
  });

  it('skips error pages, and fails with a reason when no page is left', async () => {
    const some = await extracted({ urls: [`${shop.url}/none`, `${shop.url}/product/0`], schema: one, ...fresh });
    expect([some.status, some.data.name]).toEqual(['completed', 'Copper kettle']);
    expect(some.warning).toContain(`${shop.url}/none returned status 404`);
    const none = await extracted({ urls: [`${shop.url}/none`, 'http://no-such-host.invalid/'], schema: one, ...fresh });
    expect(none).toMatchObject({ success: true, status: 'failed', data: [] });
    expect(none.error).toContain('2 pages could not be read');
  });

  it('returns the text of its pages for the UI, without fetching them again', async () => {
    const { body } = await start({ urls: [`${shop.url}/product/1`], schema: one });
    await ended(body.id);
    const before = shop.hits('/product/1');
    const textOf = (url: string) => engine.call('GET', `/local/jobs/${body.id}/text?url=${encodeURIComponent(url)}`);
    expect((await textOf(`${shop.url}/product/1`)).body).toMatchObject({
      markdown: expect.stringContaining('# Iron pan'),
      isKept: true,
      keptAt: expect.any(String),
    });
    expect(shop.hits('/product/1')).toBe(before);
    expect((await textOf(`${shop.url}/about`)).status).toBe(404);
  });

  it('reports that FIRE-1 has no model', async () => {
    const end = await extracted({ urls: [`${shop.url}/product/0`], schema: one, agent: { model: 'FIRE-1' } });
    expect(end.warning).toContain('No model is set up, so values were extracted using rules');
  });

  it('can be cancelled', async () => {
    shop.slow(400);
    const { body } = await start({ urls: [`${shop.url}/*`], schema: many, ...fresh });
    const cancelled = await engine.call('DELETE', `/v2/extract/${body.id}`);
    shop.slow(0);
    expect([cancelled.status, cancelled.body]).toEqual([200, { success: true }]);
    expect((await read(body.id)).body).toMatchObject({ success: true, status: 'cancelled', data: [] });
  });

  it('notifies a webhook of its start and end, with the data', async () => {
    const receiver = await startWebhookReceiver();
    const webhook = { url: receiver.url, metadata: { mine: 1 } };
    const { body } = await start({ urls: [`${shop.url}/product/0`], schema: one, webhook });
    await start({
      urls: ['http://no-such-host.invalid/'],
      schema: one,
      webhook: { ...webhook, events: ['extract.failed'] },
    });
    const events = (await receiver.until(3)).map(({ json }) => json);
    const of = (type: string) => events.find((event) => event.type === type);
    expect(of('extract.started')).toMatchObject({ success: true, id: body.id, data: [], metadata: { mine: 1 } });
    expect(of('extract.completed').data).toMatchObject([
      { success: true, data: { name: 'Copper kettle', price: 49.9 }, extractId: body.id, totalUrlsScraped: 1 },
    ]);
    expect(of('extract.failed')).toMatchObject({
      success: false,
      data: [],
      error: expect.stringContaining('no-such-host.invalid'),
    });
    await receiver.close();
  });
});

describe('an invalid extract request', () => {
  const url = 'http://example.com/';
  it.each([
    ['without prompt and schema', { urls: [url] }, 'give a prompt, a schema, or both'],
    ['with a prompt over 10,000 characters', { urls: [url], prompt: 'x'.repeat(10_001) }, 'Bad Request'],
    ['with 11 URLs', { urls: Array(11).fill(url), prompt: 'x' }, 'Bad Request'],
    ['with a schema that does not compile', { urls: [url], schema: { type: 'nonsense' } }, 'not a valid JSON schema'],
    ['with an unknown model', { urls: [url], prompt: 'x', agent: { model: 'HAL-9000' } }, 'Unknown model'],
    ['with an unknown field', { urls: [url], prompt: 'x', colour: 'red' }, 'colour'],
    ['with no address at all', { urls: ['not a url'], prompt: 'x' }, 'URL'],
    ['without URLs and prompt', { schema: one }, 'urls'],
    ['with events it does not have', { urls: [url], prompt: 'x', webhook: { url, events: ['page'] } }, 'Bad Request'],
  ])('%s', async (_, body, sentence) => {
    for (const version of ['v1', 'v2']) {
      const answer = await start(body, version);
      expect([version, answer.status, answer.body.code]).toEqual([version, 400, 'BAD_REQUEST']);
      expect(JSON.stringify(answer.body)).toContain(sentence);
    }
  });

  it('is refused in v1 for one invalid URL, which v2 lists', async () => {
    const body = { urls: ['not a url', `${shop.url}/product/0`], schema: one };
    expect((await start(body, 'v1')).status).toBe(400);
    expect((await start(body)).body.invalidURLs).toEqual(['not a url']);
  });

  it('is refused for unknown ids', async () => {
    expect((await read('0197a0f0-0000-7000-8000-000000000000')).status).toBe(404);
    expect((await read('nonsense')).status).toBe(400);
  });
});

it('resumes an extract after kill -9 without reading a page twice', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gleaner-extract-'));
  const killed = await startTestEngine({ dataDir });
  let own: RunningTestEngine = killed;
  const { body } = await own.call('POST', '/v2/extract', {
    urls: [`${shop.url}/*`],
    schema: many,
    showSources: true,
    ...fresh,
  });
  const rows = `/local/jobs/${body.id}/rows`;
  shop.slow(150);
  const before = shop.asked.length;
  await expect
    .poll(async () => (await own.call('GET', rows)).body.total, { timeout: 20_000, interval: 10 })
    .toBeGreaterThan(0);
  const done = (await own.call('GET', rows)).body.rows.map(
    ({ values }: { values: { url: string } }) => new URL(values.url).pathname,
  );
  await killed.stop('SIGKILL');
  shop.slow(0);
  own = await startInProcess({ dataDir });
  const end = await ended(body.id, own);
  expect(end).toMatchObject({ status: 'completed', totalUrlsScraped: 6 });
  for (const path of done)
    expect([path, shop.asked.slice(before).filter((asked) => asked === path).length]).toEqual([path, 1]);
  await own.stop();
  await rm(dataDir, { recursive: true, force: true });
}, 60_000);

describe('the published client', () => {
  it('extracts by a zod schema, and starts and reads a job, in v2 and v1', async () => {
    const client = new Firecrawl({ apiKey: engine.key, apiUrl: engine.url });
    const schema = z.object({ name: z.string(), price: z.number() });
    const urls = [`${shop.url}/product/2`];
    const data = { name: 'Oak board', price: 18.5 };
    expect(await client.extract({ urls, schema: schema as never, pollInterval: 1 })).toMatchObject({
      success: true,
      status: 'completed',
      data,
    });
    const started = await client.startExtract({ urls, prompt: 'name and price', showSources: true });
    expect(await client.getExtractStatus(started.id ?? '')).toMatchObject({ success: true });
    expect(await client.v1.extract(urls, { schema: schema as never })).toMatchObject({ success: true, data });
  });
});

const listOf = (rows: readonly { readonly name: string; readonly price: number }[]) =>
  `<!doctype html><title>More</title><main><h1>More products</h1><ul>${rows
    .map(
      ({ name, price }) =>
        `<li class="card"><h3><a href="/x/${name}">${name}</a></h3><span class="price">€ ${price.toFixed(2)}</span></li>`,
    )
    .join('')}</ul></main>`;
