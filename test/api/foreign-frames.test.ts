import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestEngine } from '../support/engine';
import { untilEnded } from '../support/jobs';
import { sharedTestEngine } from '../support/shared-engine';

const jobs = `<h1>Open jobs</h1><ul>${['Gärtner', 'Plumber', 'Welder'].map((job) => `<li><a href="job/${job}">${job}</a>: ${'a job in our team by the river. '.repeat(4)}</li>`).join('')}</ul>`;
const seen: { readonly path: string; readonly headers: NodeJS.Dict<string | string[]> }[] = [];
let engine: TestEngine;
let board: Server;
let site: Server;
let boardUrl: string;
let siteUrl: string;

const listen = async (answer: RequestListener): Promise<Server> => {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
};
const urlOf = (server: Server, host: string) => `http://${host}:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  board = await listen(({ url = '/', headers }, response) => {
    seen.push({ path: url, headers });
    const isFound = url.startsWith('/embed') || url.startsWith('/closed');
    const body = url === '/robots.txt' ? 'User-agent: *\nDisallow: /closed' : jobs;
    const type = url === '/robots.txt' ? 'text/plain' : 'text/html; charset=utf-8';
    response.writeHead(isFound || url === '/robots.txt' ? 200 : 404, { 'content-type': type }).end(body);
  });
  boardUrl = urlOf(board, 'localhost');
  site = await listen(({ url = '/' }, response) => {
    const src = `${boardUrl}${url === '/robots.txt' ? '' : url}?for=firm&amp;lang=de`;
    response.writeHead(url === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html; charset=iso-8859-1' });
    const html = `<title>Jobs</title><nav><a href="/">Start</a></nav><h1>Jobs für alle</h1><iframe src="${src}"></iframe>`;
    response.end(Buffer.from(html, 'latin1'));
  });
  siteUrl = urlOf(site, '127.0.0.1');
  engine = await sharedTestEngine();
});
afterAll(async () => {
  for (const server of [site, board]) server.closeAllConnections();
  await Promise.all([engine.stop(), ...[site, board].map((one) => new Promise((resolve) => one.close(resolve)))]);
});

describe('a page whose main content is a frame of another host', () => {
  it('contains the content of the frame, and its warning names the source', async () => {
    const { body } = await engine.call('POST', '/v2/scrape', {
      url: `${siteUrl}/embed`,
      maxAge: 0,
      headers: { 'x-secret': 'of the site' },
    });
    expect(body.data.markdown).toContain('Jobs für alle');
    expect(body.data.markdown).toContain(`[Gärtner](${boardUrl}/job/G%C3%A4rtner)`);
    expect(body.data.warning).toContain(`${boardUrl}/embed?for=firm&lang=de`);
    const [request] = seen.filter(({ path }) => path.startsWith('/embed'));
    expect(request?.headers['x-secret']).toBeUndefined();
  });

  it('stays a link to the frame when threatProtection blocks its host', async () => {
    const before = seen.length;
    const { body } = await engine.call('POST', '/v2/scrape', {
      url: `${siteUrl}/embed`,
      maxAge: 0,
      threatProtection: { mode: 'manual-only', blacklist: ['localhost'] },
    });
    expect(body.data.markdown).not.toContain('Plumber');
    expect(body.data.warning).toContain('was not read');
    expect(seen).toHaveLength(before);
  });

  it('stays a link to a frame that fails', async () => {
    const { body } = await engine.call('POST', '/v2/scrape', { url: `${siteUrl}/missing`, maxAge: 0 });
    expect(body.success).toBe(true);
    expect(body.data.markdown).not.toContain('Plumber');
    expect(body.data.warning).toContain('/missing?for=firm&lang=de was not read: The server returned status 404.');
  });

  it('stays a link in a crawl when robots.txt of the other host disallows the frame', async () => {
    const start = await engine.call('POST', '/v2/crawl', { url: `${siteUrl}/closed`, limit: 1 });
    const { data } = await untilEnded(engine, `/v2/crawl/${start.body.id}`);
    expect(data[0].markdown).not.toContain('Plumber');
    expect(data[0].warning).toContain('was not read: robots.txt disallows it.');
    expect(seen.some(({ path }) => path.startsWith('/closed'))).toBe(false);
  });

  it('is read in a crawl that ignores robots.txt', async () => {
    const start = await engine.call('POST', '/v2/crawl', {
      url: `${siteUrl}/closed`,
      limit: 1,
      ignoreRobotsTxt: true,
      scrapeOptions: { maxAge: 0 },
    });
    const { data } = await untilEnded(engine, `/v2/crawl/${start.body.id}`);
    expect(data[0].markdown).toContain('Plumber');
    expect(seen.some(({ path }) => path.startsWith('/closed'))).toBe(true);
  });
});
