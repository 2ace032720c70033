/**
 * `node test/bench/fleet-crawl.mjs [--pages 12000] [--hosts 30] [--workers 4] [--kills 50] [--server-kills 5] [--delay
 * 20] [--lease 10] [--minutes N] [--seed N] [--former DIR]`
 * An API node and workers read the pages of several hosts, using a PostgreSQL server that the bench starts. Each host
 * has one batch and one crawl with a delay. At the same time, workers and the server are killed (SIGKILL) at random,
 * and one worker is stopped (SIGSTOP) for two leases. Exits with 1 when a guarantee is broken. After `--minutes`
 * (default: 4 minutes plus 0.15 seconds per page), only the results so far are counted. With `--delay 0`, hosts receive
 * several requests at the same time, and slots are passed on from page to page. `--former` tests a rolling upgrade from
 * a built working copy of an earlier commit. All processes start from that commit, and killed workers are restarted
 * from this working copy. The API node is replaced after half of the pages.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startPostgres } from '../support/postgres.ts';
import { startKillReceiver } from './kill-site.mjs';

const option = (usual) => ({ type: 'string', default: String(usual) });
const { values } = parseArgs({
  options: {
    pages: option(12_000),
    hosts: option(30),
    workers: option(4),
    kills: option(50),
    'server-kills': option(5),
    delay: option(20),
    lease: option(10),
    minutes: { type: 'string' },
    seed: option(Date.now() % 1e6),
    former: { type: 'string' },
  },
});
const [pages, hosts, workerCount, kills, delayMs] = ['pages', 'hosts', 'workers', 'kills', 'delay'].map((name) =>
  Number(values[name]),
);
const serverKills = Number(values['server-kills']);
const leaseSeconds = Number(values.lease);
const key = 'bench-key-0123456789';
const pagesOfHost = Math.floor(pages / hosts);

let seed = Number(values.seed);
const random = () => {
  seed = (seed * 1664525 + 1013904223) >>> 0;
  return seed / 2 ** 32;
};
const pick = (list) => list[Math.floor(random() * list.length)];
const folder = mkdtempSync(join(tmpdir(), 'gleaner-fleet-'));
const log = openSync(join(folder, 'engines.log'), 'a');

/** Starts the hosts, each on its own port. They record when requests arrive and when responses are sent. */
async function startHosts() {
  const list = [];
  for (let number = 0; number < hosts; number += 1) {
    const host = { number, visits: new Map(), spans: [], open: 0, most: 0, overlaps: 0 };
    host.server = createServer((request, response) => {
      const page = Number(/^\/p\/(\d+)$/.exec(request.url ?? '')?.[1] ?? Number.NaN);
      if (!(page < pagesOfHost)) return void response.writeHead(404).end();
      const from = performance.now();
      host.open += 1;
      host.most = Math.max(host.most, host.open);
      if (host.open > 1) host.overlaps += 1;
      host.visits.set(page, (host.visits.get(page) ?? 0) + 1);
      response.once('close', () => {
        host.open -= 1;
        host.spans.push([from, performance.now()]);
      });
      const links = [page * 3 + 1, page * 3 + 2, page * 3 + 3].filter((to) => to < pagesOfHost);
      const list = links.map((to) => `<li><a href="/p/${to}">Page ${to}</a></li>`).join('');
      const text = `Harbour ${number} has a market, and page ${page} tells of its ships and of the winter. `.repeat(6);
      setTimeout(() => {
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
        response.end(
          `<!doctype html><title>Page ${page}</title><main><h1>Page ${page}</h1><p>${text}</p></main><ul>${list}</ul>`,
        );
      }, 5);
    });
    await new Promise((done) => host.server.listen(0, '127.0.0.1', done));
    host.url = `http://127.0.0.1:${host.server.address().port}`;
    list.push(host);
  }
  return list;
}

const here = resolve('.');
const former = values.former && resolve(values.former);
const formerPids = new Set();

/** Starts a fleet process from the build in the given folder. */
function spawnNode(name, role, from = here) {
  const args = [
    join(from, 'out/main/engine.js'),
    '--role',
    role,
    '--port',
    '0',
    '--data-dir',
    join(folder, name),
    '--allow-private-network',
  ];
  const env = { ...process.env, GLEANER_API_KEY: key, GLEANER_DATABASE_URL: databaseUrl };
  const more = { GLEANER_LEASE_SECONDS: String(leaseSeconds), GLEANER_WEBHOOK_SECRET: 'the secret of all nodes' };
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', log], env: { ...env, ...more } });
  if (from === former) formerPids.add(child.pid);
  const gone = new Promise((done) => child.once('exit', done));
  const ready = new Promise((done, fail) => {
    let said = '';
    child.stdout.on('data', (piece) => {
      said += piece;
      const url = /ready.* (http\S+)/.exec(said)?.[1];
      if (url) done(url);
    });
    gone.then(() => fail(new Error(`${name} has ended`)));
  });
  const node = { name, from, child, ready, isReady: false };
  ready.then(
    () => {
      node.isReady = true;
    },
    () => undefined,
  );
  node.stop = (signal = 'SIGTERM') => {
    child.kill(signal);
    return gone;
  };
  return node;
}

/** Calls the API node until it responds, because the database server may be down briefly. */
async function call(method, path, body) {
  for (let tries = 0; ; tries += 1) {
    const answer = await fetch(`${api.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    if (answer.ok) return answer.json();
    const text = await answer.text();
    if (answer.status !== 503 || tries > 200) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    await pause(200);
  }
}

const rows = [];
let broken = 0;
function check(what, figure, holds) {
  if (!holds) broken += 1;
  rows.push({ what, figure, holds: holds ? 'yes' : 'NO' });
}

async function resultsOf(id) {
  const urls = [];
  for (;;) {
    const { data } = await call('GET', `/v2/crawl/${id}?skip=${urls.length}&limit=500`);
    if (data.length === 0) return urls;
    for (const { metadata } of data) urls.push(metadata.sourceURL);
  }
}

const database = await startPostgres('-c fsync=on -c full_page_writes=on -c max_connections=200');
const databaseUrl = await database.database();
const sites = await startHosts();
const receiver = await startKillReceiver();
let api = spawnNode('api', 'api', former);
api.url = await api.ready;
const workers = [];
for (let n = 0; n < workerCount; n += 1) workers.push(spawnNode(`worker-${n}`, 'worker', former));
await Promise.all(workers.map(({ ready }) => ready));

const startedAt = performance.now();
const jobs = [];
for (const site of sites) {
  const { id } = await call('POST', '/v2/crawl', {
    url: `${site.url}/p/0`,
    crawlEntireDomain: true,
    sitemap: 'skip',
    limit: pagesOfHost + 10,
    ...(delayMs > 0 && { delay: delayMs / 1000 }),
    webhook: receiver.url,
    scrapeOptions: { maxAge: 0, formats: ['markdown'] },
  });
  jobs.push({ id, site, seen: [], status: 'scraping' });
}

/** Adds the new results of each running job to `seen`, in order. */
async function look() {
  for (const job of jobs) {
    if (job.status !== 'scraping') continue;
    const { status, data } = await call('GET', `/v2/crawl/${job.id}?skip=${job.seen.length}&limit=500`);
    for (const { metadata } of data) job.seen.push(metadata.sourceURL);
    if (data.length === 0) job.status = status;
  }
}
const seen = () => jobs.reduce((sum, job) => sum + job.seen.length, 0);
const isOver = () => jobs.every(({ status }) => status !== 'scraping');
const maxMs = values.minutes ? Number(values.minutes) * 60_000 : 240_000 + pages * 150;
const deadline = performance.now() + maxMs;
const done = { kills: 0, serverKills: 0, stopped: 0, together: 0, isApiNew: false };

async function disturb() {
  const total = kills + serverKills + 1;
  // The worker is stopped (SIGSTOP) last, because the other workers may read all remaining pages while it is stopped.
  const plan = Array.from({ length: total }, (_, n) => (n === total - 1 ? 'stop' : 'kill'));
  for (let n = 0, left = serverKills; left > 0; n = (n + 7) % total)
    if (plan[n] === 'kill' && random() < 0.5) {
      plan[n] = 'server';
      left -= 1;
    }
  for (const [n, what] of plan.entries()) {
    const goal = ((n + 1) / (total + 2)) * pages;
    while (seen() < goal && !isOver() && performance.now() < deadline) await pause(20);
    if (isOver()) return;
    // A worker that is still starting reads no pages, so ending it would prove nothing.
    while (!workers.some(({ isReady }) => isReady)) await pause(20);
    const worker = pick(workers.filter(({ isReady }) => isReady));
    if (what === 'server') {
      await database.stop();
      await pause(random() * 500);
      await database.start();
      done.serverKills += 1;
    } else if (what === 'stop') {
      worker.child.kill('SIGSTOP');
      await pause(leaseSeconds * 2000);
      worker.child.kill('SIGCONT');
      done.stopped += 1;
    } else {
      await worker.stop('SIGKILL');
      done.kills += 1;
      // Not awaited, because the other workers could read all remaining pages while the new one starts.
      workers[workers.indexOf(worker)] = spawnNode(worker.name, 'worker');
    }
  }
}

/** Replaces the former API node with one of this version. The new node is ready before the former one is stopped. */
async function replaceApi() {
  while (seen() < pages / 2 && !isOver() && performance.now() < deadline) await pause(20);
  const before = api;
  const next = spawnNode('api-new', 'api');
  next.url = await next.ready;
  api = next;
  done.isApiNew = true;
  await pause(2000);
  await before.stop();
}

/** Polls the worker list to find out whether both versions have pages in flight at the same time. */
async function watchVersions() {
  for (; !isOver() && performance.now() < deadline; await pause(500)) {
    const { items } = await call('GET', '/local/workers');
    const busy = items.filter(({ isLost, pages: inWork }) => !isLost && inWork > 0);
    const old = busy.filter(({ pid }) => formerPids.has(pid)).length;
    if (old > 0 && old < busy.length) done.together += 1;
  }
}

const disturbing = Promise.all([disturb(), ...(former ? [replaceApi(), watchVersions()] : [])]);
while (!isOver() && performance.now() < deadline) {
  await look();
  await pause(100);
}
await disturbing;
const seconds = (performance.now() - startedAt) / 1000;

check('workers killed', done.kills, done.kills === kills);
check('server killed', done.serverKills, done.serverKills === serverKills);
check('workers stopped for two leases', done.stopped, done.stopped === 1);
check(
  'jobs completed',
  jobs.filter(({ status }) => status === 'completed').length,
  jobs.every(({ status }) => status === 'completed'),
);
if (former) {
  check('API node replaced', done.isApiNew ? 1 : 0, done.isApiNew);
  check('times both versions were seen at work', done.together, done.together > 0);
}
const found = [];
let lost = 0;
for (const { id, seen: acknowledged } of jobs) {
  const urls = await resultsOf(id);
  found.push(...urls);
  lost += acknowledged.filter((url, index) => urls[index] !== url).length;
}
check('pages', new Set(found).size, new Set(found).size === pagesOfHost * hosts);
for (const { id } of new Set(found).size < pagesOfHost * hosts ? jobs : []) {
  const { errors } = await call('GET', `/v2/crawl/${id}/errors`);
  for (const { url, code, error } of errors) console.log(`${url}: ${code} ${error}`);
}
check('results twice', found.length - new Set(found).size, found.length === new Set(found).size);
check('acknowledged pages lost', lost, lost === 0);
if (delayMs > 0) {
  const overlaps = sites.reduce((sum, { overlaps: each }) => sum + each, 0);
  check('overlaps on a host', overlaps, overlaps === 0);
  // The host detects the end of a response a moment later than the engine, so the measured gaps are slightly too short.
  const gaps = sites.flatMap(({ spans }) =>
    spans.toSorted((a, b) => a[0] - b[0]).flatMap(([from], n, all) => (n === 0 ? [] : [from - all[n - 1][1]])),
  );
  const early = gaps.filter((gap) => gap < delayMs - 3);
  check('rests shorter than the delay', early.length, early.length === 0);
  rows.push({ what: 'shortest rest, ms', figure: Math.round(Math.min(...gaps) * 10) / 10, holds: '' });
} else {
  rows.push({ what: 'most pages of a host at once', figure: Math.max(...sites.map(({ most }) => most)), holds: '' });
}
const noticed = () => [...receiver.notices.values()];
const reportStart = performance.now();
const until = reportStart + 90_000 + maxMs / 10;
const pagesReported = () => noticed().filter(({ type }) => type === 'crawl.page').length;
while ((pagesReported() < found.length || receiver.counts.completed < hosts) && performance.now() < until)
  await pause(200);
rows.push({
  what: 'seconds until all was told',
  figure: Math.round((performance.now() - reportStart) / 1000),
  holds: '',
});
check('pages told of', pagesReported(), pagesReported() === pagesOfHost * hosts);
const ends = noticed().filter(({ type }) => type === 'crawl.completed').length;
check('ends told of', ends, ends === hosts);
const changed = noticed().filter(({ hashes }) => hashes.size > 1).length;
check('events sent again with other bytes', changed, changed === 0);
rows.push({ what: 'events sent again', figure: noticed().filter(({ times }) => times > 1).length, holds: '' });
const fetched = sites.reduce((sum, { visits }) => sum + [...visits.values()].reduce((all, each) => all + each, 0), 0);
rows.push({ what: 'pages fetched again', figure: fetched - found.length, holds: '' });
rows.push({ what: 'seconds', figure: Math.round(seconds), holds: '' });
console.table(rows);
console.log(`seed ${values.seed}; logs in ${folder}`);
await Promise.all([...workers, api].map((node) => node.stop()));
await database.remove();
receiver.close();
for (const { server } of sites) {
  server.closeAllConnections();
  server.close();
}
if (broken === 0) rmSync(folder, { recursive: true, force: true });
process.exitCode = broken > 0 ? 1 : 0;
