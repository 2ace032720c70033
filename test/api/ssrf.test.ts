import { createSocket } from 'node:dgram';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EngineInProcess, startInProcess } from '../support/engine-in-process';
import { type FixtureSite, startFixtureSite } from '../support/fixture-site';
import { untilEnded } from '../support/jobs';

/** A service on a private address that must never receive a request. It records all requests. */
let secret: Server;
let secretUrl: string;
let port: number;
const reached: string[] = [];
const datagrams = createSocket('udp4', () => reached.push('a datagram'));
let site: FixtureSite;
let engine: EngineInProcess;

beforeAll(async () => {
  secret = createServer((request: IncomingMessage, response: ServerResponse) => {
    reached.push(`${request.method} ${request.url}`);
    response.setHeader('access-control-allow-origin', '*').end('<h1>TOPSECRET</h1>');
  });
  secret.on('upgrade', (request, socket) => {
    reached.push(`upgrade ${request.url}`);
    socket.destroy();
  });
  await new Promise<void>((resolve) => secret.listen(0, '127.0.0.1', resolve));
  port = (secret.address() as AddressInfo).port;
  secretUrl = `http://127.0.0.1:${port}`;
  await new Promise<void>((resolve) => datagrams.bind(port, '127.0.0.1', resolve));
  [engine, site] = await Promise.all([startInProcess({ allowPrivateNetwork: false }), startFixtureSite()]);
  await engine.call('PATCH', '/local/settings', { allowedHosts: [site.host] });
});
afterAll(async () => {
  datagrams.close();
  secret.closeAllConnections();
  await Promise.all([engine.stop(), site.close(), new Promise((resolve) => secret.close(resolve))]);
});

const page = (body: string) => `<main><h1>Open</h1><p>${'This page may be read by all. '.repeat(20)}</p>${body}</main>`;
const scrape = (url: string, more: object = {}) =>
  engine.call('POST', '/v2/scrape', { url, maxAge: 0, timeout: 20_000, ...more });

describe('a private address', () => {
  it('is refused in every notation, by both engines', async () => {
    const hosts =
      '127.0.0.1 localhost LOCALHOST. a.localhost 2130706433 0x7f.1 0177.0.0.1 127.1 0 0.0.0.0 [::1] [::] [::ffff:127.0.0.1] [::ffff:7f00:1] [64:ff9b::7f00:1] [2002:7f00:1::] user:pw@127.0.0.1 example.com@127.0.0.1 127。0。0。1 ①②⑦.0.0.1';
    const targets = hosts.split(' ').map((host) => `http://${host}:${port}/`);
    targets.push('http://169.254.169.254/latest', 'http://[fd00::1]/', 'http://100.64.0.1/', `http:127.0.0.1:${port}`);
    for (const url of targets) {
      for (const formats of [['markdown'], ['screenshot']]) {
        const { status, body } = await scrape(url, { formats });
        expect([url, status, body.code]).toEqual([url, 403, 'PRIVATE_ADDRESS_BLOCKED']);
      }
    }
    expect(reached).toEqual([]);
  });

  it.each(['file:///etc/passwd', 'gopher://127.0.0.1/', 'chrome://version', 'view-source:http://example.com/'])(
    'is refused as an invalid URL: %s',
    async (url) => {
      expect((await scrape(url)).status).toBe(400);
    },
  );

  it('cannot be reached by redirects, refresh tags or navigating scripts', async () => {
    site.put('/moved', '', { location: `${secretUrl}/moved` }, 302);
    site.put('/refresh', page(`<meta http-equiv="refresh" content="0;url=${secretUrl}/refresh">`));
    site.put('/script', page(`<script>location = '${secretUrl}/script'</script>`));
    for (const [path, formats] of [
      ['/moved', ['markdown']],
      ['/moved', ['screenshot']],
      ['/refresh', ['markdown']],
      ['/refresh', ['screenshot']],
      ['/script', ['screenshot']],
    ] as const) {
      const { body } = await scrape(site.url + path, { formats, waitFor: formats[0] === 'screenshot' ? 1000 : 0 });
      expect(JSON.stringify(body)).not.toContain('TOPSECRET');
    }
    expect(reached).toEqual([]);
  });

  it('cannot be reached by anything a page loads, opens or sends', async () => {
    site.put(
      '/busy',
      page(`<iframe src="${secretUrl}/frame"></iframe><img src="${secretUrl}/img"><object data="${secretUrl}/object"></object>
<link rel="prefetch" href="${secretUrl}/prefetch"><link rel="preconnect" href="${secretUrl}"><pre id="out"></pre><script>
const tell = (text) => (document.getElementById('out').textContent += text + ' ');
const attempt = (name, work) => { try { work(); } catch (thrown) { tell(name); } };
fetch('${secretUrl}/fetch').then((a) => a.text()).then(tell, () => tell('refused'));
fetch('http://localhost:${port}/name').then((a) => a.text()).then(tell, () => tell('refused'));
fetch('file:///etc/passwd').then((a) => a.text()).then(tell, () => tell('refused'));
attempt('socket', () => new WebSocket('ws://127.0.0.1:${port}/socket'));
attempt('beacon', () => navigator.sendBeacon('${secretUrl}/beacon', 'x'));
attempt('events', () => new EventSource('${secretUrl}/events'));
attempt('worker', () => new Worker(URL.createObjectURL(new Blob(["fetch('${secretUrl}/worker')"]))));
attempt('popup', () => window.open('${secretUrl}/popup'));
attempt('transport', () => new WebTransport('https://127.0.0.1:${port}/transport').ready.catch(() => undefined));
attempt('peer', () => {
  const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${port}' }] });
  peer.createDataChannel('x');
  peer.createOffer().then((offer) => peer.setLocalDescription(offer));
});
</script>`),
    );
    const { body } = await scrape(`${site.url}/busy`, { formats: ['rawHtml', 'screenshot'], waitFor: 2500 });
    expect(body.data.rawHtml).not.toContain('TOPSECRET');
    expect(body.data.rawHtml).not.toContain('root:');
    expect(reached).toEqual([]);
  });

  it.each([
    "location = 'file:///etc/passwd'",
    "window.open('file:///etc/passwd')",
    "location = 'chrome://version'",
    "const frame = document.createElement('iframe'); frame.src = 'file:///etc/passwd'; document.body.append(frame)",
  ])('cannot be reached by the action %s', async (script) => {
    site.put('/plain', page(''));
    const actions = [{ type: 'executeJavascript', script }, { type: 'wait', milliseconds: 300 }, { type: 'scrape' }];
    const { body } = await scrape(`${site.url}/plain`, { formats: ['rawHtml'], actions });
    expect(JSON.stringify(body)).not.toMatch(/root:|Executable Path/);
    expect(body.data.actions.scrapes[0].url).toBe(`${site.url}/plain`);
  });

  it('cannot be reached by robots.txt, sitemaps, their entities, links or maps', async () => {
    site.put('/robots.txt', '', { location: `${secretUrl}/robots` }, 302);
    const entities = `<!DOCTYPE x [<!ENTITY e SYSTEM "${secretUrl}/entity"><!ENTITY f SYSTEM "file:///etc/passwd">]>`;
    const index = `<sitemapindex><sitemap><loc>${secretUrl}/map.xml</loc></sitemap><sitemap><loc>&e;&f;</loc></sitemap></sitemapindex>`;
    site.put('/sitemap.xml', `<?xml version="1.0"?>${entities}${index}`, { 'content-type': 'application/xml' });
    site.put('/links', page(`<a href="${secretUrl}/linked">there</a><a href="/moved">and there</a>`));
    const options = { allowExternalLinks: true, crawlEntireDomain: true, limit: 10 };
    const { id } = (await engine.call('POST', '/v2/crawl', { url: `${site.url}/links`, ...options })).body;
    expect((await untilEnded(engine, `/v2/crawl/${id}`)).status).toBe('completed');
    const { errors } = (await engine.call('GET', `/v2/crawl/${id}/errors`)).body;
    expect(errors.map(({ code }: { code: string }) => code)).toContain('PRIVATE_ADDRESS_BLOCKED');
    expect((await engine.call('POST', '/v2/map', { url: `${site.url}/links` })).status).toBe(200);
    expect(reached).toEqual([]);
  });

  it('cannot be reached by webhooks, even with redirects, or by filter lists', async () => {
    for (const webhook of [`${secretUrl}/hook`, `http://localhost:${port}/`, 'http://[::ffff:127.0.0.1]/']) {
      const { status, body } = await engine.call('POST', '/v2/crawl', { url: site.url, webhook });
      expect([status, body.code]).toEqual([403, 'PRIVATE_ADDRESS_BLOCKED']);
    }
    site.put('/hook', '', { location: `${secretUrl}/hooked` }, 307);
    const urls = [`${site.url}/article`];
    const { id } = (await engine.call('POST', '/v2/batch/scrape', { urls, webhook: `${site.url}/hook` })).body;
    await untilEnded(engine, `/v2/batch/scrape/${id}`);
    await expect.poll(() => site.hits('/hook'), { timeout: 5000 }).toBeGreaterThan(0);
    await engine.call('PATCH', '/local/settings', { filterLists: [`${secretUrl}/list.txt`] });
    await scrape(`${site.url}/article`, { formats: ['screenshot'] });
    expect(reached).toEqual([]);
  });
}, 120_000);

describe('a redirect to another site', () => {
  it('drops the caller’s cookies and credentials', async () => {
    const other = await startFixtureSite();
    await engine.call('PATCH', '/local/settings', { allowedHosts: [site.host, other.host] });
    site.put('/away', '', { location: `${other.url}/article`, 'set-cookie': 'session=1' }, 302);
    const headers = { cookie: 'caller=secret', authorization: 'Bearer secret' };
    for (const formats of [['markdown'], ['rawHtml', 'screenshot']]) {
      expect((await scrape(`${site.url}/away`, { headers, formats })).status).toBe(200);
      const seen = JSON.stringify(other.lastHeaders('/article'));
      expect([formats, seen.includes('secret')]).toEqual([formats, false]);
    }
    await other.close();
  });
});
