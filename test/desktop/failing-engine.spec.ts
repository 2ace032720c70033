/** Tests the window when the engine cannot start. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { launchDesktop } from './driver';

test.describe.configure({ timeout: 90_000 });

test('an engine that cannot start is explained, and can be retried', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gleaner-blocked-'));
  const dataDir = join(folder, 'data');
  // The path of the data folder is occupied by a file.
  writeFileSync(dataDir, '');
  const desktop = await launchDesktop({ dataDir });
  try {
    const { page } = desktop;
    await expect(page.getByRole('status')).toContainText('Gleaner is starting');
    await expect(page.getByRole('status')).toContainText('The engine does not start', { timeout: 30_000 });
    rmSync(dataDir);
    mkdirSync(dataDir);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.waitForURL(/^http:\/\/127\.0\.0\.1:\d+\/(?!signin)/);
    expect(await desktop.close()).toBe(0);
  } finally {
    await desktop.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
});
