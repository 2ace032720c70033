import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { bytesIn } from '../support/bytes-in';
import type { RunningTestEngine } from '../support/engine';
import { startInProcess } from '../support/engine-in-process';
import { type LoginSite, startLoginSite } from '../support/login-site';
import { startSearchServer } from '../support/search-server';

vi.setConfig({ testTimeout: 60_000 });

let engine: RunningTestEngine;
let site: LoginSite;
beforeAll(async () => {
  [engine, site] = await Promise.all([startInProcess(), startLoginSite()]);
}, 60_000);
afterAll(async () => {
  await Promise.all([engine?.stop(), site?.close()]);
});

const isIn = { type: 'wait', selector: '#inside' };
const typed = (text: string) => ({ type: 'write', text });
const click = (selector: string) => ({ type: 'click', selector });

/** Signs in on a live page and saves the login under a name. */
async function keep(name: string) {
  const { id } = (await engine.call('POST', '/local/live', { url: `${site.url}/login` })).body;
  const early = await engine.call('PUT', `/local/profiles/${encodeURIComponent(name)}`, { live: id });
  for (const action of [click('#user'), typed('ada'), click('#pass'), typed(site.password), click('#send'), isIn])
    expect((await engine.call('POST', `/local/live/${id}/perform`, { actions: [action] })).body).toEqual({});
  const kept = await engine.call('PUT', `/local/profiles/${encodeURIComponent(name)}`, { live: id });
  await engine.call('DELETE', `/local/live/${id}`);
  return { early, kept };
}
const orders = (profile?: object, more: object = {}) =>
  engine.call('POST', '/v2/scrape', { url: `${site.url}/orders`, ...(profile ? { profile } : {}), ...more });
const title = ({ body }: { body: { data: { metadata: { title: string } } } }) => body.data.metadata.title;
const profiles = async () => (await engine.call('GET', '/local/profiles')).body.items;

describe('a login profile', () => {
  it('is saved from a live page, and used by HTTP and browser requests', async () => {
    const { early, kept } = await keep('mine');
    expect([early.status, early.body.code]).toEqual([409, 'CONFLICT']);
    expect(early.body.error).toContain('has not set any cookies or stored any data yet; sign in first');
    expect(kept.body).toEqual({
      ...{ name: 'mine', sites: ['127.0.0.1'], address: `${site.url}/orders`, usable: true, usedBy: [] },
      ...{ savedAt: expect.any(String), expiresAt: expect.any(String) },
    });
    const plain = await orders({ name: 'mine' }, { maxAge: 3_600_000 });
    expect([title(plain), plain.body.data.warning]).toEqual(['Orders of ada', undefined]);
    expect(title(await orders({ name: 'mine' }, { waitFor: 10 }))).toBe('Orders of ada');
    const old = { url: `${site.url}/orders`, profile: { name: 'mine' } };
    expect(title(await engine.call('POST', '/v1/scrape', old))).toBe('Orders of ada');
    expect(title(await orders(undefined, { maxAge: 3_600_000 }))).toBe('Sign in');
    const again = await orders({ name: 'mine' }, { maxAge: 3_600_000 });
    expect([title(again), again.body.data.metadata.cacheState]).toEqual(['Orders of ada', undefined]);
    const bytes = bytesIn(engine.dataDir);
    expect([bytes.includes('ada-1'), bytes.includes(site.password)]).toEqual([false, false]);
  });

  it('is stored without the query of its URL, which may contain the code of a login', async () => {
    const url = `${site.url}/orders?code=secret-code-7#secret-code-7`;
    await engine.call('POST', '/v2/scrape', { url, profile: { name: 'fresh', saveChanges: true } });
    const { address } = (await profiles()).find(({ name }: { name: string }) => name === 'fresh');
    expect(address).toBe(`${site.url}/orders`);
    await engine.call('DELETE', '/local/profiles/fresh');
  });

  it('is used only on its site', async () => {
    const elsewhere = `${site.url.replace('127.0.0.1', 'localhost')}/orders`;
    const seen = site.seen.length;
    for (const more of [{}, { waitFor: 10 }]) {
      const { body } = await engine.call('POST', '/v2/scrape', { url: elsewhere, profile: { name: 'mine' }, ...more });
      expect(body.data.warning).toContain(`is for 127.0.0.1, so ${elsewhere} was fetched without it`);
    }
    expect(site.seen).toHaveLength(seen);
  });

  it('is used by extracts, searches and live pages, too', async () => {
    await keep('mine');
    await engine.call('PATCH', '/local/settings', { model: 'rules', search: 'searxng' });
    const search = await startSearchServer();
    await engine.call('PUT', '/local/plugins/search/searxng/settings', { url: search.url });
    const profile = { name: 'mine' };
    search.finds([{ url: `${site.url}/orders`, title: 'Orders' }]);
    const found = await engine.call('POST', '/v2/search', {
      query: 'orders',
      scrapeOptions: { formats: ['markdown'], profile },
    });
    expect(found.body.data.web[0].markdown).toContain('Orders of ada');
    await search.close();
    const schema = { type: 'object', properties: { title: { type: 'string' } } };
    const { id } = (
      await engine.call('POST', '/v2/extract', { urls: [`${site.url}/orders`], schema, scrapeOptions: { profile } })
    ).body;
    const extract = async () => (await engine.call('GET', `/v2/extract/${id}`)).body;
    await expect.poll(async () => (await extract()).status, { timeout: 20_000 }).toBe('completed');
    expect((await extract()).data.title).toContain('Orders of ada');
    const live = await engine.call('POST', '/local/live', { url: `${site.url}/orders`, profile });
    await expect
      .poll(async () => (await engine.call('GET', `/local/live/${live.body.id}`)).body.title)
      .toBe('Orders of ada');
    await engine.call('DELETE', `/local/live/${live.body.id}`);
  });

  it('is updated by the pages read with it, unless disabled', async () => {
    const second = (profile: object) => orders(profile, { url: `${site.url}/orders?page=2` });
    await keep('mine');
    await orders({ name: 'mine', saveChanges: false }, { url: `${site.url}/orders?page=2` });
    expect((await second({ name: 'mine', saveChanges: false })).body.data.metadata.statusCode).toBe(200);
    const third = () => orders({ name: 'mine' }, { url: `${site.url}/orders?page=3` });
    expect((await third()).body.data.metadata.statusCode).toBe(403);
    await second({ name: 'mine' });
    expect((await third()).body.data.metadata.statusCode).toBe(200);
  });

  it('is renamed without breaking jobs, lists its uses, and is deleted permanently', async () => {
    const request = { urls: [`${site.url}/orders`], profile: { name: 'mine' } };
    await engine.call('PUT', '/local/saved/nightly', { kind: 'batch', request });
    expect((await profiles())[0].usedBy).toEqual(['nightly']);
    const name = '<img src=x onerror=alert(1)>';
    expect((await engine.call('PATCH', '/local/profiles/mine', { name })).body.name).toBe(name);
    expect(title(await orders({ name: 'mine' }))).toBe('Orders of ada');
    const folder = join(engine.dataDir, 'sessions');
    expect(readdirSync(folder)).toHaveLength(1);
    expect((await engine.call('DELETE', `/local/profiles/${encodeURIComponent(name)}`)).status).toBe(200);
    expect([readdirSync(folder), await profiles()]).toEqual([[], []]);
    const gone = await orders({ name: 'mine', saveChanges: false });
    expect([title(gone), gone.body.data.warning]).not.toEqual(['Orders of ada', undefined]);
    expect(gone.body.data.warning).toContain('There was no login "mine"');
  });

  it('that has expired is reported in the page, the job and the list', async () => {
    await keep('old');
    const request = { urls: [`${site.url}/orders`], profile: { name: 'old' } };
    await engine.call('PUT', '/local/saved/orders', { kind: 'batch', request });
    await engine.call('PUT', '/local/saved/orders/monitor', {});
    const verdicts = async () =>
      (await engine.call('GET', '/local/saved/orders/runs')).body.runs
        .sort((one: { number: number }, other: { number: number }) => one.number - other.number)
        .map(({ verdict }: { verdict?: object }) => verdict);
    await engine.call('POST', '/local/saved/orders/run');
    await expect.poll(async () => (await verdicts())[0], { timeout: 30_000 }).toMatchObject({ kind: 'base' });
    site.endSessions();
    await engine.call('POST', '/local/saved/orders/run');
    expect((await orders({ name: 'old' })).body.data.warning).toContain(
      'requires a login although it was fetched with',
    );
    const { id } = (await engine.call('POST', '/v2/batch/scrape', request)).body;
    const job = async () => (await engine.call('GET', `/v2/batch/scrape/${id}`)).body;
    await expect.poll(async () => (await job()).status, { timeout: 30_000 }).toBe('completed');
    expect((await job()).warning).toMatch(/login "old", which has probably expired: sign in again in Settings/);
    expect((await profiles())[0].askedAt).toEqual(expect.any(String));
    await expect
      .poll(async () => (await verdicts())[1], { timeout: 30_000 })
      .toMatchObject({
        kind: 'failed',
        note: expect.stringContaining('sign in again in Settings'),
      });
    await keep('old');
    expect((await profiles())[0].askedAt).toBeUndefined();
    expect(title(await orders({ name: 'old' }))).toBe('Orders of ada');
  });
});
