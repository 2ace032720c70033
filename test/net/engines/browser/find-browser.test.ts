import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commonPlaces, findBrowser } from '../../../../core/net/engines/browser/find-browser';
import { installBrowser } from '../../../../core/net/engines/browser/install-browser';

describe('finding a browser', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'gleaner-find-'));
    for (const name of ['my-chromium', 'chrome-headless-shell']) {
      writeFileSync(join(folder, name), '#!/bin/sh\n');
      chmodSync(join(folder, name), 0o755);
    }
    writeFileSync(join(folder, 'not-a-program'), '');
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it('uses only the configured one', async () => {
    const at = (name: string) => findBrowser({ configuredPath: join(folder, name) });
    expect(await at('my-chromium')).toEqual({ path: join(folder, 'my-chromium'), kind: 'full' });
    expect(await at('chrome-headless-shell')).toMatchObject({ kind: 'shell' });
    expect(await at('not-a-program')).toBeUndefined();
    expect(await at('nowhere')).toBeUndefined();
  });

  it('finds one in common locations, a headless shell first', async () => {
    const found = await findBrowser({ cacheDir: join(folder, 'empty') });
    expect(found?.path).toMatch(/chrom/);
  });

  it('searches the program folders that Windows names, or their usual ones', () => {
    const chrome = 'Google\\Chrome\\Application\\chrome.exe';
    expect(commonPlaces('win32', {})).toContain(`C:\\Program Files\\${chrome}`);
    const places = commonPlaces('win32', { ProgramFiles: 'D:\\Programs', LOCALAPPDATA: 'D:\\ada\\Local' });
    expect(places).toContain(`D:\\Programs\\${chrome}`);
    expect(places).toContain(`D:\\ada\\Local\\${chrome}`);
  });

  it('finds nothing without a browser', async () => {
    expect(await findBrowser({ platform: 'win32', cacheDir: join(folder, 'empty') })).toBeUndefined();
  });

  it('stops a cancelled download immediately', async () => {
    const controller = new AbortController();
    controller.abort();
    await expect(installBrowser(() => undefined, controller.signal, folder)).rejects.toMatchObject({
      code: 'SCRAPE_JOB_CANCELLED',
    });
  });
});
