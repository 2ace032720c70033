import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestEngine } from '../support/engine';
import { type FaultServer, startFaultServer } from '../support/fault-server';
import { sharedTestEngine } from '../support/shared-engine';

let engine: TestEngine;
let faults: FaultServer;
beforeAll(async () => {
  [engine, faults] = await Promise.all([sharedTestEngine(), startFaultServer()]);
});
afterAll(async () => {
  await Promise.all([engine.stop(), faults.close()]);
});

const scrape = (url: string, body: object = {}) => engine.call('POST', '/v2/scrape', { url, maxAge: 0, ...body });
const residentMb = async () => {
  const status = await readFile(`/proc/${engine.process.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
};

describe('failing sites', () => {
  it('return SCRAPE_DNS_RESOLUTION_ERROR with the host name', async () => {
    const { status, body } = await scrape('http://no-such-host.invalid/x');
    expect([status, body.code]).toEqual([500, 'SCRAPE_DNS_RESOLUTION_ERROR']);
    expect(body.error).toContain('no-such-host.invalid');
  });

  it.each([
    ['/reset/header', 'SCRAPE_SITE_ERROR'],
    ['/not-http', 'SCRAPE_SITE_ERROR'],
    ['/redirect/loop', 'SCRAPE_TOO_MANY_REDIRECTS'],
    ['/redirect/chain/50', 'SCRAPE_TOO_MANY_REDIRECTS'],
    ['/redirect/to?url=file:///etc/passwd', undefined],
    ['/bomb/gzip', 'SCRAPE_TOO_LARGE'],
    ['/bomb/br', 'SCRAPE_TOO_LARGE'],
    ['/bomb/zstd', 'SCRAPE_TOO_LARGE'],
    ['/huge', 'SCRAPE_TOO_LARGE'],
    ['/huge-chunked', 'SCRAPE_TOO_LARGE'],
    ['/binary', 'SCRAPE_UNSUPPORTED_FILE_ERROR'],
  ])('%s is %s', async (path, code) => {
    const { status, body } = await scrape(faults.http + path);
    expect(body.success).toBe(false);
    expect(status).toBeGreaterThanOrEqual(400);
    if (code) expect(body.code).toBe(code);
  });

  it.each(['expired', 'wrongHost', 'selfSigned', 'untrustedRoot'] as const)(
    'return an SSL error for a certificate that is %s, unless skipped',
    async (name) => {
      const strict = await scrape(faults.tls[name], { skipTlsVerification: false });
      expect([strict.status, strict.body.code]).toEqual([500, 'SCRAPE_SSL_ERROR']);
      const lenient = await scrape(faults.tls[name], { skipTlsVerification: true });
      expect(lenient.status).toBe(200);
    },
  );

  it.each(['tls10', 'handshakeClose', 'notTls'] as const)(
    'return an error for a TLS server that is %s',
    async (name) => {
      const { status, body } = await scrape(faults.tls[name], { skipTlsVerification: false });
      expect(status).toBe(500);
      expect(['SCRAPE_SSL_ERROR', 'SCRAPE_SITE_ERROR']).toContain(body.code);
    },
  );

  it('return a 429 page as a page', async () => {
    const { body } = await scrape(`${faults.http}/status/429`);
    expect(body.data.metadata.statusCode).toBe(429);
  });
});

describe('slow sites', () => {
  const slow = ['/silent', '/slow/header', '/slow/body', '/endless'];
  it.each(
    slow.flatMap(
      (path) =>
        [
          [path, {}],
          [path, { formats: ['screenshot'] }],
        ] as const,
    ),
  )('end %s %o with 408 within the timeout and half a second', async (path, extra) => {
    if ('formats' in extra) await scrape(`${faults.http}/ok`, extra);
    const started = performance.now();
    const { status, body } = await scrape(faults.http + path, { timeout: 1500, ...extra });
    const took = performance.now() - started;
    // An endless page may also be rejected because of its size, which is equally correct.
    if (path === '/endless' && body.code === 'SCRAPE_TOO_LARGE') return;
    expect([status, body.code]).toEqual([408, 'SCRAPE_TIMEOUT']);
    expect(took).toBeLessThan(1500 + 500 + 250);
  });

  it('stop the work when the client disconnects', async () => {
    const lonely = await startFaultServer();
    const leave = new AbortController();
    const call = fetch(`${engine.url}/v2/scrape`, {
      method: 'POST',
      headers: { authorization: `Bearer ${engine.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: `${lonely.http}/slow/body`, timeout: 60_000 }),
      signal: leave.signal,
    });
    await expect.poll(() => lonely.openSockets()).toBeGreaterThan(0);
    leave.abort();
    await expect(call).rejects.toThrow();
    await lonely.socketsFreed(3000);
    await lonely.close();
  });
});

describe('excessive pages', () => {
  it('read 50,000 nested elements', async () => {
    const { status, body } = await scrape(`${faults.http}/nested-elements`, { timeout: 60_000 });
    expect(status).toBe(200);
    expect(body.data.markdown.length).toBeGreaterThan(0);
  });

  it('read a page with 100,000 links', async () => {
    const { status, body } = await scrape(`${faults.http}/links`, {
      formats: ['links'],
      onlyMainContent: false,
      timeout: 60_000,
    });
    expect(status).toBe(200);
    expect(body.data.links.length).toBe(100_000);
  });

  it('stay within the memory limit, and survive', async () => {
    const before = await residentMb();
    for (const path of ['/bomb/gzip', '/huge', '/huge-chunked', '/bomb/br', '/bomb/zstd', '/huge'])
      await scrape(faults.http + path);
    expect((await residentMb()) - before).toBeLessThan(400);
    expect(engine.process.exitCode).toBeNull();
    expect((await scrape(`${faults.http}/ok`)).status).toBe(200);
  }, 120_000);
});
