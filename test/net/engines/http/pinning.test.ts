import { afterAll, beforeAll, expect, it } from 'vitest';
import { createGuardedFetch } from '../../../../core/net/engines/http/guarded-fetch';
import { UndiciEngine } from '../../../../core/net/engines/http/http-engine';
import { GuardedAddresses } from '../../../../core/net/politeness/guarded-addresses';
import type { AddressGuard } from '../../../../core/ports/address-guard';
import { okPage } from '../../../support/fault-answers';
import { type FaultServer, startFaultServer } from '../../../support/fault-server';
import { fetchPlan } from '../../../support/fetch-plan';

let site: FaultServer;

beforeAll(async () => {
  site = await startFaultServer();
});

afterAll(() => site.close());

const closed = { allowPrivateNetwork: false, allowedHosts: [] };

/**
 * Creates a guard that resolves every name to the test site and treats the site's address as public. Other resolvers
 * cannot resolve the names.
 */
const pinning = (resolved: string[]): AddressGuard => ({
  checkUrl: () => undefined,
  resolve: async (host, port) => {
    resolved.push(`${host}:${port}`);
    return [{ address: '127.0.0.1', family: 4 }];
  },
  allow: () => () => undefined,
});

it('connects to the checked IP address without another lookup', async () => {
  const resolved: string[] = [];
  const engine = new UndiciEngine(pinning(resolved));
  const plan = fetchPlan(`http://pinned.invalid:${site.port}/echo`);
  const page = await engine.fetch(plan, AbortSignal.timeout(5_000));
  expect(JSON.parse(Buffer.from(page.body).toString()).headers.host).toBe(`pinned.invalid:${site.port}`);
  await engine.fetch(plan, AbortSignal.timeout(5_000));
  expect(new Set(resolved)).toEqual(new Set([`pinned.invalid:${site.port}`]));
  await engine.close();
});

it('makes no connection in 100 rounds of a name that becomes private', async () => {
  let turn = 0;
  const answers = [['127.0.0.1'], ['93.184.216.34', '127.0.0.1'], ['::1'], ['::ffff:127.0.0.1', '93.184.216.34']];
  const guard = new GuardedAddresses(closed, async () =>
    answers[turn++ % answers.length]!.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  );
  const engine = new UndiciEngine(guard);
  const http = createGuardedFetch(guard);
  const url = `http://rebind.example:${site.port}/never`;
  for (let round = 0; round < 100; round += 1) {
    const tries = [engine.fetch(fetchPlan(url), AbortSignal.timeout(5_000)), http.fetch(url)];
    for (const result of await Promise.allSettled(tries)) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'PRIVATE_ADDRESS_BLOCKED' } });
    }
  }
  expect(turn).toBe(200);
  expect(site.hits('/never')).toBe(0);
  await Promise.all([engine.close(), http.close()]);
});

it('checks each connection again when a name changes between lookups', async () => {
  let turn = 0;
  const guard = new GuardedAddresses(closed, async () => [
    { address: turn++ % 2 === 0 ? '93.184.216.34' : '127.0.0.1', family: 4 },
  ]);
  for (let round = 0; round < 100; round += 1) {
    expect(await guard.resolve('flip.example', 80)).toEqual([{ address: '93.184.216.34', family: 4 }]);
    await expect(guard.resolve('flip.example', 80)).rejects.toMatchObject({ code: 'PRIVATE_ADDRESS_BLOCKED' });
  }
});

it('gives plugins a fetch that is checked on every hop', async () => {
  const http = createGuardedFetch(new GuardedAddresses({ allowPrivateNetwork: false, allowedHosts: ['127.0.0.1'] }));
  expect(await (await http.fetch(`${site.http}/redirect/chain/3`)).text()).toBe(okPage);
  const inward = `${site.http}/redirect/to?url=${encodeURIComponent('http://10.0.0.1/')}`;
  await expect(http.fetch(inward)).rejects.toMatchObject({ code: 'PRIVATE_ADDRESS_BLOCKED' });
  await expect(http.fetch('http://127.0.0.1:1/')).rejects.toMatchObject({ code: 'SCRAPE_SITE_ERROR' });
  const left = new AbortController();
  left.abort(new Error('left'));
  await expect(http.fetch(`${site.http}/silent`, { signal: left.signal })).rejects.toThrow('left');
  expect((await http.fetch(inward, { redirect: 'manual' })).status).toBe(302);
  await http.close();
});
