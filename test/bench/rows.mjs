/**
 * Measures the time and memory needed for a job with 100,000 rows: `node test/bench/rows.mjs [rows]` (build first).
 * Grid times are measured in a window, from the key press or scroll until the rows are drawn. Export times are measured
 * from the request to the last byte. Export memory is the increase in memory during the export.
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
const say = (name, values, unit = 'ms') =>
  console.log(
    `${name}: median ${quantile(values, 0.5).toFixed(0)} ${unit}, p95 ${quantile(values, 0.95).toFixed(0)} ${unit}`,
  );

let engine = await startEngine(dataDir);
const headers = () => ({ authorization: `Bearer ${engine.key}`, 'content-type': 'application/json' });
const call = async (method, path, body) =>
  (await fetch(engine.url + path, { method, headers: headers(), body: body && JSON.stringify(body) })).json();

const { id } = await call('POST', '/v2/batch/scrape', { urls: [`${siteUrl}/a`, `${siteUrl}/b`] });
while ((await call('GET', `/v2/batch/scrape/${id}`)).status !== 'completed') await sleep(100);
await engine.stop();
await multiplyPages(dataDir, id, count);
engine = await startEngine(dataDir);

await measureGrid();
await measureExports();
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
  const scroll = [];
  for (let turn = 0; turn < turns; turn++) {
    const share = (((turn + 1) * 7919) % 1000) / 1000;
    scroll.push(
      await page.evaluate(
        (to) =>
          window.untilDrawn(() => {
            const grid = document.querySelector('[role=grid]');
            const scroller =
              [grid, ...grid.querySelectorAll('*')].find(
                (one) => one.scrollHeight > one.clientHeight + 100 && getComputedStyle(one).overflowY !== 'visible',
              ) ?? grid.parentElement;
            scroller.scrollTop = to * (scroller.scrollHeight - scroller.clientHeight);
          }),
        share,
      ),
    );
  }
  say('scroll', scroll);
  await page.evaluate(() => {
    document.querySelector('[role=grid]').scrollTop = 0;
  });
  const sort = [];
  for (let turn = 0; turn < turns; turn++) {
    sort.push(
      await page.evaluate(
        (at) => window.untilAnswered(() => document.querySelectorAll('[role=columnheader] button')[at]?.click()),
        turn % 4,
      ),
    );
  }
  say('sort', sort.slice(4));
  const search = [];
  for (let turn = 0; turn < turns; turn++) {
    const box = page.getByRole('searchbox');
    await box.evaluate((input) => input.focus());
    search.push(
      await page.evaluate(
        (word) =>
          window.untilDrawn(() => {
            const input = document.querySelector('input[role=searchbox]');
            Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, word);
            input.dispatchEvent(new InputEvent('input', { bubbles: true }));
          }),
        `harbour ${100 + turn * 7}`,
      ),
    );
  }
  say('search', search);
  const filter = [];
  for (let turn = 0; turn < turns; turn++) {
    const asked = new URLSearchParams({
      filter: JSON.stringify([{ column: 'bytes', min: turn * 100, max: turn * 100 + 50 }]),
    });
    const from = performance.now();
    await call('GET', `/local/jobs/${id}/rows?${asked}`);
    filter.push(performance.now() - from);
  }
  say('filter (answer of the engine)', filter);
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { processInfo } = await (await browser.newBrowserCDPSession()).send('SystemInfo.getProcessInfo');
  const resident = Math.max(
    ...processInfo.filter(({ type }) => type === 'renderer').map(({ id: pid }) => residentBytes(pid)),
  );
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
