/**
 * Tests `gleaner plugins`: files are inspected in isolation, pinned by a hash of their content, and enabled in the
 * settings.
 */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startNpmRegistry } from '../support/npm-registry';
import { gleaner, startCommand, startSite } from './program';

const shout = `import { defineFormat } from 'gleaner/plugin';
export default defineFormat({ id: 'shout', summary: 'The headline, shouted.', needs: ['metadata'],
  derive: ({ metadata }) => String(metadata.title).toUpperCase() });
`;

let folder: string;
let data: string[];
let dataDir: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-cli-plugins-'));
  dataDir = join(folder, 'data');
  data = ['--data-dir', dataDir];
  await writeFile(join(folder, 'shout.mjs'), shout);
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

const enabled = async () => JSON.parse(await readFile(join(dataDir, 'settings.json'), 'utf8')).enabledPlugins;

describe.skipIf(!existsSync('out/main/plugin-sandbox.js'))('plugins on the command line (needs a build)', () => {
  it('adds, lists and removes a plugin without an engine', async () => {
    const added = await gleaner('plugins', 'add', join(folder, 'shout.mjs'), ...data);
    expect(added.stderr).toMatch(/^Enabled\. It runs in the sandbox\. Restart the engine/);
    expect(added).toMatchObject({ code: 0, stdout: 'shout.mjs\tformat\tshout\tThe headline, shouted.\n' });
    const integrity = expect.stringMatching(/^sha512-[\w+/]{86}==$/);
    const pin = { file: 'shout.mjs', sha256: expect.stringMatching(/^[0-9a-f]{64}$/), integrity };
    expect(await enabled()).toEqual([{ ...pin, trusted: false, hosts: [], secrets: [] }]);
    expect((await gleaner('plugins', 'disable', 'shout.mjs', ...data)).stderr).toContain('Disabled.');
    expect(await enabled()).toEqual([]);
    expect((await gleaner('plugins', 'enable', 'shout.mjs', '--trust', ...data)).stderr).toContain(
      'all of the engine’s permissions',
    );
    expect(await enabled()).toMatchObject([{ trusted: true }]);
    expect((await gleaner('plugins', 'list', ...data)).stdout).toMatch(/^shout\.mjs\tenabled\tformat\tshout\t/);
    await writeFile(join(dataDir, 'plugins', 'shout.mjs'), `${shout}// touched`);
    expect((await gleaner('plugins', 'list', ...data)).stdout).toBe('shout.mjs\tchanged\n');
    expect((await gleaner('plugins', 'remove', 'shout.mjs', ...data)).code).toBe(0);
    expect(await enabled()).toEqual([]);
    expect(await readdir(join(dataDir, 'plugins'))).toEqual([]);
    expect((await gleaner('plugins', 'remove', 'shout.mjs', ...data)).stderr).toContain('there is no plugin file');
  });

  it('enables and removes unconfirmed files of a restored backup', async () => {
    await mkdir(join(dataDir, 'plugins'), { recursive: true });
    const plugins = ['shout.mjs', 'other.mjs'].map((file) => ({ file, sha256: '0'.repeat(64) }));
    await writeFile(join(dataDir, 'settings.json'), JSON.stringify({ unconfirmed: { plugins, browserPath: '/b' } }));
    for (const { file } of plugins) await writeFile(join(dataDir, 'plugins', file), shout);
    expect((await gleaner('plugins', 'list', ...data)).stdout).toBe(
      'other.mjs\twaits for confirmation\nshout.mjs\twaits for confirmation\n',
    );
    expect((await gleaner('plugins', 'enable', 'shout.mjs', ...data)).stdout).toMatch(/^shout\.mjs\tformat\tshout\t/);
    expect((await gleaner('plugins', 'remove', 'other.mjs', ...data)).code).toBe(0);
    expect(await enabled()).toMatchObject([{ file: 'shout.mjs' }]);
    const { unconfirmed } = JSON.parse(await readFile(join(dataDir, 'settings.json'), 'utf8'));
    expect(unconfirmed).toEqual({ plugins: [], browserPath: '/b' });
    expect((await gleaner('plugins', 'enable', 'none.mjs', ...data)).stderr).toContain('there is no plugin file');
    await gleaner('plugins', 'remove', 'shout.mjs', ...data);
  });

  it.each([
    ['fetches', `await fetch('SITE')`, 'is not defined'],
    [
      'connects',
      `import net from 'node:net'; net.connect(Number(new URL('SITE').port), '127.0.0.1');`,
      'imports node:net',
    ],
    ['gets modules another way', `process.getBuiltinModule('net').connect(9, '127.0.0.1');`, 'is not defined'],
    ['kills its parent', `import { ppid, kill } from 'node:process'; kill(ppid);`, 'imports node:process'],
    ['writes files', `import { writeFileSync } from 'node:fs'; writeFileSync('MARK', 'x');`, 'imports node:fs'],
    ['runs programs', `import { spawnSync } from 'node:child_process'; spawnSync('touch', ['MARK']);`, 'child_process'],
    ['prints forged facts', `console.log('{"kind":"format"}'); throw new Error("not today");`, 'not today'],
    ['never ends', 'for (;;);', 'it '],
  ])('refuses a file that %s, and leaves nothing behind', async (_, text, reason) => {
    let reached = 0;
    const site = await startSite((__, response) => {
      reached += 1;
      response.end();
    });
    const mark = join(folder, 'mark');
    await writeFile(join(folder, 'bad.mjs'), `${text.replaceAll('SITE', site.url).replaceAll('MARK', mark)}\n${shout}`);
    const { code, stderr } = await gleaner('plugins', 'add', join(folder, 'bad.mjs'), ...data);
    expect([code, stderr.trim().split('\n').length]).toEqual([1, 1]);
    expect(stderr).toContain(reason);
    expect([reached, existsSync(mark), await readdir(join(dataDir, 'plugins'))]).toEqual([0, false, []]);
    site.close();
  });

  it('refuses a file that is not a plugin', async () => {
    await writeFile(join(folder, 'bad.mjs'), 'export default 1');
    const { code, stderr } = await gleaner('plugins', 'add', join(folder, 'bad.mjs'), ...data);
    expect([code, stderr]).toEqual([1, expect.stringContaining('define function')]);
  });

  it('adds a folder once the hosts that its manifest requests are approved', async () => {
    const source = join(folder, 'shouting');
    await mkdir(source);
    await writeFile(join(source, 'main.mjs'), shout);
    const manifest = {
      id: 'shouting',
      version: '1.0.0',
      engine: '>=0.1',
      main: 'main.mjs',
      contributions: ['format:shout'],
    };
    const permissions = { hosts: ['api.example.com'] };
    await writeFile(join(source, 'gleaner.plugin.json'), JSON.stringify({ ...manifest, engine: '>=99' }));
    expect((await gleaner('plugins', 'add', source, ...data)).stderr).toContain('requires Gleaner >=99');
    await writeFile(join(source, 'gleaner.plugin.json'), JSON.stringify({ ...manifest, permissions }));
    const refused = await gleaner('plugins', 'add', source, ...data);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('requests to api.example.com')]);
    expect((await gleaner('plugins', 'add', source, '--approve', ...data)).code).toBe(0);
    expect(await enabled()).toMatchObject([{ file: 'shouting.mjs', trusted: false, hosts: ['api.example.com'] }]);
    expect((await gleaner('plugins', 'list', ...data)).stdout).toMatch(/\tsandbox\tversion 1\.0\.0\n$/);
    const more = { hosts: ['api.example.com', 'b.example.com'] };
    await writeFile(join(source, 'gleaner.plugin.json'), JSON.stringify({ ...manifest, permissions: more }));
    expect((await gleaner('plugins', 'add', source, ...data)).stderr).toContain(
      'asks for permission to send requests to api.example.com, send requests to b.example.com (new).',
    );
    expect((await gleaner('plugins', 'remove', 'shouting.mjs', ...data)).code).toBe(0);
    expect(await readdir(join(dataDir, 'plugins'))).toEqual([]);
  });

  it('adds a plugin by its npm name, updates it and rolls it back', async () => {
    const registry = await startNpmRegistry();
    const run = (...args: string[]) =>
      startCommand(['plugins', ...args, ...data], undefined, { npm_config_registry: registry.url }).finished;
    const publish = (version: string, hosts: readonly string[] = []) => {
      const permissions = { hosts };
      const manifest = { id: 'shouting', version, engine: '>=0.1', contributions: ['format:shout'], permissions };
      const files = { 'index.mjs': `${shout}// ${version}`, 'gleaner.plugin.json': JSON.stringify(manifest) };
      return registry.publish('gleaner-shout', version, files);
    };
    await publish('1.0.0');
    expect(await run('add', 'gleaner-shout')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^shouting\.mjs/),
    });
    await publish('1.1.0');
    expect((await run('update', 'shouting')).stderr).toContain('Updated shouting.mjs from 1.0.0 to 1.1.0. Restart');
    expect((await run('rollback', 'shouting')).stderr).toContain('Rolled back shouting.mjs from 1.1.0 to 1.0.0.');
    expect(await enabled()).toMatchObject([{ file: 'shouting.mjs' }]);
    await publish('1.2.0', ['api.example.com']);
    expect((await run('update', 'shouting')).stderr).toContain(
      'It requests more permissions (send requests to api.example.com), so it is disabled until',
    );
    expect((await run('remove', 'shouting')).code).toBe(0);
    expect(await readdir(join(dataDir, 'plugins'), { recursive: true })).toEqual([]);
    await registry.close();
  });

  it('uses the running engine', async () => {
    const { child, finished } = startCommand(['serve', '--port', '0', ...data]);
    await new Promise<void>((resolve) => {
      child.stdout?.on('data', (chunk) => String(chunk).includes('Sign in:') && resolve());
    });
    try {
      expect((await gleaner('plugins', 'add', join(folder, 'shout.mjs'), ...data)).code).toBe(0);
      expect(await enabled()).toHaveLength(1);
      const [item] = JSON.parse((await gleaner('plugins', 'list', '--json', ...data)).stdout);
      expect(item).toMatchObject({ file: 'shout.mjs', state: 'enabled', needsRestart: true });
      expect(await gleaner('plugins', 'log', 'shout', ...data)).toMatchObject({ code: 0, stdout: '' });
    } finally {
      child.kill('SIGTERM');
    }
    await finished;
  });

  it('reports the valid names of a plugin file', async () => {
    await writeFile(join(folder, 'shout.txt'), shout);
    const { code, stderr } = await gleaner('plugins', 'add', join(folder, 'shout.txt'), ...data);
    expect([code, stderr]).toEqual([1, expect.stringContaining('"my-plugin.mjs"')]);
  });
});
