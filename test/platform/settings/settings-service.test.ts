import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { LayeredVault } from '../../../core/platform/secrets/layered-vault';
import { MemoryKeeper } from '../../../core/platform/secrets/open-vault';
import { SettingSecrets } from '../../../core/platform/settings/setting-secrets';
import { readRunOptions, settingsSchema } from '../../../core/platform/settings/settings';
import { SettingsService } from '../../../core/platform/settings/settings-service';
import { folders, rememberingLog } from '../../storage/support';

const temporary = folders();
const defaults = settingsSchema.parse({});
let dataDir: string;
let log: ReturnType<typeof rememberingLog>;
const open = (env: NodeJS.ProcessEnv = {}) => new SettingsService(readRunOptions({ dataDir }, env), log);
const file = () => join(dataDir, 'settings.json');
const write = (value: unknown) => writeFile(file(), typeof value === 'string' ? value : JSON.stringify(value));
beforeEach(async () => {
  log = rememberingLog();
  dataDir = await temporary.make();
});
afterEach(() => temporary.removeAll());

describe('changed settings', () => {
  it('apply immediately and after restarts, in a private file', async () => {
    const settings = open();
    expect(settings.current).toEqual(defaults);
    await settings.update({ concurrency: 3 });
    expect([settings.current.concurrency, open().current.concurrency]).toEqual([3, 3]);
    if (process.platform !== 'win32') expect((await stat(file())).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['concurrency', 0],
    ['concurrency', 257],
    ['concurrency', 2.5],
    ['concurrency', '8'],
    ['port', 65_536],
    ['port', -1],
    ['browserPages', 33],
    ['cacheHours', 8761],
    ['historyEntries', -1],
    ['monthlyCredits', -1],
    ['filterLists', ['no address']],
  ])('refuse %s %j and change nothing', async (name, value) => {
    const settings = open();
    const refused = settings.update({ [name]: value, cacheMegabytes: 7 });
    await expect(refused).rejects.toMatchObject({ code: 'BAD_REQUEST', message: expect.stringContaining(name) });
    expect(settings.current).toEqual(defaults);
  });

  it.each([
    { port: 0, concurrency: 1, browserPages: 1, cacheHours: 0, monthlyCredits: 0 },
    { port: 65_535, concurrency: 256, browserPages: 32, cacheHours: 8760, monthlyCredits: null },
  ])('may be %j', async (bounds) => {
    expect(await open().update(bounds)).toMatchObject(bounds);
  });

  it.each(['colour', '__proto__', 'toString'])('refuse the unknown name %s', async (name) => {
    const patch = JSON.parse(`{"${name}": 1}`) as object;
    await expect(open().update(patch)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('are serialized, each based on the previous one', async () => {
    const settings = open();
    const more = ({ concurrency }: { concurrency: number }) => ({ concurrency: concurrency + 1 });
    await Promise.all(Array.from({ length: 20 }, () => settings.update(more)));
    expect(open().stored.concurrency).toBe(defaults.concurrency + 20);
  });

  it('reach every listener, even after a failing one', async () => {
    const settings = open();
    const heard: number[] = [];
    settings.onChange(() => {
      throw new Error('broken');
    });
    const stop = settings.onChange(({ concurrency }) => void heard.push(concurrency));
    await settings.update({ concurrency: 4 });
    stop();
    await settings.update({ concurrency: 5 });
    expect([heard, log.warnings.length]).toEqual([[4], 2]);
  });
});

describe('the environment', () => {
  const env = {
    GLEANER_PORT: '4321',
    GLEANER_CONCURRENCY: '2',
    GLEANER_BROWSER_PATH: '/opt/browser',
    GLEANER_ALLOW_PRIVATE_NETWORK: 'yes',
  };
  const given = { port: 4321, concurrency: 2, browserPath: '/opt/browser', allowPrivateNetwork: true };

  it('overrides the file, and is not written to it', async () => {
    const stored = { port: 3003, concurrency: 9, browserPath: '/usr/bin/other', allowPrivateNetwork: false };
    await write(stored);
    const settings = open(env);
    expect(settings.current).toMatchObject(given);
    await settings.update({ cacheHours: 1 });
    expect(JSON.parse(await readFile(file(), 'utf8'))).toMatchObject(stored);
    expect(open().current).toMatchObject(stored);
  });

  it('is overridden by command line options', () => {
    const run = readRunOptions({ dataDir, port: 0, concurrency: 5, allowPrivateNetwork: false }, env);
    expect(new SettingsService(run, log).current).toMatchObject({
      port: 0,
      concurrency: 5,
      allowPrivateNetwork: false,
    });
  });

  it.each([
    [{ GLEANER_LOG_LEVEL: 'loud' }, 'The log level'],
    [{ GLEANER_ROLE: 'boss' }, 'The role'],
    [{ GLEANER_PORT: '99999' }, 'GLEANER_PORT'],
    [{ GLEANER_CONCURRENCY: 'many' }, 'GLEANER_CONCURRENCY'],
    [{ GLEANER_ZERO_RETENTION_MB: '-3' }, 'GLEANER_ZERO_RETENTION_MB'],
    [{ GLEANER_LEASE_SECONDS: '3' }, 'GLEANER_LEASE_SECONDS'],
    [{ GLEANER_API_KEY_FILE: '/nowhere/key' }, '/nowhere/key'],
    [{ GLEANER_S3_BUCKET: 'bodies' }, 'GLEANER_S3_ACCESS_KEY_ID'],
  ])('%j is refused by name', (wrong, name) => {
    expect(() => open(wrong)).toThrow(name);
  });

  it('provides plugins with their variables, but not those of the storage', () => {
    const { variables } = readRunOptions({}, { GLEANER_OPENAI_KEY: 'k', GLEANER_SECRET_KEY: 's', HOME: '/root' });
    expect(variables).toEqual({ GLEANER_OPENAI_KEY: 'k' });
  });
});

describe('a settings file', () => {
  it('with an unknown name is read without it, with a warning', async () => {
    await write({ concurrency: 3, colour: 'red' });
    expect(open().current).toEqual({ ...defaults, concurrency: 3 });
    expect(log.warnings).toEqual([expect.stringContaining('colour')]);
  });

  it('loses only the damaged entry, until it is set again', async () => {
    const proxies = [{ plugin: 'list' }, { plugin: 7 }];
    await write({ concurrency: 'many', cacheHours: 5, proxies });
    const settings = open();
    expect(settings.current).toMatchObject({ concurrency: defaults.concurrency, cacheHours: 5 });
    expect(settings.current.proxies.map(({ plugin }) => plugin)).toEqual(['list']);
    await settings.repair();
    const lost = open().damaged.map(({ setting, entry }) => [setting, entry]);
    expect(lost).toEqual([
      ['concurrency', undefined],
      ['proxies', '2'],
    ]);
    await settings.update({ proxies: [] });
    expect(open().damaged.map(({ setting }) => setting)).toEqual(['concurrency']);
  });

  it.each(['{"concurrency": 3', '[]', ''])('of %j is replaced by its backup', async (text) => {
    await open().update({ concurrency: 3 });
    await write(text);
    expect(open().current.concurrency).toBe(3);
    expect(log.warnings).toEqual([expect.stringContaining('its backup is used')]);
  });
});

describe('secrets of a plugin', () => {
  const schema = z.object({
    url: z.string().meta({ bindsSecrets: true }),
    key: z.string().optional().meta({ secret: true }),
    headers: z.record(z.string(), z.string()).default({}).meta({ secret: true }),
  });
  const config = { url: 'https://model.test/', key: 'k-123456', headers: { 'x-token': 't-654321' } };
  let secrets: SettingSecrets;
  beforeEach(() => {
    secrets = new SettingSecrets(new LayeredVault(dataDir, [new MemoryKeeper()]));
  });

  it('are kept out of the settings, and available only to the plugin', async () => {
    const hidden = await secrets.hide(schema, config);
    expect(JSON.stringify(hidden)).not.toMatch(/k-123456|t-654321/);
    expect(hidden).toMatchObject({ url: config.url, key: expect.stringMatching(/^vault:setting-/) });
    expect(await secrets.hide(schema, hidden)).toEqual(hidden);
    expect(await secrets.reveal(schema, hidden)).toEqual(config);
  });

  it('are sent only to the URL they were entered for', async () => {
    const hidden = await secrets.hide(schema, config);
    expect(() => secrets.assertOwn(schema, hidden, [hidden])).not.toThrow();
    const moved = { ...hidden, url: 'https://elsewhere.test/' };
    expect(() => secrets.assertOwn(schema, moved, [hidden])).toThrow(/Enter `key` again/);
    expect(() => secrets.assertOwn(schema, hidden, [])).toThrow(/Enter `key` again/);
  });
});
