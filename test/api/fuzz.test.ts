import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEngine, type TestEngine } from '../support/engine';
import { type FuzzCase, FuzzClient, fieldsOf, isWrongType, type JsonSchema, seeded, withValue } from '../support/fuzz';

const random = seeded(20_261_121);
const pick = <Item>(list: readonly Item[]): Item => list[Math.floor(random() * list.length)] as Item;

let engine: TestEngine;
let client: FuzzClient;
let spec: JsonSchema;
let settings: JsonSchema;
beforeAll(async () => {
  engine = await startTestEngine({ allowPrivateNetwork: false });
  client = new FuzzClient(Number(new URL(engine.url).port), engine.key);
  spec = (await (await fetch(`${engine.url}/openapi.json`)).json()) as JsonSchema;
  settings = (await engine.call('GET', '/local/settings')).body.schema;
});
afterAll(async () => {
  client.close();
  await engine.stop();
});

/** A private address, so that the address guard rejects all requests that pass validation. */
const target = 'http://10.1.2.3/';
const jobId = '0190f5f0-0000-7000-8000-000000000000';

const localRoutes: readonly (readonly [string, string])[] = [
  ['GET', '/local/session'],
  ['GET', '/local/schema'],
  ['GET', '/local/plugins'],
  ['GET', '/local/settings'],
  ['PATCH', '/local/settings'],
  ['GET', '/local/keys'],
  ['POST', '/local/keys'],
  ['DELETE', '/local/keys/{id}'],
  ['GET', '/local/history'],
  ['GET', '/local/history/{id}'],
  ['DELETE', '/local/history/{id}'],
  ['GET', '/local/jobs'],
  ['GET', '/local/jobs/{id}'],
  ['POST', '/local/jobs/{id}/retry'],
  ['GET', '/local/jobs/{id}/rows'],
  ['GET', '/local/jobs/{id}/rows/0'],
  ['GET', '/local/jobs/{id}/problems'],
  ['GET', '/local/jobs/{id}/reasons'],
  ['GET', '/local/jobs/{id}/deliveries'],
  ['GET', '/local/jobs/{id}/export'],
  ['POST', '/local/deliveries/{id}/replay'],
  ['GET', '/local/webhook-secret'],
  ['POST', '/local/webhook-secret'],
  ['GET', '/local/activity'],
  ['GET', '/local/events'],
  ['POST', '/local/demo-site'],
  ['POST', '/local/browser/install'],
];

const routes = (): [string, string][] => [
  ...Object.entries(spec.paths as JsonSchema).flatMap(([path, methods]) =>
    Object.keys(methods as object).map((method): [string, string] => [method.toUpperCase(), path]),
  ),
  ...localRoutes.map(([method, path]): [string, string] => [method, path]),
];

const isOpen = (path: string): boolean => path === '/health' || path.startsWith('/files/');
const real = (path: string, id = jobId): string => path.replace('{id}', id);

/** Sends all cases, a dozen at a time. Returns the faults in the responses. */
async function faults(cases: readonly FuzzCase[]): Promise<string[]> {
  const wrong: string[] = [];
  const queue = [...cases];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const problem = await check(next);
      if (problem) wrong.push(`${next.name}: ${next.method} ${next.path.slice(0, 60)} → ${problem}`);
    }
  };
  await Promise.all(Array.from({ length: 12 }, work));
  return wrong;
}

async function check(one: FuzzCase): Promise<string | undefined> {
  const { status, text, type } = await client.send(one).catch((thrown: Error) => {
    return { status: 0, text: thrown.message, type: '' };
  });
  const isLocal = status !== 501;
  if (status === 0 || (status >= 500 && isLocal)) return `${status} ${text.slice(0, 160)}`;
  if (one.expected && !one.expected.includes(status)) return `${status}, not ${one.expected} ${text.slice(0, 160)}`;
  if (status < 400) return undefined;
  if (!type.includes('json')) return `${status} as ${type}`;
  const body = JSON.parse(text) as Record<string, unknown>;
  const known = ['success', 'error', 'code', 'details', ...(isLocal ? [] : ['detail'])];
  if (body.success !== false || typeof body.error !== 'string' || body.error.length < 5)
    return `shape ${text.slice(0, 160)}`;
  if (status !== 401 && typeof body.code !== 'string') return `no code: ${text}`;
  if (Object.keys(body).some((name) => !known.includes(name))) return `keys ${Object.keys(body)}`;
  return text.length > 200_000 ? `an answer of ${text.length} characters` : undefined;
}

const strangers: readonly { name: string; headers: Record<string, string>; expected: number[] }[] = [
  { name: 'no key', headers: { authorization: '' }, expected: [401] },
  { name: 'a bad key', headers: { authorization: 'Bearer gl-nobody' }, expected: [401] },
  { name: 'a long key', headers: { authorization: `Bearer ${'k'.repeat(8000)}` }, expected: [401] },
  { name: 'basic', headers: { authorization: 'Basic dGVzdDp0ZXN0' }, expected: [401] },
  { name: 'two spaces', headers: { authorization: 'Bearer  a b' }, expected: [401] },
  { name: 'odd bytes', headers: { authorization: 'Bearer \u00ff\u00fe' }, expected: [401] },
  { name: 'a forged session', headers: { authorization: '', cookie: 'gleaner_session_0=9e99.x.y' }, expected: [401] },
  { name: 'wrong host', headers: { host: 'evil.example' }, expected: [403] },
  { name: 'host with user', headers: { host: 'evil.example@127.0.0.1' }, expected: [403] },
  { name: 'a host of another port', headers: { host: '127.0.0.1:1' }, expected: [403] },
  { name: 'foreign origin', headers: { origin: 'https://evil.example' }, expected: [403] },
  { name: 'null origin', headers: { origin: 'null' }, expected: [403] },
];

const deep = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);
const bodies: readonly { name: string; body: string | Buffer }[] = [
  { name: 'nothing', body: '' },
  { name: 'spaces', body: '   \n' },
  { name: 'null', body: 'null' },
  { name: 'a list', body: '[]' },
  { name: 'a number', body: '1' },
  { name: 'a text', body: '"url"' },
  { name: 'half an object', body: '{"url":' },
  { name: 'NaN', body: '{"url":NaN}' },
  { name: 'Infinity', body: '{"timeout":-Infinity}' },
  { name: 'a byte order mark', body: '\ufeff{"url":1}' },
  { name: 'deep lists', body: deep(200_000, '[', ']') },
  { name: 'deep objects', body: `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}` },
  { name: 'deep formats', body: `{"url":"${target}","formats":${deep(5000, '[', ']')}}` },
  { name: '__proto__', body: '{"__proto__":{"isAdmin":true},"url":"x"}' },
  { name: 'inner __proto__', body: '{"url":"x","headers":{"__proto__":{"a":"b"}}}' },
  { name: 'constructor', body: '{"url":"","constructor":{"prototype":{"x":1}}}' },
  { name: 'bad UTF-8', body: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]) },
  { name: 'a cut UTF-8 sequence', body: Buffer.from([0x22, 0xe2, 0x82]) },
  { name: 'NUL', body: '{"url":"\u0000"}' },
  { name: 'a lone surrogate', body: '{"url":"\\ud800"}' },
  { name: 'huge numbers', body: `{"url":1${'0'.repeat(500)},"limit":1e999}` },
  { name: 'a huge key', body: `{"${'k'.repeat(100_000)}":1}` },
  {
    name: 'many keys',
    body: JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`k${i}`, i]))),
  },
  { name: 'a key twice', body: '{"url":"http://example.com/","url":7,"urls":[],"name":[],"key":1}' },
];

const long = 'x'.repeat(100_000);
const values: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  2 ** 53 + 2,
  -1e308,
  '',
  ' ',
  'x',
  long,
  '__proto__',
  '\u0000\r\nX: y',
  '{{7*7}}',
  '../../etc/passwd',
  [],
  [null],
  [1, 'x', {}],
  [[[[]]]],
  {},
  { a: 1 },
  { type: 'x' },
  { toString: 1, constructor: 2 },
];

/** Valid request bodies for routes that start work. Bodies for other routes contain only the required fields. */
const bases: Readonly<Record<string, object>> = {
  extract: { urls: [target], prompt: 'x' },
  scrape: { url: target },
  crawl: { url: target },
  map: { url: target },
  'batch/scrape': { urls: [target] },
  'crawl/params-preview': { url: target, prompt: 'x' },
};

const bodySchema = (method: string, path: string): JsonSchema | undefined =>
  spec.paths[path]?.[method.toLowerCase()]?.requestBody?.content?.['application/json']?.schema;

const requiredOf = ({ required = [] }: JsonSchema): object =>
  Object.fromEntries(
    (required as string[]).map((name) => [name, name === 'url' ? target : name === 'urls' ? [target] : 'x']),
  );

function fieldCases(): FuzzCase[] {
  return routes().flatMap(([method, path]) => {
    const schema = bodySchema(method, path);
    if (!schema || !/^\/v\d\//.test(path)) return [];
    const base = bases[path.slice(4)] ?? requiredOf(schema);
    return fieldsOf(schema, spec).flatMap(({ way, schema: field }) =>
      values.map((value): FuzzCase => {
        const body = JSON.stringify(withValue(base, way, value));
        const wrong = way.length === 1 && isWrongType(value, field, spec);
        const name = `${way.join('.')} = ${JSON.stringify(value).slice(0, 40)}`;
        return { name, method, path, body, ...(wrong ? { expected: [400] } : {}) };
      }),
    );
  });
}

const oddIds = [
  'x',
  '0',
  '..',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '..%5c..%5cwindows',
  '%00',
  '%',
  '%ff%fe',
  '__proto__',
  'constructor',
  'x'.repeat(150),
  'x'.repeat(5000),
  `${jobId}%0d%0aX:y`,
  `${jobId}.jsonl`,
  `{${jobId}}`,
  jobId.replaceAll('-', ''),
  'active%00',
];
const oddQueries = [
  'skip=-1',
  'skip=x',
  'skip=1e9',
  'limit=0',
  'limit=1001',
  'limit=1.5',
  'limit=',
  'skip[]=1',
  'skip=1&skip=2',
];

describe('thousands of invalid requests', () => {
  let sent = 0;
  const run = async (cases: readonly FuzzCase[]) => {
    sent += cases.length;
    expect(await faults(cases)).toEqual([]);
  };

  it('are refused without a key on every route', async () => {
    const cases = routes().flatMap(([method, path]) =>
      strangers.map(({ name, headers, expected }): FuzzCase => {
        const isKey = 'authorization' in headers;
        const body = method === 'GET' ? undefined : pick(bodies.slice(0, 8)).body;
        return {
          name,
          method,
          path: real(path),
          headers,
          body,
          expected: isOpen(path) && isKey ? undefined : expected,
        };
      }),
    );
    await run(cases);
  });

  it('with bodies that are not valid JSON objects are refused', async () => {
    const writing = routes().filter(
      ([method, path]) => (method === 'POST' || method === 'PATCH') && !/install|demo-site|webhook-secret/.test(path),
    );
    const cases = writing.flatMap(([method, path]) =>
      bodies.map(({ name, body }): FuzzCase => ({ name, method, path: real(path), body })),
    );
    const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', '', 'a/b/c'];
    const typed = writing.flatMap(([method, path]) =>
      types.map(
        (type): FuzzCase => ({
          name: `type ${type}`,
          method,
          path: real(path),
          body: '{"url":"x"}',
          headers: { 'content-type': type },
          expected: [400, 415],
        }),
      ),
    );
    await run([...cases, ...typed]);
  });

  it('with values of the wrong type in every field of every schema are refused', async () => {
    const cases = fieldCases();
    expect(cases.length).toBeGreaterThan(4000);
    // Keeps only a random sample of the cases, because running all of them takes minutes. The sample is the same in
    // each run.
    while (cases.length > 4500) cases.splice(Math.floor(random() * cases.length), 1);
    await run(cases);
  });

  it('with settings of the wrong type are refused', async () => {
    const fields = fieldsOf(settings, settings).filter(({ way }) => way.length === 1);
    const cases = fields.flatMap(({ way, schema }) =>
      values
        .filter((value) => isWrongType(value, schema, settings))
        .map(
          (value): FuzzCase => ({
            name: `${way} = ${JSON.stringify(value).slice(0, 40)}`,
            method: 'PATCH',
            path: '/local/settings',
            body: JSON.stringify({ [String(way[0])]: value }),
            expected: [400],
          }),
        ),
    );
    await run(cases);
  });

  it('with odd ids and ranges find nothing', async () => {
    const withId = routes().filter(([, path]) => path.includes('{id}'));
    const ids = withId.flatMap(([method, path]) =>
      oddIds.map(
        (id): FuzzCase => ({ name: `id ${id.slice(0, 40)}`, method, path: real(path, id), expected: [400, 404, 414] }),
      ),
    );
    const queries = withId
      .filter(([method, path]) => method === 'GET' && !path.endsWith('/deliveries'))
      .flatMap(([method, path]) =>
        oddQueries.map(
          (query): FuzzCase => ({ name: query, method, path: `${real(path)}?${query}`, expected: [400, 404] }),
        ),
      );
    await run([...ids, ...queries]);
  });

  it('leave the engine healthy', async () => {
    expect(sent).toBeGreaterThanOrEqual(5000);
    expect((await engine.call('GET', '/health')).body).toEqual({ status: 'ok' });
    expect((await engine.call('GET', '/local/settings')).body.settings).toMatchObject({ allowPrivateNetwork: false });
    const kilobytes = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${engine.process.pid}/status`, 'utf8'))?.[1]);
    expect(kilobytes).toBeLessThan(900_000);
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
  });
}, 240_000);
