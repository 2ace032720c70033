import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningTestEngine } from '../support/engine';
import { startInProcess } from '../support/engine-in-process';
import { untilEnded } from '../support/jobs';
import { type ModelServer, startModelServer } from '../support/model-server';
import { type ShopSite, startShopSite } from '../support/shop-site';

const schema = { type: 'object', properties: { email: { type: 'string' } } };
const found = { email: 'shop@hearth.example' };

let engine: RunningTestEngine;
let shop: ShopSite;
let models: ModelServer;
beforeAll(async () => {
  [engine, shop, models] = await Promise.all([startInProcess(), startShopSite(), startModelServer()]);
  const config = { baseUrl: models.base('openai'), apiKey: 'model-key-123', model: 'small-model' };
  await engine.call('PUT', '/local/plugins/model/openai-compatible/settings', config);
  models.answer(() => ({ text: JSON.stringify(found) }));
}, 60_000);
afterAll(async () => {
  await Promise.all([engine?.stop(), shop?.close(), models?.close()]);
});

async function ended(path: string) {
  const read = async () => (await engine.call('GET', path)).body;
  await expect.poll(async () => (await read()).status, { timeout: 25_000, interval: 50 }).not.toBe('processing');
  return read();
}
const save = (id: string, name: string) => engine.call('POST', `/local/jobs/${id}/save`, { name });
const run = (name: string) => engine.call('POST', `/local/saved/${encodeURIComponent(name)}/run`, {});

describe('a saved run', () => {
  it.each([
    ['agent', { prompt: 'The email of Hearth', schema, strictConstrainToURLs: true }],
    ['extract', { prompt: 'The email of Hearth', schema }],
  ])('of kind %s runs again without the model', async (kind, body) => {
    const { id } = (await engine.call('POST', `/v2/${kind}`, { ...body, urls: [`${shop.url}/about`] })).body;
    expect(await ended(`/v2/${kind}/${id}`)).toMatchObject({ status: 'completed', data: found });
    const asked = models.calls.length;
    expect(asked).toBeGreaterThan(0);
    const saved = await save(id, `the ${kind}`);
    expect([saved.status, saved.body]).toMatchObject([
      200,
      { name: `the ${kind}`, kind: 'extract', request: { urls: [`${shop.url}/about`], schema, withoutModel: true } },
    ]);
    const again = await run(`the ${kind}`);
    expect([again.status, again.body.success]).toEqual([200, true]);
    expect(again.body.url).toBe(`${engine.url}/v2/extract/${again.body.id}`);
    expect(await ended(`/v2/extract/${again.body.id}`)).toMatchObject({ status: 'completed', data: found });
    expect(models.calls.length).toBe(asked);
  });

  it('of kind crawl runs again unchanged', async () => {
    const body = { url: `${shop.url}/`, limit: 3, sitemap: 'skip', scrapeOptions: { formats: ['links'] } };
    const { id } = (await engine.call('POST', '/v2/crawl', body)).body;
    await untilEnded(engine, `/v2/crawl/${id}`);
    expect((await save(id, 'shop')).body).toMatchObject({ kind: 'crawl', request: { url: `${shop.url}/`, limit: 3 } });
    const again = (await run('shop')).body;
    expect(await untilEnded(engine, `/v2/crawl/${again.id}`)).toMatchObject({ status: 'completed', completed: 3 });
  });

  it('of kind batch runs again with its URLs', async () => {
    const urls = [`${shop.url}/about`, `${shop.url}/product/0`, `${shop.url}/about`];
    const { id } = (await engine.call('POST', '/v2/batch/scrape', { urls, formats: ['links'] })).body;
    await untilEnded(engine, `/v2/batch/scrape/${id}`);
    expect((await save(id, 'three')).body).toMatchObject({
      kind: 'batch',
      request: { urls, formats: ['links'] },
    });
    const again = (await run('three')).body;
    expect(await untilEnded(engine, `/v2/batch/scrape/${again.id}`)).toMatchObject({
      status: 'completed',
      completed: 3,
    });
    const { lastRun } = (await engine.call('GET', '/local/saved/three')).body;
    expect(lastRun).toMatchObject({ id: again.id, at: expect.any(String), isKept: true });
    const names = (await engine.call('GET', '/local/jobs?kind=batch')).body.items.map(
      ({ id: one, savedName }: { id: string; savedName?: string }) => [one, savedName],
    );
    expect(names.slice(0, 2)).toEqual([
      [again.id, 'three'],
      [id, undefined],
    ]);
    expect((await engine.call('DELETE', `/local/jobs/${again.id}`)).status).toBe(200);
    expect((await engine.call('GET', '/local/saved/three')).body.lastRun).toEqual({ ...lastRun, isKept: false });
    const { items } = (await engine.call('GET', '/local/saved')).body;
    expect(items.find(({ name }: { name: string }) => name === 'three').lastRun.isKept).toBe(false);
    await engine.call('DELETE', '/local/saved/three');
  });

  it('takes other URLs and leaves the saved job as it is', async () => {
    const runOn = async (name: string, urls: unknown) => engine.call('POST', `/local/saved/${name}/run`, { urls });
    const request = { urls: [`${shop.url}/about`], formats: ['links'] };
    await engine.call('PUT', '/local/saved/list', { kind: 'batch', request });
    const { id, invalidURLs } = (await runOn('list', [`${shop.url}/product/0`, `${shop.url}/product/1`, '//'])).body;
    expect(invalidURLs).toEqual(['//']);
    await untilEnded(engine, `/v2/batch/scrape/${id}`);
    const { data } = (await engine.call('GET', `/v2/batch/scrape/${id}`)).body;
    const read = data.map(({ metadata }: { metadata: { sourceURL: string } }) => metadata.sourceURL);
    expect(read.sort()).toEqual([0, 1].map((at) => `${shop.url}/product/${at}`));
    await engine.call('PUT', '/local/saved/site', { kind: 'crawl', request: { url: `${shop.url}/`, limit: 1 } });
    const crawl = (await runOn('site', [`${shop.url}/about`])).body;
    expect(await untilEnded(engine, `/v2/crawl/${crawl.id}`)).toMatchObject({
      data: [{ metadata: { url: `${shop.url}/about` } }],
    });
    for (const [name, urls] of [
      ['site', [`${shop.url}/about`, `${shop.url}/`]],
      ['site', ['no url']],
      ['site', []],
      ['list', 'https://example.com'],
    ] as const) {
      const { status, body } = await runOn(name, urls);
      expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    }
    for (const name of ['list', 'site']) {
      expect((await engine.call('GET', `/local/saved/${name}/runs`)).body.runs).toEqual([]);
      await engine.call('DELETE', `/local/saved/${name}`);
    }
  });

  it('of kind table reads a URL that its recipe does not name', async () => {
    for (const [path, title] of [
      ['kettles', 'Copper'],
      ['pots', 'Iron'],
    ])
      shop.put(
        `/${path}`,
        `<main><h1>Our ${path} by hand</h1><ul><li><b>${title} one</b><li><b>${title} two</b></ul></main>`,
      );
    const fields = [{ name: 'title', type: 'text', sources: [{ selector: 'b' }] }];
    const recipe = { version: 1, name: 'k', pages: [`${shop.url}/kettles*`], records: { selector: 'li' }, fields };
    await engine.call('PUT', '/local/recipes/k', recipe);
    for (const of of [recipe, 'k']) {
      const request = { url: `${shop.url}/kettles`, recipe: of };
      await engine.call('PUT', '/local/saved/kettles', { kind: 'table', request });
      const urls = [`${shop.url}/pots`];
      const { id } = (await engine.call('POST', '/local/saved/kettles/run', { urls })).body;
      expect((await ended(`/v2/table/${id}`)).data).toEqual([{ title: 'Iron one' }, { title: 'Iron two' }]);
      expect((await engine.call('GET', '/local/saved/kettles')).body.request).toEqual(request);
    }
    await engine.call('DELETE', '/local/saved/kettles');
  });

  it('is listed, replaced by one of the same name, and deleted', async () => {
    const { items } = (await engine.call('GET', '/local/saved')).body;
    expect(items.map(({ name }: { name: string }) => name)).toEqual(['shop', 'the agent', 'the extract']);
    const { id } = (await engine.call('POST', '/v2/extract', { urls: [`${shop.url}/about`], schema })).body;
    await ended(`/v2/extract/${id}`);
    await save(id, 'shop');
    expect((await engine.call('GET', '/local/saved/shop')).body.kind).toBe('extract');
    expect((await engine.call('DELETE', '/local/saved/shop')).body).toEqual({ success: true });
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/run'],
    ] as const) {
      const { status, body } = await engine.call(method, `/local/saved/shop${path}`, path ? {} : undefined);
      expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
    }
  });
});

describe('a request without a run', () => {
  const put = (name: string, body: object) => engine.call('PUT', `/local/saved/${encodeURIComponent(name)}`, body);

  it('is saved by name, renamed and run', async () => {
    const request = { url: `${shop.url}/`, limit: 2 };
    expect((await put('new / crawl', { kind: 'crawl', request })).body).toMatchObject({ name: 'new / crawl', request });
    await put('other', { kind: 'crawl', request });
    const rename = (to: string) => engine.call('POST', '/local/saved/new%20%2F%20crawl/rename', { name: to });
    expect((await rename('other')).body.code).toBe('CONFLICT');
    expect((await rename('two pages')).body.name).toBe('two pages');
    expect((await rename('gone')).status).toBe(404);
    const { id } = (await run('two pages')).body;
    expect(await untilEnded(engine, `/v2/crawl/${id}`)).toMatchObject({ status: 'completed', completed: 2 });
  });

  it.each([
    ['of an unknown kind', { kind: 'scrape', request: { url: 'https://example.com' } }, 'cannot be saved'],
    ['that does not fit', { kind: 'crawl', request: { limit: 3 } }, 'is not valid'],
    [
      'with a secret',
      {
        kind: 'crawl',
        request: { url: 'https://example.com', scrapeOptions: { headers: { Authorization: 'Bearer abcdefgh12345' } } },
      },
      'contains a secret',
    ],
  ])('%s is refused', async (_, body, words) => {
    const { status, body: answer } = await put('wrong', body);
    expect([status, answer.code, answer.error]).toEqual([400, 'BAD_REQUEST', expect.stringContaining(words)]);
    expect((await engine.call('GET', '/local/saved/wrong')).status).toBe(404);
  });
});

describe('a job cannot be saved', () => {
  it('before it has completed', async () => {
    const { id } = (await engine.call('POST', '/v2/extract', { urls: [`${shop.url}/none`], schema })).body;
    await ended(`/v2/extract/${id}`);
    const { status, body } = await save(id, 'x');
    expect([status, body.code, body.error]).toEqual([409, 'CONFLICT', expect.stringContaining('The job is failed')]);
  });

  it('with a secret, or with zero retention', async () => {
    const urls = [`${shop.url}/about`];
    for (const scrapeOptions of [{ headers: { Authorization: 'Bearer abcdefgh12345' } }, { zeroDataRetention: true }]) {
      const { id } = (await engine.call('POST', '/v2/extract', { urls, schema, scrapeOptions })).body;
      await ended(`/v2/extract/${id}`);
      const { status, body } = await save(id, 'x');
      expect([status, body.error]).toEqual([400, expect.stringMatching(/contains a secret|zeroDataRetention/)]);
    }
    expect((await engine.call('GET', '/local/saved/x')).status).toBe(404);
  });

  it('without a name, or if it does not exist', async () => {
    expect((await save('01900000-0000-7000-8000-000000000000', 'x')).status).toBe(404);
    expect((await save('01900000-0000-7000-8000-000000000000', ' ')).status).toBe(400);
  });
});
