import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DrivenSite, startDrivenSite } from '../support/driven-site';
import { type RunningTestEngine, startTestEngine, type TestEngine } from '../support/engine';
import { startInProcess } from '../support/engine-in-process';
import { startModelServer } from '../support/model-server';
import { sharedTestEngine } from '../support/shared-engine';

const product = { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } };
const list = { type: 'object', properties: { kettles: { type: 'array', items: product } } };
const agent = { model: 'FIRE-1' };

let engine: TestEngine;
let site: DrivenSite;
beforeAll(async () => {
  site = await startDrivenSite();
  engine = await sharedTestEngine();
}, 60_000);
afterAll(async () => {
  await Promise.all([engine?.stop(), site?.close()]);
});

async function ended(id: string, from: RunningTestEngine = engine) {
  const read = async () => (await from.call('GET', `/v2/extract/${id}`)).body;
  await expect.poll(async () => (await read()).status, { timeout: 60_000, interval: 50 }).not.toBe('processing');
  return read();
}

const extracted = async (path: string, body: object = {}) => {
  const request = { urls: [site.url + path], schema: list, agent, ...body };
  const { body: started } = await engine.call('POST', '/v2/extract', request);
  return ended(started.id);
};

const names = (end: { data: { kettles: { name: string }[] } }) => end.data.kettles.map(({ name }) => name);
const kettles = (count: number) => Array.from({ length: count }, (_, n) => `Kettle ${n + 1}`);
const actions = (end: { steps: { action: string }[] }) => end.steps.map(({ action }) => action);

describe('an extract by FIRE-1', () => {
  it('opens the next pages of a list, and joins their records in order', async () => {
    const end = await extracted('/list', { showSources: true });
    expect([end.status, names(end)]).toEqual(['completed', kettles(12)]);
    expect(actions(end)).toEqual(['next-page', 'next-page', 'next-page']);
    expect(end.sources['/kettles/10/name'][0].url).toBe(`${site.url}/list?page=4`);
    const [step] = end.steps;
    expect(step).toMatchObject({ step: 1, input: { url: `${site.url}/list?page=2`, label: 'Next' }, found: 6 });
    expect(step.reason).toContain('says "Next"');
    const picture = await fetch(step.screenshot);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  });

  it('loads more of a list with its button, each record once', async () => {
    const end = await extracted('/more');
    expect(names(end)).toEqual(kettles(16));
    expect(actions(end)).toEqual(['load-more']);
    expect(end.steps[0]).toMatchObject({ input: { label: 'Load more' }, found: 24 });
  });

  it('scrolls a growing list, and stops at its end', async () => {
    const end = await extracted('/endless');
    expect(names(end)).toEqual(kettles(20));
  });

  it('presses the page numbers of a script one after another', async () => {
    const end = await extracted('/script-pages');
    expect(names(end)).toEqual(kettles(9));
    expect(actions(end)).toEqual(['next-page', 'next-page']);
  });

  it('opens tabs and collapsed sections for missing values, but never presses a buy button', async () => {
    const schema = {
      type: 'object',
      properties: { name: { type: 'string' }, sku: { type: 'string' }, material: { type: 'string' } },
    };
    const end = await extracted('/parts', { schema, showSources: true });
    expect(end.data).toMatchObject({ name: 'Copper kettle', sku: 'CK-77', material: 'Hammered copper' });
    expect(actions(end)).toEqual(['tab', 'unfold']);
    expect(site.asked).not.toContain('POST /bought');
  });

  it('uses the search form of a site and opens its results, but no other form', async () => {
    const schema = { type: 'object', properties: { sku: { type: 'string' } } };
    const end = await extracted('/find', { prompt: 'Find the SKU of "Kettle 7"', schema });
    expect(end.data).toEqual({ sku: 'K-7' });
    expect(actions(end)).toEqual(['search-form', 'open']);
    expect(site.asked).toContain('GET /results?sort=name&q=Kettle+7');
    expect(site.asked.filter((one) => one.startsWith('POST') || one.includes('/login'))).toEqual([]);
  });

  it('never sends a POST form or leaves the site, whatever a control does', async () => {
    const [sent, left] = await Promise.all([extracted('/trap'), extracted('/away')]);
    expect([names(sent), names(left)]).toEqual([kettles(3), kettles(3)]);
    expect(site.asked.filter((one) => one.startsWith('POST') || one.includes('/elsewhere'))).toEqual([]);
  });

  it('stops when the next page is the same again', async () => {
    const end = await extracted('/loop');
    expect([names(end), actions(end)]).toEqual([kettles(3), ['next-page']]);
  });

  it('respects the step limit of Settings, and reports it', async () => {
    const set = (maxSteps: number) => engine.call('PATCH', '/local/settings', { profiles: { 'FIRE-1': { maxSteps } } });
    expect((await set(2)).status).toBe(200);
    const end = await extracted('/list', { scrapeOptions: { maxAge: 0 } });
    expect([names(end), end.steps.length]).toEqual([kettles(9), 2]);
    expect(end.warning).toContain('left); raise the step limit of the extraction profile in Settings');
    await set(25);
  });

  it('takes no step without FIRE-1', async () => {
    const end = await extracted('/list', { agent: undefined });
    expect(names(end)).toEqual(kettles(3));
    expect(end).not.toHaveProperty('steps');
  });
});

describe('an agent', () => {
  const run = async (body: object) => {
    const { body: started } = await engine.call('POST', '/v2/agent', body);
    return { id: started.id, read: async () => (await engine.call('GET', `/v2/agent/${started.id}`)).body };
  };
  const done = async (body: object) => {
    const { read } = await run(body);
    await expect.poll(async () => (await read()).status, { timeout: 60_000, interval: 50 }).not.toBe('processing');
    return read();
  };

  it('follows a list in the browser, and returns each step with its cost and screenshot', async () => {
    const end = await done({ prompt: 'All kettles with their prices', urls: [`${site.url}/list`], schema: list });
    expect([end.status, names(end), actions(end)]).toEqual(['completed', kettles(12), Array(3).fill('next-page')]);
    expect(end.steps[1]).toMatchObject({
      ...{ values: 12, creditsUsed: 4, found: 6, url: `${site.url}/list?page=3` },
      screenshot: expect.stringContaining('/files/'),
    });
  });

  it('opens tabs and collapsed sections for missing values, within the given pages', async () => {
    const schema = { type: 'object', properties: { sku: { type: 'string' }, material: { type: 'string' } } };
    const urls = [`${site.url}/parts`];
    const end = await done({ prompt: 'SKU and material', urls, schema, strictConstrainToURLs: true });
    expect(end).toMatchObject({ stopReason: 'filled', data: { sku: 'CK-77', material: 'Hammered copper' } });
    expect(actions(end).sort()).toEqual(['tab', 'unfold']);
  });

  it('returns partial data and the reason when cancelled or failed', async () => {
    site.slow('/shelf?page=2', 5000);
    const { id, read } = await run({ prompt: 'All kettles', urls: [`${site.url}/shelf`], schema: list });
    await expect.poll(async () => (await read()).steps.length, { timeout: 30_000, interval: 20 }).toBe(1);
    expect((await engine.call('DELETE', `/v2/agent/${id}`)).status).toBe(200);
    site.slow('/shelf?page=2', 0);
    const end = await read();
    expect(end).toMatchObject({ success: true, status: 'cancelled', stopReason: 'cancelled' });
    expect(names({ data: end.partial })).toEqual(kettles(3));
    expect(end.sources['/kettles/0/name'][0].url).toBe(`${site.url}/shelf`);
    expect(end).not.toHaveProperty('data');
    const failed = await done({ prompt: 'SKU', urls: [`${site.url}/none`], strictConstrainToURLs: true });
    expect(failed).toMatchObject({ status: 'failed', stopReason: 'failed', error: expect.stringContaining('404') });
    expect(failed).not.toHaveProperty('partial');
  });
});

it('reads the pages of browser steps with a language model, each once', async () => {
  const models = await startModelServer();
  models.answer(({ messages }) => {
    const read = new Set(messages.flatMap(({ text }) => text.match(/Kettle \d+/g) ?? []));
    return { text: JSON.stringify({ kettles: [...read].map((name) => ({ name })) }) };
  });
  const own = await startInProcess({
    env: {
      GLEANER_LLM_BASE_URL: models.base('openai'),
      GLEANER_LLM_API_KEY: 'model-key-123',
      GLEANER_LLM_MODEL: 'small-model',
    },
  });
  const named = { type: 'object', properties: { name: { type: 'string' } } };
  const schema = { type: 'object', properties: { kettles: { type: 'array', items: named } } };
  const { body } = await own.call('POST', '/v2/extract', { urls: [`${site.url}/list`], schema, agent });
  const end = await ended(body.id, own);
  expect([end.status, names(end), actions(end)]).toEqual(['completed', kettles(12), Array(3).fill('next-page')]);
  expect(models.calls).toHaveLength(4);
  expect(end.tokensUsed).toBeGreaterThan(0);
  await own.stop();
  await models.close();
}, 60_000);

it('resumes browser steps after kill -9 without repeating one', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gleaner-steps-'));
  const killed = await startTestEngine({ dataDir });
  let own: RunningTestEngine = killed;
  const before = site.asked.length;
  site.slow('/list?page=3', 3000);
  const request = { urls: [`${site.url}/list`], schema: list, agent };
  const { body } = await own.call('POST', '/v2/extract', request);
  const pages = () => site.asked.slice(before).filter((one) => one.startsWith('GET /list'));
  await expect.poll(pages, { timeout: 20_000, interval: 20 }).toContain('GET /list?page=3');
  await killed.stop('SIGKILL');
  site.slow('/list?page=3', 0);
  own = await startInProcess({ dataDir });
  const end = await ended(body.id, own);
  expect([end.status, names(end)]).toEqual(['completed', kettles(12)]);
  expect(end.steps.map(({ step }: { step: number }) => step)).toEqual([1, 2, 3]);
  expect(pages().filter((one) => one === 'GET /list?page=2')).toHaveLength(1);
  await own.stop();
  await rm(dataDir, { recursive: true, force: true });
}, 90_000);
