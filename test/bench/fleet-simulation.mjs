/**
 * `node test/bench/fleet-simulation.mjs [--pages-per-day 10000000] [--peak 3] [--seed 1]`, and one option for each
 * figure below. Computes the resources that a fleet needs for the given pace, using figures from other benches. A
 * simulation shows which resource is exhausted first. In the simulation, each in-flight page waits for its worker's
 * cores, PostgreSQL's cores, the lock on its job's row, and the WAL flush. It also waits for the shared connections
 * that take host slots and write completed pages in batches.
 */
import { parseArgs } from 'node:util';
import { tableOf } from './postgres-figures.mjs';

/** Default value and source of each figure. */
const figures = {
  workerCpuMs: [
    13,
    'CPU of a worker for a static page: docs/benchmarks/speed.md, 12 ms, and what the PostgreSQL driver takes',
  ],
  drawnCpuMs: [240, 'CPU for a page that scripts draw, Chromium included: 8.3 pages/s on 2 cores'],
  drawnShare: [0.1, 'share of pages that are drawn: assumed'],
  databaseCpuMs: [
    1.1,
    "PostgreSQL's CPU for a page with 30 links, claim, host slot and autovacuum included: fleet-size.mjs on a slow machine",
  ],
  takeTrips: [
    2,
    'round trips that take and give back slots of hosts: core/storage/sql-stores/politeness/sql-slot-store.ts',
  ],
  endTrips: [
    2,
    'round trips that end pages, while the rows of their jobs are locked: core/storage/sql-stores/tasks/sql-page-ends.ts',
  ],
  endRestMs: [40, 'how long the end of a page waits for others: core/storage/sql-stores/tasks/sql-frontier.ts'],
  endsAtOnce: [16, 'most pages that end together: core/storage/sql-stores/tasks/sql-page-ends.ts'],
  tripMs: [0.5, 'network between worker and server there and back: assumed, one data centre'],
  flushMs: [0.5, 'one flush of the WAL on an SSD: assumed; 0.12 ms on the machine of the trial'],
  flushesPerPage: [0.5, 'fleet-size.mjs'],
  walBytes: [9000, 'fleet-size.mjs'],
  bytes: [6600, 'tables and indexes for each page kept: fleet-size.mjs'],
  fetchMs: [400, 'time until a page has come: assumed'],
  workerMb: [500, 'memory of a worker without Chromium: docs/benchmarks/speed.md'],
  connections: [9, 'most connections of a process, one of them for wakes: core/storage/database/postgres/pool.ts'],
  pagesAtOnce: [32, 'pages that a worker has in work: assumed'],
  workerCores: [2, 'cores of a worker: assumed'],
};
const option = (usual) => ({ type: 'string', default: String(usual) });
const { values } = parseArgs({
  options: {
    'pages-per-day': option(10_000_000),
    peak: option(3),
    seed: option(1),
    ...Object.fromEntries(Object.entries(figures).map(([name, [usual]]) => [name, option(usual)])),
  },
});
const at = Object.fromEntries(Object.keys(figures).map((name) => [name, Number(values[name])]));
const pace = Number(values['pages-per-day']) / 86_400;
const peak = pace * Number(values.peak);
const meanCpuMs = at.workerCpuMs * (1 - at.drawnShare) + at.drawnCpuMs * at.drawnShare;

/** Returns a generator of pseudo-random numbers. The same seed yields the same numbers. */
function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
}

/** Future events, ordered by time in a binary heap. */
class Agenda {
  #heap = [];
  now = 0;

  after(ms, work) {
    const heap = this.#heap;
    let at = heap.push({ time: this.now + ms, work }) - 1;
    for (let up = (at - 1) >> 1; at > 0 && heap[up].time > heap[at].time; at = up, up = (at - 1) >> 1)
      [heap[up], heap[at]] = [heap[at], heap[up]];
  }

  /** Runs all events up to a time. */
  run(until) {
    while (this.#heap.length > 0 && this.#heap[0].time <= until) {
      const { time, work } = this.#take();
      this.now = time;
      work();
    }
    this.now = until;
  }

  #take() {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (heap.length === 0) return first;
    heap[0] = last;
    for (let at = 0; ; ) {
      const left = 2 * at + 1;
      const least = left + 1 < heap.length && heap[left + 1].time < heap[left].time ? left + 1 : left;
      if (least >= heap.length || heap[least].time >= heap[at].time) return first;
      [heap[least], heap[at]] = [heap[at], heap[least]];
      at = least;
    }
  }
}

/** A resource with a limited number of units, first come, first served. */
class Resource {
  #waiting = [];
  #free;
  busyMs = 0;

  constructor(agenda, size) {
    this.agenda = agenda;
    this.size = size;
    this.#free = size;
  }

  take(then) {
    if (this.#free === 0) return void this.#waiting.push(then);
    this.#free -= 1;
    const from = this.agenda.now;
    then(() => {
      this.busyMs += this.agenda.now - from;
      this.#free += 1;
      const next = this.#waiting.shift();
      if (next) this.take(next);
    });
  }

  /** Uses one unit for a given time. */
  use(ms, then) {
    this.take((give) =>
      this.agenda.after(ms, () => {
        give();
        then();
      }),
    );
  }
}

/** WAL flushes. Each flush covers all commits that are waiting when it starts. */
class Flush {
  #waiting = [];
  #busy = false;
  busyMs = 0;

  constructor(agenda) {
    this.agenda = agenda;
  }

  commit(then) {
    this.#waiting.push(then);
    if (!this.#busy) this.#flush();
  }

  #flush() {
    if (this.#waiting.length === 0) return;
    this.#busy = true;
    const together = this.#waiting.splice(0);
    this.agenda.after(at.flushMs, () => {
      this.busyMs += at.flushMs;
      for (const then of together) then();
      this.#busy = false;
      this.#flush();
    });
  }
}

/** Batched writes on one connection. A write starts after at most `restMs` and takes up to `most` waiting items. */
class Gathered {
  #waiting = [];
  #timer;
  #isBusy = false;
  #hasNext = false;
  busyMs = 0;

  constructor(agenda, { restMs, most, write }) {
    this.agenda = agenda;
    this.restMs = restMs;
    this.most = most;
    this.write = write;
  }

  add(item) {
    this.#waiting.push(item);
    if (this.#waiting.length >= this.most) return this.#begin();
    if (this.#timer || this.#hasNext) return;
    const timer = {};
    this.#timer = timer;
    this.agenda.after(this.restMs, () => {
      if (this.#timer === timer) this.#begin();
    });
  }

  /**
   * Starts a write. If another write is running, starts the next one when that write ends. Items beyond `most` are left
   * for the next write.
   */
  #begin() {
    this.#timer = undefined;
    this.#hasNext = this.#isBusy;
    if (this.#isBusy) return;
    this.#isBusy = true;
    const items = this.#waiting.splice(0, this.most);
    this.#hasNext = this.#waiting.length > 0;
    const from = this.agenda.now;
    this.write(items, () => {
      this.busyMs += this.agenda.now - from;
      this.#isBusy = false;
      if (this.#hasNext) this.#begin();
      for (const { told } of items) told();
    });
  }
}

/** Simulates a fleet that always has work. Returns its pages per second and the load of each resource. */
function simulate({ workers, databaseCores, jobs, seconds = 60 }) {
  const random = randomOf(Number(values.seed));
  const spread = (mean) => -mean * Math.log(random());
  const agenda = new Agenda();
  const database = new Resource(agenda, databaseCores);
  const flush = new Flush(agenda);
  const rowsOfJobs = Array.from({ length: jobs }, () => new Resource(agenda, 1));
  const ofEach = (make) => Array.from({ length: workers }, make);
  const cores = ofEach(() => new Resource(agenda, at.workerCores));
  const cpuOfTrip = at.databaseCpuMs / (at.takeTrips + at.endTrips);
  let done = 0;
  /**
   * Performs consecutive round trips for several pages at once. Each round trip uses the network and one of the
   * server's cores.
   */
  const statements = (trips, pages, then) => {
    if (trips === 0) return then();
    const use = () => database.use(spread(cpuOfTrip * pages), () => statements(trips - 1, pages, then));
    agenda.after(at.tripMs, use);
  };
  /** Locks rows in ascending order, then calls `then` with a function that unlocks them. */
  const locked = (rows, then, held = []) => {
    const unlock = () => {
      for (const give of held) give();
    };
    if (held.length === rows.length) return then(unlock);
    rowsOfJobs[rows[held.length]].take((give) => locked(rows, then, [...held, give]));
  };
  const take = (items, then) => statements(at.takeTrips, items.length, () => flush.commit(then));
  const end = (items, then) => {
    const rows = [...new Set(items.map(({ job }) => job))].sort((a, b) => a - b);
    locked(rows, (unlock) =>
      statements(at.endTrips, items.length, () =>
        flush.commit(() => {
          unlock();
          then();
        }),
      ),
    );
  };
  const takes = ofEach(() => new Gathered(agenda, { restMs: 0, most: at.pagesAtOnce, write: take }));
  const ends = ofEach(() => new Gathered(agenda, { restMs: at.endRestMs, most: at.endsAtOnce, write: end }));
  const page = (worker) => {
    const job = Math.floor(random() * jobs);
    const cpuMs = random() < at.drawnShare ? at.drawnCpuMs : at.workerCpuMs;
    const ended = () => {
      done += 1;
      page(worker);
    };
    const fetched = () => cores[worker].use(cpuMs, () => ends[worker].add({ job, told: ended }));
    takes[worker].add({ job, told: () => agenda.after(spread(at.fetchMs), fetched) });
  };
  for (let worker = 0; worker < workers; worker += 1)
    for (let n = 0; n < at.pagesAtOnce; n += 1) agenda.after(random() * 1000, () => page(worker));
  agenda.run(10_000);
  const before = done;
  for (const each of [database, flush, ...rowsOfJobs, ...cores, ...takes, ...ends]) each.busyMs = 0;
  agenda.run(10_000 + seconds * 1000);
  const busy = ({ busyMs, size = 1 }) => busyMs / (seconds * 1000 * size);
  const meanOf = (parts) => parts.reduce((sum, each) => sum + busy(each), 0) / workers;
  const used = {
    'workers: cores': meanOf(cores),
    'workers: slots': meanOf(takes),
    'workers: ends': meanOf(ends),
    PostgreSQL: busy(database),
    flush: busy(flush),
    'row of a job': Math.max(...rowsOfJobs.map(busy)),
  };
  const full = Object.keys(used).filter((name) => used[name] > 0.9);
  return {
    workers,
    'PostgreSQL cores': databaseCores,
    jobs,
    'pages/s': ((done - before) / seconds).toFixed(0),
    ...Object.fromEntries(Object.entries(used).map(([name, share]) => [`${name}, %`, Math.round(share * 100)])),
    'used up': full.join(', '),
  };
}

/** Computes the resources required for the mean pace and for the peak pace, ignoring waiting times. */
function needs() {
  const whole = (value) => Math.ceil(value).toLocaleString('en');
  const at70 = (perSecond, ms) => (perSecond * ms) / 1000 / 0.7;
  const workersAt = (perSecond) => Math.ceil(at70(perSecond, meanCpuMs) / at.workerCores);
  const row = (what, unit, of) => ({ what, unit, mean: of(pace), peak: of(peak) });
  return [
    row('pages', '/s', whole),
    row('cores of workers, 70% busy', '', (each) => whole(at70(each, meanCpuMs))),
    row(`workers of ${at.workerCores} cores`, '', (each) => whole(workersAt(each))),
    row('memory of workers, Chromium 1 GB each', 'GB', (each) =>
      whole((workersAt(each) * (at.workerMb + 1000)) / 1000),
    ),
    row('cores of PostgreSQL, 70% busy', '', (each) => whole(at70(each, at.databaseCpuMs))),
    row('connections of workers, most', '', (each) => whole(workersAt(each) * at.connections)),
    row('flushes of the WAL, at most', '/s', (each) => whole(each * at.flushesPerPage)),
    row('WAL', 'MB/s', (each) => ((each * at.walBytes) / 1e6).toFixed(1)),
    { what: 'WAL in a day', unit: 'GB', mean: whole((pace * 86_400 * at.walBytes) / 1e9), peak: '' },
    { what: 'tables and indexes for a day kept', unit: 'GB', mean: whole((pace * 86_400 * at.bytes) / 1e9), peak: '' },
  ];
}

console.log('figures');
console.log(tableOf(Object.entries(figures).map(([name, [, from]]) => ({ name, value: at[name], from }))));
console.log(
  `\n${Number(values['pages-per-day']).toLocaleString('en')} pages a day, peaks of ${values.peak} times the mean`,
);
console.log(tableOf(needs()));
console.log('\nsimulated: a fleet that always has work');
const scenarios = [
  { workers: 2, databaseCores: 4, jobs: 20 },
  { workers: 10, databaseCores: 4, jobs: 20 },
  { workers: 50, databaseCores: 4, jobs: 1 },
  { workers: 50, databaseCores: 4, jobs: 5 },
  { workers: 50, databaseCores: 4, jobs: 20 },
  { workers: 50, databaseCores: 8, jobs: 20 },
  { workers: 50, databaseCores: 8, jobs: 100 },
  { workers: 100, databaseCores: 8, jobs: 100 },
  { workers: 100, databaseCores: 16, jobs: 100 },
];
console.log(tableOf(scenarios.map(simulate)));
