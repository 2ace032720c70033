import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { packTar, type TarEntry, unpackTar } from 'modern-tar';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestEngine, type TestEngine } from '../support/engine';
import { type FixtureSite, startFixtureSite } from '../support/fixture-site';

let engine: TestEngine;
let site: FixtureSite;
let jobId: string;
const password = 'proxy-password-9f3';
const passphrase = 'a long passphrase ü';
const proxies = [
  { plugin: 'server', enabled: false, config: { host: 'proxy.example', port: 8080, user: 'me', password } },
];

beforeAll(async () => {
  [engine, site] = await Promise.all([startTestEngine(), startFixtureSite()]);
  await engine.call('PATCH', '/local/settings', { concurrency: 5, proxies });
  jobId = (await engine.call('POST', '/v2/batch/scrape', { urls: [`${site.url}/article`] })).body.id;
  await vi.waitFor(async () => expect((await status()).body.status).toBe('completed'), 30_000);
});
afterAll(async () => {
  await engine.stop();
  await site.close();
});

const status = () => engine.call('GET', `/v2/batch/scrape/${jobId}`);
const settings = async () => (await engine.call('GET', '/local/settings')).body.settings;
const pending = async () => (await engine.call('GET', '/local/storage')).body.isRestorePending;

async function backup(body: object = {}): Promise<Buffer> {
  const { id } = (await engine.call('POST', '/local/backups', body)).body;
  const answer = await fetch(`${engine.url}/local/backups/${id}`, {
    headers: { authorization: `Bearer ${engine.key}` },
  });
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="gleaner-backup-[\dT-]+\.tar\.gz"$/);
  const file = Buffer.from(await answer.arrayBuffer());
  expect((await engine.call('GET', `/local/backups/${id}`)).status).toBe(404);
  return file;
}
async function stage(file: Uint8Array, given?: string, key = engine.key) {
  const more: Record<string, string> = given ? { 'x-gleaner-passphrase': Buffer.from(given).toString('base64') } : {};
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/gzip', ...more };
  const answer = await fetch(`${engine.url}/local/restore`, {
    method: 'POST',
    headers,
    body: file as Uint8Array<ArrayBuffer>,
  });
  return { status: answer.status, body: await answer.json() };
}
/** Restarts the engine. If a restore is pending, waits until it has finished. */
async function restart(): Promise<void> {
  const marker = async () => (await engine.call('GET', '/local/storage')).body.isRestorePending as boolean;
  const before = await marker();
  expect((await engine.call('POST', '/local/restart', {})).status).toBe(200);
  if (before) await vi.waitFor(async () => expect(await marker()).toBe(false), { timeout: 30_000, interval: 100 });
}

it('exports everything but secrets as one file, and leaves nothing behind', async () => {
  const file = await backup();
  const entries = await unpackTar(gunzipSync(file));
  expect(entries.map(({ header }) => header.name)).toEqual(
    expect.arrayContaining(['manifest.json', 'gleaner.db', 'keys.db', 'settings.json']),
  );
  expect(entries.some(({ header }) => /sealed|vault|session|lock/.test(header.name))).toBe(false);
  expect(gunzipSync(file).includes(password)).toBe(false);
  await vi.waitFor(
    async () => expect((await readdir(engine.dataDir)).filter((name) => name.startsWith('backup-'))).toEqual([]),
    10_000,
  );
});

it('keeps only the two latest backups that nobody downloads', async () => {
  const prepared = await Promise.all([1, 2, 3].map(() => engine.call('POST', '/local/backups', {})));
  expect(prepared.map(({ status: code }) => code)).toEqual([200, 200, 200]);
  const folders = async () => (await readdir(engine.dataDir)).filter((name) => name.startsWith('backup-'));
  expect(await folders()).toHaveLength(2);
  const answers = prepared.map(({ body }) => engine.call('GET', `/local/backups/${body.id}`));
  expect((await Promise.all(answers)).map(({ status: code }) => code)).toEqual([404, 200, 200]);
  await vi.waitFor(async () => expect(await folders()).toEqual([]), 10_000);
});

it('refuses invalid backups with a reason, and changes nothing', async () => {
  const file = await backup();
  const entries = (await unpackTar(gunzipSync(file))).map(({ header, data }): TarEntry => ({ header, body: data }));
  const packed = async (change: (all: TarEntry[]) => TarEntry[]) => gzipSync(await packTar(change(entries)));
  const evil = (name: string): TarEntry => ({ header: { name, size: 1 }, body: new Uint8Array([1]) });
  const link: TarEntry = { header: { name: 'keys.db', type: 'symlink', linkname: '/etc/passwd', size: 0 } };
  const newer = JSON.stringify({ ...JSON.parse(Buffer.from(entries[0]!.body as Uint8Array).toString()), format: 99 });
  const cases: readonly (readonly [string, Uint8Array, RegExp])[] = [
    ['random bytes', Buffer.from('this is no archive at all'), /not a Gleaner backup/],
    ['cut short', file.subarray(0, file.length - 5000), /incomplete|damaged/],
    ['a missing file', await packed((all) => all.slice(0, -1)), /incomplete/],
    [
      'a path that leads out',
      await packed((all) => [all[0]!, evil('../evil.db'), ...all.slice(1)]),
      /does not belong in a backup/,
    ],
    [
      'an absolute path',
      await packed((all) => [all[0]!, evil('/tmp/evil.db'), ...all.slice(1)]),
      /does not belong in a backup/,
    ],
    ['a link', await packed((all) => [all[0]!, link, ...all.slice(1)]), /does not belong in a backup/],
    [
      'changed bytes',
      await packed((all) =>
        all.map((one) =>
          one.header.name === 'settings.json' ? { ...one, body: Buffer.alloc(one.header.size, ' ') } : one,
        ),
      ),
      /settings\.json in it is damaged/,
    ],
    [
      'a newer one',
      await packed((all) => [
        { header: { ...all[0]!.header, size: Buffer.byteLength(newer) }, body: newer },
        ...all.slice(1),
      ]),
      /newer version of Gleaner/,
    ],
  ];
  for (const [name, bytes, sentence] of cases) {
    const { status: code, body } = await stage(bytes);
    expect([name, code, body.code, body.error]).toEqual([name, 400, 'BAD_REQUEST', expect.stringMatching(sentence)]);
    expect(body.error).toContain('Nothing was changed.');
    expect(existsSync(join(engine.dataDir, 'restore-new'))).toBe(false);
  }
  expect(await pending()).toBe(false);
});

it('refuses backup, restore and restart to a stored API key', async () => {
  const { key } = (await engine.call('POST', '/local/keys', { name: 'script' })).body;
  const as = { authorization: `Bearer ${key}` };
  for (const path of ['/local/backups', '/local/restart']) {
    expect((await engine.call('POST', path, {}, as)).body.code).toBe('FORBIDDEN_KEY');
  }
  expect((await stage(Buffer.from('x'), undefined, key)).body.code).toBe('FORBIDDEN_KEY');
});

it('restores jobs, settings and secrets, and keeps the previous data', async () => {
  const file = await backup({ passphrase });
  expect(gunzipSync(file).includes(password)).toBe(false);
  const wrong = await stage(file, 'another passphrase');
  expect([wrong.status, wrong.body.error]).toEqual([
    400,
    expect.stringContaining('cannot be decrypted with that passphrase'),
  ]);
  expect(await pending()).toBe(false);

  await engine.call('PATCH', '/local/settings', { concurrency: 2, proxies: [] });
  await engine.call('DELETE', `/local/jobs/${jobId}`);
  expect((await status()).status).toBe(404);
  expect((await stage(file, passphrase)).body).toMatchObject({ secrets: 'restored' });
  expect(await pending()).toBe(true);
  expect((await settings()).concurrency).toBe(2);
  await restart();
  expect((await settings()).concurrency).toBe(5);
  expect((await status()).body).toMatchObject({ status: 'completed', completed: 1 });
  const { proxies: restored } = await settings();
  await engine.call('PATCH', '/local/settings', { proxies: [{ ...restored[0], enabled: true }] });
  // The restored vault contains the password. Otherwise, the proxy would report a problem.
  expect((await engine.call('GET', '/local/proxies')).body.items[0].problem).toBeUndefined();
  const names = await readdir(engine.dataDir);
  const aside = names.find((name) => name.startsWith('before-restore-'));
  expect(JSON.parse(await readFile(join(engine.dataDir, aside!, 'settings.json'), 'utf8')).concurrency).toBe(2);
  expect(names).not.toContain('restore-new');
  const { warnings } = (await engine.call('GET', '/local/session')).body;
  expect(warnings.join(' ')).toContain(`The previous data is kept in ${join(engine.dataDir, aside!)}`);
});

it('keeps the secrets of this machine when restoring without the passphrase', async () => {
  const file = await backup({ passphrase });
  expect((await stage(file)).body).toMatchObject({ secrets: 'left out' });
  expect((await engine.call('DELETE', '/local/restore')).status).toBe(200);
  expect(await pending()).toBe(false);
  expect((await stage(file)).status).toBe(200);
  await restart();
  expect((await engine.call('GET', '/local/proxies')).body.items[0].problem).toBeUndefined();
});

describe('plugins and the browser of a restored backup', () => {
  const files = ['one.mjs', 'two.mjs', 'three.mjs'];
  const script = (id: string) =>
    `import { defineFormat } from 'gleaner/plugin';\nexport default defineFormat({ id: '${id}', summary: 'S.', needs: ['markdown'], derive: () => '${id}' });`;
  const items = async () => (await engine.call('GET', '/local/plugin-files')).body.items;
  const formats = async () =>
    (await engine.call('GET', '/local/plugins')).body.items.map(({ id }: { id: string }) => id);
  const warnings = async () => (await engine.call('GET', '/health')).body.details?.join(' ') ?? '';

  it('stay off and listed until each is confirmed', async () => {
    for (const file of files) {
      const content = Buffer.from(script(file.slice(0, -4))).toString('base64');
      const { sha256 } = (await engine.call('POST', '/local/plugin-files', { name: file, content })).body.items[0];
      await engine.call('PUT', `/local/plugin-files/${file}`, { enabled: true, sha256 });
    }
    await engine.call('PATCH', '/local/settings', { browserPath: '/bin/true' });
    const file = await backup();
    await engine.call('PATCH', '/local/settings', { browserPath: '', enabledPlugins: [] });
    expect((await stage(file)).status).toBe(200);
    await restart();
    const restored = await settings();
    expect(restored).toMatchObject({ enabledPlugins: [], browserPath: '' });
    expect(restored.unconfirmed).toMatchObject({
      browserPath: '/bin/true',
      plugins: files.map((name) => ({ file: name })),
    });
    expect(await formats()).not.toContain('one');
    expect(await warnings()).toMatch(
      /had these plugins enabled: one.mjs, two.mjs, three.mjs\..*specify the browser \/bin\/true/,
    );
    const [one, , two] = await items();
    expect([one, two]).toMatchObject([
      { file: 'one.mjs', isUnconfirmed: true },
      { file: 'two.mjs', state: 'off' },
    ]);

    await engine.call('PUT', '/local/plugin-files/one.mjs', { enabled: true, sha256: one.sha256 });
    await engine.call('PUT', '/local/plugin-files/two.mjs', { enabled: false, sha256: two.sha256 });
    expect(await warnings()).toMatch(/had these plugins enabled: three.mjs\./);
    await restart();
    await vi.waitFor(async () => expect(await formats()).toContain('one'), { timeout: 20_000, interval: 100 });
    expect(await settings()).toMatchObject({
      enabledPlugins: [{ file: 'one.mjs', sha256: one.sha256 }],
      unconfirmed: { plugins: [{ file: 'three.mjs' }], browserPath: '/bin/true' },
    });
    await engine.call('DELETE', '/local/plugin-files/three.mjs');
    await engine.call('PATCH', '/local/settings', { browserPath: '/bin/true' });
    expect((await settings()).unconfirmed).toEqual({ plugins: [], browserPath: '' });
    expect(await warnings()).not.toMatch(/restored backup (?:had|used)/);
    await engine.call('PATCH', '/local/settings', { browserPath: '', enabledPlugins: [] });
  });
});

it('reports sizes by kind, and clears the cache', async () => {
  await engine.call('PATCH', '/local/settings', { proxies: [] });
  await engine.call('POST', '/v2/scrape', { url: `${site.url}/article` });
  const uses = async () => (await engine.call('GET', '/local/storage')).body.uses;
  const of = async (kind: string) => (await uses()).find((use: { kind: string }) => use.kind === kind);
  await vi.waitFor(async () => expect((await of('cache')).bytes).toBeGreaterThan(0), 10_000);
  expect(await of('results')).toMatchObject({ entries: 1, bytes: expect.any(Number) });
  expect((await engine.call('DELETE', '/local/storage/cache')).body.removed).toBeGreaterThan(0);
  expect(await of('cache')).toMatchObject({ entries: 0, bytes: 0 });
});
