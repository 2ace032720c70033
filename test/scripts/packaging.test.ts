import { existsSync, readFileSync } from 'node:fs';
import type { Configuration } from 'app-builder-lib';
import { getConfig, validateConfiguration } from 'app-builder-lib/out/util/config/config.js';
import { DebugLogger } from 'builder-util';
import { describe, expect, it } from 'vitest';
import { linkScheme } from '../../src-main/desktop/deep-link';

const read = (): Promise<Configuration> => getConfig(process.cwd(), null, null);
const check = (config: Configuration) => validateConfiguration(config, new DebugLogger());

describe('the configuration of electron-builder', () => {
  it('matches electron-builder’s own schema, which refuses unknown keys', async () => {
    const config = await read();
    await check(config);
    await expect(check({ ...config, appName: 'x' } as Configuration)).rejects.toThrow('unknown property');
    await expect(check({ ...config, linux: { tray: true } } as Configuration)).rejects.toThrow('configuration.linux');
  });

  it('packs the built app for each system, and publishes nothing', async () => {
    const config = await read();
    expect(config.files).toEqual([{ filter: ['out/**', 'resources/**', 'package.json', 'LICENSE'] }]);
    for (const file of ['package.json', 'LICENSE', 'resources/icon.png']) expect(existsSync(file)).toBe(true);
    expect([config.mac?.target, config.win?.target, config.linux?.target]).toEqual([
      'dmg',
      'nsis',
      ['AppImage', 'deb'],
    ]);
    expect(config.publish).toBeNull();
  });

  it('has the maintainer a deb package needs, and no home page by default', async () => {
    expect((await read()).linux?.maintainer).toBeTruthy();
    const about = JSON.parse(readFileSync('package.json', 'utf8'));
    expect([about.homepage, about.repository]).toEqual([undefined, undefined]);
    // Arguments after `npm run dist --` go to electron-builder, which comes last.
    expect(about.scripts.dist).toMatch(/electron-builder$/);
    const address = 'https://packager.test/gleaner';
    const config = await getConfig(process.cwd(), null, { extraMetadata: { homepage: address } });
    await check(config);
    expect(config.extraMetadata).toEqual({ homepage: address });
  });

  it('registers the URL scheme of the app', async () => {
    expect((await read()).protocols).toEqual([{ name: 'Gleaner links', schemes: [linkScheme] }]);
  });

  it('sets the fuses: no plain Node, no external flags, code only from the verified archive', async () => {
    expect((await read()).electronFuses).toEqual({
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      grantFileProtocolExtraPrivileges: false,
    });
  });
});
