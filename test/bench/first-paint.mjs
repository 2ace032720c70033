/**
 * Measures the time until the window's first paint, and until its first view is usable. Uses the built app with a
 * running engine and no browser cache: `node test/bench/first-paint.mjs [runs]` (build first).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
for (let run = 0; run < runs; run++) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.request.post(`${engine.url}/local/session`, { data: { key: engine.key } });
  const page = await context.newPage();
  await page.goto(`${engine.url}/`);
  await page.getByLabel('Address of the page').waitFor();
  usable.push(await page.evaluate(() => performance.now()));
  paints.push(
    await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN),
  );
  await context.close();
}
const shown = (values) => values.map((value) => value.toFixed(0)).join(', ');
console.log(`first paint: median ${median(paints).toFixed(0)} ms (${shown(paints)})`);
console.log(`form usable: median ${median(usable).toFixed(0)} ms (${shown(usable)})`);
await browser.close();
await engine.stop();
rmSync(dataDir, { recursive: true, force: true });
