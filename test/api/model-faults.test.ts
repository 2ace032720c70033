import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestEngine } from '../support/engine';
import { type ModelReply, type ModelServer, startModelServer } from '../support/model-server';
import { sharedTestEngine } from '../support/shared-engine';
import { type ShopSite, startShopSite } from '../support/shop-site';

const one = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    price: { type: 'number', maximum: 1000 },
    sku: { type: 'string' },
    maker: { type: 'string' },
  },
  required: ['name'],
};
const many = { type: 'object', properties: { products: { type: 'array', items: one } } };
/** Values that rules can extract from the page. */
const byRules = { name: 'Copper kettle', price: 49.9, sku: 'CK-1' };
/** All values on the page. */
const right = { ...byRules, maker: 'Jane Miller' };

let engine: TestEngine;
let models: ModelServer;
let shop: ShopSite;
let url: string;

beforeAll(async () => {
  [engine, models, shop] = await Promise.all([sharedTestEngine(), startModelServer(), startShopSite()]);
  url = `${shop.url}/product/0`;
  shop.put(
    '/product/0',
    `<!doctype html><title>Copper kettle</title><main><h1>Copper kettle</h1><script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Copper kettle","sku":"CK-1","offers":{"price":"49.90"}}</script><p>In this workshop Jane Miller hammers it. It costs € 49.90.</p></main>`,
  );
  const config = { baseUrl: models.base('openai'), apiKey: 'model-key-123', model: 'small-model', timeoutSeconds: 2 };
  await engine.call('PUT', '/local/plugins/model/openai-compatible/settings', config);
  await engine.call('PATCH', '/local/settings', { model: 'openai-compatible' });
}, 60_000);
afterAll(() => Promise.all([engine?.stop(), models?.close(), shop?.close()]));

async function scraped(reply: ModelReply, schema: object = one, address = url) {
  models.answer(() => reply);
  const formats = [{ type: 'json', schema }];
  const { status, body } = await engine.call('POST', '/v2/scrape', { url: address, formats });
  expect([status, body.success]).toEqual([200, true]);
  return { json: body.data.json, warning: body.data.warning as string | undefined, calls: models.calls.length };
}

describe('an answer with values in another form is used without another call', () => {
  const json = JSON.stringify(right);
  it.each([
    ['in a code block', `Here you are:\n\`\`\`json\n${json}\n\`\`\`\nAnything else?`],
    ['between words with brackets', `I read {the page} [twice]: ${json} (that is all {really})`],
    ['with a trailing comma', json.replace('}', ',}')],
    ['as a list of one object', `[${json}]`],
    ['in an envelope', `{"result":${json}}`],
    ['with keys nobody asked for', JSON.stringify({ ...right, mood: 'fine' })],
    ['with a number as a string', JSON.stringify({ ...right, price: '49.90' })],
  ])('%s', async (_, text) => {
    expect(await scraped({ text })).toEqual({ json: right, warning: undefined, calls: 1 });
  });

  it('without optional fields: nothing counts as dropped', async () => {
    const { json: data, warning } = await scraped({ text: '{"name":"Copper kettle","price":49.9}' });
    expect(data).toEqual(byRules);
    expect(warning).toContain("These fields were extracted using rules, because the model's answer lacked them: sku.");
    expect(warning).not.toMatch(/could not be used|Dropped/);
  });

  it('for a list: bare, or with a single record instead of a list', async () => {
    expect((await scraped({ text: `[${json}]` }, many)).json).toEqual({ products: [right] });
    expect((await scraped({ text: JSON.stringify({ products: right }) }, many)).json).toEqual({ products: [right] });
    expect((await scraped({ text: json }, many)).json).toEqual({ products: [right] });
    expect((await scraped({ text: `[${json}]` }, { type: 'array', items: one })).json).toEqual([right]);
  });

  it('for choices and booleans, in any case', async () => {
    const schema = {
      type: 'object',
      properties: { name: { type: 'string' }, material: { enum: ['Copper', 'Steel'] }, handmade: { type: 'boolean' } },
    };
    const { json: data, calls } = await scraped(
      { text: '{"name":"Copper kettle","material":"copper","handmade":"true"}' },
      schema,
    );
    expect([data, calls]).toEqual([{ name: 'Copper kettle', material: 'Copper', handmade: true }, 1]);
  });
});

describe('the valid part of an invalid answer is kept, and rules fill in the rest', () => {
  it.each([
    ['a price that is no number', { ...right, price: 'on request' }, right, 'price'],
    ['a price out of bounds', { ...right, price: 4990 }, right, 'price'],
    ['a name that is an object', { ...right, name: { text: 'Copper kettle' } }, right, 'name'],
    ['required fields that are absent', { maker: 'Jane Miller' }, right, 'name, price, sku'],
  ])('%s', async (_, answer, data, filled) => {
    const { json, warning } = await scraped({ text: JSON.stringify(answer) });
    expect(json).toEqual(data);
    expect(warning).toContain(
      `These fields were extracted using rules, because the model's answer lacked them: ${filled}.`,
    );
  });

  it('naming what neither finds', async () => {
    const { json, warning } = await scraped({ text: JSON.stringify({ ...right, maker: ['Jane', 'Miller'] }) });
    expect(json).toEqual(byRules);
    expect(warning).toContain('These fields were dropped because they do not match the schema: maker.');
  });

  it('for truncated JSON, without its last value', async () => {
    const { json, warning, calls } = await scraped({ text: '{"maker":"Jane Miller","name":"Copper', cutOff: true });
    expect([json, calls]).toEqual([right, 1]);
    expect(warning).toContain('it was truncated');
  });

  it('for records of a list, one by one', async () => {
    const address = `${shop.url}/`;
    const schema = {
      type: 'object',
      properties: {
        products: {
          type: 'array',
          items: { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } },
        },
      },
    };
    const text = '{"products":[{"name":"Copper kettle","price":49.9},{"name":"Iron pan","price":"thirty"},"Oak';
    const { json, warning } = await scraped({ text, cutOff: true }, schema, address);
    expect(json.products).toEqual([
      { name: 'Copper kettle', price: 49.9 },
      { name: 'Iron pan', price: 35 },
      { name: 'Oak board', price: 18.5 },
      { name: 'Linen towel', price: 9.95 },
    ]);
    expect(warning).toContain(
      "These fields were extracted using rules, because the model's answer lacked them: products/*/price, products/*.",
    );
  });
});

describe('a model without an answer is replaced by rules, with a warning', () => {
  it.each<[string, ModelReply, string]>([
    ['words without JSON', { text: 'I am sorry, there is no product.' }, 'it contains no JSON object'],
    ['an empty answer', { text: '' }, 'it contains no JSON object'],
    ['an empty object', { text: '{}' }, 'three invalid answers'],
    ['a refusal', { refusal: 'I cannot help with kettles.' }, 'refused to answer: "I cannot help with kettles."'],
    [
      'an unknown model',
      { status: 404, body: '{"error":{"message":"No such model"}}' },
      'returned status 404 (No such model)',
    ],
    ['a server error', { status: 500, headers: { 'retry-after-ms': '1' } }, 'returned status 500'],
    [
      'a web page',
      { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Hi</h1>' },
      'sent an invalid response',
    ],
    ['no answer in time', 'hang', 'did not answer in time'],
  ])('%s', async (_, reply, reason) => {
    const { json, warning } = await scraped(reply);
    expect(json).toEqual(byRules);
    expect(warning).toContain('The model failed, so rules were used instead: The model at');
    expect(warning).toContain(reason);
    expect(warning).toContain('Not found on the page: maker.');
  });

  it('in a summary, too', async () => {
    models.answer(() => ({ status: 404 }));
    const { body } = await engine.call('POST', '/v2/scrape', { url, formats: ['summary'] });
    expect(body.data.summary).toContain('Jane Miller hammers it');
    expect(body.data.warning).toContain('The model failed');
  });

  it.each([
    ['extract', { agent: { model: 'FIRE-1' } }],
    ['agent', { prompt: 'the kettle', model: 'spark-1-mini' }],
  ])('for one of several pages of an %s', async (kind, more) => {
    models.answer(({ messages }) =>
      /product\/0/.test(messages[0]?.text ?? '') ? { status: 404 } : { text: JSON.stringify({ products: [] }) },
    );
    const urls = [url, `${shop.url}/about`];
    const { body } = await engine.call('POST', `/v2/${kind}`, { urls, schema: many, ...more });
    const read = async () => (await engine.call('GET', `/v2/${kind}/${body.id}`)).body;
    await expect.poll(async () => (await read()).status, { timeout: 30_000, interval: 50 }).toBe('completed');
    const { data, warning } = await read();
    expect(data.products[0]).toEqual(byRules);
    expect(warning).not.toContain('No model is set up');
    expect(warning).toContain('The model failed, so rules were used instead');
  });
});

it('a truncated answer is followed by questions about halves of the text', async () => {
  const names = Array.from({ length: 80 }, (_, index) => `Kettle ${index + 100}`);
  const sections = names.map((name) => `<section><h2>${name}</h2><p>Hammered by hand in our workshop.</p></section>`);
  shop.put('/kettles', `<!doctype html><title>Kettles</title><main><h1>Kettles</h1>${sections.join('')}</main>`);
  models.answer(({ messages }) => {
    const stated = names.filter((name) => messages[0]!.text.includes(name));
    const products = stated.map((name) => ({ name, price: null, sku: null, maker: null }));
    return { text: JSON.stringify({ products }), cutOff: products.length > 50 };
  });
  const formats = [{ type: 'json', schema: many }];
  const { body } = await engine.call('POST', '/v2/scrape', { url: `${shop.url}/kettles`, formats });
  expect(body.data.json.products.map(({ name }: { name: string }) => name)).toEqual(names);
  expect(models.calls.length).toBe(3);
});

it('a service that refuses JSON schemas gets calls without one', async () => {
  const refused = { status: 400, body: '{"error":{"message":"response_format json_schema is not supported"}}' };
  models.answer(({ schema }) => (schema ? refused : { text: JSON.stringify(right) }));
  const read = async () => {
    const { body } = await engine.call('POST', '/v2/scrape', { url, formats: [{ type: 'json', schema: one }] });
    return body.data.json;
  };
  expect([await read(), models.calls.length]).toEqual([right, 2]);
  expect([await read(), models.calls.length]).toEqual([right, 3]);
});
