import { request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { EgressProxy } from '../../../../core/net/engines/egress/egress-proxy';
import { UndiciEngine } from '../../../../core/net/engines/http/http-engine';
import { GuardedAddresses } from '../../../../core/net/politeness/guarded-addresses';
import { fetchPlan } from '../../../support/fetch-plan';
import { type RawServer, startRawServer } from '../../../support/raw-server';

const body = '<h1>Read</h1>';
const length = `Content-Length: ${body.length}`;
const chunked = 'Transfer-Encoding: chunked';
const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
const answer = (...lines: string[]) => ['HTTP/1.1 200 OK', ...lines].join('\r\n');

const readable: Readonly<Record<string, string>> = {
  'two equal lengths': answer(length, length, '', body),
  'equal lengths in one header': answer(`${length}, ${body.length}`, '', body),
  'a length before chunks': answer('Content-Length: 400', chunked, '', chunk),
  'a length after chunks': answer(chunked, 'Content-Length: 4', '', chunk),
  'a folded header': answer('X-A: one', '\t two', length, '', body),
  'control characters in a header': answer('X-A: o\x01n\0e\x7f', length, '', body),
  'control characters in the name of a header': answer('X\x01A: one', length, '', body),
  'a line without a colon': answer('no header', length, '', body),
  'a space before a colon': answer('Content-Type : text/html', length, '', body),
  'a name that is no ASCII': answer('X-\xdc: one', length, '', body),
  'bare line feeds': answer('Content-Type: text/html', length, '', body).replaceAll('\r', ''),
  'bare line feeds and no reason': `HTTP/1.1 200\nContent-Type: text/html\n\n${body}`,
  'bare line feeds in chunks, too': answer(chunked, '', chunk).replaceAll('\r', ''),
  'a status without a space after it': answer(length, '', body).replace('200 OK', '200OK'),
  'two spaces before the status': answer(length, '', body).replace(' 200', '  200'),
  'a version that does not exist': answer(length, '', body).replace('1.1', '1.2'),
  'a length that is no number': answer('Content-Length: many', '', body),
  'an interim answer': `HTTP/1.1 103 Early Hints\nLink: </a>\n\n${answer(length, length, '', body)}`,
};
const unreadable: Readonly<Record<string, string>> = {
  'two different lengths': answer(length, 'Content-Length: 5', '', body),
  'no status line': body,
  'no number for a status': answer(length, '', body).replace('200', 'abc'),
  'a head without an end': `HTTP/1.1 200 OK\nX-A: ${'a'.repeat(70_000)}`,
};

const names = (answers: object) => Object.keys(answers);
const path = (name: string) => name.replaceAll(' ', '-');
const byPath = (answers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(answers).map(([name, bytes]) => [path(name), bytes]));
const guard = () => new GuardedAddresses({ allowPrivateNetwork: false, allowedHosts: ['127.0.0.1'] });

let end: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of end.reverse()) await close();
  end = [];
});

async function open(answers: Readonly<Record<string, string>>, staysOpen: readonly string[] = []): Promise<RawServer> {
  const site = await startRawServer(byPath(answers), staysOpen.map(path));
  end.push(() => site.close());
  return site;
}

function engineOn() {
  const engine = new UndiciEngine(guard());
  end.push(() => engine.close());
  return (url: string) => engine.fetch(fetchPlan(url), AbortSignal.timeout(5000));
}

describe('a malformed HTTP response', () => {
  it.each(names(readable))('is read as browsers do: %s', async (name) => {
    const site = await open(readable, names(readable));
    const closed = /no reason|no number/.test(name) ? await open(readable) : site;
    const page = await engineOn()(`${closed.url}/${path(name)}`);
    expect(page).toMatchObject({ statusCode: 200 });
    expect(Buffer.from(page.body).toString('latin1')).toBe(body);
    expect(Object.keys(page.headers)).not.toContain('no header');
  });

  it.each(names(unreadable))('is an error of the site: %s', async (name) => {
    const site = await open(unreadable);
    await expect(engineOn()(`${site.url}/${path(name)}`)).rejects.toMatchObject({ code: 'SCRAPE_SITE_ERROR' });
  });

  it('joins folded headers and drops invalid characters', async () => {
    const site = await open(readable);
    const get = engineOn();
    expect((await get(`${site.url}/${path('a folded header')}`)).headers['x-a']).toBe('one two');
    expect((await get(`${site.url}/${path('control characters in a header')}`)).headers['x-a']).toBe('one');
  });

  it('is fetched twice only once, because its site is remembered', async () => {
    const site = await open(readable);
    const get = engineOn();
    for (const name of names(readable).slice(0, 3)) await get(`${site.url}/${path(name)}`);
    expect(site.requests).toHaveLength(4);
  });

  it('is truncated when its body ends early', async () => {
    const site = await open({ short: answer('Content-Length: 99', 'Content-Length: 99', '', body) });
    const page = await engineOn()(`${site.url}/short`);
    expect(page).toMatchObject({ truncated: true, warnings: [expect.stringContaining('99')] });
  });

  it('passes the address guard a second time', async () => {
    const site = await open(readable);
    const engine = new UndiciEngine(new GuardedAddresses({ allowPrivateNetwork: false, allowedHosts: [] }));
    end.push(() => engine.close());
    const page = engine.fetch(fetchPlan(`${site.url}/${path('a folded header')}`), AbortSignal.timeout(5000));
    await expect(page).rejects.toMatchObject({ code: 'PRIVATE_ADDRESS_BLOCKED' });
    expect(site.requests).toEqual([]);
  });
});

describe('a malformed HTTP response for the browser', () => {
  async function proxied(url: string, method = 'GET') {
    const proxy = new EgressProxy(guard());
    await proxy.start();
    end.push(() => proxy.close());
    const { username, password } = proxy.routes.register();
    const login = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    return (to = url, how = method) =>
      new Promise<{ status?: number; raw: string[]; text: string }>((resolve, reject) => {
        const headers = { 'proxy-authorization': login, host: new URL(to).host };
        request({ port: proxy.port, host: '127.0.0.1', path: to, method: how, headers, agent: false }, (response) => {
          let text = '';
          response.on('data', (piece) => (text += String(piece))).on('error', reject);
          response.on('end', () => resolve({ status: response.statusCode, raw: response.rawHeaders, text }));
        })
          .on('error', reject)
          .end();
      });
  }

  it.each(names(readable))('is reframed: %s', async (name) => {
    const site = await open(readable);
    const { status, raw, text } = await (await proxied(`${site.url}/${path(name)}`))();
    expect({ status, text }).toEqual({ status: 200, text: body });
    const framing = raw.filter((part) => /^(?:content-length|transfer-encoding)$/i.test(part));
    expect(framing).toHaveLength(1);
  });

  it.each(names(unreadable))('is refused: %s', async (name) => {
    const site = await open(unreadable);
    expect((await (await proxied(`${site.url}/${path(name)}`))()).status).toBe(502);
  });

  it('repeats no request with side effects', async () => {
    const site = await open(readable);
    const url = `${site.url}/${path('a folded header')}`;
    const ask = await proxied(url);
    expect((await ask(url, 'POST')).status).toBe(502);
    expect(site.requests).toHaveLength(1);
    expect(await ask(url, 'POST')).toMatchObject({ status: 200, text: body });
    expect(site.requests).toHaveLength(2);
  });
});
