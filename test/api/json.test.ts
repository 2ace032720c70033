import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestEngine } from '../support/engine';
import { sharedTestEngine } from '../support/shared-engine';

const page = `<!doctype html><html><head><title>Copper kettle | Hearth &amp; Co</title>
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Copper kettle","sku":"CK-1","offers":{"@type":"Offer","price":"49.90","priceCurrency":"EUR","availability":"https://schema.org/InStock"}}</script></head>
<body><main><h1>Copper kettle</h1><p>A kettle of hammered copper that boils a litre of water in four minutes. It is made by hand in a small workshop.</p>
<p>The handle stays cool, since the kettle is riveted to it with steel. The copper is lined with tin.</p><p class="price">€ 49.90</p><button>Add to cart</button></main></body></html>`;

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    price: { type: 'number' },
    availability: { enum: ['InStock', 'OutOfStock'] },
    gtin: { type: ['string', 'null'] },
  },
};
const data = { name: 'Copper kettle', price: 49.9, availability: 'InStock', gtin: null };

let engine: TestEngine;
let site: Server;
let url: string;

beforeAll(async () => {
  site = createServer((_, response) => response.setHeader('content-type', 'text/html; charset=utf-8').end(page));
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/kettle`;
  engine = await sharedTestEngine();
}, 60_000);
afterAll(async () => {
  await engine?.stop();
  site?.close();
});

describe('structured data without a model', () => {
  it('follows a schema in v2, with a warning about missing values', async () => {
    const { status, body } = await engine.call('POST', '/v2/scrape', { url, formats: [{ type: 'json', schema }] });
    expect([status, body.data.json]).toEqual([200, data]);
    expect(body.data.warning).toBe('Not found on the page: gtin.');
    expect(body.data.metadata.creditsUsed).toBe(5);
  });

  it('is returned as json or extract in v1, as requested', async () => {
    const json = await engine.call('POST', '/v1/scrape', { url, formats: ['json'], jsonOptions: { schema } });
    expect([json.status, json.body.data.json]).toEqual([200, data]);
    const extract = await engine.call('POST', '/v1/scrape', { url, formats: ['extract'], extract: { schema } });
    expect([extract.status, extract.body.data.extract]).toEqual([200, data]);
  });

  it('follows a prompt alone, with a warning that fields were guessed', async () => {
    const formats = [{ type: 'json', prompt: 'Tell me the product name and the price, please.' }];
    const { status, body } = await engine.call('POST', '/v2/scrape', { url, formats });
    expect([status, body.data.json]).toEqual([200, { title: 'Copper kettle', price: 49.9 }]);
    expect(body.data.warning).toContain('guessed from words in the prompt (title, price)');
  });

  it('has the source of each value in the format extraction', async () => {
    const formats = [{ type: 'extraction', schema }];
    const { status, body } = await engine.call('POST', '/v2/scrape', { url, formats });
    expect([status, body.data.extraction.data]).toEqual([200, data]);
    expect(body.data.extraction.missing).toEqual([{ path: '/gtin', reason: expect.stringContaining('gtin') }]);
    expect(body.data.extraction.sources.map(({ path }: { path: string }) => path)).toEqual([
      '/name',
      '/price',
      '/availability',
    ]);
  });

  it('summarizes with sentences of the page, word for word', async () => {
    const { status, body } = await engine.call('POST', '/v2/scrape', { url, formats: ['summary'] });
    expect(status).toBe(200);
    const text = page.replace(/<[^>]+>/g, ' ');
    for (const sentence of (body.data.summary as string).match(/[^.]+\./g) ?? [])
      expect(text).toContain(sentence.trim());
    expect(body.data.summary.length).toBeGreaterThan(60);
  });
});
