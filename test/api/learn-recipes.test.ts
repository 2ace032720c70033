import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { product, productPage, productSchema } from '../page/recipes/product-pages';
import type { RunningTestEngine } from '../support/engine';
import { startInProcess } from '../support/engine-in-process';
import { type ModelServer, startModelServer } from '../support/model-server';

/** Starts a shop with one page per product. `change` modifies the product pages. */
async function startShop() {
  let change = (html: string) => html;
  const server = createServer((request, response) => {
    const n = Number(/^\/p\/(\d+)$/.exec(request.url ?? '')?.[1] ?? Number.NaN);
    response.writeHead(Number.isNaN(n) ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(Number.isNaN(n) ? '<h1>Nothing here</h1>' : change(productPage(n)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    becomes: (to: (html: string) => string) => {
      change = to;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

// Enough time for thirty pages on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let engine: RunningTestEngine;
let model: ModelServer;
let shop: Awaited<ReturnType<typeof startShop>>;
beforeAll(async () => {
  [model, shop] = await Promise.all([startModelServer(), startShop()]);
  engine = await startInProcess({
    env: {
      GLEANER_LLM_BASE_URL: model.base('openai'),
      GLEANER_LLM_API_KEY: 'model-key-123',
      GLEANER_LLM_MODEL: 'small-model',
    },
  });
}, 60_000);
afterAll(async () => {
  shop?.close();
  await Promise.all([engine?.stop(), model?.close()]);
});

const row = (n: number) => {
  const { name, price, sku, brand } = product(n);
  return { name, price, sku, brand };
};
const pages = (...numbers: number[]) => numbers.map((n) => `${shop.url}/p/${n}`);
/** Makes the model return the correct values for the page in the prompt. */
const answersWell = () =>
  model.answer(({ messages }) => {
    const text = messages.map((message) => message.text).join('\n');
    const n = Array.from({ length: 60 }, (_, index) => index).find((index) =>
      text.includes(`# ${product(index).name}`),
    );
    return { text: JSON.stringify(n === undefined ? {} : row(n)) };
  });
const learn = (body: object) => engine.call('POST', '/local/recipes/learn', body);
/** Returns the entries of the recipe list, keyed by name. */
const recipes = async () =>
  Object.fromEntries(
    (await engine.call('GET', '/local/recipes')).body.items.map((one: { name: string }) => [one.name, one]),
  );
const scrape = (n: number, format: object) =>
  engine.call('POST', '/v2/scrape', { url: `${shop.url}/p/${n}`, formats: [format], maxAge: 0 });

describe('a learned recipe', () => {
  it('uses the model once for each of its pages, and never for thirty more', async () => {
    answersWell();
    const { status, body } = await learn({ urls: pages(0, 1, 2), schema: productSchema, name: 'products' });
    expect([status, body.warning]).toEqual([200, undefined]);
    expect(body.recipe).toMatchObject({ name: 'products', pages: [`${shop.url}/p/*`], health: { pages: 3 } });
    expect((await engine.call('GET', '/local/recipes/products')).body).toEqual(body.recipe);
    expect(model.calls).toHaveLength(3);
    const start = {
      urls: pages(...Array.from({ length: 30 }, (_, index) => index + 10)),
      formats: [
        { type: 'recipe', recipe: 'products' },
        { type: 'extraction', schema: productSchema, recipe: 'auto' },
      ],
      maxAge: 0,
    };
    const { id } = (await engine.call('POST', '/v2/batch/scrape', start)).body;
    const state = async () => (await engine.call('GET', `/v2/batch/scrape/${id}`)).body;
    await expect.poll(async () => (await state()).status, { timeout: 100_000, interval: 100 }).toBe('completed');
    const { data } = await state();
    expect(data).toHaveLength(30);
    for (const { recipe, extraction, metadata, warning } of data) {
      const n = Number(metadata.sourceURL.split('/').pop());
      expect([recipe.rows, extraction.data, extraction.tokensUsed, warning]).toEqual([[row(n)], row(n), 0, undefined]);
    }
    expect(model.calls).toHaveLength(3);
  });

  it('reads the pages of an extract that names it, or selects it automatically', async () => {
    model.answer(() => ({ text: '{}' }));
    for (const recipe of ['products', 'auto']) {
      const started = await engine.call('POST', '/v2/extract', { urls: pages(7), schema: productSchema, recipe });
      const end = async () => (await engine.call('GET', `/v2/extract/${started.body.id}`)).body;
      await expect.poll(async () => (await end()).status, { timeout: 100_000, interval: 100 }).toBe('completed');
      expect((await end()).data).toEqual(row(7));
    }
    expect(model.calls).toHaveLength(0);
    const wrong = await engine.call('POST', '/v2/extract', { urls: pages(7), schema: productSchema, recipe: 'nobody' });
    expect([wrong.status, wrong.body.code]).toEqual([400, 'BAD_REQUEST']);
  });

  it('reports a changed template, and is learned again by its name alone', async () => {
    answersWell();
    shop.becomes((html) =>
      html
        .replaceAll('class="product-title"', 'class="headline"')
        .replace(/<h1([^>]*)>(.*?)<\/h1>/, '<h2$1>$2</h2>')
        .replace(/<table.*<\/table>/s, (table) =>
          table.replaceAll('<tr><th>', '<p>').replaceAll('</th><td>', ' is ').replaceAll('</td></tr>', '</p>'),
        ),
    );
    const changed = await scrape(20, { type: 'recipe', recipe: 'products' });
    expect(changed.body.data.recipe).toMatchObject({ changed: true, missing: ['name', 'sku', 'brand'] });
    expect(changed.body.data.warning).toContain('The template of the page seems to have changed');
    await scrape(21, { type: 'recipe', recipe: 'products' });
    const third = await scrape(22, { type: 'json', schema: productSchema, recipe: 'auto' });
    expect(third.body.data.warning).toMatch(
      /The pages of the recipe "products" have lacked name, sku, brand since \d{4}-/,
    );
    expect((await recipes()).products).toMatchObject({
      lacking: ['name', 'sku', 'brand'],
      changedSince: expect.stringMatching(/^\d{4}-/),
    });
    const { status, body } = await learn({ name: 'products' });
    expect([status, body.recipe.learned.urls]).toEqual([200, pages(20, 21, 22)]);
    expect((await recipes()).products).toMatchObject({ pagesRead: 0, lacking: [] });
    const again = await scrape(20, { type: 'recipe', recipe: 'products' });
    expect(again.body.data.recipe).toMatchObject({
      changed: false,
      rows: [expect.objectContaining({ name: row(20).name })],
    });
    shop.becomes((html) => html);
  });

  it('can be made from a finished extract without using its model again', async () => {
    answersWell();
    const { id } = (await engine.call('POST', '/v2/extract', { urls: pages(3, 4, 5), schema: productSchema })).body;
    const state = async () => (await engine.call('GET', `/v2/extract/${id}`)).body.status;
    await expect.poll(state, { timeout: 100_000, interval: 100 }).toBe('completed');
    expect(model.calls).toHaveLength(3);
    const { body } = await learn({ jobId: id });
    expect(body.recipe.name).toBe('127.0.0.1 p');
    expect(model.calls).toHaveLength(3);
    expect((await scrape(6, { type: 'recipe', recipe: '127.0.0.1 p' })).body.data.recipe.rows).toEqual([row(6)]);
    expect((await learn({ jobId: id })).body.recipe.name).toBe('127.0.0.1 p 2');
  });

  it('is refused with a reason when there are too few pages, or the name is taken', async () => {
    answersWell();
    const few = await learn({ urls: [...pages(0, 1), `${shop.url}/none`], schema: productSchema });
    expect([few.status, few.body.error]).toEqual([
      400,
      'Learning a recipe requires at least 3 pages of the same type; only 2 could be read.',
    ]);
    expect((await learn({ urls: pages(0, 1, 2) })).body.error).toContain('give a prompt, a schema, or both');
    expect((await learn({})).body.error).toContain('There are no pages to learn from');
    const taken = await learn({ urls: pages(0, 1, 2), schema: productSchema, name: 'products' });
    expect([taken.status, taken.body.code]).toEqual([409, 'CONFLICT']);
    expect((await learn({ jobId: '019a0000-0000-7000-8000-000000000000' })).status).toBe(404);
    expect((await learn({ urls: pages(0, 1, 2), schema: { type: 'nope' } })).status).toBe(400);
  });
});
