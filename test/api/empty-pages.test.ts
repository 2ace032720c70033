import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestEngine } from '../support/engine';
import { startInProcess } from '../support/engine-in-process';
import { sharedTestEngine } from '../support/shared-engine';

const text = 'Words that stand on the page from the start. ';
const inner = (name: string, more = '') =>
  `<title>${name}</title><h1>${name}</h1><p>${text} <a href="next">next</a></p>${more}`;
const rows = `<script>setTimeout(() => fetch('/rows').then((answer) => answer.json()).then((names) => {
  document.querySelector('tbody').innerHTML = names.map((name) => '<tr><td>' + name + '</td><td>12</td></tr>').join('');
}), 100);</script>`;

const html: Readonly<Record<string, string>> = {
  '/empty': '',
  '/image': '<img src="/a.png">',
  '/frame-only': '<iframe src="/inner/one" width="800" height="600"></iframe>',
  '/frameset': '<frameset cols="20%,80%"><frame src="/inner/menu"><frame src="/inner/one"></frameset>',
  '/inner/one': inner('Inner one', '<iframe src="/inner/deep/two"></iframe>'),
  '/inner/deep/two': inner('Inner two'),
  '/inner/menu': inner('Menu'),
  '/written': `<h1>Outer</h1><p>Before. ${text}</p><iframe srcdoc="&lt;p&gt;Written &lt;b&gt;in&lt;/b&gt;. &lt;a href='x'&gt;Go&lt;/a&gt;&lt;/p&gt;&lt;iframe srcdoc='&amp;lt;p&amp;gt;Deeper.&amp;lt;/p&amp;gt;'&gt;&lt;/iframe&gt;"></iframe><p>After.</p>`,
  '/rows-later': `<nav><a href="/">Home</a></nav><main><h1>Ships</h1><p>${text.repeat(20)}</p><table><thead><tr><th>Name</th><th>Guns</th></tr></thead><tbody></tbody></table></main>${rows}`,
  '/shell': '<h1>Shell</h1><div id="app"></div><script>1</script>',
  '/never': `<h1>Ships</h1><p>${text.repeat(20)}</p><p>Loading…</p><script>1</script>`,
};

let engine: TestEngine;
let site: Server;
let url: string;
beforeAll(async () => {
  site = createServer((request, response) => {
    const path = request.url ?? '/';
    if (/^\/20[45]$/.test(path)) return void response.writeHead(Number(path.slice(1))).end();
    if (path === '/rows')
      return void response.writeHead(200, { 'content-type': 'application/json' }).end('["Ada","Bo"]');
    if (path === '/short') {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': '9000' });
      return void response.end(`<h1>Half a page</h1><p>${text}</p>`);
    }
    const body = html[path];
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(body);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  engine = await sharedTestEngine();
});
afterAll(async () => {
  site.closeAllConnections();
  await Promise.all([engine.stop(), new Promise((resolve) => site.close(resolve))]);
});

async function read(path: string, more: object = {}) {
  const { status, body } = await engine.call('POST', '/v2/scrape', { url: url + path, maxAge: 0, ...more });
  expect([status, body.success], JSON.stringify(body)).toEqual([200, true]);
  return body.data;
}

describe('a page without text', () => {
  it.each([
    ['/empty', 'returned status 200 with 0 bytes of text/html; the page was not rendered'],
    ['/204', 'returned status 204 with 0 bytes, without a content type; the page was not rendered'],
    ['/205', 'returned status 205 with 0 bytes, without a content type; the page was not rendered'],
    ['/image', 'returned status 200 with 18 bytes of text/html; the page was not rendered'],
  ])('is returned with a warning: %s', async (path, seen) => {
    const data = await read(path);
    expect(data.warning).toContain(`The page has no text: ${url}${path} ${seen}`);
    expect(data.markdown).toBe(path === '/image' ? `![](${url}/a.png)` : '');
    expect(data.metadata.statusCode).toBe(path.startsWith('/20') ? Number(path.slice(1)) : 200);
  });

  it('reports that it was rendered', async () => {
    const data = await read('/empty', { waitFor: 1 });
    expect([data.markdown, data.warning]).toEqual([
      '',
      expect.stringMatching(/The page has no text.* rendered in the/),
    ]);
  });
});

describe('a truncated body', () => {
  it('is read as far as received, with a warning', async () => {
    const data = await read('/short');
    expect(data.markdown).toContain('# Half a page');
    expect(data.warning).toMatch(/cut short.*of 9000 bytes are returned/);
  });
});

describe('frames of the same site', () => {
  it('replace a page without other content, nested ones in their place and with their own URLs', async () => {
    const { markdown } = await read('/frame-only', { onlyMainContent: false });
    expect(markdown).toBe(
      `# Inner one\n\n${text}[next](${url}/inner/next)\n\n# Inner two\n\n${text}[next](${url}/inner/deep/next)`,
    );
    const frames = await read('/frameset', { onlyMainContent: false });
    expect(frames.markdown).toMatch(/# Menu.*# Inner one.*# Inner two/s);
  });

  it('with inline content are read in place, without a browser', async () => {
    const { markdown } = await read('/written', { onlyMainContent: false });
    expect(markdown).toMatch(
      /^# Outer\n\nBefore\. .*\n\nWritten \*\*in\*\*\. \[Go\]\(http.*\/x\)\n\nDeeper\.\n\nAfter\.$/,
    );
  });
});

describe('rows rendered by a script after the first paint', () => {
  it('appear in the result', async () => {
    const { markdown } = await read('/rows-later', { onlyMainContent: false });
    expect(markdown).toContain('| Name | Guns |\n| --- | --- |\n| Ada | 12 |\n| Bo | 12 |');
  });

  it('are reported when they never appear', async () => {
    const { markdown, warning } = await read('/never');
    expect(markdown).toContain('# Ships');
    expect(warning).toContain(
      'was still loading, or a list was still waiting for its rows, when the page was read; raise `waitFor`',
    );
  });
});

it('reads a page that needs a browser without one, and explains how to install it', async () => {
  const plain = await startInProcess({ env: { GLEANER_BROWSER_PATH: '/no/such/browser' } });
  const scrape = async (path: string) => (await plain.call('POST', '/v2/scrape', { url: url + path })).body;
  expect(await scrape('/shell')).toMatchObject({
    success: true,
    data: { markdown: '# Shell', warning: expect.stringMatching(/could not be rendered: .*`\/no\/such\/browser`/) },
  });
  expect(await scrape('/never')).toMatchObject({
    data: { warning: expect.stringContaining('may be filled in by its scripts, which did not run') },
  });
  await plain.stop();
});
