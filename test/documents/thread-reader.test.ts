import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { ReadInput } from '../../core/documents/document-reader';
import { ThreadReader } from '../../core/documents/thread-reader';
import { WarmUp } from '../../core/documents/warm-up';
import { PluginConfigs } from '../../core/plugins/plugin-configs';
import { Registries } from '../../core/plugins/registry';
import { openVault } from '../../core/secrets/open-vault';
import { SettingSecrets } from '../../core/settings/setting-secrets';
import { readRunOptions } from '../../core/settings/settings';
import { SettingsService } from '../../core/settings/settings-service';
import { builtInPlugins } from '../../plugins';
import { folders, rememberingLog } from '../storage/support';

const temporary = folders();
afterEach(() => temporary.removeAll());

/** Answers every page but those of 127.0.0.1, on which it hangs. */
const hangingWorker =
  'export default async ({ url }) => url.includes("127.0.0.1") ? new Promise(() => undefined) : { output: url };';

async function start() {
  const dir = await temporary.make();
  const workerFile = join(dir, 'worker.mjs');
  await writeFile(workerFile, hangingWorker);
  const registries = new Registries(builtInPlugins);
  const settings = new SettingsService(readRunOptions({ dataDir: dir }), rememberingLog());
  const reader = new ThreadReader(workerFile, {}, 2);
  return {
    reader,
    warmUp: new WarmUp(
      reader,
      new PluginConfigs(registries, settings, new SettingSecrets(openVault({ dataDir: dir }))),
      registries,
    ),
  };
}
const read = (reader: ThreadReader) =>
  reader.read({ url: 'http://site.test/' } as ReadInput, AbortSignal.timeout(10_000));

it('reads pages although a plugin hangs on the pages of the warm-up', async () => {
  const { reader, warmUp } = await start();
  const warming = warmUp.run('resources/demo-site', 500);
  expect(await read(reader)).toBe('http://site.test/');
  expect(await warming).toBe(false);
  await reader.close();
});

it('closes while it warms up, and reads nothing afterwards', async () => {
  const { reader, warmUp } = await start();
  const warming = warmUp.run('resources/demo-site');
  warmUp.stop();
  await reader.close();
  expect(await warming).toBe(false);
  await expect(read(reader)).rejects.toMatchObject({ code: 'ENGINE_CLOSING' });
});
