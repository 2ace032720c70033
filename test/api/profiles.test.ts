import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { RunningTestEngine } from '../support/engine';
import { startInProcess } from '../support/engine-in-process';
import { type ModelServer, startModelServer } from '../support/model-server';
import { type SearchServer, startSearchServer } from '../support/search-server';
import { type ShopSite, startShopSite } from '../support/shop-site';

const schema = { type: 'object', properties: { name: { type: 'string' } } };
const contact = { type: 'object', properties: { email: { type: 'string' }, fax: { type: 'string' } } };

let engine: RunningTestEngine;
let models: ModelServer;
let shop: ShopSite;
let search: SearchServer;
beforeAll(async () => {
  [engine, models, shop, search] = await Promise.all([
    startInProcess(),
    startModelServer(),
    startShopSite(),
    startSearchServer(),
  ]);
  const settings = { baseUrl: models.base('openai'), apiKey: 'model-key-123', model: 'small-model' };
  await engine.call('PUT', '/local/plugins/model/openai-compatible/settings', settings);
  await engine.call('PATCH', '/local/settings', { model: 'rules' });
  models.answer(() => ({ text: '{"name":"Copper kettle"}' }));
}, 60_000);
afterAll(async () => {
  await Promise.all([engine?.stop(), models?.close(), shop?.close(), search?.close()]);
});
afterEach(() => {
  shop.slow(0);
  return engine.call('PATCH', '/local/settings', { profiles: {} });
});

const setProfiles = (profiles: object) => engine.call('PATCH', '/local/settings', { profiles });

async function ended(kind: 'extract' | 'agent', request: object) {
  const { status, body } = await engine.call('POST', `/v2/${kind}`, request);
  expect([status, body.error]).toEqual([200, undefined]);
  const read = async () => (await engine.call('GET', `/v2/${kind}/${body.id}`)).body;
  await expect.poll(async () => (await read()).status, { timeout: 25_000, interval: 50 }).not.toBe('processing');
  return read();
}
const page = () => ({ urls: [`${shop.url}/product/0`], schema });
const fire = { agent: { model: 'FIRE-1' } };

describe('the model of a profile', () => {
  it('reads the pages of jobs with the profile, and of no others', async () => {
    expect((await setProfiles({ 'FIRE-1': { model: 'openai-compatible' } })).status).toBe(200);
    const before = models.calls.length;
    expect((await ended('extract', page())).data.name).toBe('Copper kettle');
    expect(models.calls.length).toBe(before);
    const end = await ended('extract', { ...page(), ...fire });
    expect([end.data.name, end.warning]).toEqual(['Copper kettle', undefined]);
    expect(models.calls.length).toBe(before + 1);

    await setProfiles({ 'spark-1-pro': { model: 'openai-compatible' } });
    const byRules = await ended('agent', { ...page(), prompt: 'Name of the product' });
    expect(models.calls.length).toBe(before + 1);
    const byModel = await ended('agent', { ...page(), prompt: 'Name of the product', model: 'spark-1-pro' });
    expect(models.calls.length).toBe(before + 2);
    expect([byRules.modelTokens, byModel.modelTokens]).toEqual([0, expect.toSatisfy((tokens: number) => tokens > 100)]);
  });

  it('is shown before a job is started; a profile without a model is refused with a reason', async () => {
    await setProfiles({ 'spark-1-pro': { model: 'anthropic' } });
    const { items } = (await engine.call('GET', '/local/models')).body;
    expect(items).toEqual([
      { model: 'rules', isFallback: true },
      { profile: 'spark-1-mini', model: 'rules', isFallback: true },
      { profile: 'spark-1-pro', problem: expect.stringContaining('"anthropic" is not set up') },
      { profile: 'FIRE-1', model: 'rules', isFallback: true },
    ]);
    const refused = await engine.call('POST', '/v2/agent', { prompt: 'x', model: 'spark-1-pro' });
    expect([refused.status, refused.body.code]).toEqual([400, 'MODEL_NOT_CONFIGURED']);
    expect(refused.body.error).toContain('choose another in Settings');
  });
});

describe('the budget of a profile', () => {
  it('limits the pages and steps of an agent', async () => {
    await setProfiles({ 'spark-1-mini': { maxPages: 1 }, 'spark-1-pro': { maxSteps: 1 } });
    const urls = [`${shop.url}/product/0`, `${shop.url}/about`];
    const few = await ended('agent', { prompt: 'Contact', urls, schema: contact });
    expect(few).toMatchObject({ stopReason: 'max-pages', budget: { maxPages: 1, maxSteps: 10, maxCredits: 2500 } });
    expect(few.data).not.toHaveProperty('email');
    const brief = await ended('agent', { prompt: 'Contact', urls: [shop.url], schema: contact, model: 'spark-1-pro' });
    expect([brief.stopReason, brief.steps.length, brief.data.email]).toEqual(['max-steps', 1, 'shop@hearth.example']);
  });

  it('sets the default credits and time of an agent', async () => {
    await setProfiles({ 'spark-1-mini': { maxCredits: 2, maxMinutes: 0.01 } });
    const poor = await ended('agent', { prompt: 'Contact', urls: [shop.url], schema: contact });
    expect(poor).toMatchObject({ stopReason: 'max-credits', budget: { maxCredits: 2 } });
    expect(poor.data).not.toHaveProperty('email');
    shop.slow(700);
    const urls = [`${shop.url}/product/2`];
    const late = await ended('agent', { prompt: 'Contact', urls, schema: contact, maxCredits: 99 });
    expect(late).toMatchObject({ stopReason: 'max-time', budget: { maxCredits: 99 } });
  });

  it('limits the pages and time of an extract, which reports it', async () => {
    await setProfiles({ 'FIRE-1': { maxPages: 2 } });
    const few = await ended('extract', { urls: [`${shop.url}/*`], schema, ...fire });
    expect(few.totalUrlsScraped).toBe(2);
    expect(few.warning).toContain(
      'More pages were found than the page limit (2) allows; raise the page limit of the extraction profile in Settings',
    );
    await setProfiles({ 'FIRE-1': { maxMinutes: 0.01 } });
    shop.slow(700);
    const scrapeOptions = { maxAge: 0 };
    const late = await ended('extract', { urls: [`${shop.url}/*`], schema, scrapeOptions, ...fire });
    expect([late.status, late.totalUrlsScraped]).toEqual(['completed', 1]);
    expect(late.warning).toMatch(/pages could not be read: .* the extraction reached its time limit of 0.01 minutes/);
  });

  it.each([
    ['a number out of range', { 'FIRE-1': { maxPages: 0 } }, 'profiles.FIRE-1.maxPages'],
    ['an unknown profile', { 'spark-9': {} }, 'profiles'],
  ])('refuses %s and changes nothing', async (_, profiles, place) => {
    const { status, body } = await setProfiles(profiles);
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    expect(body.error).toContain(place);
  });
});

it('tests a search with unsaved settings', async () => {
  const test = (config: object) => engine.call('POST', '/local/searches/searxng/test', config);
  search.finds([{ url: 'https://example.com/', title: 'Example' }]);
  expect((await test({ url: search.url })).body).toMatchObject({
    ok: true,
    message: expect.stringContaining('1 result'),
  });
  search.behave('no-json');
  const wrong = await test({ url: search.url });
  expect(wrong.body).toMatchObject({ ok: false, message: expect.stringContaining('search.formats') });
  expect((await test({ url: 'nonsense' })).status).toBe(400);
  expect((await engine.call('POST', '/local/searches/none/test', {})).status).toBe(404);
  expect((await engine.call('GET', '/local/settings')).body.settings.plugins).not.toHaveProperty('search:searxng');
});
