/**
 * Measures the lists in the Start view and the first table in an open window: `node test/bench/window.mjs
 * [ROWS,ROWS,...] [CLICKS]` (build first). The pages are the demo shop and the pages in `list-pages.mjs`.
 *
 * Each page is opened in a new engine: first in the Start view, then in the table builder. Times in the Start view run
 * from the response that opens the page until its lists are visible. Times in the builder run from a click on a value
 * until the response has arrived, and until the table is painted. "Direct" is the first click in a new engine in which
 * the page was not opened in the Start view. CPU times are those of the engine, of its browser, and of the browser with
 * the window.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { median, quantile } from './figures.mjs';
import { listPages } from './list-pages.mjs';
import { cpuSeconds, treeSeconds } from './process-tree.mjs';
import { startEngine } from './processes.mjs';

const sizes = (process.argv[2] ?? '20,60,300,1000').split(',').map(Number);
const clicks = Number(process.argv[3] ?? 20);
const timeout = 120_000;

const demoShop = readFileSync('resources/demo-site/shop/index.html', 'utf8').replace(
  '</footer>',
  '<p id="end"></p></footer>',
);
const pages = [
  { name: 'demo shop, 4 rows', path: '/demo/4', value: '.price' },
  ...Object.entries(listPages).flatMap(([kind, { value }]) =>
    sizes.map((rows) => ({ name: `${kind}, ${rows} rows`, path: `/${kind}/${rows}`, value })),
  ),
];
const site = createServer((request, answer) => {
  const [, kind, rows] = request.url.split('/');
  const html = kind === 'demo' ? demoShop : Object.hasOwn(listPages, kind) ? listPages[kind].html(Number(rows)) : '';
  answer.writeHead(200, { 'content-type': 'text/html' }).end(html);
});
await new Promise((resolve) => site.listen(0, '127.0.0.1', resolve));
const siteUrl = `http://127.0.0.1:${site.address().port}`;
const browser = await chromium.launch({
  executablePath: process.env.GLEANER_TEST_BROWSER || '/usr/bin/chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
const system = await browser.newBrowserCDPSession();

/** Calls `work` with a new engine and a window that is signed in. */
async function inNewEngine(work) {
  const dataDir = mkdtempSync(join(tmpdir(), 'gleaner-bench-'));
  const engine = await startEngine(dataDir);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    await context.request.post(`${engine.url}/local/session`, { data: { key: engine.key } });
    return await work(engine, await context.newPage());
  } finally {
    await context.close();
    await engine.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/**
 * Returns the CPU seconds used so far by the engine, by the engine's browser, and by the browser that shows the window.
 */
async function cpuNow(engine) {
  const { processInfo } = await system.send('SystemInfo.getProcessInfo');
  const own = cpuSeconds(engine.pid);
  return [own, treeSeconds(engine.pid) - own, processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0)];
}

/** Calls `work` and returns its result with an additional field `cpu`: the CPU times in ms used during the call. */
async function withCpu(engine, work) {
  const before = await cpuNow(engine);
  const result = await work();
  const after = await cpuNow(engine);
  return { ...result, cpu: after.map((seconds, at) => (seconds - before[at]) * 1000) };
}

/**
 * Opens a page in the Start view. Returns the time in ms from the response that opens it until its lists are visible.
 */
async function lists(engine, window, path) {
  await window.goto('about:blank');
  await window.goto(`${engine.url}/#/start`);
  const box = window.getByRole('textbox', { name: 'Paste a web address' });
  await box.fill(siteUrl + path);
  return withCpu(engine, async () => {
    await window.evaluate(() => performance.clearResourceTimings());
    await box.press('Enter');
    const shown = await window.evaluate(async () => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(() => resolve()));
      while (!document.querySelector('button.ghost')) await frame();
      await frame();
      const shownAt = performance.now();
      const answers = performance.getEntriesByType('resource');
      const opened = answers.find(({ name }) => /\/local\/live$/.test(name));
      return shownAt - opened.responseEnd;
    });
    return { shown };
  });
}

async function openBuilder(engine, window, path) {
  await window.goto('about:blank');
  await window.goto(`${engine.url}/#/new-table`);
  await window.getByLabel('Address').fill(siteUrl + path);
  await window.keyboard.press('Enter');
  await window.frameLocator('iframe[title="Page"]').locator('#end').waitFor({ state: 'attached', timeout });
}

/** Clicks a value. Returns the times in ms until the engine has answered and until the table is painted. */
const click = (engine, window, selector, at) =>
  withCpu(engine, () =>
    window.evaluate(
      async ([css, place]) => {
        performance.clearResourceTimings();
        const { contentDocument: inner } = document.querySelector('iframe[title="Page"]');
        const values = inner.querySelectorAll(css);
        const frame = () => new Promise((resolve) => requestAnimationFrame(() => resolve()));
        const since = performance.now();
        values[place % values.length].dispatchEvent(
          new MouseEvent('click', { bubbles: true, composed: true, cancelable: true }),
        );
        while (!document.querySelector('[role="grid"][aria-label="Rows"] tbody tr')) await frame();
        await frame();
        const painted = performance.now() - since;
        const answer = performance.getEntriesByType('resource').find(({ name }) => /\/table$/.test(name));
        return { painted, answered: answer ? answer.responseEnd - since : Number.NaN, bytes: answer?.encodedBodySize };
      },
      [selector, at],
    ),
  );

async function startOver(window) {
  await window.getByRole('button', { name: 'More tools' }).click();
  await window.getByRole('button', { name: 'Start over' }).click();
  await window.getByRole('grid', { name: 'Rows' }).waitFor({ state: 'detached' });
}

const ms = (value) => `${value.toFixed(0)} ms`;
const parts = ({ cpu }) => `CPU ${cpu.map((part) => part.toFixed(0)).join(' + ')} ms`;
const answerOf = ({ painted, answered }) => `${ms(painted)}, answer ${ms(answered)}`;

async function measure({ name, path, value }) {
  const direct = await inNewEngine(async (engine, window) => {
    await openBuilder(engine, window, path);
    return click(engine, window, value, 0);
  });
  await inNewEngine(async (engine, window) => {
    const first = await lists(engine, window, path);
    const again = await lists(engine, window, path);
    await openBuilder(engine, window, path);
    const firstClick = await click(engine, window, value, 0);
    const others = [];
    for (let at = 1; at <= clicks; at++) {
      await startOver(window);
      others.push(await click(engine, window, value, at));
    }
    const of = (read) => others.map(read);
    const both = (values) => `${ms(median(values))}, ${ms(quantile(values, 0.95))}`;
    const cpu = firstClick.cpu.map((_, at) => median(of((one) => one.cpu[at])));
    console.log(`${name} (load ${loadavg()[0].toFixed(1)})
  lists: ${ms(first.shown)} (${parts(first)}), again ${ms(again.shown)} (${parts(again)})
  first click: ${answerOf(firstClick)} (${parts(firstClick)}); direct ${answerOf(direct)} (${parts(direct)})
  later clicks p50, p95: ${both(of((one) => one.painted))}, answer ${both(of((one) => one.answered))} (${parts({ cpu })}, ${((firstClick.bytes ?? 0) / 1024).toFixed(0)} KB)`);
  });
}

try {
  for (const page of pages) await measure(page);
} finally {
  await browser.close();
  site.closeAllConnections();
  site.close();
}
