/**
 * `node test/bench/fleet-claims.mjs [--waiting 1000000] [--jobs 4] [--hosts 3000,30] [--processes 1,2,4] [--seconds 10]
 * [--claim 16] [--postponed 0] [--sqlite]`
 * Measures the cost of claiming `--claim` URLs while a very large number of URLs is waiting. In the first part,
 * processes claim URLs. For each page, they take a host slot, complete the page and release the slot. In the second
 * part, they only claim. They use the engine's stores on a PostgreSQL server started by the bench (with fsync) or, with
 * `--sqlite`, in a data folder. Exits with 1 when the p95 of a claim in the first part is above 2 ms with one process.
 * `select 1` is timed between the claims, to separate the machine's speed from the cost of a claim.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import '../storage/ts-hooks.mjs';
import { nameIn, startPostgres } from '../support/postgres.ts';
import { quantile } from './figures.mjs';
import { cpuOf, statementsOf, tableOf } from './postgres-figures.mjs';

const option = (usual) => ({ type: 'string', default: String(usual) });
const flag = { type: 'boolean', default: false };
const { values } = parseArgs({
  options: {
    waiting: option(1_000_000),
    jobs: option(4),
    hosts: option('3000,30'),
    processes: option('1,2,4'),
    seconds: option(10),
    /** Number of tasks per claim. */
    claim: option(16),
    postponed: option(0),
    sqlite: flag,
    child: option(''),
  },
});
const allowedMs = 2;

const { openStorage } = await import('../../core/storage/open-storage.ts');
const ms = (value) => value.toFixed(2);
const urlOf = (n, hosts) => `https://host-${n % hosts}.example.test/section/${n}/a-page-with-a-name`;

/** Performs the work of one process, and prints the measured times as JSON. */
async function claimAll({ url, dir, jobs, seconds, claimAhead, isAlone }) {
  const storage = await openStorage(dir, url ? { databaseUrl: url } : {});
  const { frontier, slots } = storage;
  const times = { claim: [], slot: [], end: [], trip: [] };
  const timed = async (name, work) => {
    const from = performance.now();
    const value = await work();
    times[name].push(performance.now() - from);
    return value;
  };
  const pg = url && new (await import('pg')).default.Client({ connectionString: url });
  await pg?.connect();
  let pages = 0;
  const released = [];
  const until = performance.now() + seconds * 1000;
  for (let turn = Math.floor(Math.random() * jobs.length); performance.now() < until; turn += 1) {
    const jobId = jobs[turn % jobs.length];
    if (pg) await timed('trip', () => pg.query('select 1'));
    const claimed = [...(await timed('claim', () => frontier.claim(jobId, claimAhead)))];
    pages += isAlone ? claimed.length : 0;
    while (!isAlone && claimed.length > 0) {
      const wanted = claimed.map(({ id, url: page, fence }) => ({ host: new URL(page).host, claim: { id, fence } }));
      const { taken, waitMs } = url
        ? await timed('slot', () => slots.reserve({ jobId, pages: wanted }))
        : { taken: [{ page: 0 }], waitMs: 0 };
      const [slot] = taken;
      if (!slot) {
        await pause(waitMs);
        continue;
      }
      const [task] = claimed.splice(slot.page, 1);
      await timed('end', () => frontier.complete(jobId, task, { result: resultOf(jobId, task) }));
      // As in the engine, the loop does not wait for the slot to be released.
      if (slot.id) released.push(slots.release([{ id: slot.id, rests: false }]));
      pages += 1;
    }
  }
  await Promise.all(released);
  await pg?.end();
  await storage.close();
  process.stdout.write(JSON.stringify({ times, pages }));
}

const resultOf = (jobId, { id: taskId, url }) => ({
  taskId,
  jobId,
  url,
  page: { finalUrl: url, title: 'A page', statusCode: 200 },
  document: { markdown: `A page of ${url}. `.repeat(20), metadata: { statusCode: 200, sourceURL: url } },
  links: [],
  credits: 1,
  finishedAt: new Date().toISOString(),
});

/**
 * Creates jobs with waiting URLs. The engine's code adds the first and last URLs. A single statement adds the URLs in
 * between.
 */
async function fill(run, { frontier }, hosts) {
  const jobs = Array.from({ length: Number(values.jobs) }, () => randomUUID());
  const each = Math.floor(Number(values.waiting) / jobs.length);
  for (const [number, job] of jobs.entries()) {
    await frontier.add(job, [{ url: urlOf(number * each, hosts), depth: 1 }]);
    await run(`insert into task (queue, place, key, url, depth, turn)
      select queue.id, n, substr(sha256(convert_to(url, 'UTF8')), 1, 16), url, 1, n + 1 from queue,
        generate_series(1, ${each - 1}) as n,
        lateral (select 'https://host-' || ((n + ${number * each}) % ${hosts}) || '.example.test/section/' || (n + ${number * each}) || '/a-page-with-a-name' as url) as a
      where job = '${job}'`);
    await run(`update queue set tasks = ${each}, waiting = ${each}, next_turn = ${each + 1} where job = '${job}'`);
    const again = await frontier.add(job, [{ url: urlOf(number * each + each - 1, hosts), depth: 1 }]);
    if (again.added > 0) throw new Error('the rows are not as the engine writes them');
    await run(`update task set turn = 0, ready_at = ${Date.now() + 3_600_000}, wait_ms = 3600000
      from queue where queue.id = task.queue and job = '${job}' and place % 7 = 3 and place < ${7 * Number(values.postponed)}`);
  }
  return jobs;
}

/** Like `fill`, but for a data folder, where a single statement cannot write that many rows. */
async function fillFolder({ frontier }, hosts) {
  const jobs = Array.from({ length: Number(values.jobs) }, () => randomUUID());
  const each = Math.floor(Number(values.waiting) / jobs.length);
  for (const [number, job] of jobs.entries())
    for (let n = 0; n < each; n += 1000) {
      const tasks = Array.from({ length: 1000 }, (_, i) => ({ url: urlOf(number * each + n + i, hosts), depth: 1 }));
      await frontier.add(job, tasks);
    }
  return jobs;
}

function spawnChild(work) {
  const child = spawn(process.execPath, [import.meta.filename, '--child', JSON.stringify(work)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (piece) => {
    said += piece;
  });
  return new Promise((done, fail) =>
    child.once('exit', (code) =>
      code === 0 ? done(JSON.parse(said)) : fail(new Error(`a process ended with ${code}`)),
    ),
  );
}

const rows = [];
let slow = 0;

async function measure(layout, processes, work, server) {
  const cpu = server && cpuOf(server.folder);
  const answers = await Promise.all(
    Array.from({ length: processes }, (_, n) => spawnChild({ ...work, dir: work.dir ?? join(folder, String(n)) })),
  );
  const pages = answers.reduce((sum, each) => sum + each.pages, 0);
  const row = {
    layout,
    processes,
    work: work.isAlone ? 'claims only' : 'pages',
    'URLs/s': Math.round(pages / work.seconds),
  };
  if (server) row['PostgreSQL CPU, ms/URL'] = ms((cpuOf(server.folder) - cpu) / pages);
  for (const name of ['trip', 'claim', 'slot', 'end']) {
    const sorted = answers.flatMap(({ times }) => times[name]).sort((a, b) => a - b);
    if (sorted.length === 0) continue;
    row[name === 'trip' ? 'select 1' : name] = [0.5, 0.95, 1].map((q) => ms(quantile(sorted, q) ?? 0)).join(' / ');
    const isMeasured = name === 'claim' && processes === 1 && !work.isAlone;
    if (isMeasured && (quantile(sorted, 0.95) ?? 0) > allowedMs) slow += 1;
  }
  rows.push(row);
  console.log(JSON.stringify(row));
}

let folder;
async function main() {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-claims-'));
  const seconds = Number(values.seconds);
  const claimAhead = Number(values.claim);
  const server = values.sqlite
    ? undefined
    : await startPostgres('-c fsync=on -c full_page_writes=on -c shared_preload_libraries=pg_stat_statements');
  try {
    for (const hosts of values.hosts.split(',').map(Number)) {
      const layout = `${Number(values.waiting).toLocaleString('en')} URLs, ${hosts} hosts`;
      const url = await server?.database();
      const dir = join(folder, `of-${hosts}`);
      const storage = await openStorage(dir, url ? { databaseUrl: url } : {});
      const run = (text) => server.query(text, nameIn(url));
      const from = performance.now();
      const jobs = url ? await fill(run, storage, hosts) : await fillFolder(storage, hosts);
      await storage.close();
      console.log(`${layout}: there after ${((performance.now() - from) / 1000).toFixed(0)} s`);
      if (url) await run('create extension pg_stat_statements; select pg_stat_statements_reset()');
      for (const processes of url ? values.processes.split(',').map(Number) : [1])
        for (const isAlone of [false, true])
          await measure(
            layout,
            processes,
            { url, dir: url ? undefined : dir, jobs, seconds, claimAhead, isAlone },
            server,
          );
      if (url) console.log(tableOf(await statementsOf(run, 10)));
    }
  } finally {
    await server?.remove();
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(`\nmilliseconds: p50 / p95 / most of a call, ${values.claim} URLs in each claim\n${tableOf(rows)}`);
  process.exitCode = slow > 0 ? 1 : 0;
}

if (values.child) await claimAll(JSON.parse(values.child));
else await main();
