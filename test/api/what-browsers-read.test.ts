import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeAs } from '../support/encode-as';
import { type TestEngine } from '../support/engine';
import { type RawServer, startRawServer } from '../support/raw-server';
import { sharedTestEngine } from '../support/shared-engine';

const body =
  '<!doctype html><title>Read</title><main><h1>Read</h1><p>The workshop opened its doors in spring.</p></main>';
const sloppy = {
  lengths: `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\nContent-Type: text/html\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  feeds: `HTTP/1.1 200\nContent-Type: text/html\nX-A: a\n b\x01\n\n${body}`,
  chunks: `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}  ;part=1\r\n${body}\r\n000\r\nX-Total: 1\r\n\r\n`,
};
const late = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n${body.slice(0, 5)}\r\n${(body.length - 5).toString(16)}  \r\n${body.slice(5)}\r\n0\r\n\r\n`;
const answer = (type: string, bytes: Uint8Array) =>
  Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nConnection: close\r\n\r\n`), bytes]);
const page = (label: string, text: string) =>
  answer(
    'text/html',
    Buffer.concat([Buffer.from('<html><body><p>'), encodeAs(label, text), Buffer.from('</p></body>')]),
  );

const russian = 'Мастерская открылась ранней весной, и через месяц скамьи были полны людей.';
const japanese = '工房は早春に開き、一か月のうちに長椅子は人でいっぱいになった。';
const answers = {
  ...sloppy,
  squeezed: `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n${body}`,
  different: sloppy.lengths.replace(`Length: ${body.length}`, 'Length: 5'),
  russian: page('windows-1251', russian),
  japanese: page('shift_jis', japanese),
  declared: answer('text/html; charset=windows-1251', encodeAs('windows-1251', `<p>${russian}</p>`)),
  'list.csv': answer('text/csv', encodeAs('windows-1251', 'Название;Цена\nЧайник;120\nКастрюля;340\n')),
  'notes.txt': answer('text/plain', encodeAs('shift_jis', japanese)),
  'wide.txt': answer('text/plain', Buffer.from('Notes of the workshop\nand more of them\n', 'utf16le')),
  'utf-8.txt': answer('text/plain', Buffer.from(russian)),
  'data.json': answer('application/json', Buffer.from(JSON.stringify({ text: russian }))),
  'feed.xml': answer('text/xml', encodeAs('windows-1251', `<note><text>${russian}</text></note>`)),
};

let engine: TestEngine;
let site: RawServer;

beforeAll(async () => {
  [engine, site] = await Promise.all([sharedTestEngine(), startRawServer(answers)]);
});
afterAll(async () => {
  await Promise.all([engine.stop(), site.close()]);
});

const scrape = (path: string, options: object = {}) =>
  engine.call('POST', '/v2/scrape', { url: `${site.url}/${path}`, maxAge: 0, ...options });

describe('POST /v2/scrape of malformed responses that browsers accept', () => {
  it.each(Object.keys(sloppy))('reads lenient HTTP with and without the browser: %s', async (name) => {
    for (const options of [{}, { waitFor: 1 }]) {
      const { status, body: read } = await scrape(name, options);
      expect(status).toBe(200);
      expect(read.data.markdown).toContain('# Read');
    }
  });

  it('reads a response whose later chunk size is padded from the second request on', async () => {
    const other = await startRawServer({ late });
    try {
      const read = () => engine.call('POST', '/v2/scrape', { url: `${other.url}/late`, maxAge: 0 });
      expect((await read()).body.data.warning).toContain('The page was cut short');
      expect((await read()).body.data.markdown).toContain('# Read');
    } finally {
      await other.close();
    }
  });

  it('refuses a response with two different lengths', async () => {
    for (const options of [{}, { waitFor: 1 }]) {
      expect(await scrape('different', options)).toMatchObject({ status: 500, body: { code: 'SCRAPE_SITE_ERROR' } });
    }
  });

  it('fails immediately in the browser when a body is not compressed as declared', async () => {
    const { status, body: read } = await scrape('squeezed', { waitFor: 1, timeout: 60_000 });
    expect(status).toBe(500);
    expect(read).toMatchObject({ code: 'SCRAPE_SITE_ERROR', error: expect.stringContaining('decompressed') });
  });

  it.each([
    ['russian', 'windows-1251', russian],
    ['japanese', 'shift_jis', japanese],
    ['list.csv', 'windows-1251', 'Кастрюля'],
    ['notes.txt', 'shift_jis', japanese],
    ['wide.txt', 'utf-16le', 'and more of them'],
    ['feed.xml', 'windows-1251', russian],
  ])('reads %s without a declared encoding as %s, with a warning', async (name, encoding, text) => {
    const { body: read } = await scrape(name, { formats: ['markdown', 'rawHtml'] });
    expect(read.data.markdown).toContain(text);
    expect(read.data.rawHtml).toContain(text);
    expect(read.data.warning).toContain(`${encoding} was guessed`);
  });

  it('has no warning for a declared encoding', async () => {
    const { body: read } = await scrape('declared');
    expect(read.data.markdown).toContain(russian);
    expect(read.data.warning).toBeUndefined();
  });

  it.each([
    ['russian', russian],
    ['japanese', japanese],
    ['notes.txt', japanese],
    ['utf-8.txt', russian],
    ['data.json', russian],
  ])('reads %s in the browser, too', async (name, text) => {
    expect((await scrape(name, { waitFor: 1 })).body.data.markdown).toContain(text);
  });
});
