import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningTestEngine } from '../support/engine';
import { startInProcess } from '../support/engine-in-process';
import { type FixtureSite, startFixtureSite } from '../support/fixture-site';

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const css = { 'content-type': 'text/css' };

let engine: RunningTestEngine;
let site: FixtureSite;
/** Another origin with the same pages. */
let other: string;
beforeAll(async () => {
  [engine, site] = await Promise.all([startInProcess({ allowPrivateNetwork: false }), startFixtureSite()]);
  const otherHost = site.host.replace('127.0.0.1', 'localhost');
  other = `http://${otherHost}`;
  await engine.call('PATCH', '/local/settings', { allowedHosts: [site.host, otherHost] });
  for (const folder of ['themes/new', 'base', 'css', 'css/nested']) {
    // The path is appended to the image's bytes, so that the test can identify the image in the mirror.
    site.put(`/${folder}/bg.png`, Buffer.concat([pixel, Buffer.from(`/${folder}/bg.png`)]), {
      'content-type': 'image/png',
    });
    site.put(`/${folder}/site.css`, 'h1 { background: url(bg.png) }', css);
  }
  site.put('/moved.css', '', { location: '/themes/new/site.css' }, 302);
  site.put('/away.css', '', { location: `${other}/themes/new/site.css` }, 302);
  site.put('/css/imports.css', '@import "nested/site.css"; @import url(../moved.css); @import "../away.css";', css);
});
afterAll(async () => {
  await Promise.all([engine.stop(), site.close()]);
});

/** Opens a page and returns the messages that its window receives. */
async function open(head: string, script = '') {
  site.put('/page', `<!doctype html><title>Page</title>${head}<h1 id="title">Page</h1><script>${script}</script>`);
  const { id } = (await engine.call('POST', '/local/live', { url: `${site.url}/page` })).body;
  const socket = new WebSocket(`${engine.url.replace('http', 'ws')}/local/live/${id}/stream`, engine.key);
  socket.binaryType = 'arraybuffer';
  const messages: string[] = [];
  socket.onmessage = ({ data }) => {
    messages.push(typeof data === 'string' ? data : inflateRawSync(Buffer.from(data)).toString());
    socket.send('{"type":"shown"}');
  };
  const close = async () => {
    socket.close();
    await engine.call('DELETE', `/local/live/${id}`);
  };
  return { messages, close };
}

/**
 * Loads all resources referenced by the mirror and, recursively, by its style sheets. Returns the paths of the images.
 */
async function load(messages: readonly string[]): Promise<Set<string>> {
  const pending = messages.flatMap((message) => message.match(/http:\/\/localhost:\d+\/live\/[\w-]+\/\d+/g) ?? []);
  const loaded = new Map<string, string>();
  for (let url = pending.pop(); url; url = pending.pop()) {
    if (loaded.has(url)) continue;
    const answer = await fetch(url.replace('localhost', '127.0.0.1'));
    const type = answer.headers.get('content-type') ?? '';
    const bytes = Buffer.from(await answer.arrayBuffer());
    loaded.set(url, bytes.subarray(pixel.length).toString());
    if (!type.startsWith('text/css')) continue;
    for (const [, found = ''] of bytes.toString().matchAll(/url\("(\d+)"\)/g)) pending.push(new URL(found, url).href);
  }
  return new Set(loaded.values());
}

const link = (href: string): string => `<link rel="stylesheet" href="${href}">`;

describe('the images of a style sheet in a mirror', () => {
  it.each<readonly [string, string, string, readonly string[]]>([
    ['a linked sheet', link('/css/site.css'), '', ['/css/bg.png']],
    ['a sheet that redirects', link('/moved.css'), '', ['/themes/new/bg.png']],
    ['a sheet that redirects to another origin', link('/away.css'), '', ['/themes/new/bg.png']],
    ['a sheet of another origin that redirects', link('OTHER/moved.css'), '', ['/themes/new/bg.png']],
    ['nested imports', link('/css/imports.css'), '', ['/css/nested/bg.png', '/themes/new/bg.png']],
    ['imports of a style element', '<style>@import "/moved.css";</style>', '', ['/themes/new/bg.png']],
    ['a base URL', '<base href="/base/"><style>h1 { background: url(bg.png) }</style>', '', ['/base/bg.png']],
    ['a base URL and a link', `<base href="/base/">${link('site.css')}`, '', ['/base/bg.png']],
    [
      'rules that a script inserts into a sheet that redirects',
      link('/moved.css'),
      'setTimeout(() => document.styleSheets[0].insertRule("body { background: url(./bg.png?late) }"), 300)',
      ['/themes/new/bg.png'],
    ],
    [
      'rules that a script inserts into a style element',
      '<base href="/base/"><style>p { color: red }</style>',
      'setTimeout(() => document.styleSheets[0].insertRule("h1 { background: url(bg.png) }"), 300)',
      ['/base/bg.png'],
    ],
    [
      'a style element whose text changes',
      '<base href="/base/"><style id="s">p { color: red }</style>',
      'setTimeout(() => { s.firstChild.data = "h1 { background: url(bg.png) }" }, 300)',
      ['/base/bg.png'],
    ],
    [
      'a style element whose content is replaced',
      '<base href="/base/"><style id="s">p { color: red }</style>',
      'setTimeout(() => { s.textContent = "@import \'../moved.css\';" }, 300)',
      ['/themes/new/bg.png'],
    ],
    [
      'a link whose URL changes',
      '<link id="s" rel="stylesheet" href="/css/site.css">',
      'setTimeout(() => { s.href = "/moved.css" }, 300)',
      ['/css/bg.png', '/themes/new/bg.png'],
    ],
    [
      'a link that becomes a style sheet',
      '<link id="s" rel="preload" as="style" href="/away.css">',
      'setTimeout(() => { s.rel = "stylesheet" }, 300)',
      ['/themes/new/bg.png'],
    ],
    [
      'an adopted sheet',
      '<base href="/base/">',
      'const made = new CSSStyleSheet(); made.replaceSync("h1 { background: url(bg.png) }"); document.adoptedStyleSheets = [made];',
      ['/base/bg.png'],
    ],
    ['a sheet in a data: URL', link(`data:text/css,h1{background:url(ORIGIN/css/bg.png)}`), '', ['/css/bg.png']],
    [
      'a sheet in a blob: URL',
      '<link id="s" rel="stylesheet">',
      'setTimeout(() => { s.href = URL.createObjectURL(new Blob(["h1 { background: url(" + origin + "/css/bg.png) }"], { type: "text/css" })) }, 300)',
      ['/css/bg.png'],
    ],
  ])('are loaded for %s', async (_, head, script, images) => {
    const { messages, close } = await open(head.replace('OTHER', other).replace('ORIGIN', site.url), script);
    try {
      const loaded = async () => [...(await load(messages))].filter((name) => images.includes(name)).sort();
      await expect.poll(loaded, { timeout: 8000 }).toEqual(images);
    } finally {
      await close();
    }
  });
});
