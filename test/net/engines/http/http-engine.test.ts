import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../../../core/common/errors';
import type { FetchPlan, Page } from '../../../../core/common/model';
import { UndiciEngine } from '../../../../core/net/engines/http/http-engine';
import { GuardedAddresses } from '../../../../core/net/politeness/guarded-addresses';
import { largePage, okPage } from '../../../support/fault-answers';
import { type FaultServer, startFaultServer } from '../../../support/fault-server';
import { fetchPlan } from '../../../support/fetch-plan';

let site: FaultServer;
let engine: UndiciEngine;

beforeAll(async () => {
  site = await startFaultServer();
  engine = new UndiciEngine(new GuardedAddresses({ allowPrivateNetwork: false, allowedHosts: ['127.0.0.1'] }));
});

afterAll(async () => {
  await engine.close();
  await site.socketsFreed();
  await site.close();
});

function get(path: string, changes: Partial<FetchPlan> = {}, timeoutMs = 8_000): Promise<Page> {
  const url = path.startsWith('http') ? path : site.http + path;
  return engine.fetch(fetchPlan(url, changes), AbortSignal.timeout(timeoutMs));
}

const text = (page: Page) => Buffer.from(page.body).toString();
const code = (promise: Promise<unknown>) =>
  promise.then(
    (page) => `page ${(page as Page).statusCode}`,
    (error: { code?: string; name: string; message: string }) => `${error.code ?? error.name}: ${error.message}`,
  );

describe('pages', () => {
  it('return status, lower-case headers, type and bytes', async () => {
    const page = await get('/ok');
    expect(page).toMatchObject({
      statusCode: 200,
      url: `${site.http}/ok`,
      rendered: false,
      engine: 'http',
      captures: {},
    });
    expect(page.contentType).toBe('text/html; charset=utf-8');
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(text(page)).toBe(okPage);
    expect(page.error).toBeUndefined();
  });

  it.each([
    [404, 'Not Found'],
    [429, 'Too Many Requests'],
    [500, 'Internal Server Error'],
  ])('with status %i are pages with a reason', async (status, reason) => {
    expect(await get(`/status/${status}`)).toMatchObject({ statusCode: status, error: reason });
  });

  it('may have an empty body or status 204', async () => {
    expect((await get('/empty')).body.length).toBe(0);
    expect((await get('/status/204')).statusCode).toBe(204);
  });

  it.each(['gzip', 'x-gzip', 'br', 'zstd', 'deflate', 'deflate-raw', 'nested', 'unknown', 'truncated'])(
    'are decoded from %s',
    async (coding) => {
      expect(text(await get(`/encoded/${coding}`))).toBe(okPage);
    },
  );

  it.each(['gzip', 'br', 'zstd', 'deflate', 'deflate-raw', 'nested'])(
    'are decoded from %s when large',
    async (coding) => {
      expect(Buffer.compare((await get(`/encoded/${coding}?large`)).body, largePage())).toBe(0);
      expect((await get(`/encoded/${coding}?swell`)).body.length).toBe(10 * 1024 * 1024);
    },
  );

  it('may be empty with a gzip header', async () => {
    expect((await get('/encoded/none')).body.length).toBe(0);
  });

  it('are decoded up to damaged data, with a warning', async () => {
    const trailing = await get('/encoded/trailing');
    expect(text(trailing)).toBe(okPage);
    expect(trailing.warnings.join()).toContain('not valid gzip');
    const damaged = await get('/encoded/damaged?large');
    expect(damaged).toMatchObject({ truncated: true, statusCode: 200 });
    const quarter = largePage().length >> 2;
    expect(Buffer.compare(damaged.body.subarray(0, quarter), largePage().subarray(0, quarter))).toBe(0);
  });

  it.each(['wrong', 'deep'])('have a warning when the encoding is %s', async (coding) => {
    expect(await code(get(`/encoded/${coding}`))).toMatch(/^SCRAPE_SITE_ERROR: .*The site sent/);
  });

  it('keep every byte of another charset', async () => {
    expect([...(await get('/charset/shift_jis')).body.slice(7, 9)]).toEqual([0x93, 0xfa]);
  });

  it('may have 100,000 links and 50,000 nested elements', async () => {
    expect((await get('/links')).body.length).toBeGreaterThan(2_000_000);
    expect((await get('/nested-elements')).body.length).toBe(550_009);
  });
});

describe('requests', () => {
  const echoed = async (changes: Partial<FetchPlan>, path = '/echo') => JSON.parse(text(await get(path, changes)));

  it('send the user agent of the plan, languages of the location and headers of the caller', async () => {
    const { headers } = await echoed({
      userAgent: 'Test/1',
      location: { country: 'DE', languages: ['de-AT', 'en'] },
      headers: { 'X-One': '1', Host: 'other.example', Connection: 'close', Cookie: 'a=b' },
    });
    expect(headers).toMatchObject({
      'user-agent': 'Test/1',
      'accept-language': 'de-AT,de;q=0.9,en;q=0.8',
      'accept-encoding': 'gzip, deflate, br, zstd',
      'x-one': '1',
      cookie: 'a=b',
      host: `127.0.0.1:${site.port}`,
    });
  });

  it("send the caller's user agent", async () => {
    expect((await echoed({ headers: { 'User-Agent': 'Mine' } })).headers['user-agent']).toBe('Mine');
  });

  it.each(['a\r\nX-Evil: 1', 'a\u0000b', '\u4e2d'])('reject the header value %j', async (value) => {
    expect(await code(get('/echo', { headers: { 'X-One': value } }))).toMatch(/^BAD_REQUEST: .*The header `X-One`/);
  });

  it('send credentials of the URL and never reveal them', async () => {
    const page = await get(`http://reader:secret@127.0.0.1:${site.port}/basic#part`);
    expect(page).toMatchObject({ statusCode: 200, url: `${site.http}/basic#part` });
    expect((await get('/basic')).statusCode).toBe(401);
  });

  it('reuse a connection', async () => {
    await get('/ok');
    const before = site.openSockets();
    for (let round = 0; round < 20; round += 1) await get('/ok');
    expect(site.openSockets()).toBe(before);
  });
});

describe('redirects', () => {
  it('are followed up to 20', async () => {
    expect(await get('/redirect/chain/20')).toMatchObject({ statusCode: 200, url: `${site.http}/redirect/chain/0` });
    expect(await code(get('/redirect/chain/50'))).toMatch(/^SCRAPE_TOO_MANY_REDIRECTS: .*more than 20 times/);
  });

  it('stop at a loop', async () => {
    expect(await code(get('/redirect/loop'))).toMatch(/^SCRAPE_TOO_MANY_REDIRECTS: .*loop/);
    expect(site.hits('/redirect/loop')).toBe(1);
  });

  it('resolve relative targets and keep the fragment', async () => {
    expect((await get('/redirect/relative/deep#here')).url).toBe(`${site.http}/ok?from=relative#here`);
  });

  it('pass cookie walls, even those that return to the same URL', async () => {
    const page = await get('/cookies/need', { headers: { Cookie: 'mine=1' } });
    expect(page.headers['x-cookies']).toBe('mine=1; visit=1');
    expect((await get('/cookies/self')).statusCode).toBe(200);
    expect((await get('/cookies/replace', { headers: { cookie: 'turn=1; other=1' } })).statusCode).toBe(200);
  });

  it('do not wait for the body of a redirect', async () => {
    expect((await get('/redirect/slow-body', {}, 2_000)).url).toBe(`${site.http}/ok`);
  });

  it('send no request after the host lease expired', async () => {
    let left = 3;
    const check = () => {
      left -= 1;
      if (left < 0) throw new AppError('SCRAPE_JOB_CANCELLED', 'The time is over.');
    };
    const asked = () => [6, 5, 4, 3, 2, 1, 0].map((step) => site.hits(`/redirect/chain/${step}`));
    const before = asked();
    expect(await code(get('/redirect/chain/6', { hostLease: { check } }))).toBe(
      'SCRAPE_JOB_CANCELLED: The time is over.',
    );
    expect(asked().map((hits, place) => hits - before[place]!)).toEqual([1, 1, 1, 0, 0, 0, 0]);
  });

  it('without a target return their page, or an error without one', async () => {
    expect((await get('/redirect/missing-with-page')).statusCode).toBe(302);
    expect(await code(get('/redirect/missing'))).toMatch(/^SCRAPE_SITE_ERROR: .*without a redirect target/);
    expect(await code(get('/redirect/invalid'))).toMatch(/^SCRAPE_SITE_ERROR: .*invalid URL/);
  });

  it.each(['file:///etc/passwd', 'data:text/html,x', 'javascript:alert(1)', 'ftp://127.0.0.1/x', 'ws://127.0.0.1/'])(
    'are never followed to %s',
    async (target) => {
      expect(await code(get(`/redirect/to?url=${encodeURIComponent(target)}`))).toMatch(
        /^SCRAPE_SITE_ERROR: .*never followed/,
      );
    },
  );

  it.each([
    'http://10.0.0.1/',
    'http://169.254.169.254/latest',
    'http://[::1]/',
    'http://localhost:1/',
    'http://2130706434/',
  ])('are refused to %s', async (target) => {
    expect(await code(get(`/redirect/to?url=${encodeURIComponent(target)}`))).toMatch(/^PRIVATE_ADDRESS_BLOCKED/);
  });

  it('send secrets of the caller only to their origin', async () => {
    const other = await startFaultServer();
    const headers = { Authorization: 'Bearer x', Cookie: 'a=b', 'X-Plain': 'stays' };
    const page = await get(`/redirect/to?url=${encodeURIComponent(`${other.http}/echo`)}`, { headers });
    await other.close();
    const seen = JSON.parse(text(page)).headers;
    expect(seen).toMatchObject({ 'x-plain': 'stays' });
    expect(seen.authorization).toBeUndefined();
    expect(seen.cookie).toBeUndefined();
  });

  it.each(['0; url=/ok', '1;URL="/ok"', '0;/ok', '0, url=ok'])('follow the refresh header %s', async (value) => {
    expect((await get(`/refresh-header?value=${encodeURIComponent(value)}`)).url).toBe(`${site.http}/ok`);
  });

  it.each(['30; url=/ok', '0', '0; url=', 'soon; url=/ok', '0; url=javascript:alert(1)'])(
    'ignore the refresh header %s',
    async (value) => {
      expect((await get(`/refresh-header?value=${encodeURIComponent(value)}`)).url).toContain('/refresh-header');
    },
  );

  it('follow a quick refresh tag, but not a slow one, one in noscript or one to itself', async () => {
    expect((await get('/refresh?after=2')).url).toBe(`${site.http}/ok`);
    for (const stays of ['/refresh?after=30', '/refresh?noscript', '/refresh?to=']) {
      expect((await get(stays)).url).toBe(site.http + stays);
    }
    expect(await code(get('/refresh?to=http://10.1.1.1/'))).toMatch(/^PRIVATE_ADDRESS_BLOCKED/);
  });
});

describe('limits', () => {
  it.each(['/bomb/gzip', '/bomb/br', '/bomb/zstd', '/bomb/nested', '/huge', '/huge-chunked', '/endless'])(
    'stop %s at 50 MB',
    async (path) => {
      const before = process.memoryUsage().rss;
      expect(await code(get(path))).toMatch(/^SCRAPE_TOO_LARGE/);
      expect(process.memoryUsage().rss - before).toBeLessThan(250 * 1024 * 1024);
    },
  );

  it.each(['video/mp4', 'audio/mpeg', 'image/png', 'application/zip', 'application/x-msdownload', 'font/woff2'])(
    'skip the download of %s',
    async (type) => {
      const start = performance.now();
      expect(await code(get(`/media?type=${type}`))).toMatch(/^SCRAPE_UNSUPPORTED_FILE_ERROR: .*converted to text/);
      expect(performance.now() - start).toBeLessThan(1_000);
    },
  );

  it('pass bytes of unknown type to the parsers', async () => {
    expect((await get('/binary')).body.length).toBe(4096);
  });

  it.each(['/slow/header', '/slow/body', '/silent'])('end %s at the deadline', async (path) => {
    const start = performance.now();
    expect(await code(get(path, {}, 400))).toMatch(/^TimeoutError|23/);
    expect(performance.now() - start).toBeLessThan(900);
  });

  it('throw the reason of the signal', async () => {
    const caller = new AbortController();
    const reason = new Error('the caller left');
    const running = engine.fetch(fetchPlan(`${site.http}/silent`), caller.signal);
    setImmediate(() => caller.abort(reason));
    await expect(running).rejects.toBe(reason);
    await expect(engine.fetch(fetchPlan(`${site.http}/ok`), caller.signal)).rejects.toBe(reason);
  });
});

describe('connections', () => {
  it.each(['/slow/header', '/slow/body', '/silent', '/endless', '/media', '/huge', '/bomb/gzip', '/reset/body'])(
    'are freed immediately after %s',
    async (path) => {
      const other = await startFaultServer();
      const tries = Array.from({ length: 5 }, () => get(other.http + path, {}, 300));
      // For `/reset/body`, the received part of the truncated body still counts as a page.
      const ends = await Promise.allSettled(tries);
      if (path !== '/reset/body') for (const { status } of ends) expect(status).toBe('rejected');
      await other.socketsFreed();
      expect((await get(`${other.http}/ok`)).statusCode).toBe(200);
      await other.close();
    },
  );

  it('are reopened when the site closed them while idle', async () => {
    const other = await startFaultServer();
    await get(`${other.http}/ok`);
    other.dropSockets();
    expect((await get(`${other.http}/ok`)).statusCode).toBe(200);
    await other.close();
  });
});

describe('failures', () => {
  it.each([
    ['/reset/header', 'before the response was complete'],
    ['/not-http', 'valid HTTP'],
    ['http://127.0.0.1:1/', 'refused the connection'],
  ])('report %s as an error of the site', async (path, sentence) => {
    expect(await code(get(path))).toMatch(new RegExp(`^SCRAPE_SITE_ERROR: .*${sentence}`));
  });

  it.each([
    ['/reset/body', 'before the response was complete', 'of 5000 bytes are returned'],
    [
      '/length/long',
      'before the response was complete|whose length differs from its Content-Length',
      'of 9999 bytes are returned',
    ],
    ['/length/kept', 'stopped sending', 'of 9999 bytes are returned'],
    ['/chunked/broken', 'valid HTTP|before the response was complete', 'only the first \\d+ bytes are returned'],
    ['/chunked/closed', 'before the response was complete', 'only the first \\d+ bytes are returned'],
  ])('return a body cut short by %s, with a warning', async (path, sentence, size) => {
    const started = performance.now();
    const page = await get(path);
    expect(text(page)).toBe(okPage);
    expect(page.truncated).toBe(true);
    expect(page.warnings.join()).toMatch(new RegExp(`^The page was cut short: .*(${sentence}).*${size}`));
    expect(performance.now() - started).toBeLessThan(4_000);
  });

  it('return the announced part of a longer body', async () => {
    expect(text(await get('/length/short'))).toBe(okPage.slice(0, 10));
  });

  it('name an unresolvable host', async () => {
    expect(await code(get('http://no-such-host.invalid/'))).toMatch(
      /^SCRAPE_DNS_RESOLUTION_ERROR: .*`no-such-host.invalid`/,
    );
  });

  it('reject other schemes and invalid URLs', async () => {
    expect(await code(engine.fetch(fetchPlan('file:///etc/passwd'), AbortSignal.timeout(1_000)))).toMatch(
      /^BAD_REQUEST/,
    );
    expect(await code(engine.fetch(fetchPlan('nonsense'), AbortSignal.timeout(1_000)))).toMatch(/^BAD_REQUEST/);
  });
});

describe('TLS', () => {
  it.each([
    ['expired', 'has expired'],
    ['wrongHost', 'trusted authority|another host'],
    ['selfSigned', 'self-signed'],
    ['untrustedRoot', 'trusted authority'],
    ['tls10', 'outdated version of TLS'],
    ['notTls', 'does not use TLS'],
  ] as const)('names %s as the cause', async (variant, cause) => {
    expect(await code(get(`${site.tls[variant]}/`))).toMatch(new RegExp(`^SCRAPE_SSL_ERROR: .*(${cause})`));
  });

  it.each(['expired', 'wrongHost', 'selfSigned', 'untrustedRoot', 'tls10', 'h2'] as const)(
    'accepts %s when verification is skipped',
    async (variant) => {
      expect((await get(`${site.tls[variant]}/`, { skipTlsVerification: true })).statusCode).toBe(200);
    },
  );

  it('verifies the next request after a skipped verification', async () => {
    await get(`${site.tls.expired}/`, { skipTlsVerification: true });
    expect(await code(get(`${site.tls.expired}/`))).toMatch(/^SCRAPE_SSL_ERROR/);
  });

  it('distinguishes an aborted handshake from a bad certificate, and ends a hanging one', async () => {
    expect(await code(get(`${site.tls.handshakeClose}/`))).toMatch(/^SCRAPE_SITE_ERROR: .*during the TLS handshake/);
    const start = performance.now();
    expect(await code(get(`${site.tls.handshakeHang}/`, {}, 300))).toMatch(/^TimeoutError|23/);
    expect(performance.now() - start).toBeLessThan(800);
  });

  it('uses HTTP/2 if offered, with concurrent requests on one connection', async () => {
    const pages = await Promise.all(
      Array.from({ length: 30 }, (_, index) => get(`${site.tls.h2}/page/${index}`, { skipTlsVerification: true })),
    );
    expect(pages.map((page) => JSON.parse(text(page)).httpVersion)).toEqual(Array(30).fill('2.0'));
    expect(await code(get(`${site.tls.h2}/reset`, { skipTlsVerification: true }))).toMatch(/^SCRAPE_SITE_ERROR/);
    expect((await get(`${site.tls.h2}/after`, { skipTlsVerification: true })).statusCode).toBe(200);
  });
});
