/**
 * Measures the time until the window's first paint, the time until its first view is usable, and the size of the files
 * that this view loads. Uses the built app with a running engine and no browser cache: `node
 * test/bench/first-paint.mjs [runs]` (build first).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { median } from './figures.mjs';
import { startEngine } from './processes.mjs';

const runs = Number(process.argv[2] ?? 5);
const dataDir = mkdtempSync(join(tmpdir(), 'gleaner-bench-'));
const engine = await startEngine(dataDir);
const browser = await chromium.launch({
  executablePath: process.env.GLEANER_TEST_BROWSER || '/usr/bin/chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
const paints = [];
const usable = [];
const files = new Map();
for (let run = 0; run < runs; run++) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.request.post(`${engine.url}/local/session`, { data: { key: engine.key } });
  const page = await context.newPage();
  const loaded = [];
  page.on('response', (response) => {
    if (/document|script|stylesheet|font|image/.test(response.request().resourceType())) loaded.push(response);
  });
  await page.goto(`${engine.url}/`);
  await page.getByRole('textbox', { name: 'Paste a web address' }).waitFor();
  usable.push(await page.evaluate(() => performance.now()));
  paints.push(
    await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN),
  );
  if (run === 0) {
    await page.waitForLoadState('networkidle');
    for (const response of loaded) files.set(response.url(), gzipSync(await response.body()).length);
  }
  await context.close();
}
const shown = (values) => values.map((value) => value.toFixed(0)).join(', ');
const bytes = [...files.values()].reduce((sum, size) => sum + size, 0);
console.log(`load of the machine: ${loadavg()[0].toFixed(1)}`);
console.log(`first paint: median ${median(paints).toFixed(0)} ms (${shown(paints)})`);
console.log(`form usable: median ${median(usable).toFixed(0)} ms (${shown(usable)})`);
console.log(`first view: ${files.size} files, ${(bytes / 1000).toFixed(0)} kB with gzip`);
await browser.close();
await engine.stop();
rmSync(dataDir, { recursive: true, force: true });
