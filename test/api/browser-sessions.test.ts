import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import Firecrawl from 'firecrawl';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestEngine } from '../support/engine';
import { closeLocally, listenLocally } from '../support/local-server';
import { type ModelServer, startModelServer } from '../support/model-server';
import { startTestEngine } from '../support/start-engine';

let engine: TestEngine;
let client: Firecrawl;
let models: ModelServer;
let id = '';
let cdpUrl = '';
const requested: string[] = [];

const server = createServer((request, response) => {
  requested.push(request.url ?? '');
  response.setHeader('content-type', 'text/html');
  if (request.url === '/two') return void response.end('<title>Two</title><h1>Second page</h1>');
  response.end(`<title>Shop</title><h1>Kettles</h1><a href="/two">Go on</a>
    <button onclick="document.title = 'Bought'">Buy now</button><input placeholder="Search"><ul><li>a<li>b</ul>`);
});
const site = { url: '' };

beforeAll(async () => {
  [engine, site.url, models] = await Promise.all([startTestEngine(), listenLocally(server), startModelServer()]);
  client = new Firecrawl({ apiKey: engine.key, apiUrl: engine.url });
  const opened = await client.browser({ ttl: 300 });
  id = opened.id ?? '';
  cdpUrl = opened.cdpUrl ?? '';
});
afterAll(async () => {
  await Promise.all([engine.stop(), closeLocally(server), models.close()]);
});

const run = (code: string, timeout = 30) => client.browserExecute(id, { code, language: 'node', timeout });
const bash = (code: string) => client.browserExecute(id, { code, language: 'bash' });

describe('code', () => {
  it('drives the page and returns output, result and exit code', async () => {
    const ran = await run(`await page.goto('${site.url}/'); console.log(await page.title()); page.url()`);
    expect(ran).toMatchObject({
      success: true,
      stdout: 'Shop\n',
      stderr: '',
      result: `${site.url}/`,
      exitCode: 0,
      killed: false,
    });
  });

  it('keeps the page between runs and accepts return, types, callbacks and bytes', async () => {
    const ran = await run(`
      await page.click('text=Buy now');
      const count: number = await page.locator('li').count();
      const texts = await page.$$eval('li', (items, end) => items.map((item) => item.textContent.trim() + end), '!');
      const image = await page.screenshot();
      return { title: await page.title(), count, texts, type: image.toString('base64').slice(0, 5) };`);
    expect(JSON.parse(ran.result ?? '')).toEqual({ title: 'Bought', count: 2, texts: ['a!', 'b!'], type: 'iVBOR' });
  });

  it('reads responses, patterns and URLs', async () => {
    const ran = await run(`
      const seen = page.waitForResponse(/two/);
      const response = await page.goto('${site.url}/two');
      return [response.status(), (await response.text()).includes('Second'), (await seen).url() === page.url(),
        new URL('/a?x=1', page.url()).searchParams.get('x'), await page.getByRole('heading', { name: /second/i }).innerText()];`);
    expect(JSON.parse(ran.result ?? '')).toEqual([200, true, true, '1', 'Second page']);
  });

  it('reports the line of an error', async () => {
    const ran = await run(`const a = 1;\nthrow new Error('boom');`);
    expect(ran).toMatchObject({ success: false, exitCode: 1, error: 'Error: boom (line 2)' });
    expect((await run('const a = ;')).error).toContain('SyntaxError');
    expect((await run(`await page.locator('#none').click({ timeout: 100 })`)).error).toContain('TimeoutError');
  });

  it('is stopped at its timeout, and the session stays usable', async () => {
    const begun = Date.now();
    expect(await run('while (true) {}', 1)).toMatchObject({ killed: true, exitCode: 124 });
    expect(await run('await new Promise(() => {})', 1)).toMatchObject({ killed: true });
    expect(await run(`'x'.repeat(2 ** 28).lastIndexOf.call({ length: 2 ** 53 - 1 }, 1)`, 1)).toMatchObject({
      success: false,
    });
    expect(Date.now() - begun).toBeLessThan(12_000);
    expect((await run('1 + 1')).result).toBe('2');
  });

  it.skipIf(process.platform !== 'linux')('lowers the priority of its own thread only', async () => {
    const own = getPriority();
    const workerData = { code: 'while (true) {}', deadline: Date.now() + 60_000, state: {} };
    const guest = new Worker('./out/main/session-guest.js', { workerData });
    try {
      const lowered = () => readdirSync('/proc/self/task').filter((thread) => niceness(thread) === 10).length;
      await expect.poll(lowered, { timeout: 20_000 }).toBe(1);
      expect(getPriority()).toBe(own);
    } finally {
      await guest.terminate();
    }
  });
});

/** Returns the niceness of a thread of this process. */
const niceness = (thread: string): number => {
  const [, fields = ''] = readFileSync(`/proc/self/task/${thread}/stat`, 'latin1').split(') ');
  return Number(fields.split(' ')[16]);
};

/** Scripts that try to escape the sandbox. Each must finish without obtaining the value that it looks for. */
const escapes: readonly string[] = [
  `process.env`,
  `require('fs').readFileSync('/etc/passwd')`,
  `await import('fs')`,
  `globalThis.constructor.constructor('return process')()`,
  `page.constructor.constructor('return process')().env`,
  `console.log.constructor('return process')().env`,
  `(async () => {}).constructor('return process')()`,
  `(function* () {}).constructor('return process')().next()`,
  `Error.prepareStackTrace = (_, sites) => sites; new Error().stack[0].getThis().process`,
  `try { null.x } catch (error) { error.constructor.constructor('return process')() }`,
  `await page.evaluate('1').constructor.constructor('return process')()`,
  `fetch('http://127.0.0.1:1/')`,
  `new XMLHttpRequest()`,
  `new WebSocket('ws://127.0.0.1:1/')`,
  `new Worker('x')`,
  `WebAssembly.Memory`,
  `Atomics.wait`,
  `page.context()._connection.toImpl()`,
  `page._connection.toImpl`,
  `page.request.get('file:///etc/passwd')`,
  `await page.pause()`,
  `await page.route('**', () => {})`,
  `await page.exposeFunction('f', () => {})`,
  `await page.context().newCDPSession(page)`,
  `await page.video().path()`,
  `await browser.newContext()`,
  `await browser.newPage()`,
  `await context.newPage()`,
  `await context.close()`,
  `await browser.close()`,
  `await page.screenshot({ path: '/tmp/gleaner-escape.png' })`,
  `await page.pdf({ path: '/tmp/gleaner-escape.pdf' })`,
  `await page.addScriptTag({ path: '/etc/passwd' })`,
  `await page.addStyleTag({ path: '/etc/passwd' })`,
  `await page.locator('input').setInputFiles('/etc/passwd')`,
  `await page.setInputFiles('input', '/etc/passwd')`,
  `await page.goto('file:///etc/passwd')`,
  `await page.goto('chrome://version')`,
  `await page.goto('view-source:http://example.com')`,
  `await page.goto('javascript:1')`,
  `await page.goto('data:text/html,x')`,
  `await page.goto(' FILE:///etc/passwd')`,
  `await page.goto({ toString: () => 'file:///etc/passwd' })`,
  `await page.locator('body').evaluate(new Function('return process'))`,
  `await page.evaluate('){}; process.exit(1); (function(')`,
  `await page.evaluate(() => process.env)`,
  `await page.locator('body', { has: { $locator: [['constructor', []]] } }).count()`,
  `await page.getByText(/(a+)+$/, { __proto__: { polluted: true } }).constructor.constructor('return process')()`,
  `page.foo()`,
  `Array.from({ length: 2 ** 31 }).fill('x')`,
  `await page.keyboard.constructor('return process')()`,
  `await page.waitForEvent('download', { timeout: 100 })`,
];

describe('sandbox', () => {
  it('refuses every way out of the page', async () => {
    await run(`await page.goto('${site.url}/')`);
    const ran = await run(`
      const results = [];
      for (const source of ${JSON.stringify(escapes)}) {
        try {
          const value = await (0, eval)('(async () => (' + source.replace(/^(.*); /, '$1, ') + '))()');
          results.push([source, typeof value === 'undefined' ? 'undefined' : String(value)]);
        } catch (error) { results.push([source, 'refused']); }
      }
      return results;`);
    const results = JSON.parse(ran.result ?? '[]') as [string, string][];
    expect(results).toHaveLength(escapes.length);
    const reached = results.filter(([, value]) => value !== 'refused' && value !== 'undefined');
    expect(reached).toEqual([]);
    expect(existsSync('/tmp/gleaner-escape.png') || existsSync('/tmp/gleaner-escape.pdf')).toBe(false);
  });

  it.each([
    ['bytes', 'const all = []; for (;;) all.push(new Uint8Array(1e6))'],
    ['objects', 'const all = []; for (;;) all.push({ a: [1, 2, 3] })'],
    ['strings', `let text = 'x'; for (;;) text += text`],
    [
      'promises',
      'const next = () => Promise.resolve().then(() => { next(); next(); }); next(); await new Promise(() => {})',
    ],
    ['recursion', 'const f = () => f() + 1; f()'],
    ['output', `for (;;) console.log('x'.repeat(1e5))`],
    ['calls', 'const all = []; for (let i = 0; i < 1e5; i++) all.push(page.title()); await Promise.all(all)'],
    [
      'a forged result',
      'JSON.stringify = () => { throw 1 }; Array.prototype.toJSON = () => 1; Object.prototype.toString = null; [1]',
    ],
    ['a pattern', `/^(a+)+$/.test('a'.repeat(40) + '!')`],
    ['a pattern for the page', `await page.getByText(/^(a+)+$/).count()`],
    ['a page that never answers', 'await page.evaluate(() => { for (;;); })'],
  ])('bounds %s', async (_, code) => {
    const begun = Date.now();
    const ran = await run(code, 1);
    expect(ran.result ?? '').not.toContain('process');
    expect(Date.now() - begun).toBeLessThan(9000);
    expect((await engine.call('GET', '/health')).status).toBe(200);
    if (code.includes('for (;;);')) await client.deleteBrowser(id).then(reopen);
  });

  it('keeps objects of the host clean', async () => {
    await run(
      `await page.evaluate((given) => given, JSON.parse('{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}'))`,
    );
    expect((await run(`await page.evaluate(() => ({}).polluted)`)).result).toBe('');
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});

async function reopen(): Promise<void> {
  const opened = await client.browser({ ttl: 300 });
  id = opened.id ?? '';
  cdpUrl = opened.cdpUrl ?? '';
}

describe('commands and prompts', () => {
  it('runs the commands of agent browsers', async () => {
    const seen = await bash(`open ${site.url}/\nsnapshot -i`);
    const link = /link "Go on" \[(@e\d+)\]/.exec(seen.stdout ?? '')?.[1];
    expect(seen.stdout).toMatch(/button "Buy now" \[@e\d+\]/);
    expect((await bash(`click ${link} && wait 100 && get title`)).result).toBe('Two');
    expect((await bash('back && get text h1')).result).toBe('Kettles');
    expect(await bash('dance')).toMatchObject({
      success: false,
      exitCode: 1,
      error: expect.stringContaining('not a command'),
    });
    expect((await bash('open file:///etc/passwd')).error).toContain('http(s)');
  });

  it('opens the page of a scrape again and follows a prompt by rules', async () => {
    const scraped = await client.scrape(`${site.url}/`, { actions: [{ type: 'click', selector: 'button' }] });
    const scrapeId = scraped.metadata?.scrapeId as string;
    expect((await client.interact(scrapeId, { code: 'await page.title()' })).result).toBe('Bought');
    const done = await client.interact(scrapeId, { prompt: 'Click "Go on", then get the title. Sing a song.' });
    expect(done).toMatchObject({ success: true, output: expect.stringContaining('Two') });
    expect(done.output).toContain('Not understood: “Sing a song”');
    expect(await client.stopInteraction(scrapeId)).toMatchObject({
      success: true,
      sessionDurationMs: expect.any(Number),
    });
    expect((await client.scrapeExecute(scrapeId, { code: 'page.url()' })).result).toBe(`${site.url}/`);
    expect(await client.stopInteractiveBrowser(scrapeId)).toMatchObject({ success: true });
    await expect(client.deleteScrapeBrowser(scrapeId)).rejects.toThrow('session does not exist');
  });

  it('follows a prompt with the steps that the configured model chooses, and returns what was done', async () => {
    const config = { baseUrl: models.base('openai'), apiKey: 'model-key-123', model: 'small-model' };
    await engine.call('PUT', '/local/plugins/model/openai-compatible/settings', config);
    await engine.call('PATCH', '/local/settings', { model: 'openai-compatible' });
    const { metadata } = await client.scrape(`${site.url}/`);
    const scrapeId = metadata?.scrapeId as string;
    models.answer(({ messages }) => {
      const text = messages.at(-1)?.text ?? '';
      const reference = (line: RegExp) => line.exec(text)?.[1] ?? '';
      const next = text.includes('Second page')
        ? { command: null, answer: 'The heading is Second page.' }
        : text.includes('click button "Buy now"')
          ? { command: `click ${reference(/link "Go on" \[(@e\d+)\]/)}`, answer: null }
          : { command: `click ${reference(/button "Buy now" \[(@e\d+)\]/)}`, answer: null };
      return { text: JSON.stringify(next) };
    });
    const done = await client.interact(scrapeId, { prompt: 'Buy it, go on, and tell me the heading.' });
    expect(done).toMatchObject({
      ...{ success: true, exitCode: 0, killed: false, result: 'The heading is Second page.' },
      output: 'The heading is Second page.\nSteps:\n- click button "Buy now"\n- click link "Go on"',
    });
    expect(models.calls).toHaveLength(3);
    expect(models.calls[0]?.messages[0]?.text).toContain('button "Buy now" [@e');
    models.answer(() => ({ status: 500 }));
    const byRules = await client.interact(scrapeId, { prompt: 'get the title' });
    expect(byRules.output).toMatch(/interpreted using rules, because the model failed.*\nDone: get the title\.\nTwo$/s);
    models.answer(() => 'hang');
    expect(await client.interact(scrapeId, { prompt: 'Go back', timeout: 2 })).toMatchObject({
      ...{ success: false, killed: true, exitCode: 124 },
    });
    await client.stopInteraction(scrapeId);
    await engine.call('PATCH', '/local/settings', { model: '' });
  });

  it('refuses Python, both or neither of code and prompt, and unknown scrapes with a sentence', async () => {
    const unknown = '01a21605-c76a-702f-85c7-124ada300869';
    const send = (body: object) => engine.call('POST', `/v2/scrape/${unknown}/interact`, body);
    expect(await send({ code: '1', prompt: 'x' })).toMatchObject({ status: 400 });
    expect(await send({})).toMatchObject({ status: 400 });
    expect(await send({ code: '1' })).toMatchObject({ status: 404, body: { code: 'JOB_NOT_FOUND' } });
    const python = await engine.call('POST', `/v2/browser/${id}/execute`, { code: '1', language: 'python' });
    expect(python).toMatchObject({ status: 400, body: { error: expect.stringContaining('node') } });
  });
});

describe('DevTools protocol', () => {
  it("lets a client's own Playwright drive exactly the one page", async () => {
    const browser = await chromium.connectOverCDP(cdpUrl);
    const [context] = browser.contexts();
    const [page] = context?.pages() ?? [];
    await page?.goto(`${site.url}/`);
    expect(await page?.title()).toBe('Shop');
    await expect(context?.newPage()).rejects.toThrow('a single page');
    await expect(page?.goto('file:///etc/passwd')).rejects.toThrow();
    const session = await context?.newCDPSession(page as never).catch((error: Error) => error);
    expect(session).toBeInstanceOf(Error);
    await browser.close();
  });

  it('keeps the cookies of each session apart', async () => {
    const browser = await chromium.connectOverCDP(cdpUrl);
    const [context] = browser.contexts();
    await context?.addCookies([{ name: 'who', value: 'ada', url: site.url }]);
    expect(await context?.cookies()).toMatchObject([{ name: 'who', value: 'ada' }]);
    const other = await client.browser();
    expect(
      (await client.browserExecute(other.id ?? '', { code: 'await context.cookies()', language: 'node' })).result,
    ).toBe('[]');
    await client.deleteBrowser(other.id ?? '');
    await context?.clearCookies();
    expect(await context?.cookies()).toEqual([]);
    await browser.close();
  });

  it.each([
    [
      'Input.dispatchDragEvent',
      { type: 'drop', x: 1, y: 1, data: { items: [], files: ['/etc/hostname'], dragOperationsMask: 1 } },
    ],
    ['DOM.setFileInputFiles', { files: ['/etc/hostname'], nodeId: 1 }],
    ['Network.loadNetworkResource', { url: 'file:///etc/hostname', options: {} }],
    ['Page.navigate', { url: 'file:///etc/hostname' }],
    ['Storage.getCookies', {}],
    ['Target.attachToTarget', { targetId: 'x' }],
  ])('refuses %s on the page', async (method, params) => {
    const socket = new WebSocket(cdpUrl);
    await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
    const answered = new Promise<string>((resolve) =>
      socket.addEventListener('message', (event) => resolve(String(event.data)), { once: true }),
    );
    socket.send(JSON.stringify({ id: 1, method, params, sessionId: 'page' }));
    expect(JSON.parse(await answered)).toMatchObject({
      id: 1,
      error: { message: expect.stringMatching(/available|http/) },
    });
    socket.close();
  });

  it('closes connections with a wrong token', async () => {
    await expect(chromium.connectOverCDP(cdpUrl.replace(/.$/, '!'), { timeout: 3000 })).rejects.toThrow();
  });
});

it('opens at most eight sessions, also at once', async () => {
  const opened = await Promise.all(Array.from({ length: 10 }, () => engine.call('POST', '/v2/browser', {})));
  const ids = opened.flatMap(({ status, body }) => (status === 200 ? [body.id as string] : []));
  const before = (await client.listBrowsers({ status: 'active' })).sessions?.length;
  await Promise.all(ids.map((one) => client.deleteBrowser(one)));
  expect(before).toBe(8);
  expect(opened.filter(({ status }) => status === 409)).toHaveLength(10 - ids.length);
});

it('lists and closes sessions', async () => {
  expect((await client.listBrowsers({ status: 'active' })).sessions?.map((session) => session.id)).toContain(id);
  expect(await client.deleteBrowser(id)).toMatchObject({
    success: true,
    sessionDurationMs: expect.any(Number),
    creditsBilled: 0,
  });
  expect((await client.listBrowsers({ status: 'destroyed' })).sessions?.map((session) => session.id)).toContain(id);
  await expect(run('1')).rejects.toThrow();
});

it('blocks private addresses as everywhere', async () => {
  const guarded = await startTestEngine({ allowPrivateNetwork: false });
  const own = new Firecrawl({ apiKey: guarded.key, apiUrl: guarded.url });
  const opened = await own.browser();
  requested.length = 0;
  const code = `const r = await page.goto('${site.url}/').catch(() => null); await page.evaluate((url) => fetch(url, { mode: 'no-cors' }).catch(() => 0), '${site.url}/'); return r && r.status()`;
  await own.browserExecute(opened.id ?? '', { code, language: 'node' });
  expect(requested).toEqual([]);
  await guarded.stop();
});
