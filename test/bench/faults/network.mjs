/** Network faults: name servers and webhook receivers that never respond. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startDnsServer } from '../../support/dns-server.ts';
import { serve, startBatch, startEngine, startSite, until, untilEnded } from './engine.mjs';

/** Returns a module that makes the engine use the given name server. */
const asking = (server) => `
import dns from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';
const System = dns.Resolver;
dns.Resolver = class extends System {
  constructor(options) {
    super(options);
    this.setServers(['${server}']);
  }
};
syncBuiltinESMExports();
`;

async function silentDns({ dir, short, check }) {
  const silent = Array.from({ length: short ? 6 : 40 }, (_, index) => `silent-${index}.example`);
  const names = { 'good.example': ['127.0.0.1'], ...Object.fromEntries(silent.map((name) => [name, 'silent'])) };
  const [dns, site] = [await startDnsServer(names), await startSite()];
  writeFileSync(join(dir, 'resolver.mjs'), asking(dns.address));
  const engine = await startEngine(join(dir, 'data'), { nodeArgs: ['--import', join(dir, 'resolver.mjs')] });
  const scrape = async (url) => {
    const startedAt = performance.now();
    const { status } = await engine.call('POST', '/v2/scrape', { url, maxAge: 0, timeout: 60_000 });
    return { status, ms: Math.round(performance.now() - startedAt) };
  };
  const good = `${site.url.replace('127.0.0.1', 'good.example')}/n/1`;
  await scrape(good);
  const waiting = silent.map((name) => scrape(`http://${name}/`));
  const meanwhile = await scrape(good);
  const slowest = Math.max(...(await Promise.all(waiting)).map(({ ms }) => ms));
  check(
    `ms of a good page beside ${silent.length} silent names`,
    meanwhile.ms,
    meanwhile.status === 200 && meanwhile.ms < 15_000,
  );
  check('ms until the last silent name is told', slowest, slowest < 30_000);
  await engine.stop();
  site.close();
  await dns.close();
}

async function hangingReceivers({ dir, short, check }) {
  const hanging = await serve(() => undefined);
  let heard = 0;
  const good = await serve((_, response) => {
    heard += 1;
    response.end('ok');
  });
  const site = await startSite();
  const engine = await startEngine(dir);
  for (let index = 0; index < (short ? 12 : 40); index++) {
    await startBatch(engine, site, 2, { webhook: `${hanging.url}/${index}` });
  }
  const startedAt = performance.now();
  const path = await startBatch(engine, site, 2, { webhook: { url: good.url, events: ['completed'] } });
  await untilEnded(engine, path);
  await until('the good receiver', () => heard > 0, 60_000);
  const ms = Math.round(performance.now() - startedAt);
  check('ms until a good receiver beside them has heard', ms, ms < 30_000);
  await engine.stop();
  for (const server of [hanging, good, site]) server.close();
}

/** Faults caused by other servers on the network, keyed by name. */
export const networkFaults = { 'silent-dns': silentDns, 'hanging-receivers': hangingReceivers };
