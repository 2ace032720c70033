import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GuardedAddresses } from '../../../core/net/politeness/guarded-addresses';
import { type LookupAll, NameResolver, type ResolverOptions } from '../../../core/net/politeness/name-resolver';
import { type DnsServer, startDnsServer } from '../../support/dns-server';

const silent = Array.from({ length: 12 }, (_, index) => `silent-${index}.example`);
const never: LookupAll = () => new Promise(() => undefined);
const unknown: LookupAll = async () => [];

let server: DnsServer;
let folder: string;
let hostsFile: string;
beforeAll(async () => {
  server = await startDnsServer({
    'good.example': ['93.184.216.34', '2606:4700:0:0:0:0:0:1'],
    'other.example': ['93.184.216.35'],
    'inside.example': ['192.168.1.7'],
    ...Object.fromEntries(silent.map((name) => [name, 'silent' as const])),
  });
  folder = await mkdtemp(join(tmpdir(), 'gleaner-dns-'));
  hostsFile = join(folder, 'hosts');
  await writeFile(hostsFile, '# a comment\n10.1.2.3 nas.lan Printer # more\nfd00::5\tnas.lan\nnonsense x\n');
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const resolver = (more: ResolverOptions = {}) =>
  new NameResolver({ servers: [server.address], hostsFile, system: unknown, timeoutMs: 1000, ...more });
const codeOf = (found: Promise<unknown>) =>
  found.then(
    () => 'found',
    (thrown: NodeJS.ErrnoException) => thrown.code,
  );

describe('DNS names', () => {
  it('return all their IP addresses, IPv4 first', async () => {
    expect(await resolver().lookup('good.example')).toEqual([
      { address: '93.184.216.34', family: 4 },
      { address: '2606:4700::1', family: 6 },
    ]);
  });

  it('in the hosts file and localhost need no name server', async () => {
    const { lookup } = resolver({ servers: ['127.0.0.1:9'] });
    expect(await lookup('nas.lan')).toEqual([
      { address: '10.1.2.3', family: 4 },
      { address: 'fd00::5', family: 6 },
    ]);
    expect(await lookup('printer')).toEqual([{ address: '10.1.2.3', family: 4 }]);
    expect((await lookup('app.localhost')).map(({ address }) => address)).toEqual(['127.0.0.1', '::1']);
  });

  it('that do not exist are distinguished from a silent name server', async () => {
    const { lookup } = resolver();
    expect(await codeOf(lookup('no-such.example'))).toBe('ENOTFOUND');
    expect(await codeOf(lookup('silent-0.example'))).toBe('EAI_AGAIN');
  });

  it('are looked up once at a time and cached, even failures', async () => {
    const { lookup } = resolver();
    const before = server.asked('good.example');
    await Promise.all(Array.from({ length: 50 }, () => lookup('good.example')));
    await lookup('good.example');
    expect(server.asked('good.example') - before).toBe(2);
    const ask = () => Promise.all(Array.from({ length: 50 }, () => codeOf(lookup('silent-1.example'))));
    await ask();
    const asked = server.asked('silent-1.example');
    const started = performance.now();
    expect(new Set(await ask())).toEqual(new Set(['EAI_AGAIN']));
    expect(performance.now() - started).toBeLessThan(500);
    expect(server.asked('silent-1.example')).toBe(asked);
  });

  it('unknown to name servers are looked up by the operating system, in two threads at most', async () => {
    let asking = 0;
    const stuck: LookupAll = (host) => {
      if (host === 'machine.local') return Promise.resolve([{ address: '10.9.9.9', family: 4 }]);
      asking++;
      return never(host);
    };
    expect(await resolver({ system: stuck }).lookup('machine.local')).toEqual([{ address: '10.9.9.9', family: 4 }]);
    const { lookup } = resolver({ system: stuck, timeoutMs: 400 });
    const codes = await Promise.all(
      Array.from({ length: 8 }, (_, index) => codeOf(lookup(`unknown-${index}.example`))),
    );
    expect(new Set(codes)).toEqual(new Set(['ENOTFOUND']));
    expect(asking).toBe(2);
    expect(await lookup('good.example')).toHaveLength(2);
  });
});

describe('a dozen names with a silent name server', () => {
  it('block no other name, and fail in time', async () => {
    const { lookup } = resolver();
    const started = performance.now();
    const bad = Promise.all(silent.map((name) => codeOf(lookup(name))));
    expect(await lookup('other.example')).toEqual([{ address: '93.184.216.35', family: 4 }]);
    const goodMs = performance.now() - started;
    expect(new Set(await bad)).toEqual(new Set(['EAI_AGAIN']));
    const badMs = performance.now() - started;
    expect(goodMs).toBeLessThan(badMs / 2);
    expect(badMs).toBeLessThan(5000);
  });
});

describe('the guard behind the resolver', () => {
  const closed = { allowPrivateNetwork: false, allowedHosts: [] };

  it('still refuses names with private addresses, even from the hosts file', async () => {
    const guard = new GuardedAddresses(closed, resolver().lookup);
    expect(await guard.resolve('good.example', 443)).toHaveLength(2);
    for (const host of ['inside.example', 'nas.lan'])
      expect(await codeOf(guard.resolve(host, 80))).toBe('PRIVATE_ADDRESS_BLOCKED');
  });

  it('reports a silent name server', async () => {
    const guard = new GuardedAddresses(closed, resolver().lookup);
    await expect(guard.resolve('silent-2.example', 80)).rejects.toThrow(/the DNS server did not respond, so try again/);
  });
});
