/**
 * `node test/bench/fleet-pace.mjs [--shared DIR] [--pages 1500] [--before 300] [--hosts 4] [--workers 2] [--rounds 3]
 * [--turns 1] [--profile DIR] [--statements] [--waits] [--threads] [--flags TEXT] [--only fleet]`
 * One engine on SQLite and a fleet (an API node with workers on PostgreSQL) crawl the benchmark's site alternately.
 * Prints pages per second, the ratio, and CPU per page of each process. Each side first crawls `--before` pages to
 * compile its hot code, then `--pages` pages in `--turns` turns. `--profile` writes CPU profiles into DIR.
 * `--statements` lists the SQL statements that read the most blocks. `--waits` samples the activity of the database
 * sessions. `--threads` lists CPU per page of each thread. `--flags` adds Node.js flags to each engine. `--only`
 * measures one side. Exits with 1 when the ratio is below 0.9.
 */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { chownSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import pg from 'pg';
import { engineEnvironment, engineStart, workerStart } from '../../scripts/engine-start.mjs';
import { median } from './figures.mjs';
import { threadSeconds, treeSeconds } from './process-tree.mjs';
import { callerOf } from './processes.mjs';

const run = promisify(execFile);
const option = (usual) => ({ type: 'string', default: String(usual) });
const { values } = parseArgs({
  options: {
    shared: option('../shared'),
    pages: option(1500),
    before: option(300),
    hosts: option(4),
    workers: option(2),
    rounds: option(3),
    turns: option(1),
    profile: { type: 'string' },
    statements: { type: 'boolean', default: false },
    waits: { type: 'boolean', default: false },
    threads: { type: 'boolean', default: false },
    flags: option(''),
    only: { type: 'string' },
  },
});
const [pages, before, hosts, workerCount, rounds, turns] = [
  'pages',
  'before',
  'hosts',
  'workers',
  'rounds',
  'turns',
].map((name) => Number(values[name]));
const key = 'bench-key-0123456789';
const host = '127.0.0.11';
const target = 0.9;
const folder = mkdtempSync(join(tmpdir(), 'gleaner-pace-'));

/** Starts a PostgreSQL server with default settings, on a socket in its own folder. */
async function startDatabase() {
  const programs = dirname(globSync('/usr/lib/postgresql/*/bin/initdb').sort().at(-1));
  const id = (what) => Number(spawnSync('id', [what, 'postgres'], { encoding: 'utf8' }).stdout);
  const owner = process.getuid() === 0 ? { uid: id('-u'), gid: id('-g') } : {};
  const own = mkdtempSync(join(tmpdir(), 'gleaner-pace-pg-'));
  if (owner.uid) chownSync(own, owner.uid, owner.gid);
  const data = join(own, 'data');
  const call = (program, ...args) => run(join(programs, program), args, { ...owner, cwd: own });
  await call('initdb', '-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C', '--no-sync');
  const counting = values.statements ? ' -c shared_preload_libraries=pg_stat_statements' : '';
  const log = join(own, 'server.log');
  await call('pg_ctl', '-D', data, '-w', '-l', log, '-o', `-k ${own} -c listen_addresses=${counting}`, 'start');
  await call('createdb', '-h', own, '-U', 'postgres', 'pace');
  const query = async (text) =>
    (await call('psql', '-h', own, '-U', 'postgres', '-d', 'pace', '-A', '-F', '\t', '-c', text)).stdout;
  if (values.statements) await query('create extension pg_stat_statements');
  return {
    url: `postgres://postgres@${encodeURIComponent(own)}/pace`,
    pid: Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]),
    query,
    async remove() {
      await call('pg_ctl', '-D', data, '-m', 'immediate', 'stop').catch(() => undefined);
      rmSync(own, { recursive: true, force: true });
    },
  };
}

async function startSite() {
  const ports = Array.from({ length: hosts }, (_, n) => 8230 + n);
  const args = ['--host', host, '--ports', ports.map((port) => `${port}:0`).join(), '--js', '0'];
  const perHost = String(Math.ceil(Math.max(pages, before) / hosts));
  const child = spawn(process.execPath, [resolve(values.shared, 'bench/site.mjs'), ...args, '--pages', perHost], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await said(child, /"ready":true/);
  return { urls: ports.map((port) => `http://${host}:${port}`), stop: () => child.kill() };
}

/** Resolves with the first match in a program's output. */
function said(child, pattern) {
  return new Promise((done, fail) => {
    let text = '';
    child.stdout.on('data', (piece) => {
      text += piece;
      const found = pattern.exec(text);
      if (found) done(found);
    });
    child.once('exit', () => fail(new Error('a program has ended')));
  });
}

async function startNode(name, { role, databaseUrl } = {}) {
  const profile = values.profile && role !== 'api' ? ['--cpu-prof', `--cpu-prof-dir=${resolve(values.profile)}`] : [];
  const further = values.flags.split(' ').filter(Boolean);
  const start = role === 'worker' ? workerStart : engineStart;
  const args = [...profile, ...start.flags, ...further, 'out/main/engine.js', '--port', '0'];
  args.push(
    '--data-dir',
    mkdtempSync(join(folder, `${name}-`)),
    '--allow-private-network',
    ...(role ? ['--role', role] : []),
  );
  const own = databaseUrl ? { GLEANER_DATABASE_URL: databaseUrl } : {};
  const env = {
    ...engineEnvironment(start),
    GLEANER_API_KEY: key,
    GLEANER_WEBHOOK_SECRET: 'the secret of all nodes',
    ...own,
  };
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'], env });
  const gone = new Promise((done) => child.once('exit', done));
  const [, url] = await said(child, /ready.* (http\S+)/);
  const stop = () => {
    child.kill('SIGTERM');
    return gone;
  };
  return { name, url, pid: child.pid, stop };
}

/**
 * Samples the server's sessions many times a second. Returns a function that stops sampling and returns the samples.
 */
async function watchSessions() {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const seen = new Map();
  let samples = 0;
  let going = true;
  const text = `select coalesce(state, '') || ' ' || coalesce(wait_event, 'CPU') what, left(regexp_replace(query, '\\s+', ' ', 'g'), 90) query
    from pg_stat_activity where backend_type = 'client backend' and state <> 'idle' and pid <> pg_backend_pid()`;
  const sampling = (async () => {
    for (; going; samples += 1) {
      for (const { what, query } of (await client.query(text)).rows) {
        const key = `${what} | ${query}`;
        seen.set(key, (seen.get(key) ?? 0) + 1);
      }
      await pause(20);
    }
  })();
  return async () => {
    going = false;
    await sampling;
    await client.end();
    for (const [key, times] of [...seen].sort((a, b) => b[1] - a[1]).slice(0, 30))
      console.log((times / samples).toFixed(3), key);
  };
}

/** Crawls `wanted` pages across all hosts. Returns the duration in seconds. */
async function crawl(base, wanted) {
  const call = callerOf({ url: base, key });
  const startedAt = performance.now();
  const ids = [];
  for (const url of site.urls) {
    const limit = Math.ceil(wanted / hosts);
    const scrapeOptions = { formats: ['markdown'], maxAge: 0 };
    ids.push(
      (
        await call('/v2/crawl', {
          url: `${url}/p/0.html`,
          sitemap: 'skip',
          limit,
          crawlEntireDomain: true,
          scrapeOptions,
        })
      ).id,
    );
  }
  let completed = 0;
  for (const id of ids)
    for (;;) {
      const state = await call(`/v2/crawl/${id}?limit=1`);
      if (state.status !== 'scraping') {
        if (state.status !== 'completed') throw new Error(`a crawl ended as ${state.status}`);
        completed += state.completed;
        break;
      }
      await pause(100);
    }
  return { seconds: (performance.now() - startedAt) / 1000, completed };
}

/** One side of the comparison, an engine or a fleet. It is measured in several turns. */
class Side {
  #seconds = 0;
  #completed = 0;
  #cpu;
  #threads;

  constructor(what, nodes, further = []) {
    this.what = what;
    this.nodes = nodes;
    this.parts = [...nodes, ...further];
    this.#cpu = this.parts.map(() => 0);
    this.#threads = this.parts.map(() => ({}));
  }

  get base() {
    return this.nodes[0].url;
  }

  async crawl(wanted) {
    const cpu = this.parts.map(({ pid }) => treeSeconds(pid));
    const threads = this.parts.map(({ pid }) => threadSeconds(pid));
    const { seconds, completed } = await crawl(this.base, wanted);
    this.#seconds += seconds;
    this.#completed += completed;
    for (const [n, { pid }] of this.parts.entries()) {
      this.#cpu[n] += treeSeconds(pid) - cpu[n];
      for (const [thread, now] of Object.entries(threadSeconds(pid)))
        this.#threads[n][thread] = (this.#threads[n][thread] ?? 0) + now - (threads[n][thread] ?? 0);
    }
    return completed / seconds;
  }

  row() {
    const completed = this.#completed;
    const perPage = this.parts.map(({ name }, n) => [`${name}, CPU ms`, (this.#cpu[n] * 1000) / completed]);
    const row = {
      pages: completed,
      perSecond: completed / this.#seconds,
      load: loadavg()[0],
      ...Object.fromEntries(perPage),
    };
    const rounded = Object.entries(row).map(([name, it]) => [name, Math.round(it * 100) / 100]);
    return { what: this.what, ...Object.fromEntries(rounded) };
  }

  listThreads() {
    for (const [n, { name }] of this.parts.entries()) {
      const each = Object.entries(this.#threads[n]).map(([thread, it]) => [thread, (it * 1000) / this.#completed]);
      const most = each.filter(([, milliseconds]) => milliseconds >= 0.05);
      if (most.length > 0)
        console.log(
          `${name}: ${most.map(([thread, milliseconds]) => `${thread} ${milliseconds.toFixed(2)}`).join(', ')}`,
        );
    }
  }

  stop() {
    return Promise.all(this.nodes.map((node) => node.stop()));
  }
}

const single = async () => new Side('one engine', [await startNode('engine')]);

async function fleet() {
  const nodes = [await startNode('api', { role: 'api', databaseUrl: database.url })];
  for (let n = 0; n < workerCount; n += 1)
    nodes.push(await startNode(`worker ${n + 1}`, { role: 'worker', databaseUrl: database.url }));
  return new Side('fleet', nodes, [{ name: 'PostgreSQL', pid: database.pid }]);
}

async function listStatements() {
  const text = `select calls, shared_blks_hit blocks, round(total_exec_time) ms, round((mean_exec_time * 1000)::numeric) us, left(regexp_replace(query, '\\s+', ' ', 'g'), 150) query
    from pg_stat_statements order by shared_blks_hit desc limit 40`;
  console.log(await database.query(text));
  console.log(
    await database.query(
      'select xact_commit, xact_rollback, deadlocks from pg_stat_database where datname = current_database()',
    ),
  );
}

/**
 * Measures both sides alternately. Their order is swapped in each turn, so that changes in machine speed affect both
 * sides.
 */
async function measure() {
  const sides = [];
  if (values.only !== 'fleet') sides.push(await single());
  if (!values.only || values.only === 'fleet') sides.push(await fleet());
  for (const side of sides) await crawl(side.base, before);
  if (values.statements) await database.query('select pg_stat_statements_reset()');
  const listWaits = values.waits ? await watchSessions() : undefined;
  for (let turn = 0; turn < turns; turn += 1) {
    const paces = {};
    for (const side of turn % 2 === 0 ? sides : [...sides].reverse())
      paces[side.what] = Math.round(await side.crawl(pages / turns));
    if (turns > 1) console.log(`turn ${turn + 1}: ${JSON.stringify(paces)}`);
  }
  await listWaits?.();
  if (values.threads) for (const side of sides) side.listThreads();
  if (values.statements) await listStatements();
  for (const side of sides) await side.stop();
  return sides.map((side) => side.row());
}

const site = await startSite();
const database = await startDatabase();
const rows = [];
const ratios = [];
try {
  for (let round = 0; round < rounds; round += 1) {
    const measured = await measure();
    const [one, many] = measured;
    if (many) ratios.push(many.perSecond / one.perSecond);
    rows.push(...measured);
    console.log(...measured.map((row) => JSON.stringify(row)));
  }
  console.table(rows);
  const ratio = median(ratios) ?? target;
  console.log(`ratio ${ratio.toFixed(2)} (${ratios.map((each) => each.toFixed(2)).join(', ')}), wanted ${target}`);
  process.exitCode = ratio < target ? 1 : 0;
} finally {
  site.stop();
  await database.remove();
  rmSync(folder, { recursive: true, force: true });
}
