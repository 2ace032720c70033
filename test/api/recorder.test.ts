import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { LiveMessage, MirrorNode } from '../../core/common/live';
import { bytesIn } from '../support/bytes-in';
import { startTestEngine } from '../support/engine';
import { type EngineInProcess, startInProcess } from '../support/engine-in-process';
import { type LoginSite, startLoginSite } from '../support/login-site';

vi.setConfig({ testTimeout: 60_000 });

let engine: EngineInProcess;
let site: LoginSite;
beforeAll(async () => {
  [engine, site] = await Promise.all([startInProcess(), startLoginSite()]);
}, 60_000);
afterAll(async () => {
  await Promise.all([engine?.stop(), site?.close()]);
});

/** Opens a live page and tracks the IDs of its elements. */
async function openLive(path: string) {
  const { id } = (await engine.call('POST', '/local/live', { url: site.url + path })).body;
  const socket = new WebSocket(`${engine.url.replace('http', 'ws')}/local/live/${id}/stream`, engine.key);
  socket.binaryType = 'arraybuffer';
  const nodes = new Map<string, number>();
  const waiting = new Set<() => void>();
  const read = (node: MirrorNode): void => {
    if (node.attributes?.id) nodes.set(node.attributes.id, node.id);
    for (const child of [...(node.children ?? []), ...(node.shadow ?? [])]) read(child);
  };
  socket.onmessage = ({ data }) => {
    const message: LiveMessage = JSON.parse(
      typeof data === 'string' ? data : inflateRawSync(Buffer.from(data)).toString(),
    );
    if (message.type === 'page') nodes.clear();
    if (message.type === 'page') message.nodes.forEach(read);
    if (message.type === 'changes') for (const change of message.changes) if (change.type === 'add') read(change.node);
    if (message.type !== 'facts') socket.send('{"type":"shown"}');
    for (const wake of waiting) wake();
  };
  /** Resolves with the mirror ID of the element that has the given `id` attribute, once the element is visible. */
  const node = (wanted: string) =>
    new Promise<number>((resolve) => {
      const look = (): void => {
        const found = nodes.get(wanted);
        if (found !== undefined) resolve(found);
      };
      waiting.add(look);
      look();
    });
  const record = async (input: object) => (await engine.call('POST', `/local/live/${id}/record`, input)).body;
  const type = async (text: string) => {
    let last = await record({ type: 'press', key: text.slice(0, 1) });
    for (const key of text.slice(1)) last = await record({ type: 'press', key });
    return last;
  };
  const perform = async (body: object) => (await engine.call('POST', `/local/live/${id}/perform`, body)).body;
  return { id, node, record, type, perform, close: () => engine.call('DELETE', `/local/live/${id}`) };
}

/**
 * Tries twice to remove the secret of a deleted step: while a saved job still uses it, and after that job has been
 * deleted. Returns the secrets removed each time.
 */
async function forgetting(id: string, secret: string, actions: readonly object[]) {
  const request = { urls: [`${site.url}/login`], actions };
  await engine.call('PUT', '/local/saved/orders', { kind: 'batch', request });
  expect((await engine.call('GET', '/local/secrets')).body.items[0].usedBy).toEqual(['orders']);
  await engine.call('PUT', '/local/secrets/by hand', { site: site.url, value: 'long-enough' });
  const forget = async () =>
    (await engine.call('POST', `/local/live/${id}/forget`, { secrets: [secret, 'by hand'] })).body.removed;
  const whileSaved = await forget();
  await engine.call('DELETE', '/local/saved/orders');
  return [whileSaved, await forget()];
}

describe('a recording of a live page', () => {
  it('records a login as repeatable steps, without storing the password', async () => {
    const live = await openLive('/login');
    const clicked = await live.record({ type: 'click', node: await live.node('user') });
    expect(clicked.steps[0].action).toEqual({ type: 'click', selector: 'input[name="user"]' });
    await live.type('ad');
    const user = await live.record({ type: 'insert', text: 'a' });
    expect(user).toMatchObject({ steps: [{ action: { type: 'write', text: 'ada' } }], replaces: 1 });
    await live.record({ type: 'click', node: await live.node('pass') });
    const typed = await live.type(`${site.password}x`);
    const corrected = await live.record({ type: 'press', key: 'Backspace' });
    const { secret } = corrected.steps[0].action;
    expect(typed.steps[0].action).toEqual({ type: 'write', secret });
    expect(JSON.stringify(corrected)).not.toContain(site.password);
    const sent = await live.record({ type: 'click', node: await live.node('send') });
    expect(sent.steps[0].element.label).toBe('Sign in');
    await live.node('inside');
    const actions = [
      ...[{ type: 'click', selector: '#user' }, user.steps[0].action, { type: 'click', selector: '#pass' }],
      ...[corrected.steps[0].action, sent.steps[0].action],
    ];
    const scraped = await engine.call('POST', '/v2/scrape', {
      ...{ url: `${site.url}/login`, formats: ['markdown', 'rawHtml'] },
      actions: [...actions, { type: 'scrape' }, { type: 'executeJavascript', script: 'document.cookie + sent' }],
    });
    expect(scraped.body.data.markdown).toContain('Orders of ada');
    expect(JSON.stringify(scraped.body)).not.toContain(site.password);
    expect((await engine.call('GET', '/local/secrets')).body.items).toEqual([
      { name: secret, site: site.url, savedAt: expect.any(String), usedBy: [] },
    ]);
    expect(await forgetting(live.id, secret, actions)).toEqual([[], [secret]]);
    await live.close();
    expect(bytesIn(engine.dataDir).includes(site.password)).toBe(false);
  });

  it('types a secret only on its site', async () => {
    await engine.call('PUT', '/local/secrets/mine', { site: site.url, value: 'long-enough' });
    const elsewhere = site.url.replace('127.0.0.1', 'localhost');
    const write = (url: string) =>
      engine.call('POST', '/v2/scrape', {
        url: `${url}/login`,
        actions: [
          { type: 'click', selector: '#pass' },
          { type: 'write', secret: 'mine' },
        ],
      });
    expect((await write(site.url)).status).toBe(200);
    const refused = await write(elsewhere);
    expect(refused.body.error).toContain(
      `the secret "mine" is saved for ${site.url}, so it is not typed on ${elsewhere}`,
    );
    expect((await engine.call('DELETE', '/local/secrets/mine')).status).toBe(200);
    expect((await write(site.url)).body.error).toContain('there is no saved secret "mine"');
    const both = await engine.call('POST', '/v2/scrape', {
      url: site.url,
      actions: [{ type: 'write', secret: 'mine', text: 'x' }],
    });
    expect([both.status, both.body.code]).toEqual([400, 'BAD_REQUEST']);
  });

  it('records choices, scrolling, hovering, and elements to wait for', async () => {
    const live = await openLive('/controls');
    const choice = await live.record({ type: 'choose', node: await live.node('size'), value: 'l' });
    expect(choice.steps[0].action).toEqual({ type: 'choose', selector: '#size', value: 'l' });
    const scrolled = await live.record({ type: 'scroll', x: 0, y: 1500 });
    expect(scrolled.steps.map((step: { action: object }) => step.action)).toEqual([
      { type: 'scroll', direction: 'down' },
      { type: 'scroll', direction: 'down' },
    ]);
    const end = await live.record({ type: 'scroll', x: 0, y: 100_000 });
    expect(end).toMatchObject({ replaces: 2, steps: [{ action: { type: 'scroll', direction: 'down', toEnd: true } }] });
    const over = await live.record({ type: 'hover', node: await live.node('menu') });
    expect(over.steps[0].action).toEqual({ type: 'hover', selector: '#menu' });
    const waited = await live.record({ type: 'waitFor', node: await live.node('menu') });
    expect(waited.steps[0].action).toEqual({ type: 'wait', selector: '#menu' });
    const inShadow = await live.record({ type: 'click', node: await live.node('deep') });
    const { selector } = inShadow.steps[0].action;
    expect(await live.perform({ actions: [{ type: 'click', selector }] })).toEqual({});
    const picture = (await engine.call('GET', `/local/live/${live.id}/picture`)).body;
    expect(Buffer.from(picture.data, 'base64').subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
    await live.close();
  });

  it('opens new windows in the page, as a run does, and blocks those of other sites; reports both', async () => {
    const live = await openLive('/windows');
    const facts = async () => (await engine.call('GET', `/local/live/${live.id}`)).body;
    const codes = async () =>
      (await facts()).notices.map(({ code, message }: { code: string; message: string }) => [code, message]);
    await live.record({ type: 'click', node: await live.node('other') });
    const leftOut = [
      [
        'window',
        expect.stringMatching(/tried to open another site, http:\/\/localhost.*, in a new window\. Gleaner blocked/),
      ],
    ];
    await expect.poll(codes).toEqual(leftOut);
    expect((await facts()).address).toBe(`${site.url}/windows`);
    const { steps } = await live.record({ type: 'click', node: await live.node('link') });
    await expect.poll(async () => (await facts()).title).toBe('Open to all');
    expect(await codes()).toEqual([['window', expect.stringContaining('is shown here')]]);
    await live.close();
    for (const [actions, title] of [
      [[steps[0].action], 'Open to all'],
      [[{ type: 'click', selector: '#script' }], 'Sign in'],
      [[{ type: 'click', selector: '#far' }], 'Open to all'],
      [[{ type: 'click', selector: '#other' }], 'Windows'],
    ]) {
      const { body } = await engine.call('POST', '/v2/scrape', { url: `${site.url}/windows`, actions });
      expect(body.data.metadata.title).toBe(title);
    }
  });

  it.each([
    ['a frame from another site', 150],
    ['a frame of the site', 250],
    ['a closed shadow root', 350],
  ])('performs clicks in %s, and reports that they are not steps', async (_, y) => {
    const live = await openLive('/beyond');
    await live.node('host');
    const { steps, warning } = await live.record({ type: 'clickAt', x: 150, y });
    expect([steps, warning]).toEqual([
      [],
      expect.stringContaining('Steps cannot use elements in frames or closed shadow roots'),
    ]);
    await live.close();
  });

  it('offers another selector when that of a step no longer matches', async () => {
    const live = await openLive('/login');
    const { steps } = await live.record({ type: 'hover', node: await live.node('send') });
    const [{ element }] = steps;
    const lost = await live.perform({
      actions: [{ type: 'click', selector: '#old-button' }],
      element: { ...element, selectors: ['#gone'] },
    });
    expect(lost).toEqual({ error: 'nothing on the page matches `#old-button`.', offer: '#send' });
    await live.close();
  });

  /**
   * Returns a request that builds a table from the orders behind the login: three list pages, and a detail page for
   * each order.
   */
  const tableBehind = (secret: string) => ({
    url: `${site.url}/login`,
    actions: [
      { type: 'click', selector: '#user' },
      { type: 'write', text: 'ada' },
      { type: 'click', selector: '#pass' },
      { type: 'write', secret },
      { type: 'click', selector: '#send' },
    ],
    recipe: {
      ...{
        version: 1,
        name: 'orders',
        pages: [`${site.url}/orders*`],
        records: { selector: 'li' },
        next: 'a[rel=next]',
      },
      fields: [
        { name: 'title', type: 'text', sources: [{ selector: 'b' }] },
        { name: 'page', type: 'link', sources: [{ selector: 'a' }] },
      ],
      details: { link: 'page', fields: [{ name: 'weight', type: 'text', sources: [{ selector: '#weight' }] }] },
    },
  });
  async function ended(id: string) {
    await expect
      .poll(async () => (await engine.call('GET', `/v2/table/${id}`)).body.status, { timeout: 30_000 })
      .not.toBe('processing');
    return (await engine.call('GET', `/v2/table/${id}`)).body;
  }
  const rows = [1, 2, 3, 4, 5, 6, 7, 8].map((id) =>
    expect.objectContaining({ title: `Order ${id}`, weight: `${id} kg` }),
  );

  it('reads a table behind a login on all list pages and detail pages', async () => {
    await engine.call('PUT', '/local/secrets/table', { site: site.url, value: site.password });
    const { id } = (await engine.call('POST', '/v2/table', tableBehind('table'))).body;
    const table = await ended(id);
    expect([table.data, table.warning]).toEqual([rows, undefined]);
    await expect.poll(() => readdirSync(join(engine.dataDir, 'sessions'))).toEqual([]);
    expect(bytesIn(engine.dataDir).includes(site.seen.at(-1) ?? '')).toBe(false);
    expect((await engine.call('POST', '/v2/scrape', { url: `${site.url}/orders` })).body.data.metadata.title).toBe(
      'Sign in',
    );
  });

  it('keeps the session of an interrupted table encrypted on disk, and resumes with it', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'gleaner-sessions-'));
    const first = await startTestEngine({ dataDir });
    await first.call('PUT', '/local/secrets/table', { site: site.url, value: site.password });
    const { id } = (await first.call('POST', '/v2/table', tableBehind('table'))).body;
    const folder = join(dataDir, 'sessions');
    await expect
      .poll(() => (existsSync(folder) ? readdirSync(folder) : []), { timeout: 30_000, interval: 10 })
      .toHaveLength(1);
    await first.stop('SIGKILL');
    expect(bytesIn(dataDir).includes('ada-1')).toBe(false);
    const second = await startTestEngine({ dataDir });
    await expect
      .poll(async () => (await second.call('GET', `/v2/table/${id}`)).body.status, { timeout: 30_000 })
      .toBe('completed');
    expect((await second.call('GET', `/v2/table/${id}`)).body.data).toEqual(rows);
    await second.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
});
