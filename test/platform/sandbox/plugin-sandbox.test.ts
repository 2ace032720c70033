import { resolve } from 'node:path';
import { Document, Text } from 'domhandler';
import { parseDocument } from 'htmlparser2';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { FormatPlugin } from '../../../core/contract/plugin';
import { readDescription, whyTrusted } from '../../../core/platform/sandbox/described-plugins';
import { flattenDom } from '../../../core/platform/sandbox/flat-dom';
import { sendRequest } from '../../../core/platform/sandbox/plugin-requests';
import { PluginSandbox } from '../../../core/platform/sandbox/plugin-sandbox';
import { sandboxedPlugins } from '../../../core/platform/sandbox/sandboxed-plugins';
import { greedyFormats, quietFormats } from '../../support/hostile-formats';

const open: PluginSandbox[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const sandbox of open.splice(0)) sandbox.close();
});

async function load(code: string) {
  const sandbox = new PluginSandbox(resolve('out/main/plugin-sandbox.js'), code);
  open.push(sandbox);
  const { json, imports } = await sandbox.describe();
  const described = readDescription(json);
  const formats = sandboxedPlugins(sandbox, described) as readonly FormatPlugin[];
  return { sandbox, described, problem: whyTrusted(described, imports), formats };
}

/** Derives a format. Returns its value and warnings. */
async function derive(
  format: Awaited<ReturnType<typeof load>>['formats'][number],
  values: object,
  options: object = {},
  signal = new AbortController().signal,
) {
  const warnings: string[] = [];
  const context = {
    url: 'https://a.example/',
    isUnlinked: false,
    options,
    config: {},
    warn: (text: string) => warnings.push(text),
  };
  const rest = { keep: () => undefined, signal };
  const run = format.derive as (values: object, context: object) => Promise<unknown>;
  return { value: await run(values, { ...context, ...rest }), warnings };
}

it('derives a format from copies of its values, with the contract of built-in formats', async () => {
  const { formats, problem } = await load(`import { defineFormat, z, $, $$, textOf, escapeHtml } from 'gleaner/plugin';
    export default defineFormat({
      id: 'facts', summary: 'Facts.', needs: ['dom', 'markdown', 'metadata', 'page'],
      options: z.object({ tag: z.string().regex(/^[a-z]+$/).default('li').describe('Tag.') }),
      derive({ dom, markdown, metadata, page }, { options, url, warn }) {
        warn('careful');
        const found = $$(dom, options.tag);
        return {
          url, words: markdown.split(' ').length, title: metadata.title, status: page.statusCode, bytes: [...page.body],
          headers: page.headers,
          texts: found.map(textOf), types: found[0].children.map(({ type }) => type), href: $(dom, 'a').attribs.href,
          up: $(dom, 'a').parent.name, next: found[0].next.name, prev: found[1].prev === found[0], html: escapeHtml('<'),
          inner: $$(found[1], 'a').length, host: new URL('x', url).hostname,
        };
      },
    });`);
  expect(problem).toBeUndefined();
  const dom = flattenDom(parseDocument('<ul><li>one<!-- x --></li><li><a href="/b">two</a></li></ul>'));
  const page = {
    url: 'https://a.example/',
    statusCode: 200,
    body: new Uint8Array([1, 2]),
    headers: { etag: 'e', 'set-cookie': 'sid=1' },
  };
  const values = { dom, page, markdown: 'one two three', metadata: { title: 'T' } };
  const options = formats[0]!.options!.parse({});
  expect(await derive(formats[0]!, values, options)).toEqual({
    value: {
      ...{ url: 'https://a.example/', words: 3, title: 'T', status: 200, bytes: [1, 2], texts: ['one', 'two'] },
      ...{ types: ['text', 'comment'], href: '/b', up: 'li', next: 'li', prev: true, html: '&lt;', inner: 1 },
      ...{ host: 'a.example', headers: { etag: 'e' } },
    },
    warnings: ['careful'],
  });
  expect((await derive(formats[0]!, values, { tag: 'A1' })).warnings[0]).toContain('returned no value');
});

it('gives formats the nodes that domhandler and serializers expect', async () => {
  const { formats } = await load(`import { defineFormat, $, textOf } from 'gleaner/plugin';
    export default defineFormat({ id: 'nodes', summary: 'x', needs: ['dom'], derive({ dom }) {
      const [p, svg, style] = ['p', 'svg', 'style'].map((name) => $(dom, name));
      const [text, comment] = p.children;
      svg.name = 'SVG';
      return [
        [dom, p, text].map((node) => Object.hasOwn(node, 'children')), [text, comment, p].map(({ data }) => data ?? null),
        [text, p, svg].map(({ name }) => name ?? null), p.children === p.children, p.attribs === p.attribs,
        [p, svg, style, text, comment, dom].map(textOf), textOf(style.children[0]),
      ];
    } });`);
  const dom = flattenDom(parseDocument('<p id=a>one<!-- two --></p><svg><b>three</b></svg><style>four</style>'));
  expect(await derive(formats[0]!, { dom })).toEqual({
    value: [
      ...[[true, true, false], ['one', ' two ', null], [null, 'p', 'SVG'], true, true],
      ...[['one', 'three', '', 'one', '', 'onethree'], 'four'],
    ],
    warnings: [],
  });
});

it('gives formats several pages of one call', async () => {
  const { formats } = await load(`import { defineFormat, $, $$, textOf } from 'gleaner/plugin';
    const facts = (page) => [
      textOf(page), $$(page, '*').map(({ name, attribs, parent }) => [name, { ...attribs }, parent.name ?? parent.type]),
      $(page, 'i')?.prev?.data ?? null, $(page, 'i')?.next?.data ?? null, textOf($(page, 'script')), page.next, page.parent,
      $$($(page, 'p'), 'i').length, textOf($(page, 'script').children[0]),
    ];
    export default defineFormat({ id: 'pages', summary: 'x', needs: ['dom', 'content'], derive: ({ dom, content }) =>
      [...facts(content), $(dom, 'h1').name, ...facts(dom), ...facts(content)] });`);
  const dom = flattenDom(parseDocument('<h1 id=a>one<p class=b>two <i>\u4e00</i> four</p><script>six</script></h1>'));
  const content = flattenDom(parseDocument('<script>1</script><p class=c title=d>2<i>3</i>4</p>5'));
  const ofContent = [
    ...[
      '2345',
      [
        ['script', {}, 'root'],
        ['p', { class: 'c', title: 'd' }, 'root'],
        ['i', {}, 'p'],
      ],
    ],
    ...['2', '4', '', null, null, 1, '1'],
  ];
  const ofDom = [
    ...[
      'onetwo \u4e00 four',
      [
        ['h1', { id: 'a' }, 'root'],
        ['p', { class: 'b' }, 'h1'],
        ['i', {}, 'p'],
        ['script', {}, 'h1'],
      ],
    ],
    ...['two ', ' four', '', null, null, 1, 'six'],
  ];
  expect(await derive(formats[0]!, { dom, content })).toEqual({
    value: [...ofContent, 'h1', ...ofDom, ...ofContent],
    warnings: [],
  });
});

it('passes texts of every length unchanged', async () => {
  const { formats } = await load(`import { defineFormat, $, textOf } from 'gleaner/plugin';
    export default defineFormat({ id: 'same', summary: 'x', needs: ['markdown', 'dom'], derive: ({ markdown, dom }) =>
      [markdown, textOf(dom)] });`);
  for (const sign of ['a', 'ä', '\u4e00', '\u{1f600}', 'a\u0000b', '\ud800', 'x\udc00y'])
    for (const times of [1, 100, 5000]) {
      const markdown = sign.repeat(times);
      const { value } = await derive(formats[0]!, { markdown, dom: flattenDom(new Document([new Text(markdown)])) });
      expect(value, `${sign} ${times}`).toEqual([markdown, markdown]);
    }
});

it('returns a text of almost 5 MB within its memory', async () => {
  const { formats } = await load(`import { defineFormat } from 'gleaner/plugin';
    export default defineFormat({ id: 'long', summary: 'x', needs: [], derive: () => 'long '.repeat(2 ** 20 - 20) });`);
  expect(await derive(formats[0]!, {})).toEqual({ value: 'long '.repeat(2 ** 20 - 20), warnings: [] });
});

it('leaves nothing of a page to the next one', async () => {
  const { formats } = await load(`import { defineFormat } from 'gleaner/plugin';
    let pages = 0;
    export default defineFormat({ id: 'leak', summary: 'x', needs: ['markdown'], derive({ markdown }) {
      pages++;
      const before = globalThis.last ?? null;
      globalThis.last = markdown;
      const patched = Array.prototype.first !== undefined;
      Array.prototype.first = () => markdown;
      Promise.resolve().then(() => { globalThis.late = markdown; });
      return { pages, before, patched, late: globalThis.late ?? null };
    } });`);
  const expected = { pages: 1, before: null, patched: false, late: null };
  for (const markdown of ['one', 'two', 'three'])
    expect(await derive(formats[0]!, { markdown })).toEqual({ value: expected, warnings: [] });
});

const fetches = `import { defineFormat } from 'gleaner/plugin';
  export default defineFormat({ id: 'two', summary: 'x', needs: ['markdown'], async derive({ markdown }, { http }) {
    const answers = await Promise.all(markdown.split(' ').map((url) => http.fetch(url)));
    return answers.map(({ status }) => status);
  } });`;
const answer = { json: '{"url":"","status":200,"statusText":"","headers":{}}', body: new Uint8Array() };
const quiet = { log: () => undefined, disable: () => undefined };

it('waits for a slow response after a fast one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { formats, sandbox } = await load(fetches);
  let answered = () => {};
  const fast = new Promise<void>((resolve) => {
    answered = resolve;
  });
  const slow = async () => {
    await fast;
    await new Promise(setImmediate);
    vi.advanceTimersByTime(5000);
    return answer;
  };
  sandbox.connect({
    ...quiet,
    fetch: async (json) => {
      if (json.includes('slow')) return slow();
      answered();
      return answer;
    },
  });
  expect(await derive(formats[0]!, { markdown: 'slow fast' })).toEqual({ value: [200, 200], warnings: [] });
  expect(sandbox.usage.faults).toBe(0);
});

it('stops a call that is cancelled, and serves the next one', async () => {
  const { formats, sandbox } = await load(fetches);
  const cancel = new AbortController();
  const never = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      cancel.abort(new Error('cancelled'));
    });
  sandbox.connect({ ...quiet, fetch: async (json, signal) => (json.includes('never') ? never(signal) : answer) });
  await expect(derive(formats[0]!, { markdown: 'never' }, {}, cancel.signal)).rejects.toThrow('cancelled');
  expect((await derive(formats[0]!, { markdown: 'next' })).value).toEqual([200]);
  expect(sandbox.usage).toMatchObject({ calls: 2, faults: 0 });
});

it('describes a script that imports modules of Node without running it outside the sandbox', async () => {
  const { described, problem } = await load(`import { homedir } from 'node:os'; import { join } from 'node:path';
    import { defineFormat } from 'gleaner/plugin';
    const folder = join(homedir(), 'x');
    export default defineFormat({ id: 'native', summary: 'x', needs: [], derive: () => folder });`);
  expect(described[0]).toMatchObject({ kind: 'format', id: 'native' });
  expect(problem).toBe('The plugin imports node:os, node:path, which only trusted plugins can use.');
});

it('reports a failed validation as a sentence', async () => {
  const { formats } = await load(`import { defineFormat, z } from 'gleaner/plugin';
    const row = z.object({ price: z.number(), name: z.string() });
    export default defineFormat({ id: 'row', summary: 'x', needs: [], derive: () => row.parse({ price: 'x', name: 'n' }) });`);
  const { warnings } = await derive(formats[0]!, {});
  expect(warnings).toEqual([
    expect.stringMatching(/ZodError: price: expected number, received string(?: \(line \d+, column \d+\))?$/),
  ]);
});

const page = flattenDom(parseDocument('<h1>Page</h1><p>text</p>'));
const hostile = (formats: readonly (readonly [string, string, unknown])[]) => `
  import { defineFormat, $, $$, textOf, z } from 'gleaner/plugin';
  const options = z.object({ text: z.string().regex(/^(a+)+$/).default('a'.repeat(40) + '!') });
  export default [${formats.map(
    ([id, code]) => `defineFormat({ id: '${id}', summary: 'Hostile.', needs: ['dom'], options,
      ${code.startsWith('{') ? `async derive({ dom }, { http, warn, options }) ${code}` : `derive: ({ dom }, { http, warn, options }) => (${code})`} })`,
  )}];`;

/** Formats that succeed without returning a value. */
const silent = ['returnsFunction', 'isThenable'];
const chunks = [quietFormats.slice(0, 20), quietFormats.slice(20)];

describe('a hostile plugin', () => {
  it.each(chunks)('gets nothing from the host, in whatever way it tries', async (...chunk) => {
    const { formats, sandbox } = await load(hostile(chunk));
    const lines: string[] = [];
    const http = { fetch: () => Promise.reject(new Error('a request was sent')) };
    const access = { hosts: ['api.example.com'], secrets: ['MINE'], http, secret: async () => 'secret' };
    sandbox.connect({
      fetch: (json, signal) => sendRequest(access, json, signal),
      log: (_, text) => lines.push(text),
      disable: () => undefined,
    });
    for (const [at, [name, , expected]] of [...chunk.entries(), ...chunk.entries()]) {
      const { value, warnings } = await derive(formats[at]!, { dom: page }, { text: 'aaa' });
      expect([name, value]).toEqual([name, expected]);
      if (value === undefined && !silent.includes(name))
        expect(warnings[0]).toMatch(/^The plugin format "\w+" returned no value: ./);
      expect(warnings.length).toBeLessThanOrEqual(20);
    }
    expect(lines.length).toBeLessThanOrEqual(100);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(sandbox.usage.faults).toBe(0);
  });

  it.each(greedyFormats)('is stopped when it %s, and the next call is served', async (...format) => {
    const { formats, sandbox } = await load(hostile([format, ['reads', "textOf($(dom, 'h1'))", 'Page']]));
    const text = format[0] === 'matchesOptions' ? `${'a'.repeat(40)}!` : 'aaa';
    const { value, warnings } = await derive(formats[0]!, { dom: page }, { text });
    expect([value, warnings]).toEqual([undefined, [expect.stringMatching(format[2])]]);
    expect(await derive(formats[1]!, { dom: page }, { text: 'aaa' })).toEqual({ value: 'Page', warnings: [] });
    expect(sandbox.usage.faults).toBeLessThanOrEqual(1);
  });

  it('is disabled after three faults, with a reason', async () => {
    const { formats, sandbox } = await load(hostile([['loops', '{ for (;;); }', undefined]]));
    const reasons: string[] = [];
    const none = { fetch: () => Promise.reject(new Error('no')), log: () => undefined };
    sandbox.connect({ ...none, disable: (reason) => reasons.push(reason) });
    for (let time = 0; time < 3; time++) await derive(formats[0]!, { dom: page }, { text: 'aaa' });
    expect(reasons).toEqual([
      expect.stringMatching(/^it was disabled after 3 faults; the last one: it (?:used|ran for) more/),
    ]);
    const { warnings } = await derive(formats[0]!, { dom: page });
    expect(warnings).toEqual([`The plugin format "loops" returned no value: ${reasons[0]}`]);
    expect(sandbox.usage).toMatchObject({ calls: 3, faults: 3 });
  });

  it.each([
    ['loops', 'for (;;);', /500 ms of CPU time|2 s/],
    ['fills memory', 'const all = []; for (;;) all.push(new Uint8Array(1e6));', 'used more than'],
    ['kills the engine', 'process.kill(process.ppid);', 'is not defined'],
    ['kills the engine through an import', `import { kill, ppid } from 'node:process'; kill(ppid);`, 'define function'],
    ['prints forged facts', `console.log('{"kind":"format","id":"x"}');`, 'define function'],
    [
      'exports a forged description',
      `export default { kind: 'format', id: '../x', summary: 'x', needs: [] };`,
      'define function',
    ],
    ['exports getters that throw', `export default { get kind() { throw new Error('caught'); } };`, 'caught'],
    [
      'exports megabytes',
      `export default { kind: 'format', id: 'x', summary: 'x'.repeat(1e7), needs: [] };`,
      /description|32 MB/,
    ],
    [
      'never loads',
      'await new Promise(() => {}); export default 1;',
      'while loading, it waits for a promise that never settles',
    ],
    ['exports nothing', 'export const a = 1;', 'define function'],
    ['is not JavaScript', '{"a":', 'SyntaxError'],
  ])('is refused when its script %s', async (_, code, reason) => {
    await expect(load(code)).rejects.toThrow(reason);
  });
});
