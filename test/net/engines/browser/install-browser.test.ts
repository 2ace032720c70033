import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Browser, detectBrowserPlatform, getDownloadUrl } from '@puppeteer/browsers';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ZipFile } from 'yazl';
import { findBrowser } from '../../../../core/net/engines/browser/find-browser';
import { type InstallProgress, installBrowser } from '../../../../core/net/engines/browser/install-browser';
import { type FixtureSite, startFixtureSite } from '../../../support/fixture-site';

const buildId = '140.0.7339.82';
let site: FixtureSite;
let archive: Buffer;
/** Path of the archive on the test server. */
let path: string;
let cacheDir: string;
beforeAll(async () => {
  cacheDir = await mkdtemp(join(tmpdir(), 'gleaner-install-'));
  site = await startFixtureSite();
  const platform = detectBrowserPlatform()!;
  const { pathname } = getDownloadUrl(Browser.CHROMEHEADLESSSHELL, platform, buildId, `${site.url}/builds`);
  path = pathname;
  const zip = new ZipFile();
  const program = Buffer.concat([Buffer.from('#!/bin/sh\n'), Buffer.alloc(3_000_000, '# browser\n')]);
  zip.addBuffer(program, `${basename(path, '.zip')}/chrome-headless-shell`, { mode: 0o100755, compress: false });
  zip.end();
  archive = await buffer(zip.outputStream);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await site.close();
  await rm(cacheDir, { recursive: true });
});

const install = (onProgress: (progress: InstallProgress) => void = () => undefined) =>
  installBrowser(onProgress, AbortSignal.timeout(20_000), cacheDir, { baseUrl: `${site.url}/builds`, buildId });

it('explains why a download failed', async () => {
  await expect(install()).rejects.toMatchObject({
    code: 'SCRAPE_BROWSER_UNAVAILABLE',
    message: expect.stringMatching(
      /^The browser could not be downloaded: check the network, .* \(Download failed: server returned code 404/,
    ),
  });
});

it('downloads a browser after interrupted downloads, without programs of the system, and reports its size', async () => {
  vi.stubEnv('PATH', '');
  site.put(path, archive.subarray(0, 9000));
  await expect(install()).rejects.toMatchObject({ code: 'SCRAPE_BROWSER_UNAVAILABLE' });
  await writeFile(join(cacheDir, 'chrome-headless-shell', `${buildId}-${basename(path)}`), archive.subarray(0, 5000));
  site.put(path, archive, { 'content-length': String(archive.length) });
  const reports: InstallProgress[] = [];
  const installed = await install((progress) => reports.push(progress));
  expect(installed).toEqual({ path: expect.stringContaining(buildId), kind: 'shell' });
  expect(await findBrowser({ configuredPath: installed.path })).toEqual(installed);
  expect(reports.at(-1)).toEqual({ downloadedBytes: archive.length, totalBytes: archive.length });
  expect((await readdir(cacheDir, { recursive: true })).filter((name) => name.endsWith('.zip'))).toEqual([]);
});
