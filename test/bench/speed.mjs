/**
 * Measures the speed of the built engine and its peers alternately. Covers one warm page, the first and second batch, a
 * crawl, and the first rendered page of a process. Reads results back and checks them. Prints the ratios.
 */
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { median, quantile } from './figures.mjs';
import { cpuSeconds } from './process-tree.mjs';
import { callerOf, startEngine, startSite } from './processes.mjs';

/** Peers by name: the script in the benchmark kit, the script's arguments, and the required package. */
const peers = {
  'cheerio + turndown, one page': {
    script: 'peer-node.mjs',
    args: ['--peer', 'cheerio+turndown', '--mode', 'latency'],
    needs: 'cheerio',
  },
  'spider-rs + mdream, crawl': {
    script: 'peer-spider.mjs',
    args: ['--md', 'mdream'],
    needs: '@spider-rs/spider-rs',
  },
  'crawlee + turndown, batch': {
    script: 'peer-crawlee.mjs',
    args: ['--mode', 'batch', '--preset', 'tuned'],
    needs: 'crawlee',
  },
};

/**
 * Rows of the report. Each row has a name, a function that computes the ratio from a round, a comparison and a limit.
 */
const ratios = [
  ['one page, p50 to cheerio + turndown', (it) => it.page.p50 / it.cheerio?.p50, '<=', 0.9],
  ['one page, p95 to cheerio + turndown', (it) => it.page.p95 / it.cheerio?.p95, '<=', 0.65],
  ...['later batch', 'crawl', 'first batch'].flatMap((job, place) => [
    [
      `${job}, CPU per page to spider-rs + mdream`,
      (it) => it[job].cpuMs / it.spider?.cpuMs,
      '<=',
      [1.25, 1.55, 1.9][place],
    ],
    [`${job}, pages/s to spider-rs + mdream`, (it) => it[job].pace / it.spider?.pace, '>=', [0.8, 0.65, 0.55][place]],
    [`${job}, pages/s to crawlee + turndown`, (it) => it[job].pace / it.crawlee?.pace, '>=', 1],
  ]),
  ['refused request, CPU in ms', (it) => it.refusalMs, '<=', 0.3],
  ['first rendered page, ms', (it) => it.renderedMs, '<=', 400],
  ['peak memory of the engine, MB', (it) => it.peakMb, '<=', 300],
];

/** Runs a peer in the directory where it is installed. Undefined if it is not installed. */
async function runPeer(directory, name, shared, args) {
  const { script, args: own, needs } = peers[name];
  if (!directory || !existsSync(join(directory, 'node_modules', needs))) return undefined;
  copyFileSync(join(shared, 'bench', script), join(directory, script));
  const child = spawn(process.execPath, [script, ...own, ...args], {
    cwd: resolve(directory),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (data) => {
    output += data;
  });
  await new Promise((done) => child.once('close', done));
  const { n, ok, p50, p95, pps, cpu_self_s: cpu, maxrss_mb: peakMb } = JSON.parse(output.trim().split('\n').at(-1));
  // spider-rs also reports the site's few pages that are not articles.
  if (ok < n * 0.98) throw new Error(`${name}: only ${ok} of ${n} pages are complete`);
  const figures = { p50, p95, pace: pps, cpuMs: (cpu * 1000) / n, peakMb };
  console.log(`${name}: ${show(figures)}`);
  return figures;
}

const show = (figures) =>
  Object.entries(figures)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${name} ${value.toFixed(1)}`)
    .join(', ');

/** Throws unless the result contains a complete article without boilerplate. */
function check({ markdown, metadata }) {
  const page = /\/(p|js)\/(\d+)\.html/.exec(metadata.sourceURL);
  const number = Number(page?.[2]) + (page?.[1] === 'js' ? 100_000 : 0);
  const isComplete = ['START', 'MID', 'END'].every((mark) => markdown.includes(`ZQ${mark}${number}X`));
  if (!isComplete || /ZQNAV|ZQASIDE|ZQFOOT/.test(markdown)) throw new Error(`${metadata.sourceURL} is incomplete`);
}

/**
 * Runs a job and reads its results back. The rate in pages per second covers only the job. The CPU time also covers
 * reading the results.
 */
async function runJob({ call, pid }, path, body, pages) {
  const [startedAt, cpu] = [performance.now(), cpuSeconds(pid)];
  const { id } = await call(path, body);
  while ((await call(`${path}/${id}?limit=1`)).status === 'scraping') await pause(100);
  const seconds = (performance.now() - startedAt) / 1000;
  const jobCpu = cpuSeconds(pid) - cpu;
  const urls = new Set();
  for (let skip = 0; skip < pages; ) {
    const { data } = await call(`${path}/${id}?skip=${skip}`);
    if (data.length === 0) throw new Error(`only ${skip} of ${pages} pages were read back`);
    data.forEach(check);
    for (const { metadata } of data) urls.add(metadata.sourceURL);
    skip += data.length;
  }
  if (urls.size !== pages) throw new Error(`${urls.size} of ${pages} pages were read back`);
  const all = cpuSeconds(pid) - cpu;
  const readBackPace = (1000 * pages) / (performance.now() - startedAt);
  return {
    pace: pages / seconds,
    paceWithReading: readBackPace,
    cpuMs: (all * 1000) / pages,
    jobCpuMs: (jobCpu * 1000) / pages,
  };
}

/** Scrapes each URL. Returns the median and p95 time per page in ms. */
async function scrapeEach({ call }, urls) {
  const times = [];
  for (const url of urls) {
    const startedAt = performance.now();
    const { data } = await call('/v2/scrape', { url, formats: ['markdown'], maxAge: 0 });
    times.push(performance.now() - startedAt);
    check(data);
  }
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95) };
}

const refusals = 1000;

/**
 * Sends requests that fail validation. Returns the CPU time per request in ms. It covers the guard, parsing, validation
 * and the error response.
 */
async function refusalCpu({ url, key, pid }) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const refused = async () => {
    const { status, body } = await fetch(`${url}/v2/scrape`, { method: 'POST', headers, body: '{"url":1}' });
    await body.cancel();
    if (status !== 400) throw new Error(`HTTP ${status} instead of 400`);
  };
  for (let n = 0; n < refusals / 2; n += 1) await refused();
  const before = cpuSeconds(pid);
  for (let n = 0; n < refusals; n += 1) await refused();
  return ((cpuSeconds(pid) - before) * 1000) / refusals;
}

const peakMb = (pid) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))[1]) / 1024;

/** Measures one round with a new engine process. In each step, the peer runs right before the engine. */
async function measureRound(site, { shared, peerDir, pages, scrapes }) {
  const peer = (name, count) => runPeer(peerDir, name, shared, ['--base', site.url, '--n', String(count)]);
  const dataDir = mkdtempSync(join(tmpdir(), 'gleaner-speed-'));
  const engine = await startEngine(dataDir);
  const it = { pid: engine.pid, call: callerOf(engine) };
  const urls = Array.from({ length: pages }, (_, n) => `${site.url}/p/${n}.html`);
  const batch = () => runJob(it, '/v2/batch/scrape', { urls, formats: ['markdown'], maxAge: 0 }, pages);
  const crawl = {
    url: urls[0],
    limit: pages,
    crawlEntireDomain: true,
    includePaths: ['^/p/'],
    scrapeOptions: { formats: ['markdown'], maxAge: 0 },
  };
  try {
    const crawlee = await peer('crawlee + turndown, batch', pages);
    const round = { crawlee, 'first batch': await batch() };
    round.spider = await peer('spider-rs + mdream, crawl', pages);
    round['later batch'] = await batch();
    round.crawl = await runJob(it, '/v2/crawl', crawl, pages);
    round.cheerio = await peer('cheerio + turndown, one page', scrapes);
    round.page = await scrapeEach(it, urls.slice(0, scrapes));
    round.refusalMs = await refusalCpu(engine);
    round.peakMb = peakMb(engine.pid);
    round.renderedMs = (await scrapeEach(it, [`${site.url}/js/0.html`])).p50;
    return round;
  } finally {
    await engine.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Runs all rounds. Peers that are not installed in `peerDir` are skipped. */
export async function measureSpeed({ shared, peerDir, pages, rounds, scrapes = 300 }) {
  const site = await startSite(join(shared, 'bench/site.mjs'));
  const all = [];
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const figures = await measureRound(site, { shared, peerDir, pages, scrapes });
      all.push(figures);
      console.log(`round ${round}, load ${loadavg()[0].toFixed(1)}`);
      for (const job of ['first batch', 'later batch', 'crawl', 'page'])
        console.log(`gleaner, ${job}: ${show(figures[job])}`);
    }
  } finally {
    site.stop();
  }
  const rows = ratios.map(([what, of, sign, floor]) => {
    const each = all.map(of).filter(Number.isFinite);
    if (each.length === 0) return { what, median: 'peer not installed' };
    const figure = median(each);
    const holds = sign === '<=' ? figure <= floor : figure >= floor;
    const digits = figure > 20 ? 0 : 2;
    return {
      what,
      median: figure.toFixed(digits),
      rounds: each.map((one) => one.toFixed(digits)).join(' '),
      floor: `${sign} ${floor}`,
      holds: holds ? 'yes' : 'NO',
    };
  });
  console.table(rows);
}
