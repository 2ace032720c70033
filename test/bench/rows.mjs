/**
 * Measures the time and memory needed for a job with 100,000 rows: `node test/bench/rows.mjs [rows] [grid|exports]`
 * (build first). Grid times are measured in a window, from the key press or scroll until the rows are drawn. CPU times
 * are the average per action, for the engine and for the window. Export times are measured from the request to the last
 * byte. Export memory is the increase in memory during the export.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import '../storage/ts-hooks.mjs';
import { quantile } from './figures.mjs';
import { cpuSeconds } from './process-tree.mjs';
import { startEngine } from './processes.mjs';

const { multiplyPages } = await import('../support/many-rows.ts');
const count = Number(process.argv[2] ?? 100_000);
const part = process.argv[3];
const turns = 20;
const dataDir = mkdtempSync(join(tmpdir(), 'gleaner-bench-'));
const site = createServer((_request, answer) =>
  answer
    .writeHead(200, { 'content-type': 'text/html' })
    .end('<title>A report</title><h1>A report</h1><p>Of the harbour.</p>'),
);
await new Promise((resolve) => site.listen(0, '127.0.0.1', resolve));
const siteUrl = `http://127.0.0.1:${site.address().port}`;
/** Returns the resident memory of a process in bytes, from /proc (Linux). */
const residentBytes = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) * 1024;
/**
 * Measures an action several times, and prints its times and the CPU time per action. Ignores the times of the first
 * `warmUp` turns.
 */
async function measure(name, cpuOf, act, warmUp = 0) {
  const before = await cpuOf();
  const times = [];
  for (let turn = 0; turn < turns; turn++) times.push(await act(turn));
  const after = await cpuOf();
  const kept = times.slice(warmUp);
  const cpu = Object.entries(after).map(
    ([part, ms]) => `${((ms - before[part]) / turns).toFixed(0)} ms of the ${part}`,
  );
  const times95 = `median ${quantile(kept, 0.5).toFixed(0)} ms, p95 ${quantile(kept, 0.95).toFixed(0)} ms`;
  console.log(`${name}: ${times95}, CPU ${cpu.join(' and ')}`);
  if (process.env.GLEANER_BENCH_ALL) console.log(`  ${kept.map((ms) => ms.toFixed(0)).join(' ')}`);
}

let engine = await startEngine(dataDir);
const headers = () => ({ authorization: `Bearer ${engine.key}`, 'content-type': 'application/json' });
const call = async (method, path, body) =>
  (await fetch(engine.url + path, { method, headers: headers(), body: body && JSON.stringify(body) })).json();

const { id } = await call('POST', '/v2/batch/scrape', { urls: [`${siteUrl}/a`, `${siteUrl}/b`] });
while ((await call('GET', `/v2/batch/scrape/${id}`)).status !== 'completed') await sleep(100);
await engine.stop();
await multiplyPages(dataDir, id, count);
engine = await startEngine(dataDir);

if (part !== 'exports') await measureGrid();
if (part !== 'grid') await measureExports();
await engine.stop();
site.close();
rmSync(dataDir, { recursive: true, force: true });

async function measureGrid() {
  const browser = await chromium.launch({
    executablePath: process.env.GLEANER_TEST_BROWSER || '/usr/bin/chromium',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.context().request.post(`${engine.url}/local/session`, { data: { key: engine.key } });
  await page.goto(`${engine.url}/#/jobs`);
  await page.getByRole('heading', { name: 'Jobs' }).first().waitFor();
  const started = performance.now();
  await page.goto(`${engine.url}/#/jobs/${id}?tab=pages`);
  await page.getByRole('grid', { name: 'Rows' }).getByRole('row').nth(5).waitFor();
  console.log(`open: ${(performance.now() - started).toFixed(0)} ms`);
  await page.getByText(count.toLocaleString('en')).first().waitFor();
  await page.evaluate(() => {
    /** Returns the time from an action until the first frame in which `isDone` is true. Gives up after 2,000 ms. */
    const until = async (act, isDone) => {
      const from = performance.now();
      act();
      for (;;) {
        await new Promise(requestAnimationFrame);
        if (isDone(from) || performance.now() - from > 2000) return performance.now() - from;
      }
    };
    const firstRow = () =>
      document.querySelector('[role=grid] [role=row][aria-rowindex]:not([aria-rowindex="1"])')?.textContent ?? '';
    /** Returns the time until the first row has changed. */
    window.untilDrawn = (act) => {
      const before = firstRow();
      return until(act, () => firstRow() !== '' && firstRow() !== before);
    };
    /** Returns the time until the rows requested after the action are drawn. The rows may look the same as before. */
    window.untilAnswered = (act) => {
      performance.clearResourceTimings();
      let frames = 0;
      return until(act, (from) => {
        const answers = performance.getEntriesByType('resource');
        if (
          answers.some(
            ({ name, startTime, responseEnd }) => /\/rows\b/.test(name) && startTime >= from && responseEnd > 0,
          )
        )
          frames += 1;
        return frames > 1;
      });
    };
  });
  const heads = await page.getByRole('columnheader').count();
  console.log(`columns: ${heads}`);
  const browserSession = await browser.newBrowserCDPSession();
  const rendererInfo = async () =>
    (await browserSession.send('SystemInfo.getProcessInfo')).processInfo.filter(({ type }) => type === 'renderer');
  const cpuOf = async () => ({
    engine: cpuSeconds(engine.pid) * 1000,
    window: (await rendererInfo()).reduce((sum, { cpuTime }) => sum + cpuTime * 1000, 0),
  });
  await measure('scroll', cpuOf, (turn) =>
    page.evaluate(
      (to) =>
        window.untilDrawn(() => {
          const grid = document.querySelector('[role=grid]');
          const scroller =
            [grid, ...grid.querySelectorAll('*')].find(
              (one) => one.scrollHeight > one.clientHeight + 100 && getComputedStyle(one).overflowY !== 'visible',
            ) ?? grid.parentElement;
          scroller.scrollTop = to * (scroller.scrollHeight - scroller.clientHeight);
        }),
      (((turn + 1) * 7919) % 1000) / 1000,
    ),
  );
  await page.evaluate(() => {
    document.querySelector('[role=grid]').scrollTop = 0;
  });
  const sortBy = (turn) =>
    page.evaluate(
      (at) => window.untilAnswered(() => document.querySelectorAll('[role=columnheader] button')[at]?.click()),
      turn % 4,
    );
  await measure('sort', cpuOf, sortBy, 4);
  await measure('search', cpuOf, async (turn) => {
    await page.getByRole('searchbox').evaluate((input) => input.focus());
    return page.evaluate(
      (word) =>
        window.untilDrawn(() => {
          const input = document.querySelector('input[role=searchbox]');
          Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, word);
          input.dispatchEvent(new InputEvent('input', { bubbles: true }));
        }),
      `harbour ${100 + turn * 7}`,
    );
  });
  await measure('filter (answer of the engine)', cpuOf, async (turn) => {
    const asked = new URLSearchParams({
      filter: JSON.stringify([{ column: 'bytes', min: turn * 100, max: turn * 100 + 50 }]),
    });
    const from = performance.now();
    await call('GET', `/local/jobs/${id}/rows?${asked}`);
    return performance.now() - from;
  });
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const resident = Math.max(...(await rendererInfo()).map(({ id: pid }) => residentBytes(pid)));
  console.log(
    `memory of the page: ${(usedSize / 1e6).toFixed(0)} MB of JavaScript, ${(resident / 1e6).toFixed(0)} MB resident in its process`,
  );
  await browser.close();
}

async function measureExports() {
  for (const format of ['csv', 'xlsx', 'sqlite']) {
    const before = residentBytes(engine.pid);
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, residentBytes(engine.pid));
    }, 50);
    const cpuBefore = cpuSeconds(engine.pid);
    const from = performance.now();
    const answer = await fetch(`${engine.url}/local/jobs/${id}/export?format=${format}`, { headers: headers() });
    let bytes = 0;
    for await (const piece of answer.body) bytes += piece.length;
    clearInterval(watch);
    console.log(
      `${format}: ${((performance.now() - from) / 1000).toFixed(2)} s (${(cpuSeconds(engine.pid) - cpuBefore).toFixed(2)} s of CPU), ${(bytes / 1e6).toFixed(1)} MB, ${((most - before) / 1e6).toFixed(0)} MB more memory`,
    );
  }
}
