/**
 * `node test/bench/fleet-size.mjs [--pages 200000] [--processes 3] [--jobs 10] [--hosts 300] [--minutes 60] [--shared
 * DIR]`
 * Measures the space per page in PostgreSQL (build first). Processes complete crawled pages through the engine's
 * stores, using the Markdown of the benchmark kit's pages in DIR/quality. Prints the size of each table and index. Also
 * prints WAL, dead rows, the work of autovacuum, and the space still used after the jobs are removed. If the time
 * given by `--minutes` ends first, only the pages completed by then are measured.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { brotliDecompressSync } from 'node:zlib';
import '../storage/ts-hooks.mjs';
import { nameIn, startPostgres } from '../support/postgres.ts';
import { inputOf } from './cpu-per-page.mjs';
import { autovacuumOf, cpuOf, tableOf } from './postgres-figures.mjs';

const option = (usual) => ({ type: 'string', default: String(usual) });
const { values } = parseArgs({
  options: {
    pages: option(200_000),
    processes: option(3),
    jobs: option(10),
    hosts: option(300),
    minutes: option(60),
    shared: option('../shared'),
    child: option(''),
  },
});
const { openStorage } = await import('../../core/storage/open-storage.ts');
/** Number of tasks claimed in advance, as in the engine. */
const claimAhead = 16;
const linksOnPage = 30;

/** Returns documents as stored in results: Markdown and metadata of real pages. */
async function readKit(shared) {
  const { default: read } = await import('../../out/main/document-worker.js');
  const documents = [];
  for (const set of ['articles', 'pagetypes']) {
    const folder = join(shared, 'quality/data', set, 'dev/pages');
    for (const name of readdirSync(folder).filter((each) => each.endsWith('.html.br'))) {
      const bytes = brotliDecompressSync(readFileSync(join(folder, name)));
      const answer = await read(inputOf('https://www.example.test/', new Uint8Array(bytes)));
      if (!answer.failure) documents.push(documentOf(answer));
    }
  }
  return documents;
}

const documentOf = ({ output }) => ({ markdown: output.values.markdown, metadata: output.metadata });

const urlOf = (n, hosts) => `https://host-${n % hosts}.example.test/section/${n}/a-page-with-a-name`;

/**
 * Performs the work of one process: completes jobs, several pages at a time. Each job has `size` pages, which are
 * linked as a tree with cross links.
 */
async function crawl({ url, dir, jobs, size, hosts, documents: path, until }) {
  const documents = JSON.parse(readFileSync(path, 'utf8'));
  const { frontier, slots, close } = await openStorage(dir, { databaseUrl: url });
  const returned = [];
  const loop = async (jobId) => {
    while (Date.now() < until) {
      const claimed = [...(await frontier.claim(jobId, claimAhead))];
      if (claimed.length === 0 && (await frontier.counts(jobId)).done >= size) return;
      if (claimed.length === 0) await pause(20);
      while (claimed.length > 0) {
        const wanted = claimed.map(({ id, url: page, fence }) => ({ host: new URL(page).host, claim: { id, fence } }));
        const { taken, waitMs } = await slots.reserve({ jobId, pages: wanted });
        const [slot] = taken;
        if (!slot) {
          await pause(waitMs);
          continue;
        }
        const [task] = claimed.splice(slot.page, 1);
        await frontier.complete(jobId, task, completionOf(jobId, task));
        // As in the engine, the loop does not wait for the slot to be released.
        returned.push(slots.release([{ id: slot.id, rests: false }]));
      }
    }
  };
  const completionOf = (jobId, { id: taskId, url: address }) => {
    const n = Number(address.split('/')[4]);
    const links = Array.from({ length: linksOnPage }, (_, i) => n * 3 + 1 + i).filter((to) => to < size);
    const discovered = links.map((to) => ({ url: urlOf(to, hosts), depth: 1 }));
    const { markdown, metadata } = documents[n % documents.length];
    const title = String(metadata.title ?? '');
    const document = { markdown, metadata: { ...metadata, sourceURL: address, url: address, statusCode: 200 } };
    const page = { finalUrl: address, title, statusCode: 200 };
    const finishedAt = new Date().toISOString();
    const result = { taskId, jobId, url: address, page, document, links: [], credits: 1, finishedAt };
    return { result, discovered };
  };
  for (const jobId of jobs) {
    await frontier.add(jobId, [{ url: urlOf(0, hosts), depth: 0 }]);
    await Promise.all(Array.from({ length: 8 }, () => loop(jobId)));
  }
  await Promise.all(returned);
  await close();
}

function spawnChild(work) {
  const child = spawn(process.execPath, [import.meta.filename, '--child', JSON.stringify(work)], { stdio: 'inherit' });
  return new Promise((done, fail) =>
    child.once('exit', (code) => (code === 0 ? done() : fail(new Error(`a process ended with ${code}`)))),
  );
}

const mb = (bytes) => (Number(bytes) / 1e6).toFixed(1);

/** Returns the size of each table (including TOAST data) and of each index. Omits sizes below 0.1 MB. */
async function sizesOf(run, pages) {
  const rows = await run(`select c.relname as name, case c.relkind when 'i' then 'index' else 'table' end as what,
      case c.relkind when 'i' then pg_relation_size(c.oid) else pg_table_size(c.oid) end as bytes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'i') order by bytes desc`);
  const all = rows.reduce((sum, { bytes }) => sum + Number(bytes), 0);
  const shown = rows.filter(({ bytes }) => Number(bytes) > 1e5);
  return [...shown, { name: 'all', what: '', bytes: all }].map(({ name, what, bytes }) => ({
    name,
    what,
    MB: mb(bytes),
    'bytes/page': Math.round(Number(bytes) / pages),
  }));
}

const firstOf = async (run, text) => (await run(text))[0];
const deadOf = (run) =>
  run(`select relname as table, n_live_tup as rows, n_dead_tup as dead, n_tup_upd as updates, n_tup_hot_upd as hot,
      autovacuum_count as autovacuums from pg_stat_user_tables where n_tup_ins > 0 order by n_tup_upd desc limit 8`);

async function figuresOf(run, server) {
  const wal = await firstOf(run, 'select * from pg_stat_wal');
  const io = await firstOf(run, 'select * from pg_stat_bgwriter');
  const { commits } = await firstOf(
    run,
    'select xact_commit as commits from pg_stat_database where datname = current_database()',
  );
  return {
    cpuMs: cpuOf(server.folder),
    walBytes: Number(wal.wal_bytes),
    walSyncs: Number(wal.wal_sync),
    walImages: Number(wal.wal_fpi),
    commits: Number(commits),
    buffers: Number(io.buffers_checkpoint) + Number(io.buffers_clean) + Number(io.buffers_backend),
  };
}

async function main() {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-size-'));
  const server = await startPostgres(
    '-c fsync=on -c full_page_writes=on -c log_autovacuum_min_duration=0 -c autovacuum_naptime=20s',
  );
  try {
    const documents = await readKit(resolve(values.shared));
    writeFileSync(join(folder, 'documents.json'), JSON.stringify(documents));
    const lengths = documents.map(({ markdown }) => markdown.length).sort((a, b) => a - b);
    console.log(`${documents.length} documents, markdown of ${lengths[lengths.length >> 1]} characters (median)`);
    await measure(server, folder);
  } finally {
    await server.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(server, folder) {
  const [pages, processes, jobCount, hosts] = ['pages', 'processes', 'jobs', 'hosts'].map((name) =>
    Number(values[name]),
  );
  const url = await server.database();
  const run = (text) => server.query(text, nameIn(url));
  const storage = await openStorage(join(folder, 'own'), { databaseUrl: url });
  const jobs = Array.from({ length: jobCount }, () => randomUUID());
  const size = Math.floor(pages / jobCount);
  const before = await figuresOf(run, server);
  const from = performance.now();
  const maxDead = new Map();
  const watch = setInterval(async () => {
    for (const { table, dead } of await deadOf(run).catch(() => []))
      maxDead.set(table, Math.max(maxDead.get(table) ?? 0, Number(dead)));
  }, 5000);
  const until = Date.now() + Number(values.minutes) * 60_000;
  const work = { url, size, hosts, until, documents: join(folder, 'documents.json') };
  const partOf = (n) => jobs.filter((_, index) => index % processes === n);
  await Promise.all(
    Array.from({ length: processes }, (_, n) => spawnChild({ ...work, dir: join(folder, `${n}`), jobs: partOf(n) })),
  );
  clearInterval(watch);
  const seconds = (performance.now() - from) / 1000;
  const done = Number((await firstOf(run, 'select sum(done) as done from queue')).done);
  const after = await figuresOf(run, server);
  const each = (name) => (after[name] - before[name]) / done;
  console.log(`${done} pages in ${seconds.toFixed(0)} s
of each page: ${each('cpuMs').toFixed(2)} ms of PostgreSQL's CPU, ${Math.round(each('walBytes'))} bytes of WAL (${each('walImages').toFixed(2)} images of blocks), ${each('commits').toFixed(2)} transactions, ${each('walSyncs').toFixed(2)} flushes of the WAL, ${each('buffers').toFixed(2)} blocks of 8 kB written to tables and indexes\n`);
  console.log(tableOf(await sizesOf(run, done)));
  const dead = await deadOf(run);
  console.log(`\n${tableOf(dead.map((row) => ({ ...row, 'most dead': maxDead.get(row.table) ?? row.dead })))}`);
  console.log(`\nautovacuum\n${tableOf(autovacuumOf(server.folder))}`);
  await timed('vacuum of all tables', () => storage.shrink());
  await timed(`removal of ${jobCount} jobs`, async () => {
    for (const job of jobs) await storage.removeJob(job);
  });
  await timed('vacuum after it', () => storage.shrink());
  console.log(`\nleft of it\n${tableOf(await sizesOf(run, done))}`);
  await storage.close();
}

async function timed(what, work) {
  const from = performance.now();
  await work();
  console.log(`${what}: ${((performance.now() - from) / 1000).toFixed(1)} s`);
}

if (values.child) await crawl(JSON.parse(values.child));
else await main();
