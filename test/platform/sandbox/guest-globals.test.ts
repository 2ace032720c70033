import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { PluginSandbox } from '../../../core/platform/sandbox/plugin-sandbox';

/** Value that the expressions can use. */
const text = 'a\0b\u{1F600}';

/** Returns JavaScript that collects the values of expressions as JSON, or the names of the errors thrown. */
const collecting = (expressions: readonly string[]) => `
  const attempt = (run) => {
    try { return JSON.stringify(run()) ?? 'undefined'; } catch (thrown) { return 'throws ' + thrown.name; }
  };
  const change = (href, work) => {
    const url = new URL(href);
    work(url, url.searchParams);
    return [url.href, url.search, [...url.searchParams]];
  };
  const params = (init, work = () => undefined) => {
    const made = new URLSearchParams(init);
    return [work(made), made.size, String(made), [...made]];
  };
  return [${expressions.map((one) => `() => ${one}`).join(', ')}].map(attempt);`;

/** Evaluates expressions in a sandbox. */
async function inSandbox(expressions: readonly string[]): Promise<unknown> {
  const code = `import { defineFormat } from 'gleaner/plugin';
    export default defineFormat({ id: 'values', summary: 'x', needs: [], derive({ text }) { ${collecting(expressions)} } });`;
  const sandbox = new PluginSandbox(resolve('out/main/plugin-sandbox.js'), code);
  try {
    await sandbox.describe();
    const value = { kind: 'text', text } as const;
    const call = { index: 0, method: 'derive', input: { context: {} }, values: { text: value } } as const;
    return JSON.parse(await sandbox.call(call, new AbortController().signal)).value;
  } finally {
    sandbox.close();
  }
}

/** Expects each expression to have the same value in a sandbox as in Node.js. */
async function expectAlike(expressions: readonly string[]) {
  const rows = (values: unknown) => expressions.map((one, at) => [one, (values as readonly unknown[])[at]]);
  expect(rows(await inSandbox(expressions))).toEqual(rows(new Function('text', collecting(expressions))(text)));
}

it('changes the parts of a URL as Node.js does', async () => {
  const url = `'https://u:p@a.example:81/p/q?x=1&y=2#f'`;
  const values = {
    href: ['http://b.example/?z=1', 'nope'],
    ...{ protocol: ['http', 'http:', 'mailto', ''], username: ['', 'a b', 'é@'], password: ['', 'p:@/'] },
    ...{ host: ['b.example', 'b.example:82', '[::1]:3', '', 'a b'], hostname: ['b.example', 'ä.example', 'b:1', ''] },
    port: ['', '443', '82', '99999', 'x', '8a'],
    pathname: ['', 'x', 'x?y#z', '../a b/%zz', '\\x', '//b/c'],
    search: ['', '?', '??a', 'a b#c', "a='é"],
    hash: ['', '#', '##a', 'a#b c', '%zz'],
  };
  const changes = Object.entries(values).flatMap(([part, all]) =>
    all.map((value) => `change(${url}, (url) => { url.${part} = ${JSON.stringify(value)}; })`),
  );
  await expectAlike([
    ...changes,
    `change('http://:p@a.example/', (url, query) => query.set('a', 1))`,
    `change('mailto:a@b.example', (url, query) => query.set('subject', 'a b'))`,
    `change('data:text/plain,hi', (url) => { url.hash = 'x'; url.pathname = 'z'; })`,
    `change('http://a.example/?x=1', (url, query) => { url.search = 'y=2'; query.append('z', 3); })`,
  ]);
});

it('reads URLs as Node.js does', () =>
  expectAlike([
    ...[`''`, `undefined`, `'/x'`, `'http://a.example:80/../%zz'`, `'//b.example'`, `'http://1.2.3/'`].flatMap(
      (href) => [
        ...[`new URL(${href})`, `URL.parse(${href})`, `URL.canParse(${href})`],
        ...[`new URL(${href}, 'https://a.example/y?z#h')`, `new URL(${href}, '')`, `URL.canParse(${href}, '')`],
      ],
    ),
    `new URL('d', new URL('http://a.example/c'))`,
    `new URL('data:text/plain,hi').origin`,
    `['?', '#', '?#'].map((end) => change('http://a.example/' + end, () => undefined))`,
  ]));

it('resolves paths as Node.js does', () => {
  const bases = [
    ...['https://a.example/y/z?q#h', 'HTTP://A.example:80', 'http://u:p@a.example/', 'http://a.example:81/x'],
    ...['file:///c/d', 'ws://a.example/', 'data:text/plain,hi', 'blob:https://a.example/x', 'http://[::1]/', 'nope'],
  ];
  const paths = ['/p/1', '/', '//b', '///b', '/a//b', '/.', '/a/./b', '/a/../b', '/a.b/c..d', '/..a', '/a/.b', '/%2e'];
  const others = [
    '/a?b=c&d',
    '/a?',
    '/a#',
    '/a?#',
    '/a?b#c',
    "/a?'",
    '/é',
    '/a b',
    '/a ',
    '/a\\b',
    '/~-_',
    '/a|b',
    '/C:',
  ];
  const absolute = ['https://a.example/p', 'http://a.example/p', 'http://a.example:81/p/../q', 'http://a.examples/'];
  return expectAlike(
    bases.flatMap((base) =>
      [...paths, ...others, ...absolute].map((href) => `new URL(${JSON.stringify(href)}, '${base}').href`),
    ),
  );
});

it('reads and changes search parameters as Node.js does', () =>
  expectAlike(
    [
      ...[
        `'a=%zz&b=%41%zz&c=100%'`,
        `'a=%E4&b=%ff%41'`,
        `'%61=1&+b+=+2+&c'`,
        `'=x&&=&a==b'`,
        `'??a=1'`,
        `'a=~!*()\\'-._'`,
      ],
      ...[
        `undefined`,
        `null`,
        `5`,
        `'a=\\ud800'`,
        `{ a: 1, b: null, c: ['x', 'y'] }`,
        `[['a', 1], ['a']]`,
        `[['a', '\\ud800']]`,
      ],
      ...[`new Map([['a', 1]])`, `new URLSearchParams('a=b&a=c')`, `'a=%EF%BB%BF%F0%9F%98%80'`],
    ]
      .map((init) => `params(${init})`)
      .concat([
        `params('1=a&b=c&1=d', (query) => { query.set(1, 2); return [query.get(1), query.get('z'), query.getAll(1)]; })`,
        `params('a=1&a=2', (query) => { query.delete('a', 1); return [query.has('a', 1), query.has('a', 2)]; })`,
        `params('b=1&\\u{1F600}=3&\\uFF5E=4&a=2&b=0', (query) => query.sort())`,
        `params('a=1&b=2', (query) => [[...query.keys()], [...query.values()], Object.fromEntries(query)])`,
        `params('a=1&b=2', (query) => { const all = []; query.forEach((value, name) => all.push(name, value)); return all; })`,
        `change('http://a.example/?utm_a=1&utm_b=2&c=3#h', (url, query) => { for (const [name] of query) query.delete(name); })`,
        `change('http://a.example/?x=a%20b', (url, query) => query.append('q', "a+b%&='é"))`,
        `change('http://a.example/?x#h', (url, query) => query.delete('x'))`,
      ]),
  ));

it('converts text and bytes as Node.js does, with null characters and lone surrogates', () =>
  expectAlike([
    '[text, text.length]',
    ...["'a\\0b'", "'\\ud800x'", "'\\ufeffé'", "'\\0'", 'undefined'].flatMap((text) => [
      ...[`[...new TextEncoder().encode(${text})]`, `params([['a', ${text}]])`, `btoa(${text})`],
    ]),
    ...['ascii', 'utf-8', 'latin1', 'utf-16le', 'nope'].flatMap((label) => [
      `new TextDecoder('${label}').decode(new Uint8Array([97, 0, 233, 0, 98, 0]))`,
      `new TextDecoder('${label}', { fatal: true }).decode(new Uint8Array([97, 0, 255]))`,
    ]),
    ...['new Uint8Array([97, 98, 99]).subarray(1)', 'new Uint8Array([97]).buffer', 'new Uint16Array([97, 98])'].map(
      (bytes) => `new TextDecoder().decode(${bytes})`,
    ),
    `new TextDecoder().decode(new DataView(new Uint8Array([97, 98, 99]).buffer, 1))`,
    ...["'AGE='", "'YQ'", "' Y Q = = '", "'!!'", "'Y'"].map((base64) => `atob(${base64})`),
  ]));
