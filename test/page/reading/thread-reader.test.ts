import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ReadInput } from '../../../core/page/reading/document-reader';
import { type OcrOptions, ThreadReader } from '../../../core/page/reading/thread-reader';
import { WarmUp } from '../../../core/page/reading/warm-up';
import { PluginConfigs } from '../../../core/platform/plugins/plugin-configs';
import { Registries } from '../../../core/platform/plugins/registry';
import { openVault } from '../../../core/platform/secrets/open-vault';
import { SettingSecrets } from '../../../core/platform/settings/setting-secrets';
import { readRunOptions } from '../../../core/platform/settings/settings';
import { SettingsService } from '../../../core/platform/settings/settings-service';
import { builtInPlugins } from '../../../plugins';
import { folders, rememberingLog } from '../../storage/support';

const temporary = folders();
afterEach(() => temporary.removeAll());

/** A worker that hangs on pages from 127.0.0.1 and returns the URLs of all other pages. */
const hangingWorker =
  'export default async ({ url }) => url.includes("127.0.0.1") ? new Promise(() => undefined) : { output: url };';

/** A worker that returns its thread ID. The first call of each thread takes longer, like a warm-up. */
const countingWorker = `import { threadId } from 'node:worker_threads';
import { setTimeout } from 'node:timers/promises';
let isFirst = true;
export default async () => {
  if (isFirst) await setTimeout(200);
  isFirst = false;
  return { output: threadId };
};`;

/** A worker that first requests text recognition, and then returns its thread ID and the settings. */
const recognizingWorker = `import { threadId } from 'node:worker_threads';
export default async ({ ocr }) => ocr === undefined ? 'needs ocr' : { output: { threadId, ocr } };`;

/** A worker that reports the progress of text recognition, and responds once the report has been sent. */
const reportingWorker = `import { setTimeout } from 'node:timers/promises';
export default async ({ ocr, progressPort }) => {
  if (ocr === undefined) return 'needs ocr';
  progressPort.postMessage({ done: 0, total: 2 });
  await setTimeout(50);
  return { output: {} };
};`;

async function start(worker = hangingWorker, ocr: OcrOptions = {}) {
  const dir = await temporary.make();
  const workerFile = join(dir, 'worker.mjs');
  await writeFile(workerFile, worker);
  const registries = new Registries(builtInPlugins);
  const settings = new SettingsService(readRunOptions({ dataDir: dir }), rememberingLog());
  const reader = new ThreadReader(workerFile, {}, undefined, ocr);
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

it('reads pages while a plugin hangs on the warm-up', async () => {
  const { reader, warmUp } = await start();
  const warming = warmUp.run('resources/demo-site', 500);
  expect(await read(reader)).toBe('http://site.test/');
  expect(await warming).toBe(false);
  await reader.close();
});

it('reads a page that arrives during the warm-up on the same thread, after the current sample', async () => {
  const { reader, warmUp } = await start(countingWorker);
  const warming = warmUp.run('resources/demo-site');
  const samples = vi.spyOn(reader, 'warm');
  await vi.waitUntil(() => samples.mock.calls.length > 0);
  const first = await read(reader);
  await warming;
  const [one, another] = await Promise.all([read(reader), read(reader)]);
  expect([one, another]).toContain(first);
  expect(one).not.toBe(another);
  await reader.close();
});

it('needs no warm-up after a page was read', async () => {
  const { reader, warmUp } = await start();
  await read(reader);
  expect(await warmUp.begin('resources/demo-site')).toBe(false);
  await reader.close();
});

it('closes during the warm-up and reads nothing afterwards', async () => {
  const { reader, warmUp } = await start();
  const warming = warmUp.run('resources/demo-site');
  warmUp.stop();
  await reader.close();
  expect(await warming).toBe(false);
  await expect(read(reader)).rejects.toMatchObject({ code: 'ENGINE_CLOSING' });
});

describe('text recognition', () => {
  type Answer = { readonly threadId: number; readonly ocr: unknown };
  const readOn = async (reader: ThreadReader) => (await read(reader)) as unknown as Answer;

  it('has a thread of its own with its settings, for one file at a time', async () => {
    const settings = { languages: ['fra'], folders: ['/data'] };
    const { reader } = await start(recognizingWorker, { settings: async () => settings });
    const [one, another] = await Promise.all([readOn(reader), readOn(reader)]);
    expect(one).toEqual({ threadId: another.threadId, ocr: settings });
    await reader.close();
  });

  it('reports its progress', async () => {
    const { reader } = await start(reportingWorker);
    const reports: unknown[] = [];
    const input = { url: 'http://site.test/' } as ReadInput;
    await reader.read(input, AbortSignal.timeout(10_000), (progress) => reports.push(progress));
    expect(reports).toEqual([{ done: 0, total: 2 }]);
    await reader.close();
  });

  it('ends its thread when idle, and starts another for the next file', async () => {
    const { reader } = await start(recognizingWorker, { idleMs: 50 });
    const first = await readOn(reader);
    const next = await vi.waitUntil(async () => {
      const { threadId } = await readOn(reader);
      await pause(100);
      return threadId !== first.threadId;
    });
    expect(next).toBe(true);
    await reader.close();
  });
});
