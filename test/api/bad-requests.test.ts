import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestEngine } from '../support/engine';
import { sharedTestEngine } from '../support/shared-engine';

let engine: TestEngine;
beforeAll(async () => {
  engine = await sharedTestEngine();
});
afterAll(() => engine.stop());

const url = 'http://127.0.0.1:9/never-fetched';
const scrape = (body: unknown, version = 'v2') => engine.call('POST', `/${version}/scrape`, body);
const actions = (count: number, action: object) => Array.from({ length: count }, () => action);

const refused: [name: string, version: string, body: unknown, path: (string | number)[] | undefined][] = [
  ['no url', 'v2', {}, ['url']],
  ['a url that is none', 'v2', { url: 'not a url' }, ['url']],
  ['a word as url', 'v2', { url: 'hello' }, ['url']],
  ['another protocol', 'v2', { url: 'ftp://example.com/x' }, ['url']],
  ['two protocols', 'v2', { url: 'https://https://example.com' }, ['url']],
  ['a body that is a list', 'v2', [], []],
  ['an unknown key', 'v2', { url, fromats: [] }, []],
  ['a v1 name on v2', 'v2', { url, parsePDF: false }, []],
  ['a v2 name on v1', 'v1', { url, parsers: [] }, []],
  ['an unknown format', 'v2', { url, formats: ['pdf'] }, ['formats', 0]],
  ['a v1 format on v2', 'v2', { url, formats: ['screenshot@fullPage'] }, ['formats', 0]],
  ['an object format on v1', 'v1', { url, formats: [{ type: 'markdown' }] }, ['formats', 0]],
  ['both screenshots on v1', 'v1', { url, formats: ['screenshot', 'screenshot@fullPage'] }, undefined],
  [
    'two different screenshots',
    'v2',
    { url, formats: ['screenshot', { type: 'screenshot', fullPage: true }] },
    undefined,
  ],
  ['quality over 100', 'v2', { url, formats: [{ type: 'screenshot', quality: 101 }] }, ['formats', 0, 'quality']],
  [
    'a viewport too wide',
    'v2',
    { url, formats: [{ type: 'screenshot', viewport: { width: 7681, height: 1 } }] },
    undefined,
  ],
  ['an unknown key in a format', 'v2', { url, formats: [{ type: 'json', shema: {} }] }, undefined],
  ['changeTracking without markdown', 'v2', { url, formats: ['changeTracking'] }, undefined],
  ['json without jsonOptions', 'v1', { url, formats: ['json'] }, ['jsonOptions']],
  ['jsonOptions without json', 'v1', { url, jsonOptions: { prompt: 'x' } }, ['jsonOptions']],
  ['extract without its options', 'v1', { url, formats: ['extract'] }, ['extract']],
  ['51 actions', 'v2', { url, actions: actions(51, { type: 'scrape' }) }, ['actions']],
  ['waits over a minute', 'v2', { url, actions: actions(3, { type: 'wait', milliseconds: 25_000 }) }, ['actions']],
  ['a wait for nothing', 'v2', { url, actions: [{ type: 'wait' }] }, undefined],
  ['a wait for two things', 'v2', { url, actions: [{ type: 'wait', milliseconds: 1, selector: 'p' }] }, undefined],
  ['an unknown action', 'v2', { url, actions: [{ type: 'jump' }] }, undefined],
  ['a click on nothing', 'v2', { url, actions: [{ type: 'click' }] }, undefined],
  [
    'a click on what is no selector',
    'v2',
    { url, actions: [{ type: 'click', selector: 'a[' }] },
    ['actions', 0, 'selector'],
  ],
  [
    'a wait for what is no selector',
    'v1',
    { url, actions: [{ type: 'wait', selector: '###' }] },
    ['actions', 0, 'selector'],
  ],
  [
    'a scroll of what is no selector',
    'v2',
    { url, actions: [{ type: 'scroll', selector: 'p >' }] },
    ['actions', 0, 'selector'],
  ],
  ['a key that is none', 'v2', { url, actions: [{ type: 'press', key: 'NoSuchKey' }] }, ['actions', 0, 'key']],
  [
    'a chord with a key that is none',
    'v2',
    { url, actions: [{ type: 'press', key: 'Control+Foo' }] },
    ['actions', 0, 'key'],
  ],
  [
    'attributes of what is no selector',
    'v2',
    { url, formats: [{ type: 'attributes', selectors: [{ selector: '[', attribute: 'a' }] }] },
    undefined,
  ],
  ['waitFor over half the timeout', 'v2', { url, timeout: 1000, waitFor: 501 }, ['waitFor']],
  ['waitFor over a minute', 'v2', { url, timeout: 300_000, waitFor: 60_001 }, ['waitFor']],
  ['a negative waitFor', 'v1', { url, waitFor: -1 }, ['waitFor']],
  ['timeout 0', 'v2', { url, timeout: 0 }, ['timeout']],
  ['timeout over an hour', 'v2', { url, timeout: 3_600_001 }, ['timeout']],
  ['timeout over an hour', 'v1', { url, timeout: 3_600_001 }, ['timeout']],
  ['a timeout in words', 'v2', { url, timeout: '30000' }, ['timeout']],
  ['a proxy that is none', 'v2', { url, proxy: 'fast' }, ['proxy']],
  ['a country that is none', 'v2', { url, location: { country: 'XX' } }, ['location', 'country']],
  ['a header with a line break', 'v2', { url, headers: { 'X-A': 'a\r\nX-B: b' } }, ['headers', 'X-A']],
  ['a header name with a space', 'v2', { url, headers: { 'X A': 'a' } }, ['headers', 'X A']],
  ['headers that are no text', 'v2', { url, headers: { 'X-A': 1 } }, undefined],
  ['a selector that is none', 'v2', { url, includeTags: ['div['] }, ['includeTags', 0]],
  ['a negative maxAge', 'v2', { url, maxAge: -1 }, ['maxAge']],
  ['maxPages 0', 'v2', { url, parsers: [{ type: 'pdf', maxPages: 0 }] }, undefined],
  ['an unknown parser', 'v2', { url, parsers: ['doc'] }, undefined],
  ['an agent without a model', 'v1', { url, agent: { model: 'fire-1', prompt: 'x' } }, ['agent']],
];

describe('invalid bodies', () => {
  it.each(refused)('returns BAD_REQUEST with the issue in details for %s (%s)', async (_name, version, body, path) => {
    const answer = await scrape(body, version);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      success: false,
      code: 'BAD_REQUEST',
      error: expect.stringMatching(/.{10,}/),
    });
    expect(answer.body.details.length).toBeGreaterThan(0);
    if (path) expect(answer.body.details.map((issue: { path: unknown }) => issue.path)).toContainEqual(path);
  });

  it('names the unknown key and its replacement', async () => {
    const { body } = await scrape({ url, jsonOptions: {} });
    expect(body.details[0]).toMatchObject({ code: 'unrecognized_keys', keys: ['jsonOptions'] });
    expect(body.error).toContain('formats');
  });

  it('drops unknown keys in actions and location, as sent by some published clients', async () => {
    const answer = await scrape({
      url,
      actions: [{ type: 'scrape', extra: 1 }],
      location: { country: 'DE', city: 'Ulm' },
    });
    expect(answer.body.code).not.toBe('BAD_REQUEST');
  });
});

describe('bodies that are not JSON objects', () => {
  it.each([
    ['broken JSON', '{"url":'],
    ['an empty body', ''],
    ['a key __proto__', '{"url":"http://example.com","__proto__":{"x":1}}'],
    ['NaN', '{"timeout": NaN}'],
  ])('returns BAD_REQUEST_INVALID_JSON for %s', async (_name, body) => {
    const answer = await scrape(body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ success: false, code: 'BAD_REQUEST_INVALID_JSON' });
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])('refuses %s', async (type) => {
    const answer = await engine.call('POST', '/v2/scrape', 'url=x', { 'content-type': type });
    expect(answer.status).toBe(415);
    expect(answer.body.code).toBe('UNSUPPORTED_MEDIA_TYPE');
  });

  it('refuses more than 10 MB', async () => {
    const answer = await scrape(`{"url":"${'x'.repeat(10.5 * 1024 * 1024)}"}`);
    expect(answer.status).toBe(413);
    expect(answer.body.code).toBe('BODY_TOO_LARGE');
  });

  it('survives JSON nested 10,000 deep', async () => {
    const deep = '['.repeat(10_000) + ']'.repeat(10_000);
    const answer = await scrape(`{"url":"${url}","formats":[{"type":"json","schema":{"a":${deep}}}]}`);
    expect([answer.status, answer.body.code]).toEqual([400, 'BAD_REQUEST_INVALID_JSON']);
    expect(answer.body.error).toContain('nested deeper than 500 levels');
  });
});

describe('unknown routes and schemas', () => {
  it('returns 404 with a code for routes that do not exist', async () => {
    const answer = await engine.call('GET', '/v2/nothing');
    expect(answer.status).toBe(404);
    expect(answer.body).toMatchObject({ success: false, code: 'NOT_FOUND' });
  });

  it.each([
    ['a type nobody knows', { type: 'nothing' }],
    ['a reference to another document', { $ref: 'http://example.com/schema.json' }],
    ['a pattern that is none', { type: 'object', properties: { a: { type: 'string', pattern: '(' } } }],
  ])('refuses a schema with %s before fetching anything', async (_, schema) => {
    for (const type of ['json', 'extraction']) {
      const answer = await scrape({ url, formats: [{ type, schema }] });
      expect([answer.status, answer.body.code]).toEqual([400, 'BAD_REQUEST']);
      expect(answer.body.error).toContain(`The schema of the format "${type}" is not a valid JSON schema`);
    }
  });
});
