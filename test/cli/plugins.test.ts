/** `gleaner plugins`: files are inspected in isolation, pinned to their content, and enabled in the settings. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

describe.skipIf(!existsSync('out/main/plugin-inspector.js'))('plugins on the command line (needs a build)', () => {
  it('adds, lists and removes a plugin without an engine', async () => {
    const added = await gleaner('plugins', 'add', join(folder, 'shout.mjs'), ...data);
    expect(added.stderr).toMatch(/^Enabled\..*Restart the engine/);
    expect(added).toMatchObject({ code: 0, stdout: 'shout.mjs\tformat\tshout\tThe headline, shouted.\n' });
    expect(await enabled()).toEqual([{ file: 'shout.mjs', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
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
    ['fetches', `await fetch('SITE')`],
    ['connects', `import net from 'node:net'; net.connect(Number(new URL('SITE').port), '127.0.0.1');`],
    ['asks by http', `import { get } from 'node:http'; get('SITE');`],
    ['looks names up', `import { lookup } from 'node:dns/promises'; await lookup('localhost');`],
    ['sends datagrams', `import { createSocket } from 'node:dgram'; createSocket('udp4').send('x', 9, '127.0.0.1');`],
    ['gets the module another way', `process.getBuiltinModule('net').connect(9, '127.0.0.1');`],
  ])('refuses a file that %s, and runs nothing of it', async (_, text) => {
    let reached = 0;
    const site = await startSite((__, response) => {
      reached += 1;
      response.end();
    });
    await writeFile(join(folder, 'bad.mjs'), `${text.replaceAll('SITE', site.url)}\n${shout}`);
    const { code, stderr } = await gleaner('plugins', 'add', join(folder, 'bad.mjs'), ...data);
    expect(code).toBe(1);
    expect(stderr).toMatch(/uses the network|fetch failed/);
    expect(reached).toBe(0);
    site.close();
  });

  it.each([
    ['is no plugin', 'export default 1', 'define function'],
    ['throws', 'throw new Error("not today")', 'not today'],
    ['writes files', `import { writeFileSync } from 'node:fs'; writeFileSync('MARK', 'x');`, 'restricted'],
    [
      'runs programs',
      `import { spawnSync } from 'node:child_process'; const r = spawnSync('touch', ['MARK']); if (r.error) throw r.error;`,
      'restricted',
    ],
    ['reads elsewhere', `import { readFileSync } from 'node:fs'; readFileSync('/etc/passwd');`, 'restricted'],
    ['never ends', 'for (;;);', 'within 10 s'],
  ])('refuses a file that %s, and leaves nothing behind', async (_, text, reason) => {
    const mark = join(folder, 'mark');
    await writeFile(join(folder, 'bad.mjs'), text.replaceAll('MARK', mark));
    const { code, stderr } = await gleaner('plugins', 'add', join(folder, 'bad.mjs'), ...data);
    expect(code).toBe(1);
    expect(stderr).toContain(reason);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(existsSync(mark)).toBe(false);
    expect(await readdir(join(dataDir, 'plugins'))).toEqual([]);
  });

  it('uses the running engine', async () => {
    const { child, finished } = startCommand(['serve', '--port', '0', ...data]);
    await new Promise<void>((resolve) => {
      child.stdout?.on('data', (chunk) => String(chunk).includes('Sign in:') && resolve());
    });
    try {
      expect((await gleaner('plugins', 'add', join(folder, 'shout.mjs'), ...data)).code).toBe(0);
      expect(await enabled()).toHaveLength(1);
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
