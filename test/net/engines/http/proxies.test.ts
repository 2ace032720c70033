import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FetchPlan } from '../../../../core/common/model';
import { EgressProxy } from '../../../../core/net/engines/egress/egress-proxy';
import { UndiciEngine } from '../../../../core/net/engines/http/http-engine';
import { GuardedAddresses } from '../../../../core/net/politeness/guarded-addresses';
import { okPage } from '../../../support/fault-answers';
import { type FaultServer, listen, startFaultServer } from '../../../support/fault-server';
import { fetchPlan } from '../../../support/fetch-plan';
import { startSocksServer } from '../../../support/socks-server';

const guard = new GuardedAddresses({ allowPrivateNetwork: false, allowedHosts: ['127.0.0.1', 'localhost'] });
let site: FaultServer;
let engine: UndiciEngine;
let proxy: EgressProxy;

beforeAll(async () => {
  site = await startFaultServer();
  engine = new UndiciEngine(guard);
  proxy = new EgressProxy(guard);
  await proxy.start();
});

afterAll(async () => {
  await engine.close();
  await proxy.close();
  await site.socketsFreed();
  await site.close();
});

const via = (url: string, proxyUrl: string, changes: Partial<FetchPlan> = {}) =>
  engine
    .fetch(fetchPlan(url, { proxy: { url: proxyUrl }, ...changes }), AbortSignal.timeout(8_000))
    .then((page) => Buffer.from(page.body).toString());
const code = (promise: Promise<string>) =>
  promise.catch((error: { code: string; message: string }) => `${error.code}: ${error.message}`);
const login = () => {
  const { username, password } = proxy.routes.register();
  return `http://${username}:${password}@127.0.0.1:${proxy.port}`;
};

describe('an http proxy', () => {
  it('is used for plain pages and for tunnels', async () => {
    expect(await via(`${site.http}/ok`, login())).toBe(okPage);
    expect(await via(`${site.tls.selfSigned}/`, login(), { skipTlsVerification: true })).toContain('Behind TLS');
  });

  it('does not hide a bad certificate', async () => {
    expect(await code(via(`${site.tls.expired}/`, login()))).toMatch(/^SCRAPE_SSL_ERROR: .*expired/);
  });

  it('that requires another login is named as the cause', async () => {
    const wrong = `http://nobody:wrong@127.0.0.1:${proxy.port}`;
    expect(await code(via(`${site.http}/ok`, wrong))).toMatch(/^SCRAPE_PROXY_ERROR: .*407/);
    expect(await code(via(`${site.tls.selfSigned}/`, wrong))).toMatch(/^SCRAPE_PROXY_ERROR: .*407/);
  });

  it('that is unreachable is named as the cause', async () => {
    for (const dead of ['http://127.0.0.1:1', 'socks5://127.0.0.1:1', 'https://127.0.0.1:1']) {
      expect(await code(via(`${site.http}/ok`, dead))).toMatch(/^SCRAPE_PROXY_ERROR: .*could not be reached/);
    }
  });

  it('with an invalid response, a disconnect or a bad certificate is named as the cause', async () => {
    const nonsense = createServer((socket) => void socket.on('error', () => undefined).end('hello\r\n\r\n'));
    const silent = createServer(
      (socket) => void socket.on('error', () => undefined).once('data', () => socket.destroy()),
    );
    for (const server of [nonsense, silent]) {
      const port = await listen(server);
      expect(await code(via(`${site.tls.selfSigned}/`, `http://127.0.0.1:${port}`))).toMatch(/^SCRAPE_PROXY_ERROR/);
      server.close();
    }
    expect(await code(via(`${site.http}/ok`, site.tls.selfSigned))).toMatch(
      /^SCRAPE_PROXY_ERROR: .*could not be reached/,
    );
  });

  it('never leads to private addresses', async () => {
    for (const target of ['http://10.0.0.1/', 'https://169.254.169.254/', 'http://[::1]:80/']) {
      expect(await code(via(target, login()))).toMatch(/^PRIVATE_ADDRESS_BLOCKED/);
    }
  });

  it('must have a valid URL', async () => {
    expect(await code(via(`${site.http}/ok`, 'ftp://127.0.0.1'))).toMatch(/^SCRAPE_PROXY_ERROR: .*must start with/);
  });
});

describe('a socks proxy', () => {
  it.each(['socks4', 'socks5'])('%s supports plain pages and TLS', async (scheme) => {
    const socks = await startSocksServer();
    const url = `${scheme}://127.0.0.1:${socks.port}`;
    expect(await via(`${site.http}/ok`, url)).toBe(okPage);
    expect(await via(`${site.tls.h2}/x`, url, { skipTlsVerification: true })).toContain('"2.0"');
    expect(socks.asked).toContain(`127.0.0.1:${site.port}`);
    await socks.close();
  });

  it('receives its login, and a refused one is named as the cause', async () => {
    const socks = await startSocksServer({ user: 'me', password: 'p@ss' });
    expect(await via(`${site.http}/ok`, `socks5://me:p%40ss@127.0.0.1:${socks.port}`)).toBe(okPage);
    expect(await code(via(`${site.http}/ok`, `socks5://me:no@127.0.0.1:${socks.port}`))).toMatch(/^SCRAPE_PROXY_ERROR/);
    await socks.close();
  });
});
