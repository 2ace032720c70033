/**
 * Measures the cost of the live page: `node test/bench/live.mjs` (build first). In an open window, measures the time
 * from the response that opens a page until the page is completely drawn. CPU time includes the engine and its browser.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { quantile } from './figures.mjs';
import { descendants, treeSeconds } from './process-tree.mjs';
import { startEngine } from './processes.mjs';

const card = (at) =>
  `<div class="card"><img src="/p.svg"><h3>Product ${at}</h3><p class="price">$${at}.50</p><a href="/p/${at}">More</a></div>`;
const page = (title, body) =>
  `<!doctype html><title>${title}</title><style>.card{display:inline-block;width:200px;border:1px solid}</style><h1>${title}</h1>${body}<p id="end">The end</p>`;
const repeated = (count, make) => Array.from({ length: count }, (_, at) => make(at)).join('');
const pages = {
  '/warm': page('Warm', ''),
  '/cards': page('Cards', repeated(60, card)),
  // 45,000 nodes in the rows: one element and one text node per word.
  '/long': page(
    'Long',
    `<table>${repeated(4090, (at) => `<tr>${repeated(5, (cell) => `<td>${at}.${cell}</td>`)}</tr>`)}</table>`,
  ),
};
// 400 paragraphs, replaced fifty times a second.
pages['/busy'] = page(
  'Busy',
  `<div id="d"></div><script>setInterval(() => { d.innerHTML = Array.from({ length: 400 }, (_, at) => '<p>' + at + ' ' + Math.random() + '</p>').join(''); }, 20);</script>`,
);
const rounds = Number(process.argv[2] ?? 3);

const dataDir = mkdtempSync(join(tmpdir(), 'gleaner-bench-'));
const site = createServer((request, answer) =>
  answer.writeHead(200, { 'content-type': 'text/html' }).end(pages[request.url] ?? ''),
);
await new Promise((resolve) => site.listen(0, '127.0.0.1', resolve));
const siteUrl = `http://127.0.0.1:${site.address().port}`;
const engine = await startEngine(dataDir);
const { url } = engine;
const browser = await chromium.launch({
  executablePath: process.env.GLEANER_TEST_BROWSER || '/usr/bin/chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
const window = await browser.newPage({ viewport: { width: 1280, height: 800 } });
await window.context().request.post(`${url}/local/session`, { data: { key: engine.key } });
await window.goto(`${url}/#/new-table`);
const frame = window.frameLocator('iframe[title="Page"]');

const ms = (value) => `${value.toFixed(0)} ms`;

/** Returns the time in ms from opening a page until its last element is painted. */
async function shown(path) {
  const open = window.waitForResponse(
    (response) =>
      response.request().method() === 'POST' && /\/local\/live(?:$|\/[^/]+\/navigate$)/.test(response.url()),
    { timeout: 120_000 },
  );
  await window.getByLabel('Address').fill(siteUrl + path);
  await window.keyboard.press('Enter');
  await open;
  const start = performance.now();
  await frame
    .locator('h1')
    .getByText({ '/long': 'Long', '/cards': 'Cards', '/busy': 'Busy' }[path] ?? 'Warm')
    .waitFor({ timeout: 120_000 });
  await frame.locator('#end').waitFor({ timeout: 120_000 });
  return performance.now() - start;
}

/** Returns the time in ms that the window takes to handle each pointer movement, including drawing the outline. */
const hovers = () =>
  window.evaluate(() => {
    const { contentDocument: inner } = document.querySelector('iframe[title="Page"]');
    return Array.from(inner.querySelectorAll('h3, p, a, img, td'))
      .slice(0, 300)
      .map((element) => {
        const since = performance.now();
        element.dispatchEvent(new MouseEvent('mousemove', { bubbles: true, composed: true }));
        inner.documentElement.getBoundingClientRect();
        return performance.now() - since;
      });
  });

/**
 * Simulates a hundred key presses in the URL field. Returns, for each, the time in ms until the new value is painted.
 */
const keys = () =>
  window.evaluate(async () => {
    const box = document.querySelector('input[aria-label="Address"]');
    const times = [];
    for (let at = 0; at < 100; at++) {
      await new Promise((resolve) => setTimeout(resolve, 40));
      const since = performance.now();
      box.value = `https://a.example/${at}`;
      box.dispatchEvent(new Event('input', { bubbles: true }));
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      times.push(performance.now() - since);
    }
    return times;
  });

/**
 * Returns the memory of the engine and its browser in MB. Shared memory is divided among the processes that share it.
 */
const megabytes = () =>
  [engine.pid, ...descendants(engine.pid).map(({ pid }) => pid)].reduce((sum, pid) => {
    try {
      return sum + Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024;
    } catch {
      return sum;
    }
  }, 0);

/** Returns the time in ms from each click on a price until the grid shows the table. */
async function clicks() {
  const times = [];
  for (let round = 0; round < 20; round++) {
    await window.getByRole('button', { name: 'More tools' }).click();
    await window.getByRole('button', { name: 'Start over' }).click();
    await window.getByRole('grid', { name: 'Rows' }).waitFor({ state: 'detached' });
    times.push(
      await window.evaluate(async (at) => {
        const { contentDocument: inner } = document.querySelector('iframe[title="Page"]');
        const since = performance.now();
        const price = inner.querySelectorAll('.price')[at];
        price.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true, cancelable: true }));
        const shown = () => document.querySelector('[role="grid"][aria-label="Rows"] tbody tr');
        while (!shown()) await new Promise((resolve) => requestAnimationFrame(resolve));
        return performance.now() - since;
      }, round),
    );
  }
  return times;
}

const cpu = () => treeSeconds(engine.pid);

try {
  await shown('/warm');
  const before45 = megabytes();
  await shown('/long');
  await sleep(2000);
  console.log(`memory: ${(megabytes() - before45).toFixed(0)} MB more for the page of 45,000 nodes`);
  await shown('/warm');
  await shown('/busy');
  await sleep(2000);
  const typed = await keys();
  console.log(`/busy: key to frame median ${ms(quantile(typed, 0.5))}, p95 ${ms(quantile(typed, 0.95))}`);
  await shown('/warm');
  for (const path of ['/cards', '/long']) {
    const times = [];
    for (let round = 0; round < rounds; round++) {
      times.push(await shown(path));
      if (round < rounds - 1) await shown('/warm');
    }
    const hover = await hovers();
    console.log(
      `${path}: drawn after ${ms(quantile(times, 0.5))} (slowest ${ms(quantile(times, 1))}); hover to outline p95 ${quantile(hover, 0.95).toFixed(1)} ms`,
    );
  }
  await shown('/cards');
  await frame.locator('.price').first().click();
  await window.getByRole('grid', { name: 'Rows' }).waitFor();
  const click = await clicks();
  console.log(`/cards: click to table median ${ms(quantile(click, 0.5))}, p95 ${ms(quantile(click, 0.95))}`);
  // Lets the engine finish its warm-up before CPU time is measured.
  await sleep(20_000);
  const before = cpu();
  await sleep(30_000);
  console.log(`idle: ${(((cpu() - before) / 30) * 100).toFixed(1)} % of one core`);
} finally {
  await browser.close();
  await engine.stop();
  site.closeAllConnections();
  site.close();
  rmSync(dataDir, { recursive: true, force: true });
}
