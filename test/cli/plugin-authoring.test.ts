/** Tests `gleaner plugin new|test|pack`, and runs the tests of all templates and examples. */
import { readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadFrom } from '../../src-main/plugin-toolkit/harness/loaded-plugin';
import { runSearch } from '../../src-main/plugin-toolkit/harness/run-services';
import { newPlugin } from '../../src-main/plugin-toolkit/new-plugin';
import { kinds } from '../../src-main/plugin-toolkit/project-files';
import { runPluginTests } from '../../src-main/plugin-toolkit/test-plugin';
import { gleaner, startCommand, startSite } from './program';

const modules = { contract: resolve('out/main/plugin.js'), harness: resolve('out/main/plugin-testing.js') };
const { signal } = new AbortController();
const longMs = 120_000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-authoring-'));
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

it('creates plugins of every kind whose tests pass', { timeout: longMs }, async () => {
  const base = join(folder, 'kinds');
  for (const kind of kinds) await newPlugin({ name: `my-${kind}`, kind, version: '0.1.0', base });
  expect(await runPluginTests(base, modules, signal)).toBe(0);
});

/** Returns the number of the line that contains the given text. Lines are numbered from 1. */
const lineOf = (source: string, text: string): number => source.slice(0, source.indexOf(text)).split('\n').length;

it('ships six examples whose tests pass', { timeout: longMs }, async () => {
  const base = resolve('plugins/examples');
  expect(readdirSync(base)).toHaveLength(6);
  expect(await runPluginTests(base, modules, signal)).toBe(0);
});

it('tests, packs and adds a plugin, and names the line of a failing test', { timeout: longMs }, async () => {
  const { folder: tea } = await newPlugin({ name: 'tea', kind: 'format', version: '0.1.0', base: folder });
  const source = await readFile(join(tea, 'src/index.ts'), 'utf8');
  await writeFile(join(tea, 'src/index.ts'), source.replace('String(markdown)', '(markdown as any).nowhere.text'));
  const failed = await gleaner('plugin', 'test', tea);
  const line = lineOf(source, 'String(markdown)');
  expect([failed.code, failed.stdout]).toEqual([1, expect.stringContaining(`src/index.ts:${line}: (markdown as any)`)]);
  await writeFile(join(tea, 'src/index.ts'), source);
  const packed = await gleaner('plugin', 'pack', tea, '--out', folder);
  expect(packed).toMatchObject({ code: 0, stdout: `${join(folder, 'tea-0.1.0.tgz')}\n` });
  const dataDir = ['--data-dir', join(folder, 'data')];
  const added = await gleaner('plugin', 'add', join(folder, 'tea-0.1.0.tgz'), ...dataDir);
  expect(added.stdout).toBe('tea.mjs\tformat\ttea\tThe number of words in the content.\n');
  const fromFolder = await gleaner('plugins', 'add', tea, ...dataDir);
  expect(fromFolder.stdout).toBe(added.stdout);
  expect(await readFile(join(folder, 'data/plugins/tea.mjs'), 'utf8')).toContain('gleaner/plugin');
});

it('refuses a plugin whose manifest differs from its code', async () => {
  const { folder: cake } = await newPlugin({ name: 'cake', kind: 'format', version: '0.1.0', base: folder });
  const manifest = await readFile(join(cake, 'gleaner.plugin.json'), 'utf8');
  await writeFile(join(cake, 'gleaner.plugin.json'), manifest.replace('format:cake', 'format:bun'));
  const { code, stderr } = await gleaner('plugin', 'pack', cake, '--out', folder);
  expect([code, stderr]).toEqual([1, expect.stringContaining('it adds format:cake, which its manifest does not list')]);
});

it('reaches the host in a setting when a plugin is tested', async () => {
  const { folder: own } = await newPlugin({ name: 'own', kind: 'search', version: '0.1.0', base: folder });
  const change = async (file: string, ...[from, to]: readonly [string, string]) =>
    writeFile(join(own, file), (await readFile(join(own, file), 'utf8')).replace(from, to));
  await change('gleaner.plugin.json', 'api.example.com', '{setting:server}');
  await change('src/index.ts', 'z.object({})', "z.object({ server: z.url().default('https://usual.example') })");
  await change('src/index.ts', 'create: (_,', 'create: ({ server },');
  await change('src/index.ts', "'https://api.example.com/search'", "'/search', server");
  const scripts = { sandbox: resolve('out/main/plugin-sandbox.js'), contract: modules.contract, engine: '' };
  const plugin = await loadFrom(own, scripts, {});
  const requested: string[] = [];
  const fetch = async (url: string) => {
    requested.push(url);
    return Response.json({ items: [] });
  };
  const settings = { server: 'http://localhost:8080' };
  expect(await runSearch(plugin, { text: 'tea', limit: 1, settings, fetch })).toMatchObject({ hits: [] });
  expect(requested).toEqual(['http://localhost:8080/search?q=tea&count=1']);
  await expect(runSearch(plugin, { text: 'tea', fetch })).rejects.toThrow('may not send requests to usual.example');
});

/** Waits until a program's output contains the given text. Resolves with the entire output up to then. */
const written = (child: ReturnType<typeof startCommand>['child'], text: string): Promise<string> =>
  new Promise((done) => {
    let all = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        all += chunk;
        if (all.includes(text)) done(all);
      });
  });

it('reloads a plugin in the running engine after each change', { timeout: longMs }, async () => {
  const { folder: bun } = await newPlugin({ name: 'bun', kind: 'format', version: '0.1.0', base: folder });
  const source = await readFile(join(bun, 'src/index.ts'), 'utf8');
  const change = (text: string) => writeFile(join(bun, 'src/index.ts'), source.replace('String(markdown)', text));
  const site = await startSite((_, response) =>
    response.setHeader('content-type', 'text/html').end('<main><h1>Tea</h1><p>Pour hot water.</p></main>'),
  );
  const data = ['--data-dir', join(folder, 'dev-data')];
  const engine = startCommand(['serve', '--port', '0', '--allow-private-network', ...data]);
  await written(engine.child, 'Sign in:');
  const { child, finished } = startCommand(['plugin', 'dev', bun, '--url', site.url, ...data]);
  try {
    expect(await written(child, 'Watching')).toMatch(/^Loaded format:bun in \d+ ms\.\n5\nWatching /);
    const next = written(child, '\n3\n');
    await change("String(markdown).replace(/^.*\\n+/, '')");
    expect(await next).toContain('Loaded format:bun');
    const failing = written(child, '⚠');
    await change('(markdown as any).nowhere.text');
    const line = lineOf(source, 'String(markdown)');
    expect(await failing).toContain(`(src/index.ts:${line}: (markdown as any).nowhere.text)`);
    const broken = written(child, '✖');
    await change('String(markdown');
    expect(await broken).toMatch(/✖ src\/index\.ts:\d+:\d+: /);
    const fixed = written(child, 'Loaded');
    await writeFile(join(bun, 'notes.txt'), 'A file that the plugin does not use.');
    // Waits longer than the poll interval. The change prints nothing that the test could wait for.
    await pause(1500);
    await change('String(markdown).trim()');
    expect(await fixed).not.toContain('✖');
  } finally {
    child.kill('SIGTERM');
    engine.child.kill('SIGTERM');
    site.close();
  }
  expect(await finished).toMatchObject({ code: 0 });
  await engine.finished;
});

it('names the line of an action that fails in a scrape of another program', { timeout: longMs }, async () => {
  const { folder: pie } = await newPlugin({ name: 'pie', kind: 'action', version: '0.1.0', base: folder });
  const source = await readFile(join(pie, 'src/index.ts'), 'utf8');
  const failing = source.replace('await page.click(', 'await (page as any).nowhere.click(');
  expect(failing).not.toBe(source);
  await writeFile(join(pie, 'src/index.ts'), failing);
  const site = await startSite((_, response) =>
    response.setHeader('content-type', 'text/html').end('<main><h1>Tea</h1></main>'),
  );
  const data = ['--data-dir', join(folder, 'pie-data')];
  const engine = startCommand(['serve', '--port', '0', '--allow-private-network', ...data]);
  const started = await written(engine.child, 'API key');
  const { child, finished } = startCommand(['plugin', 'dev', pie, ...data]);
  try {
    await written(child, 'Watching');
    const failed = written(child, '⚠');
    const base = /http:\/\/127\.0\.0\.1:\d+/.exec(started)![0];
    const key = /gl-[\w-]+/.exec(started)![0];
    await fetch(`${base}/v2/scrape`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        url: site.url,
        formats: ['markdown'],
        actions: [{ type: 'pie', button: 'h1', shows: 'h1' }],
      }),
    });
    expect(await failed).toContain(`src/index.ts:${lineOf(failing, '.nowhere')}`);
  } finally {
    child.kill('SIGTERM');
    engine.child.kill('SIGTERM');
    site.close();
  }
  expect(await finished).toMatchObject({ code: 0 });
  await engine.finished;
});
