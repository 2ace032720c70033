/**
 * `node test/bench/soak.mjs [--minutes 120] [--pauseMs 2000]`
 * Repeats rounds of everyday work: scrapes, a crawl with a webhook, browser pages, a table, a cancelled batch and a
 * backup. Prints memory, open files and processes for each twelfth of the time. Exits with 1 when a job does not end as
 * expected. Also exits with 1 when memory or the number of open files grows by more than 10% from the second to the
 * last quarter.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { median } from './figures.mjs';
import { startKillReceiver, startKillSite } from './kill-site.mjs';
import { descendants, rssMb } from './process-tree.mjs';
import { callerOf, startEngine } from './processes.mjs';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '120' }, pauseMs: { type: 'string', default: '2000' } },
});
const totalMs = Number(values.minutes) * 60_000;
const allowedGrowth = 1.1;

const folder = mkdtempSync(join(tmpdir(), 'gleaner-soak-'));
const [site, scripted, receiver] = await Promise.all([
  startKillSite({ pages: 400, scripted: false, delayMs: 5 }),
  startKillSite({ pages: 20, scripted: true, delayMs: 5 }),
  startKillReceiver(),
]);
const engine = await startEngine(join(folder, 'data'), [], { stderr: 'ignore' });
const call = callerOf(engine);
const headers = { authorization: `Bearer ${engine.key}` };
const pageOf = ({ url }, page) => `${url}/p/${page}`;

/** Polls a job until it ends. Returns its status. */
async function ended(path) {
  for (;;) {
    const job = await call(`${path}?limit=1`);
    if (!['scraping', 'processing'].includes(job.status)) return job;
    await pause(200);
  }
}

function expectEqual(what, actual, expected) {
  if (actual !== expected) throw new Error(`${what}: ${actual} instead of ${expected}`);
}

async function scrapes(round) {
  const pages = Array.from({ length: 20 }, (_, n) => pageOf(site, (round * 20 + n) % 400));
  const results = await Promise.all(pages.map((url) => call('/v2/scrape', { url, formats: ['markdown', 'links'] })));
  const missing = results.findIndex(({ data }) => !/MARK\d+X/.test(data.markdown));
  expectEqual('scrape without its text', missing, -1);
}

async function crawl() {
  const { completed } = receiver.counts;
  const { id } = await call('/v2/crawl', {
    url: pageOf(site, 0),
    crawlEntireDomain: true,
    limit: 80,
    webhook: `${receiver.url}/hook`,
    scrapeOptions: { maxAge: 0 },
  });
  expectEqual('pages of a crawl', (await ended(`/v2/crawl/${id}`)).completed, 80);
  while (receiver.counts.completed === completed) await pause(50);
}

async function browserPages() {
  const urls = Array.from({ length: 6 }, (_, page) => pageOf(scripted, page));
  const { id } = await call('/v2/batch/scrape', { urls, formats: ['markdown', 'screenshot'], maxAge: 0 });
  expectEqual('browser pages', (await ended(`/v2/batch/scrape/${id}`)).completed, 6);
}

async function table() {
  const recipe = {
    version: 1,
    name: 'soak',
    pages: [`${site.url}/p/*`],
    records: { selector: 'li' },
    fields: [{ name: 'title', type: 'text', sources: [{ selector: 'a' }] }],
    health: { pages: 1, rows: 8, fill: { title: 1 } },
  };
  const { id } = await call('/v2/table', { url: pageOf(site, 1), recipe });
  expectEqual('table', (await ended(`/v2/table/${id}`)).status, 'completed');
}

async function cancelledBatch() {
  const urls = Array.from({ length: 200 }, (_, page) => pageOf(site, page));
  const { id } = await call('/v2/batch/scrape', { urls, formats: ['markdown'], maxAge: 0 });
  await pause(100);
  await fetch(`${engine.url}/v2/batch/scrape/${id}`, { method: 'DELETE', headers });
  expectEqual('cancelled batch', (await ended(`/v2/batch/scrape/${id}`)).status, 'cancelled');
}

async function backup() {
  const { id } = await call('/local/backups', {});
  const answer = await fetch(`${engine.url}/local/backups/${id}`, { headers });
  expectEqual('backup', answer.status, 200);
  await answer.arrayBuffer();
}

const steps = [scrapes, crawl, browserPages, table, cancelledBatch];
const openFiles = () => readdirSync(`/proc/${engine.pid}/fd`).length;
const startedAt = performance.now();
const samples = [];
let rounds = 0;
try {
  for (; performance.now() - startedAt < totalMs; rounds += 1) {
    for (const step of steps) await step(rounds);
    if (rounds % 10 === 0) await backup();
    await pause(Number(values.pauseMs));
    samples.push({
      at: performance.now() - startedAt,
      rss: rssMb(engine.pid),
      files: openFiles(),
      processes: descendants(engine.pid).length,
    });
  }
} finally {
  await engine.stop();
  for (const server of [site, scripted, receiver]) server.close();
  rmSync(folder, { recursive: true, force: true });
}

const between = (from, to) => samples.filter(({ at }) => at >= from * totalMs && at < to * totalMs);
const rowOf = (part) => ({
  rounds: part.length,
  'RSS MB median': Math.round(median(part.map(({ rss }) => rss))),
  'RSS MB most': Math.round(Math.max(...part.map(({ rss }) => rss))),
  'open files': median(part.map(({ files }) => files)),
  processes: Math.max(...part.map(({ processes }) => processes)),
});
console.table(Array.from({ length: 12 }, (_, n) => rowOf(between(n / 12, (n + 1) / 12))));
const [early, late] = [between(0.25, 0.5), between(0.75, 1.1)];
const growth = (value) => median(late.map(value)) / median(early.map(value));
const grown = { rss: growth(({ rss }) => rss), files: growth(({ files }) => files) };
console.log(
  `${rounds} rounds; second → last quarter: memory × ${grown.rss.toFixed(2)}, files × ${grown.files.toFixed(2)}`,
);
process.exitCode = Object.values(grown).every((factor) => factor <= allowedGrowth) ? 0 : 1;
