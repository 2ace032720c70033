/**
 * Tests hostile plugins in a running engine: the engine stays healthy, a crawl is unaffected, and the user sees an
 * explanation.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packTar, type TarEntry } from 'modern-tar';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestEngine, type TestEngine } from '../support/engine';
import { type FixtureSite, startFixtureSite } from '../support/fixture-site';

let engine: TestEngine;
let site: FixtureSite;
beforeAll(async () => {
  [engine, site] = await Promise.all([startTestEngine(), startFixtureSite()]);
});
afterAll(async () => {
  await engine.stop();
  await site.close();
});

const manifest = { id: 'mine', version: '1.0.0', engine: '>=0.1', contributions: ['format:mine'] };
const script = (id: string, derive: string) => `import { defineFormat, $$ } from 'gleaner/plugin';
export default defineFormat({ id: '${id}', summary: 'Mine.', needs: ['dom'], derive({ dom }) { ${derive} } });`;
const file = (name: string, body: string): TarEntry => ({ header: { name, size: Buffer.byteLength(body) }, body });
const pack = async (...entries: TarEntry[]) => gzipSync(await packTar(entries));
const packed = (given: object, code: string) =>
  pack(file('package/gleaner.plugin.json', JSON.stringify({ ...manifest, ...given })), file('package/index.mjs', code));

const add = (name: string, content: string | Uint8Array) =>
  engine.call('POST', '/local/plugin-files', { name, content: Buffer.from(content).toString('base64') });
const enable = (item: { file: string; sha256: string }, granted: object = {}) =>
  engine.call('PUT', `/local/plugin-files/${item.file}`, { enabled: true, sha256: item.sha256, ...granted });
const list = async () => (await engine.call('GET', '/local/plugin-files')).body;
const scrape = (...formats: string[]) => engine.call('POST', '/v2/scrape', { url: `${site.url}/article`, formats });
async function restart(): Promise<void> {
  await engine.call('POST', '/local/restart', {});
  await vi.waitFor(async () => expect((await list()).needsRestart).toBe(false), { timeout: 30_000, interval: 100 });
}

it('refuses packages that are forged or reach outside, and stores nothing of them', async () => {
  const good = script('mine', 'return 1;');
  const cases: readonly (readonly [string, Uint8Array | string, RegExp])[] = [
    ['slip.tgz', await pack(file('../evil.mjs', good)), /a path outside the archive/],
    ['root.tgz', await pack(file('/etc/evil.mjs', good)), /a path outside the archive/],
    [
      'link.tgz',
      await pack({ header: { name: 'package/index.mjs', size: 0, type: 'symlink', linkname: '/etc/passwd' } }),
      /a link/,
    ],
    [
      'hard.tgz',
      await pack({ header: { name: 'package/index.mjs', size: 0, type: 'link', linkname: '/etc/passwd' } }),
      /a link/,
    ],
    ['bomb.tgz', gzipSync(Buffer.alloc(30 * 2 ** 20)), /larger than 20 MB unpacked/],
    ['junk.tgz', 'junk', /not a readable .tgz archive/],
    ['none.tgz', await pack(file('package/index.mjs', good)), /has no manifest/],
    ['main.tgz', await packed({ main: 'other.mjs' }, good), /does not contain other.mjs/],
    ['path.tgz', await packed({ main: '../../other.mjs' }, good), /"main" must be the name of a script/],
    ['id.tgz', await packed({ id: '../../evil' }, good), /"id" must be a short name/],
    ['new.tgz', await packed({ engine: '>=99' }, good), /requires Gleaner >=99/],
    [
      'more.tgz',
      await packed({}, good.replace("'mine'", "'markdown'")),
      /adds format:markdown, which its manifest does not list/,
    ],
    [
      'less.tgz',
      await packed({ contributions: ['format:mine', 'sink:x'] }, good),
      /lists sink:x .* its code does not add it/,
    ],
    ['rights.tgz', await packed({ permissions: { hosts: ['*'] } }, good), /"permissions.hosts.0" must be a host/],
  ];
  for (const [name, content, sentence] of cases) {
    const { status, body } = await add(name, content);
    expect([name, status, body.error]).toEqual([name, 400, expect.stringMatching(sentence)]);
  }
  expect(await readdir(join(engine.dataDir, 'plugins')).catch(() => [])).toEqual([]);
});

describe('a sandboxed plugin', () => {
  it('runs with the permissions that the user granted, and an update that asks for more waits for them', async () => {
    const code = script('mine', `return $$(dom, 'h1').length;`);
    const { body } = await add(
      'mine.tgz',
      await packed({ author: 'Ada', permissions: { hosts: ['a.example'] } }, code),
    );
    expect(body.items).toMatchObject([
      {
        file: 'mine.mjs',
        state: 'off',
        manifest: { author: 'Ada', permissions: { hosts: ['a.example'], trusted: false } },
      },
    ]);
    const [item] = body.items;
    expect((await enable(item, { hosts: ['b.example'] })).body.error).toContain('does not request "b.example"');
    expect((await enable(item, { secrets: ['KEY'] })).body.error).toContain('does not request "KEY"');
    expect((await enable(item, { hosts: ['a.example'] })).status).toBe(200);
    await restart();
    expect((await scrape('mine', 'markdown')).body.data).toMatchObject({ mine: 1, markdown: expect.any(String) });
    expect((await list()).items).toMatchObject([
      { state: 'enabled', granted: { trusted: false, hosts: ['a.example'] }, usage: { calls: 1, faults: 0 } },
    ]);
    await enable(item);
    expect(await list()).toMatchObject({ needsRestart: true, items: [{ state: 'enabled', granted: { hosts: [] } }] });
    await enable(item, { hosts: ['a.example'] });
    expect((await list()).needsRestart).toBe(false);
    await add('mine.tgz', await packed({ version: '1.1.0', permissions: { hosts: ['a.example', 'b.example'] } }, code));
    expect((await list()).items).toMatchObject([{ state: 'changed', granted: { hosts: ['a.example'] } }]);
    // The enabled version runs until the update is reviewed.
    expect((await scrape('mine')).body.data).toMatchObject({ mine: 1 });
    await engine.call('DELETE', '/local/plugin-files/mine.mjs');
    expect(await readdir(join(engine.dataDir, 'plugins'))).toEqual([]);
  });

  it('is not loaded under the name of a built-in format', async () => {
    const { body } = await add('clash.mjs', script('markdown', 'return 1;'));
    await enable(body.items[0]);
    await restart();
    expect((await list()).items[0]).toMatchObject({
      state: 'broken',
      problem: expect.stringContaining('already exists'),
    });
    await engine.call('DELETE', '/local/plugin-files/clash.mjs');
  });

  it('is stopped and disabled when it is greedy, and neither /health nor a running crawl notices', async () => {
    for (const [id, derive] of [
      ['loops', 'for (;;);'],
      ['fills', 'const all = []; for (;;) all.push(new Uint8Array(1e6).fill(1));'],
    ] as const) {
      const { body } = await add(`${id}.mjs`, script(id, derive));
      await enable(body.items[0]);
    }
    await restart();
    const crawl = await engine.call('POST', '/v2/crawl', { url: `${site.url}/`, limit: 10 });
    const delays: number[] = [];
    const attacks = Promise.all(
      ['loops', 'fills', 'loops', 'fills', 'loops', 'fills'].map((id) => scrape(id, 'markdown')),
    );
    let isOver = false;
    const over = attacks.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      const started = performance.now();
      expect((await fetch(`${engine.url}/health`)).status).toBe(200);
      delays.push(performance.now() - started);
    }
    for (const { status, body } of await over) {
      expect(status).toBe(200);
      expect(body.data.markdown).not.toBe('');
      expect(body.warning ?? body.data.warning).toMatch(/The plugin format "(?:loops|fills)" returned no value: it/);
    }
    expect(delays.sort((a, b) => a - b)[Math.floor(delays.length / 2)]).toBeLessThan(500);
    await vi.waitFor(
      async () => expect((await engine.call('GET', `/v2/crawl/${crawl.body.id}`)).body.status).toBe('completed'),
      { timeout: 30_000, interval: 100 },
    );
    const stopped = expect.stringMatching(/^it was disabled after 3 faults; the last one: it /);
    await vi.waitFor(async () =>
      expect((await list()).items).toMatchObject([
        { file: 'fills.mjs', state: 'broken', problem: stopped },
        { file: 'loops.mjs', state: 'broken', problem: stopped },
      ]),
    );
    expect(JSON.stringify((await engine.call('GET', '/health')).body)).toContain('The plugin loops.mjs is off');
  });
});
