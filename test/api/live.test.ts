import { execFileSync } from 'node:child_process';
import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LiveMessage, MirrorNode } from '../../core/common/live';
import type { RunningTestEngine } from '../support/engine';
import { startInProcess } from '../support/engine-in-process';
import { type FixtureSite, startFixtureSite } from '../support/fixture-site';

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let engine: RunningTestEngine;
let site: FixtureSite;
beforeAll(async () => {
  [engine, site] = await Promise.all([startInProcess({ allowPrivateNetwork: false }), startFixtureSite()]);
  await engine.call('PATCH', '/local/settings', { allowedHosts: [site.host] });
  site.put(
    '/list',
    '<!doctype html><title>List</title><h1>List</h1><img src="/pixel.png"><script src="/x.js"></script><a id="a" href="/next">Next</a>',
  );
  site.put('/next', '<!doctype html><title>Second</title><button id="b" onclick="this.remove()">Remove me</button>');
  site.put('/pixel.png', pixel, { 'content-type': 'image/png' });
  site.put('/x.js', 'var x = 1', { 'content-type': 'text/javascript' });
  site.put('/inside', '', { location: 'http://10.1.2.3/' }, 302);
  site.put(
    '/late',
    `<!doctype html><title>Late</title><div id="host"></div><style id="s">p { color: red }</style><script>setTimeout(() => {
    host.attachShadow({ mode: 'open' }).innerHTML = '<p>shadow text</p>';
    s.sheet.insertRule('p { color: rgb(4, 5, 6) }', 0);
  }, 300)</script>`,
  );
});
afterAll(async () => {
  await Promise.all([engine.stop(), site.close()]);
});

const open = async (path: string) => (await engine.call('POST', '/local/live', { url: site.url + path })).body;
const close = (id: string) => engine.call('DELETE', `/local/live/${id}`);

/** Events that a window with a live page receives. */
interface Told {
  readonly messages: LiveMessage[];
  readonly ended: Promise<number>;
  until(known: (message: LiveMessage) => boolean): Promise<LiveMessage>;
  leave(): void;
}

function listen(id: string, key = engine.key): Told {
  const socket = new WebSocket(`${engine.url.replace('http', 'ws')}/local/live/${id}/stream`, key);
  socket.binaryType = 'arraybuffer';
  const messages: LiveMessage[] = [];
  const waiting = new Set<() => void>();
  socket.onmessage = ({ data }) => {
    messages.push(JSON.parse(typeof data === 'string' ? data : inflateRawSync(Buffer.from(data)).toString()));
    if (messages.at(-1)?.type !== 'facts') socket.send('{"type":"shown"}');
    for (const wake of waiting) wake();
  };
  const until = (known: (message: LiveMessage) => boolean) =>
    new Promise<LiveMessage>((resolve) => {
      const look = () => {
        const found = messages.find(known);
        if (found) resolve(found);
      };
      waiting.add(look);
      look();
    });
  const ended = new Promise<number>((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)));
  return { messages, ended, until, leave: () => socket.close() };
}

/** Returns the first node on a page for which `fits` returns true. */
function find(nodes: readonly MirrorNode[], fits: (node: MirrorNode) => boolean): MirrorNode | undefined {
  for (const node of nodes) {
    const found = fits(node) ? node : find([...(node.children ?? []), ...(node.shadow ?? [])], fits);
    if (found) return found;
  }
  return undefined;
}

const pageOf = async (told: Told, title: string) => {
  await told.until((message) => message.type === 'facts' && message.facts.title === title);
  const page = await told.until(
    (message) => message.type === 'page' && find(message.nodes, ({ text }) => text === title) !== undefined,
  );
  return page as Extract<LiveMessage, { type: 'page' }>;
};

describe('a live page', () => {
  it('can be opened, navigated, moved back and closed', async () => {
    const { id, ...facts } = await open('/list');
    expect(facts).toMatchObject({ state: 'live', address: `${site.url}/list`, canGoBack: false, notices: [] });
    const move = async (name: string, body?: object) =>
      (await engine.call('POST', `/local/live/${id}/${name}`, body)).body;
    expect(await move('navigate', { url: `${site.url}/next` })).toMatchObject({
      address: `${site.url}/next`,
      canGoBack: true,
    });
    expect(await move('back')).toMatchObject({ address: `${site.url}/list`, canGoBack: false });
    expect(await move('reload')).toMatchObject({ address: `${site.url}/list`, state: 'live' });
    expect((await engine.call('GET', `/local/live/${id}`)).body.title).toBe('List');
    expect((await close(id)).body).toEqual({ success: true });
    expect((await engine.call('GET', `/local/live/${id}`)).body.code).toBe('NOT_FOUND');
  });

  it('blocks private addresses, both direct and by redirect', async () => {
    for (const url of ['http://10.1.2.3/', `${site.url}/inside`]) {
      const { status, body } = await engine.call('POST', '/local/live', { url });
      expect([status, body.code]).toEqual([403, 'PRIVATE_ADDRESS_BLOCKED']);
    }
    const { id } = await open('/list');
    const { body } = await engine.call('POST', `/local/live/${id}/navigate`, { url: 'http://10.1.2.3/' });
    expect(body.code).toBe('PRIVATE_ADDRESS_BLOCKED');
    expect((await engine.call('GET', `/local/live/${id}`)).body).toMatchObject({
      state: 'live',
      address: `${site.url}/list`,
    });
    await close(id);
  });

  it('is replaced by a new page once its windows have disconnected', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 4; count++) ids.push((await open('/list')).id);
    const told = listen(ids[1] as string);
    await told.until(({ type }) => type === 'page');
    told.leave();
    await told.ended;
    let fifth: string | undefined;
    const opened = async () => {
      fifth ??= (await open('/list')).id;
      return fifth;
    };
    await expect.poll(opened, { timeout: 10_000 }).toBeDefined();
    const states = await Promise.all(ids.map(async (id) => (await engine.call('GET', `/local/live/${id}`)).status));
    expect(states).toEqual([200, 404, 200, 200]);
    await Promise.all([...ids, fifth as string].map(close));
  });

  it('accepts four windows at a time', async () => {
    const ids = (await Promise.all([1, 2, 3, 4].map(() => open('/list')))).map(({ id }) => id);
    const { status, body } = await engine.call('POST', '/local/live', { url: site.url });
    expect([status, body.code]).toEqual([409, 'CONFLICT']);
    await Promise.all(ids.map(close));
  });

  it('accepts input by mirror ids, and reports missing elements', async () => {
    const { id } = await open('/list');
    const told = listen(id);
    const { nodes } = await pageOf(told, 'List');
    const link = find(nodes, ({ attributes }) => attributes?.id === 'a')!;
    const act = (input: object) => engine.call('POST', `/local/live/${id}/input`, input);
    expect((await act({ type: 'click', node: link.id })).status).toBe(200);
    const next = await pageOf(told, 'Second');
    const button = find(next.nodes, ({ attributes }) => attributes?.id === 'b')!;
    await act({ type: 'click', node: button.id });
    await told.until(
      (message) =>
        message.type === 'changes' &&
        message.changes.some((change) => change.type === 'remove' && change.id === button.id),
    );
    expect((await act({ type: 'click', node: button.id })).body.code).toBe('CONFLICT');
    expect((await act({ type: 'press', key: 'NoSuchKey' })).body.code).toBe('BAD_REQUEST');
    expect((await act({ type: 'click', node: 'x' })).status).toBe(400);
    told.leave();
    await close(id);
  });

  it('returns the element at a position, at another width, too, and the host of a closed shadow root', async () => {
    site.put(
      '/places',
      `<!doctype html><title>Places</title><style>body { margin: 0 } div { height: 100px }</style><div id="top"></div><div id="host"></div><script>
      host.attachShadow({ mode: 'closed' }).innerHTML = '<p style="margin:0">closed</p>';</script>`,
    );
    const { id } = await open('/places');
    const told = listen(id);
    const { nodes } = await pageOf(told, 'Places');
    const idOf = (name: string) => find(nodes, ({ attributes }) => attributes?.id === name)!.id;
    const at = async (x: number, y: number) => (await engine.call('POST', `/local/live/${id}/at`, { x, y })).body;
    expect(await at(50, 50)).toEqual({ node: idOf('top'), box: { x: 0, y: 0, width: 1280, height: 100 } });
    expect(await at(10, 110)).toMatchObject({ node: idOf('host'), box: { x: 0, y: 100 } });
    const [notice] = (await engine.call('GET', `/local/live/${id}`)).body.notices;
    expect(notice).toEqual({
      ...{ code: 'blind', message: 'A closed shadow root is empty here; use "Show screenshot" to see the content.' },
    });
    const narrow = (await engine.call('POST', '/local/live', { url: `${site.url}/article`, width: 390 })).body;
    expect(narrow.width).toBe(390);
    await engine.call('POST', `/local/live/${narrow.id}/resize`, { width: 500 });
    expect((await engine.call('POST', `/local/live/${narrow.id}/reopen`)).body.width).toBe(500);
    await close(narrow.id);
    const { body: resized } = await engine.call('POST', `/local/live/${id}/resize`, { width: 390 });
    expect(resized).toMatchObject({ width: 390, state: 'live' });
    expect(await at(50, 50)).toEqual({ node: idOf('top'), box: { x: 0, y: 0, width: 390, height: 100 } });
    expect((await engine.call('POST', `/local/live/${id}/resize`, { width: 5 })).status).toBe(400);
    told.leave();
    await close(id);
  });

  it('returns the position of an element in a scrolled page and in a frame', async () => {
    site.put(
      '/scrolled',
      `<!doctype html><title>Scrolled</title><style>body { margin: 0; height: 5000px }</style>
      <div id="low" style="position: absolute; top: 1000px; left: 0; width: 300px; height: 100px">low</div>
      <iframe id="frame" style="position: absolute; top: 1200px; left: 40px; border: 0; width: 300px; height: 100px"
        srcdoc="<body style='margin: 0'><p id='inner' style='margin: 0; height: 50px; width: 50px'>inner</p>"></iframe>
      <script>onload = () => { scrollTo(0, 900); document.title = 'Down'; }</script>`,
    );
    const { id } = await open('/scrolled');
    const told = listen(id);
    await told.until((message) => message.type === 'facts' && message.facts.title === 'Down');
    await told.until((message) => JSON.stringify(message).includes('"inner"'));
    const page = await told.until((message) => message.type === 'page');
    const { nodes } = page as Extract<LiveMessage, { type: 'page' }>;
    const at = async (x: number, y: number) => (await engine.call('POST', `/local/live/${id}/at`, { x, y })).body;
    const low = find(nodes, ({ attributes }) => attributes?.id === 'low')!;
    expect(await at(50, 150)).toEqual({ node: low.id, box: { x: 0, y: 100, width: 300, height: 100 } });
    expect(await at(60, 320)).toMatchObject({ box: { x: 40, y: 300, width: 50, height: 50 } });
    told.leave();
    await close(id);
  });

  it('shows shadow roots and rules that scripts add later', async () => {
    const { id } = await open('/late');
    const told = listen(id);
    const added = (text: RegExp) => (message: LiveMessage) =>
      message.type !== 'facts' && text.test(JSON.stringify(message));
    await told.until(added(/shadow text/));
    await told.until(added(/rgb\(4, 5, 6\)/));
    told.leave();
    await close(id);
  });

  it.skipIf(process.platform === 'win32')('reports a browser crash, and reopens at the same page', async () => {
    const { id } = await open('/list');
    await engine.call('POST', `/local/live/${id}/navigate`, { url: `${site.url}/next` });
    const told = listen(id);
    await pageOf(told, 'Second');
    for (const line of execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n')) {
      const isOurs = line.includes(`--user-data-dir=${engine.dataDir}`) && !/--type=|crashpad/.test(line);
      if (isOurs) process.kill(Number.parseInt(line, 10), 'SIGKILL');
    }
    await told.until((message) => message.type === 'facts' && message.facts.state === 'gone');
    expect((await engine.call('POST', `/local/live/${id}/reload`)).body.code).toBe('SCRAPE_BROWSER_CRASHED');
    expect((await engine.call('POST', `/local/live/${id}/reopen`)).body).toMatchObject({
      state: 'live',
      address: `${site.url}/next`,
    });
    told.leave();
    await close(id);
  });
});

describe('access to a live page', () => {
  it('requires a key; a wrong key or unknown page is reported', async () => {
    const { id } = await open('/list');
    expect((await engine.call('GET', `/local/live/${id}`, undefined, { authorization: 'Bearer wrong' })).status).toBe(
      401,
    );
    expect(await listen(id, 'wrong-key').ended).toBe(3000);
    expect(await listen('nowhere').ended).toBe(1008);
    await close(id);
  });

  it('requires the resource folder of its mirror, which serves only images, fonts and style sheets of the page', async () => {
    const { id } = await open('/list');
    const told = listen(id);
    const page = await pageOf(told, 'List');
    const get = (path: string, headers = {}) => fetch(path.startsWith('http') ? path : engine.url + path, { headers });
    const document = await get(page.document);
    expect(document.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; .*frame-ancestors 'self'; sandbox allow-same-origin$/,
    );
    expect(await document.text()).toBe('<!DOCTYPE html><html><head></head><body></body></html>');
    const { src } = find(page.nodes, ({ tag }) => tag === 'img')!.attributes as { src: string };
    expect(src).toMatch(/^http:\/\/localhost:\d+\/live\/[\w-]{32}\/\d+$/);
    const image = await get(src.replace('localhost', '127.0.0.1'));
    expect([image.status, image.headers.get('content-type'), image.headers.get('x-content-type-options')]).toEqual([
      200,
      'image/png',
      'nosniff',
    ]);
    expect(image.headers.get('content-security-policy')).toContain('sandbox');
    const folder = page.document.replace(/[^/]+$/, '');
    for (const part of ['99', '-1', 'x', '..%2F..%2Fpage']) expect((await get(`${folder}${part}`)).status).toBe(404);
    expect((await get('/live/guessed/page')).status).toBe(404);
    expect((await get(page.document, { origin: 'https://evil.example' })).status).toBe(403);
    told.leave();
    await close(id);
    expect((await get(page.document)).status).toBe(404);
  });
});
