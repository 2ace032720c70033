import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, eventually, type Lab, planFor, type Site, startLab, startSite } from './support/browser-lab';
import { certificate } from './support/certificate';

const words = 'Enough words to look like a page. '.repeat(30);

describe('limits of the browser engine', () => {
  let lab: Lab;
  let site: Site;

  beforeAll(async () => {
    site = await startSite({
      '/page': `<h1>Fine</h1><p>${words}</p>`,
      '/hang': () => undefined,
      '/endless-script': `<h1>Busy</h1><p>${words}</p><script>addEventListener('load', () => { for (;;); })</script>`,
      '/endless-start': `<script>for (;;);</script><h1>Never</h1>`,
      '/dialogs': `<h1>Dialogs</h1><p>${words}</p><script>alert('a'); document.title = String(confirm('b')) + prompt('c', 'd'); addEventListener('beforeunload', (event) => { event.preventDefault(); event.returnValue = 'stay'; });</script>`,
      '/popups': `<h1>Popups</h1><p>${words}</p><script>window.open('/page'); window.open('/page', '_blank', 'noopener');</script>`,
      '/permissions': `<p id="out"></p><p>${words}</p><script>navigator.permissions.query({ name: 'geolocation' }).then(({ state }) => { document.getElementById('out').textContent = state; });</script>`,
      '/to-file':
        '<script>try { location.href = "file:///etc/passwd"; } catch {} document.write("<h1>stayed</h1>");</script>',
      '/huge': `<div id="root" hidden></div><script>document.getElementById('root').textContent = 'x'.repeat(53 * 1024 * 1024)</script>`,
      '/reset': (_request, response) => {
        response.socket?.resetAndDestroy();
      },
    });
    lab = startLab();
    await lab.engine.warm();
  });

  afterAll(async () => {
    await lab.close();
    await site.close();
  });

  it.each(['/hang', '/endless-script', '/endless-start'])(
    'ends %s at the timeout, and the next page works',
    async (path) => {
      const started = Date.now();
      expect(await codeOf(lab.fetch(site.base + path, { timeoutMs: 2500 }))).toBe('SCRAPE_TIMEOUT');
      expect(Date.now() - started).toBeLessThan(3000);
      expect(await lab.html(`${site.base}/page`)).toContain('Fine');
    },
  );

  it('stops immediately when the caller disconnects, and frees the page', async () => {
    const only = startLab({ maxPages: () => 1 });
    await only.engine.warm();
    const caller = new AbortController();
    const fetched = codeOf(only.fetch(`${site.base}/hang`, {}, caller.signal));
    await eventually(() => site.requests.some(({ url }) => url === '/hang'));
    const request = site.requests.findLast(({ url }) => url === '/hang');
    const started = Date.now();
    caller.abort();
    expect(await fetched).toBe('SCRAPE_JOB_CANCELLED');
    expect(Date.now() - started).toBeLessThan(200);
    expect(await only.html(`${site.base}/page`)).toContain('Fine');
    await eventually(() => request?.socket.destroyed === true);
    await only.close();
  });

  it('does not serve a caller who disconnects in the queue', async () => {
    const only = startLab({ maxPages: () => 1 });
    const first = new AbortController();
    const busy = codeOf(only.fetch(`${site.base}/hang`, {}, first.signal));
    const caller = new AbortController();
    const waiting = codeOf(only.fetch(`${site.base}/page`, {}, caller.signal));
    caller.abort();
    expect(await waiting).toBe('SCRAPE_JOB_CANCELLED');
    first.abort();
    await busy;
    expect(await only.html(`${site.base}/page`)).toContain('Fine');
    await only.close();
  });

  it('dismisses dialogs', async () => {
    const html = await lab.html(`${site.base}/dialogs`);
    expect(html).toContain('<title>falsenull</title>');
    expect(await lab.html(`${site.base}/page`)).toContain('Fine');
  });

  it('closes new windows', async () => {
    expect(await lab.html(`${site.base}/popups`)).toContain('Popups');
    expect(await lab.html(`${site.base}/page`)).toContain('Fine');
  });

  it('denies permissions', async () => {
    expect(await lab.html(`${site.base}/permissions`)).toContain('<p id="out">denied</p>');
  });

  it.each(['file:///etc/passwd', 'chrome://version', 'data:text/html,x'])('never opens %s', async (url) => {
    expect(await codeOf(lab.engine.fetch(planFor(url), new AbortController().signal))).toBe('BAD_REQUEST');
  });

  it('never leads to a file', async () => {
    expect(await lab.html(`${site.base}/to-file`)).not.toContain('root:');
  });

  it('refuses a page of more than 50 MB', async () => {
    expect(await codeOf(lab.fetch(`${site.base}/huge`))).toBe('SCRAPE_TOO_LARGE');
  });

  it('names connection errors', async () => {
    expect(await codeOf(lab.fetch('http://no-such-host.invalid/'))).toBe('SCRAPE_DNS_RESOLUTION_ERROR');
    expect(await codeOf(lab.fetch('https://no-such-host.invalid/'))).toBe('SCRAPE_DNS_RESOLUTION_ERROR');
    expect(await codeOf(lab.fetch(`${site.base}/reset`))).toBe('SCRAPE_SITE_ERROR');
    const free = createTcpServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const { port } = free.address() as AddressInfo;
    await new Promise((resolve) => free.close(resolve));
    expect(await codeOf(lab.fetch(`http://127.0.0.1:${port}/`))).toBe('SCRAPE_SITE_ERROR');
    expect(await codeOf(lab.fetch(`https://127.0.0.1:${port}/`))).toBe('SCRAPE_SITE_ERROR');
  });

  it('refuses an invalid certificate by default', async () => {
    const server = createTlsServer(certificate(), (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<h1>Secret</h1><p>${words}</p>`);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    expect(await codeOf(lab.fetch(url))).toBe('SCRAPE_SSL_ERROR');
    expect(await lab.html(url, { skipTlsVerification: true })).toContain('Secret');
    expect(await codeOf(lab.fetch(url))).toBe('SCRAPE_SSL_ERROR');
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
});

describe('private addresses', () => {
  it('are blocked for the page, script redirects and all subresources', async () => {
    const site = await startSite({ '/page': '<h1>Private</h1>' });
    const lab = startLab({ allowPrivateNetwork: false });
    expect(await codeOf(lab.fetch(`${site.base}/page`))).toBe('PRIVATE_ADDRESS_BLOCKED');
    expect(await codeOf(lab.fetch(`${site.base.replace('http:', 'https:')}/page`))).toBe('PRIVATE_ADDRESS_BLOCKED');
    expect(site.requests).toHaveLength(0);
    await lab.close();
    await site.close();
  });
});

describe('a proxy behind the engine', () => {
  it('fetches the page, and its failure is named', async () => {
    const seen: string[] = [];
    const site = await startSite({ '/page': '<h1>By proxy</h1>' });
    const proxy = await startSite({});
    await proxy.close();
    const upstream = createServer((request, response) => {
      seen.push(request.url ?? '');
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>From the proxy</h1>');
    }).listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    const lab = startLab();
    const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
    expect(await lab.html('http://example.test/page', { proxy: { url } })).toContain('From the proxy');
    expect(seen).toContain('http://example.test/page');
    expect(await codeOf(lab.fetch(`${site.base}/page`, { proxy: { url: proxy.base } }))).toBe('SCRAPE_PROXY_ERROR');
    expect(await lab.html(`${site.base}/page`)).toContain('By proxy');
    await lab.close();
    await site.close();
    upstream.closeAllConnections();
    upstream.close();
  });
});

describe('without a browser', () => {
  it('explains how to install one', async () => {
    const lab = startLab({ browserPath: () => '/no/such/browser' });
    await expect(lab.fetch('http://127.0.0.1:1/')).rejects.toMatchObject({
      code: 'SCRAPE_BROWSER_UNAVAILABLE',
      message: expect.stringContaining('/no/such/browser'),
    });
    await lab.close();
  });
});
