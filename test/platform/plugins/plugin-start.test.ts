import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { silentLog } from '../../../core/common/log';
import { integrityOf, PluginFolder, sha256Of } from '../../../core/platform/plugins/plugin-folder';
import { beginPluginStart } from '../../../core/platform/plugins/plugin-start';
import { pluginWarnings } from '../../../core/platform/plugins/plugin-warnings';
import { loadThirdParty } from '../../../core/platform/plugins/third-party';
import { settingsSchema } from '../../../core/platform/settings/settings';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'gleaner-start-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const enabledPlugins = [{ file: 'shout.mjs', sha256: '0' }];
const begin = (withoutPlugins?: boolean, enabled = enabledPlugins) =>
  beginPluginStart({ dataDir, withoutPlugins }, { enabledPlugins: enabled });

it('omits plugins once after a start that did not finish', async () => {
  expect(begin().without).toBeUndefined();
  const second = begin();
  expect(second.without).toBe('crash');
  second.finish();
  const third = begin();
  expect(third.without).toBeUndefined();
  third.finish();
  expect(await readdir(dataDir)).toEqual([]);
});

it('omits plugins on request, and marks no start without plugins', async () => {
  expect(begin(true).without).toBe('option');
  expect(begin(false, []).without).toBeUndefined();
  expect(await readdir(dataDir)).toEqual([]);
});

it('skips and names a plugin that does not support this version of Gleaner', async () => {
  const folder = join(dataDir, 'plugins');
  await mkdir(folder);
  const manifest = JSON.stringify({ id: 'old', version: '1.0.0', engine: '<2', contributions: ['format:old'] });
  const content = { code: 'throw new Error("it was run")', manifest };
  await writeFile(join(folder, 'old.mjs'), content.code);
  await writeFile(join(folder, 'old.json'), manifest);
  const pin = { file: 'old.mjs', sha256: sha256Of(content), integrity: integrityOf(content), trusted: true };
  const options = { folder, files: [pin], contract: '/contract.js', sandbox: '/sandbox.js', version: '2.1.0' };
  const loaded = await loadThirdParty(options, silentLog);
  const settings = settingsSchema.parse({ enabledPlugins: [pin] });
  expect(pluginWarnings(settings, { loaded })).toEqual([
    'The plugin old.mjs was not loaded: the plugin old requires Gleaner <2, but this is version 2.1.0; install another version of the plugin or of Gleaner.',
  ]);
  expect(pluginWarnings(settings, { loaded, without: 'crash' })).toEqual([expect.stringMatching(/crashed while/)]);
  expect(pluginWarnings(settingsSchema.parse({}), { loaded })).toEqual([]);
});

it('skips a plugin whose content differs from its SHA-512, even if the SHA-256 is that of the file', async () => {
  const content = { code: 'export default 1' };
  await writeFile(join(dataDir, 'plugins', 'other.mjs'), content.code);
  const pin = { file: 'other.mjs', sha256: sha256Of(content), integrity: integrityOf({ code: 'x' }), trusted: true };
  const options = {
    folder: join(dataDir, 'plugins'),
    files: [pin],
    contract: '/c.js',
    sandbox: '/s.js',
    version: '1.0.0',
  };
  const loaded = await loadThirdParty(options, silentLog);
  expect(loaded.get('other.mjs')?.problem).toMatch(/has changed since it was enabled/);
});

it('reports a folder in which plugins cannot be written', async () => {
  const file = join(dataDir, 'file');
  await writeFile(file, '');
  const staged = new PluginFolder(file).stage('shout.mjs', { code: 'export default 1' });
  await expect(staged).rejects.toMatchObject({ code: 'STORAGE_ERROR' });
});
