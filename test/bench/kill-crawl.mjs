/**
 * `node test/bench/kill-crawl.mjs [--kills 50] [--pages 2000] [--browser] [--seed N]`
 * Crawls a site twice: once undisturbed, and once while the engine is killed (SIGKILL) at random moments, including
 * during its start. Compares the results. With `--browser`, scripts render the pages, and Chromium is killed instead.
 * Exits with 1 when a guarantee is broken.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { quantile } from './figures.mjs';
import { startKillReceiver, startKillSite } from './kill-site.mjs';
import { cpuSeconds, descendants, isAlive } from './process-tree.mjs';
import { callerOf, spawnEngine } from './processes.mjs';

const { values } = parseArgs({
  options: {
    kills: { type: 'string' },
    pages: { type: 'string' },
    browser: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now() % 1e6) },
  },
});
const scripted = values.browser;
const kills = Number(values.kills ?? (scripted ? 10 : 50));
const pages = Number(values.pages ?? (scripted ? 300 : 2000));
/**
 * Number of pages that the engine fetches concurrently. Each kill may cause at most this many pages to be fetched
 * again.
 */
const concurrency = 8;
/** Share of kills that happen before the engine is ready. */
const earlyShare = 0.15;

let seed = Number(values.seed);
const random = () => {
  seed = (seed * 1664525 + 1013904223) >>> 0;
  return seed / 2 ** 32;
};
const folder = mkdtempSync(join(tmpdir(), 'gleaner-kill-'));
const engineLog = openSync(join(folder, 'engine.log'), 'a');
const site = await startKillSite({ pages, scripted, delayMs: 10 });

/** An engine that can be killed, and restarted on the same folder. */
class Engine {
  readyTimes = [];
  /** CPU time of each start until the engine is ready. Other programs hardly affect it. */
  readyCpu = [];

  constructor(dataDir) {
    this.dataDir = dataDir;
  }

  spawn() {
    this.startedAt = performance.now();
    this.child = spawnEngine(this.dataDir, [], { stderr: engineLog });
  }

  async ready() {
    const url = await this.child.ready;
    this.call = callerOf({ url, key: this.child.key });
    this.readyTimes.push(performance.now() - this.startedAt);
    this.readyCpu.push(cpuSeconds(this.child.pid) * 1000);
  }
}

const startCrawl = (engine, webhook) =>
  engine.call('/v2/crawl', {
    url: `${site.url}/p/0`,
    crawlEntireDomain: true,
    sitemap: 'skip',
    limit: pages + 10,
    webhook,
    scrapeOptions: { maxAge: 0 },
  });

/** Adds the URLs of new results to `seen`, in order, until the job has ended or the engine is killed. */
async function follow(engine, id, seen) {
  for (;;) {
    const { status, data } = await engine.call(`/v2/crawl/${id}?skip=${seen.length}&limit=200`);
    for (const { metadata } of data) seen.push(metadata.sourceURL);
    if (status !== 'scraping' && data.length === 0) return status;
    if (data.length === 0) await pause(25);
  }
}

/**
 * Returns a hash of each URL's content, and the URLs of all results in order. The hashes must be the same with and
 * without kills.
 */
async function resultsOf(engine, id) {
  const hashes = new Map();
  const order = [];
  for (;;) {
    const { data } = await engine.call(`/v2/crawl/${id}?skip=${order.length}&limit=500`);
    if (data.length === 0) return { hashes, order };
    for (const { markdown, metadata } of data) {
      const { sourceURL, url, title, statusCode } = metadata;
      order.push(sourceURL);
      const what = JSON.stringify({ markdown, url, title, statusCode });
      hashes.set(sourceURL, createHash('sha256').update(what).digest('hex'));
    }
  }
}

async function undisturbed() {
  const engine = new Engine(join(folder, 'undisturbed'));
  engine.spawn();
  await engine.ready();
  const startedAt = performance.now();
  const { id } = await startCrawl(engine);
  await follow(engine, id, []);
  const seconds = (performance.now() - startedAt) / 1000;
  const results = await resultsOf(engine, id);
  await engine.child.stop();
  return { ...results, seconds };
}

/** Waits until the site has received `count` more requests. */
async function untilVisits(count, ended) {
  const goal = site.state.total + count;
  while (site.state.total < goal && !ended()) await pause(2);
}

/** Kills and restarts the engine `kills` times, then lets the crawl finish. */
async function withEngineKills(engine, id, seen) {
  const report = { kills: 0, early: 0, lost: 0 };
  let status;
  while (report.kills < kills && status === undefined) {
    const following = follow(engine, id, seen).then(
      (end) => {
        status = end;
      },
      () => undefined,
    );
    const left = kills - report.kills;
    await untilVisits(Math.ceil(random() * 2 * ((pages - seen.length) / (left + 1))), () => status !== undefined);
    await pause(random() * 20);
    if (status !== undefined) break;
    await engine.child.stop('SIGKILL');
    await following;
    report.kills += 1;
    site.state.life += 1;
    while (random() < earlyShare && report.kills < kills) {
      engine.spawn();
      await pause(random() * 600);
      await engine.child.stop('SIGKILL');
      report.kills += 1;
      report.early += 1;
      site.state.life += 1;
    }
    engine.spawn();
    await engine.ready();
  }
  return { ...report, status: status ?? (await follow(engine, id, seen)) };
}

/** Kills Chromium's main process or one of its children while the engine keeps running. */
async function withBrowserKills(engine, id, seen) {
  const report = { kills: 0, victims: [], early: 0 };
  let status;
  const following = follow(engine, id, seen).then((end) => {
    status = end;
  });
  while (report.kills < kills && status === undefined) {
    await untilVisits(Math.ceil(random() * 2 * ((pages - seen.length) / (kills - report.kills + 1))), () => status);
    const browser = descendants(engine.child.pid).filter(({ command }) => /chrom/i.test(command));
    const main = browser.filter(({ command }) => !/--type=|crashpad/.test(command));
    const victim = random() < 0.7 ? main[0] : browser[Math.floor(random() * browser.length)];
    if (!victim) continue;
    report.victims.push(...browser);
    process.kill(victim.pid, 'SIGKILL');
    report.kills += 1;
  }
  await following;
  return { ...report, status };
}

const rows = [];
let broken = 0;
function check(what, figure, holds) {
  if (!holds) broken += 1;
  rows.push({ what, figure, holds: holds ? 'yes' : 'NO' });
}

function compare(calm, shaken, seen) {
  const differing = [...calm.hashes].filter(([url, hash]) => shaken.hashes.get(url) !== hash);
  const extra = [...shaken.hashes.keys()].filter((url) => !calm.hashes.has(url));
  check('pages of the undisturbed run', calm.hashes.size, calm.hashes.size === pages);
  check('pages that differ from it or are missing', differing.length, differing.length === 0);
  check('pages that it has not', extra.length, extra.length === 0);
  check('pages twice', shaken.order.length - shaken.hashes.size, shaken.order.length === shaken.hashes.size);
  const moved = seen.filter((url, index) => shaken.order[index] !== url).length;
  check(`acknowledged pages lost or moved, of ${seen.length}`, moved, moved === 0);
}

function checkVisits(report) {
  const refetched = [...site.visits.values()].reduce((sum, lives) => sum + lives.length - 1, 0);
  const twiceInALife = [...site.visits.values()].filter((lives) => new Set(lives).size < lives.length).length;
  const most = (report.kills - report.early) * concurrency;
  check(`pages fetched again, of at most ${most}`, refetched, refetched <= most);
  if (!scripted) check('pages fetched twice in one life', twiceInALife, twiceInALife === 0);
}

async function checkNotices(receiver) {
  const told = () => [...receiver.notices.values()].filter(({ type }) => type === 'crawl.page');
  const deadline = performance.now() + 60_000;
  while ((told().length < pages || receiver.counts.completed === 0) && performance.now() < deadline) await pause(100);
  const all = [...receiver.notices.values()];
  const urls = new Set(told().map(({ url }) => url));
  check('pages told of by webhook', urls.size, urls.size === pages);
  check('page events of different ids', told().length, told().length === pages);
  const changed = all.filter(({ hashes }) => hashes.size > 1).length;
  check('events sent again with other bytes', changed, changed === 0);
  rows.push({ what: 'events sent more than once', figure: all.filter(({ times }) => times > 1).length, holds: '' });
  const ends = all.filter(({ type }) => type === 'crawl.completed').length;
  check('completed events', ends, ends === 1);
}

async function checkProcesses(engine, report) {
  const endedAt = performance.now();
  while (report.victims.some(isAlive) && performance.now() - endedAt < 10_000) await pause(100);
  const left = report.victims.filter(isAlive);
  // The last browser stays warm for the next job, so only the processes of killed browsers are expected to have ended.
  const warm = new Set(descendants(engine.child.pid).map(({ pid }) => pid));
  const orphans = left.filter(({ pid }) => !warm.has(pid));
  check('processes of killed browsers 10 s after the end', orphans.length, orphans.length === 0);
  // A wrapper script and its browser are two processes. Only the wrapper is a direct child of the engine.
  const mains = descendants(engine.child.pid).filter(
    ({ parent, command }) => parent === engine.child.pid && /chrom/i.test(command),
  );
  check('browsers kept warm', mains.length, mains.length <= 1);
  const last = descendants(engine.child.pid);
  await engine.child.stop();
  const stoppedAt = performance.now();
  while (last.some(isAlive) && performance.now() - stoppedAt < 10_000) await pause(100);
  check('processes left after the engine closed', last.filter(isAlive).length, !last.some(isAlive));
}

const calm = await undisturbed();
console.log(`undisturbed: ${calm.hashes.size} pages in ${calm.seconds.toFixed(1)} s`);
site.reset();
const receiver = await startKillReceiver();
const engine = new Engine(join(folder, 'killed'));
engine.spawn();
await engine.ready();
const startedAt = performance.now();
const { id } = await startCrawl(engine, receiver.url);
const seen = [];
const report = await (scripted ? withBrowserKills : withEngineKills)(engine, id, seen);
const seconds = (performance.now() - startedAt) / 1000;
check('kills', `${report.kills} (${report.early} while starting)`, report.kills === kills);
check('the job ended', report.status, report.status === 'completed');
compare(calm, await resultsOf(engine, id), seen);
checkVisits(report);
await checkNotices(receiver);
const sorted = (list) => list.toSorted((a, b) => a - b).map(Math.round);
const times = sorted(engine.readyTimes);
const cpu = sorted(engine.readyCpu);
check('ready again, median / slowest ms', `${quantile(times, 0.5)} / ${times.at(-1)}`, times.at(-1) < 2000);
rows.push({ what: 'CPU until ready, median / most ms', figure: `${quantile(cpu, 0.5)} / ${cpu.at(-1)}`, holds: '' });
rows.push({
  what: 'seconds undisturbed / with kills',
  figure: `${calm.seconds.toFixed(1)} / ${seconds.toFixed(1)}`,
  holds: '',
});
if (scripted) await checkProcesses(engine, report);
else await engine.child.stop();
console.table(rows);
console.log(`seed ${values.seed}, ${pages} pages, engine log in ${folder}`);
receiver.close();
site.close();
if (broken === 0) rmSync(folder, { recursive: true, force: true });
process.exitCode = broken > 0 ? 1 : 0;
