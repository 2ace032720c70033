import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, matchesGlob } from 'node:path';
import { createPackage, extractFile, listPackage } from '@electron/asar';
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
    expect([config.mac?.target, config.win?.target, config.linux?.target]).toEqual([
      'dmg',
      'nsis',
      ['AppImage', 'deb'],
    ]);
    expect(config.publish).toBeNull();
  });

  it('packs what the app reads, and neither caches, types, tests nor server files', async () => {
    const [{ filter: all }] = (await read()).files as [{ readonly filter: string[] }];
    const patterns = all.filter((pattern) => !pattern.startsWith('!'));
    const isPacked = (file: string) => patterns.some((pattern) => matchesGlob(file, pattern));
    const needed = [
      ...['index', 'engine', 'document-worker', 'storage-worker', 'row-worker', 'plugin', 'plugin-inspector'],
      ...['session-code', 'session-guest', 'chunks/x', 'packages/tesseract.js/src/worker-script/node/index'],
    ].map((name) => `out/main/${name}.js`);
    const other = ['out/preload/index.cjs', 'out/renderer/index.html', 'resources/demo-site/shop/index.html'];
    const always = ['package.json', 'LICENSE', 'resources/icon.png', 'resources/filters/gleaner.txt'];
    expect([...needed, ...other, ...always].filter((file) => !isPacked(file))).toEqual([]);
    const unneeded = ['out/compile-cache/a', 'out/types/plugin.d.ts', 'resources/fleet/compose.yaml', 'test/a.ts'];
    expect(unneeded.filter(isPacked)).toEqual([]);
    for (const file of always) expect(existsSync(file)).toBe(true);
    const excluded = all.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1));
    const bundler = ['node_modules/rolldown/package.json', 'node_modules/@rolldown/binding-linux-x64-gnu/a.node'];
    for (const file of bundler) expect(excluded.some((pattern) => matchesGlob(file, pattern))).toBe(true);
  });

  it('makes an archive from which each file can be read', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gleaner-asar-'));
    const [{ filter: patterns }] = (await read()).files as [{ readonly filter: string[] }];
    const files = globSync(patterns.filter((pattern) => !/^(?:out\/|!)/.test(pattern))).filter((file) =>
      statSync(file).isFile(),
    );
    for (const file of files) cpSync(file, join(folder, 'app', file));
    await createPackage(join(folder, 'app'), join(folder, 'app.asar'));
    const packed = listPackage(join(folder, 'app.asar'), { isPack: false }).map((file) => file.slice(1));
    expect(files.length).toBeGreaterThan(20);
    expect(files.filter((file) => !packed.includes(file))).toEqual([]);
    expect(extractFile(join(folder, 'app.asar'), 'package.json')).toEqual(readFileSync('package.json'));
    rmSync(folder, { recursive: true });
  });

  it('has an icon of at least 512 pixels, from which those of all systems are made', () => {
    const icon = readFileSync('resources/icon.png');
    expect([icon.readUInt32BE(16), icon.readUInt32BE(20)].every((pixels) => pixels >= 512)).toBe(true);
  });

  it('grants the app for macOS the compiler, and nothing else', async () => {
    const { mac } = await read();
    expect([mac?.hardenedRuntime, mac?.entitlements]).toEqual([true, mac?.entitlementsInherit]);
    const granted = readFileSync(mac?.entitlements ?? '', 'utf8').match(/<key>.*<\/key>/g);
    expect(granted).toEqual(['<key>com.apple.security.cs.allow-jit</key>']);
  });

  it('has the maintainer a deb package needs, and no home page by default', async () => {
    expect((await read()).linux?.maintainer).toBeTruthy();
    const about = JSON.parse(readFileSync('package.json', 'utf8'));
    expect([about.homepage, about.repository]).toEqual([undefined, undefined]);
    // The last command must be electron-builder, because it receives the arguments after `npm run dist --`.
    expect(about.scripts.dist).toMatch(/electron-builder$/);
    const address = 'https://packager.test/gleaner';
    const config = await getConfig(process.cwd(), null, { extraMetadata: { homepage: address } });
    await check(config);
    expect(config.extraMetadata).toEqual({ homepage: address });
  });

  it('registers the URL scheme of the app', async () => {
    expect((await read()).protocols).toEqual([{ name: 'Gleaner links', schemes: [linkScheme] }]);
    expect((await read()).linux?.mimeTypes).toEqual([`x-scheme-handler/${linkScheme}`]);
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
