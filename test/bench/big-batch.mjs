/**
 * `node test/bench/big-batch.mjs [--shared DIR] [--urls 100000] [--seconds 30] [--pages 1]`
 * Sends the engine a batch of many URLs, and makes it read `--pages` of them at a time. Measures the engine's memory
 * and the response time of status calls. First scrapes one page, to load everything that the engine loads on demand.
 * Exits with 1 when a target is missed.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { quantile } from './figures.mjs';
import { cpuSeconds, rssMb } from './process-tree.mjs';
import { callerOf, startEngine, startSite } from './processes.mjs';

const { values } = parseArgs({
  options: {
    shared: { type: 'string', default: '../shared' },
    urls: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '30' },
    pages: { type: 'string', default: '1' },
  },
});
const targets = { rssMb: 250, statusP95Ms: 30 };
const statusEveryMs = 100;

const dataDir = mkdtempSync(join(tmpdir(), 'gleaner-batch-'));
const site = await startSite(resolve(values.shared, 'bench/site.mjs'), { args: ['--js', '0'] });
const engine = await startEngine(dataDir);
const call = callerOf(engine);

await call('/v2/scrape', { url: `${site.url}/p/0.html` });
await pause(2000);
const idleMb = rssMb(engine.pid);
const memory = [];
const watching = setInterval(() => memory.push(rssMb(engine.pid)), 20);
// The site ignores the query string.
const urls = Array.from({ length: Number(values.urls) }, (_, n) => `${site.url}/p/${n % 2000}.html?n=${n}`);
const cpuBefore = cpuSeconds(engine.pid);
const startedAt = performance.now();
const { id } = await call('/v2/batch/scrape', { urls, maxConcurrency: Number(values.pages), maxAge: 0 });
const accepted = { ms: performance.now() - startedAt, cpu: cpuSeconds(engine.pid) - cpuBefore };
const maxAtStart = Math.max(...memory.splice(0));

const times = [];
let status;
for (const end = performance.now() + Number(values.seconds) * 1000; performance.now() < end; ) {
  const askedAt = performance.now();
  status = await call(`/v2/batch/scrape/${id}?limit=1`);
  times.push(performance.now() - askedAt);
  await pause(Math.max(0, statusEveryMs - times.at(-1)));
}
clearInterval(watching);
const most = Math.max(maxAtStart, ...memory);
const rows = [
  ['accepted', `${accepted.ms.toFixed(0)} ms, ${accepted.cpu.toFixed(1)} s of CPU`, true],
  ['counted', `${status.total} addresses, ${status.completed} read`, status.total === urls.length],
  [
    'most RSS',
    `${most.toFixed(0)} MB (${idleMb.toFixed(0)} before, ${maxAtStart.toFixed(0)} while it was taken in, ${memory.at(-1).toFixed(0)} at the end)`,
    most < targets.rssMb,
  ],
  [
    'status calls p50 / p95 / most',
    `${[quantile(times, 0.5), quantile(times, 0.95), Math.max(...times)].map((ms) => ms.toFixed(1)).join(' / ')} ms`,
    quantile(times, 0.95) < targets.statusP95Ms,
  ],
];
console.table(rows.map(([what, figure, holds]) => ({ what, figure, holds: holds ? 'yes' : 'NO' })));
console.log(
  `${cpus().length} cores, load ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}`,
);
await engine.stop();
site.stop();
rmSync(dataDir, { recursive: true, force: true });
process.exitCode = rows.every(([, , holds]) => holds) ? 0 : 1;
