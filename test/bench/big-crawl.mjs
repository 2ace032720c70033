/**
 * `node test/bench/big-crawl.mjs [--shared DIR] [--pages 10000] [--before 1000] [--profile DIR]`
 * Crawls the benchmark's site to Markdown without a browser. Measures pages per second for each thousand pages, memory
 * of the process, and latency of status calls during the crawl. Also checks that every page can be read back. Exits
 * with 1 when a target is missed. A shorter crawl of the same site runs first, because V8 compiles hot code during the
 * first pages. Its pace is printed but does not count. `--before 0` skips it. With `--profile`, the engine writes a CPU
 * profile into DIR.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { median, quantile } from './figures.mjs';
import { cpuSeconds, rssMb } from './process-tree.mjs';
import { callerOf, spawnEngine, startSite } from './processes.mjs';

const { values } = parseArgs({
  options: {
    shared: { type: 'string', default: '../shared' },
    pages: { type: 'string', default: '10000' },
    before: { type: 'string', default: '1000' },
    profile: { type: 'string' },
  },
});
const pages = Number(values.pages);
const before = Number(values.before);
const step = Math.ceil(pages / 10);
const statusEveryMs = 100;
const targets = { rssMb: 300, statusP95Ms: 30, steady: 0.2 };

const dataDir = mkdtempSync(join(tmpdir(), 'gleaner-big-'));
const site = await startSite(resolve(values.shared, 'bench/site.mjs'), {
  args: ['--pages', String(pages), '--js', '0'],
});
const nodeArgs = values.profile ? ['--cpu-prof', `--cpu-prof-dir=${resolve(values.profile)}`] : [];
const engine = spawnEngine(dataDir, [], { nodeArgs });
const base = await engine.ready;
const call = callerOf({ url: base, key: engine.key });

/** Requests the status every 100 ms until the job ends. Returns a row of figures for each tenth of the pages. */
async function watch(id) {
  const rows = [];
  let row = { from: 0, at: performance.now(), cpu: cpuSeconds(engine.pid), times: [], rss: [] };
  for (;;) {
    const askedAt = performance.now();
    const { status, completed } = await call(`/v2/crawl/${id}?limit=1`);
    const tookMs = performance.now() - askedAt;
    row.times.push(tookMs);
    row.rss.push(rssMb(engine.pid));
    const ended = status !== 'scraping';
    if (completed >= row.from + step || (ended && completed > row.from)) {
      const seconds = (askedAt - row.at) / 1000;
      const done = completed - row.from;
      const cpuMs = ((cpuSeconds(engine.pid) - row.cpu) * 1000) / done;
      rows.push({
        upTo: completed,
        perSecond: done / seconds,
        cpuMs,
        times: row.times,
        rss: row.rss,
        load: loadavg()[0],
      });
      row = { from: completed, at: askedAt, cpu: cpuSeconds(engine.pid), times: [], rss: [] };
    }
    if (ended) return { rows, status, completed };
    await pause(Math.max(0, statusEveryMs - tookMs));
  }
}

/** Reads all results as a client would, paging with `skip`. Checks that every article is complete. */
async function readBack(id) {
  const urls = new Set();
  let bytes = 0;
  const broken = [];
  let answers = 0;
  for (let skip = 0; ; ) {
    const { data } = await call(`/v2/crawl/${id}?skip=${skip}`);
    if (data.length === 0) return { urls, bytes, broken, answers };
    answers += 1;
    skip += data.length;
    for (const { markdown, metadata } of data) {
      urls.add(metadata.sourceURL);
      bytes += Buffer.byteLength(markdown);
      const page = /\/p\/(\d+)\.html$/.exec(metadata.sourceURL)?.[1];
      const marks = ['START', 'MID', 'END'].every((mark) => markdown.includes(`ZQ${mark}${page}X`));
      if (!marks || /ZQNAV|ZQASIDE|ZQFOOT/.test(markdown)) broken.push(metadata.sourceURL);
    }
  }
}

/** Crawls up to `limit` pages of the site. Timing starts with the request. */
async function crawl(limit) {
  const startedAt = performance.now();
  const { id } = await call('/v2/crawl', {
    url: `${site.url}/p/0.html`,
    crawlEntireDomain: true,
    includePaths: ['^/p/'],
    sitemap: 'skip',
    limit,
    scrapeOptions: { maxAge: 0 },
  });
  const watched = await watch(id);
  return { id, ...watched, seconds: (performance.now() - startedAt) / 1000 };
}

const idleMb = rssMb(engine.pid);
const first = before > 0 ? await crawl(before) : undefined;
if (first) console.log(`first job after the start: ${first.status}, ${(before / first.seconds).toFixed(0)} pages/s`);
const { id, rows, status, completed, seconds } = await crawl(pages);
console.table(
  rows.map(({ upTo, perSecond, cpuMs, times, rss, load }) => ({
    'up to page': upTo,
    'pages/s': Math.round(perSecond),
    'CPU ms/page': Number(cpuMs.toFixed(2)),
    'RSS MB median': Math.round(median(rss)),
    'RSS MB most': Math.round(Math.max(...rss)),
    'status p95 ms': Math.round(quantile(times, 0.95)),
    load: Number(load.toFixed(1)),
  })),
);
const times = rows.flatMap((row) => row.times);
const most = Math.max(...rows.flatMap((row) => row.rss));
const middle = median(rows.map(({ perSecond }) => perSecond));
const worst = Math.max(...rows.map(({ perSecond }) => Math.abs(perSecond / middle - 1)));
const [early, late] = [rows.slice(1, 4), rows.slice(-3)].map((part) => median(part.flatMap(({ rss }) => rss)));
const [cpuEarly, cpuLate] = [rows.slice(1, 4), rows.slice(-3)].map((part) => median(part.map(({ cpuMs }) => cpuMs)));
const read = await readBack(id);
const results = [
  [
    'job',
    `${status}, ${completed} pages in ${seconds.toFixed(1)} s, ${(completed / seconds).toFixed(0)} pages/s`,
    completed === pages,
  ],
  ['furthest from the median pace', `${(worst * 100).toFixed(0)}%`, worst <= targets.steady],
  // On a shared machine, only the CPU time shows whether the engine itself becomes slower.
  [
    'CPU per page, pages 10–40% → last 30%',
    `${cpuEarly.toFixed(1)} → ${cpuLate.toFixed(1)} ms`,
    cpuLate <= cpuEarly * (1 + targets.steady),
  ],
  ['most RSS', `${most.toFixed(0)} MB (${idleMb.toFixed(0)} MB before)`, most < targets.rssMb],
  ['RSS of pages 10–40% → last 30%', `${early.toFixed(0)} → ${late.toFixed(0)} MB`, late < early * 1.15],
  [
    'status calls p50 / p95 / most',
    `${[median(times), quantile(times, 0.95), Math.max(...times)].map(Math.round).join(' / ')} ms`,
    quantile(times, 0.95) < targets.statusP95Ms,
  ],
  [
    'read back by skip',
    `${read.urls.size} pages, ${(read.bytes / 1e6).toFixed(0)} MB in ${read.answers} answers`,
    read.urls.size === pages,
  ],
  [
    'cut short or with boilerplate',
    `${read.broken.length} ${read.broken.slice(0, 3).join(' ')}`,
    read.broken.length === 0,
  ],
];
console.table(results.map(([what, figure, holds]) => ({ what, figure, holds: holds ? 'yes' : 'NO' })));
console.log(
  `${cpus().length} cores, load ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}`,
);
await engine.stop();
site.stop();
rmSync(dataDir, { recursive: true, force: true });
process.exitCode = results.every(([, , holds]) => holds) ? 0 : 1;
