/**
 * `node test/bench/fleet-idle.mjs [--workers 2] [--seconds 60]`
 * Measures the CPU of an idle fleet, in percent of one core: an API node, each worker with its Chromium, and PostgreSQL
 * (build first). Measures first without jobs, then with a crawl whose only host has requested a pause. Exits with 1
 * when any part uses 1% or more.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import '../storage/ts-hooks.mjs';
import { startPostgres } from '../support/postgres.ts';
import { cpuOf, tableOf } from './postgres-figures.mjs';
import { treeSeconds } from './process-tree.mjs';
import { callerOf, startEngine } from './processes.mjs';

const { values } = parseArgs({
  options: { workers: { type: 'string', default: '2' }, seconds: { type: 'string', default: '60' } },
});
const allowedPercent = 1;
const seconds = Number(values.seconds);
/** Time in ms for startup work such as the first heartbeats. The measurement starts afterwards. */
const settleMs = 20_000;

/** Starts a site without robots.txt. It responds to every page request with 429 and asks for a pause of an hour. */
async function startBusySite() {
  const site = createServer(({ url }, answer) => {
    answer.writeHead(url === '/robots.txt' ? 404 : 429, { 'retry-after': '3600' }).end();
  });
  await new Promise((done) => site.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${site.address().port}/`, stop: () => site.close() };
}

/** Measures the CPU usage of each idle part in percent of one core. */
async function percentOf(parts) {
  await pause(settleMs);
  const before = parts.map(({ cpu }) => cpu());
  const from = performance.now();
  await pause(seconds * 1000);
  const elapsed = (performance.now() - from) / 1000;
  return Object.fromEntries(parts.map(({ name, cpu }, n) => [name, (100 * (cpu() - before[n])) / elapsed]));
}

async function measure(nodes, server, site) {
  const parts = [
    ...nodes.map(({ name, pid }) => ({ name, cpu: () => treeSeconds(pid) })),
    { name: 'PostgreSQL', cpu: () => cpuOf(server.folder) / 1000 },
  ];
  const without = await percentOf(parts);
  const call = callerOf(nodes[0]);
  const { id } = await call('/v2/crawl', { url: site.url, sitemap: 'skip', limit: 10 });
  const waiting = await percentOf(parts);
  const { status } = await call(`/v2/crawl/${id}`);
  if (status !== 'scraping') throw new Error(`the crawl has ended as ${status}, so that nothing waited`);
  return { 'no job': without, 'a crawl that waits': waiting };
}

const folder = mkdtempSync(join(tmpdir(), 'gleaner-idle-'));
const server = await startPostgres('-c fsync=on');
const site = await startBusySite();
const nodes = [];
try {
  process.env.GLEANER_DATABASE_URL = await server.database();
  process.env.GLEANER_WEBHOOK_SECRET = 'the secret of all nodes';
  const names = ['API node', ...Array.from({ length: Number(values.workers) }, (_, n) => `worker ${n + 1}`)];
  for (const name of names) {
    const role = name === 'API node' ? 'api' : 'worker';
    nodes.push({ name, ...(await startEngine(join(folder, name), ['--role', role])) });
  }
  const measured = await measure(nodes, server, site);
  const shown = (percents) => Object.fromEntries(Object.entries(percents).map(([name, is]) => [name, is.toFixed(2)]));
  console.log(tableOf(Object.entries(measured).map(([state, is]) => ({ 'percent of a core': state, ...shown(is) }))));
  const isOver = Object.values(measured).some((is) => Object.values(is).some((percent) => percent >= allowedPercent));
  process.exitCode = isOver ? 1 : 0;
} finally {
  await Promise.all(nodes.map((node) => node.stop()));
  site.stop();
  await server.remove();
  rmSync(folder, { recursive: true, force: true });
}
