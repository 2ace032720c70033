// Measures the speed and memory of each part of the storage: opening, frontier, results, page cache, search, outbox and
// history. Each part runs in a separate process. Usage: `node test/bench/storage.mjs`
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import '../storage/ts-hooks.mjs';
import { quantile } from './figures.mjs';

const jobId = '0193486b-7b1e-7abc-8def-0123456789ab';
const [part, dir] = process.argv.slice(2);
const rss = () => Math.round(process.memoryUsage().rss / 1e6);
const seconds = (start) => (performance.now() - start) / 1000;
const say = (line) => console.log(line);
const words =
  'the quick brown fox jumps over a lazy dog while seven wizards boil their soup and count the stars '.split(' ');
const markdown = (n) => Array.from({ length: 1200 }, (_, i) => words[(n * 31 + i * i * 7) % words.length]).join(' ');
const shown = (values, share) => quantile(values, share).toFixed(1);

/**
 * Returns a random number generator and a word generator. Word frequencies decrease with rank: the nth word is n times
 * rarer than the first.
 */
function zipf(size) {
  let seed = 1;
  const random = () => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return seed / 2 ** 31;
  };
  const syllables = 'ka le mi no ru ta shi pe ro ba di fu go he ja lo ma ne qua ser tor ven wil xan'.split(' ');
  const nameOf = (n) =>
    (n < syllables.length ? '' : nameOf(Math.floor(n / syllables.length))) + syllables[n % syllables.length];
  return { random, word: (from = 0) => nameOf(99 + Math.floor(Math.max(from, size ** random() - 1))) };
}

async function searchPages({ pages, texts }, size) {
  const { word, random } = zipf(60_000);
  const text = (length) => Array.from({ length }, () => word()).join(' ');
  const cpu = process.cpuUsage();
  for (let n = 0; n < size; n += 1) {
    await pages.put(`page ${n}`, {
      url: `https://www.example.test/${word()}/${n}`,
      statusCode: 200,
      headers: {},
      body: Buffer.from(`<p>${n}</p>`),
      rendered: false,
      captures: {},
      cachedAt: new Date(Date.now() + n).toISOString(),
      text: { title: text(6), description: '', text: text(600).slice(0, 4000) },
    });
  }
  const used = process.cpuUsage(cpu);
  say(
    `${size} pages kept: ${((used.user + used.system) / 1e3 / size).toFixed(2)} ms CPU each (making the text included)`,
  );
  const queries = {
    'one word': () => [word(30)],
    'three words': () => [word(30), word(30), word(30)],
    'common and rare words': () => [word(), word(300), word()],
    'common words': () => [word(), word()],
  };
  for (const [name, query] of Object.entries(queries)) {
    const times = [];
    let found = 0;
    for (let n = 0; n < 100; n += 1) {
      const start = performance.now();
      found += (await texts.search({ words: query(), sites: [] }, 1 + Math.floor(random() * 10))).length;
      times.push(performance.now() - start);
    }
    say(`${size} pages, ${name}: p50 ${shown(times, 0.5)} ms, p95 ${shown(times, 0.95)} ms, ${found / 100} found`);
  }
}

const parts = {
  async add({ frontier }) {
    const start = performance.now();
    const calls = [];
    for (let n = 0; n < 100_000; n += 100) {
      const tasks = Array.from({ length: 100 }, (_, i) => ({
        url: `https://www.example.test/section/${n + i}/a-page-with-a-name`,
        depth: 1,
      }));
      calls.push(frontier.add(jobId, tasks));
    }
    await Promise.all(calls);
    say(`100,000 URLs added: ${Math.round(100_000 / seconds(start)).toLocaleString()} a second, RSS ${rss()} MB`);
  },
  async reopen({ frontier }) {
    const start = performance.now();
    const { queued } = await frontier.counts(jobId);
    say(`${queued.toLocaleString()} URLs opened in ${seconds(start).toFixed(2)} s, RSS ${rss()} MB`);
  },
  async crawl({ frontier }) {
    await frontier.add(jobId, [{ url: 'https://www.example.test/0', depth: 0 }]);
    const size = 10_000;
    let done = 0;
    let lap = performance.now();
    const laps = [];
    const memory = [];
    const worker = async () => {
      for (;;) {
        const [task] = await frontier.claim(jobId, 1);
        if (!task) {
          if (done >= size) return;
          await new Promise((resolve) => setImmediate(resolve));
          continue;
        }
        const n = Number(task.url.split('/').at(-1));
        const discovered = Array.from({ length: 30 }, (_, i) => n * 3 + 1 + i)
          .filter((each) => each < size)
          .map((each) => ({ url: `https://www.example.test/${each}`, depth: 1 }));
        const links = discovered.map(({ url }) => url);
        const document = {
          markdown: markdown(n),
          metadata: { title: `Page ${n}`, statusCode: 200, sourceURL: task.url },
        };
        const result = {
          taskId: task.id,
          jobId,
          url: task.url,
          page: { finalUrl: task.url, title: `Page ${n}`, statusCode: 200 },
          document,
          links,
          credits: 1,
          finishedAt: new Date().toISOString(),
        };
        await frontier.complete(jobId, task, { result, discovered });
        done += 1;
        if (done % 1000 === 0) {
          laps.push(Math.round(1000 / seconds(lap)));
          memory.push(rss());
          lap = performance.now();
        }
      }
    };
    const cpu = process.cpuUsage();
    await Promise.all(Array.from({ length: 16 }, worker));
    const used = process.cpuUsage(cpu);
    say(
      `10,000 results kept, per thousand: ${laps.join(' ')} a second, RSS ${memory[0]} → ${memory.at(-1)} MB, ${((used.user + used.system) / 1e7).toFixed(2)} ms CPU each (the page's own making included)`,
    );
    say(`on disk: ${Math.round(statSync(join(dir, 'gleaner.db')).size / 1e6)} MB`);
  },
  async read({ frontier, results }) {
    let start = performance.now();
    await frontier.counts(jobId);
    say(`10,000 results opened in ${seconds(start).toFixed(2)} s`);
    const times = { page100: [], page10MiB: [], text10MiB: [], search: [], rows: [] };
    let longest = 0;
    let last = performance.now();
    const watch = setInterval(() => {
      longest = Math.max(longest, performance.now() - last - 1);
      last = performance.now();
    }, 1);
    const take = async (name, work) => {
      start = performance.now();
      await work();
      times[name].push(performance.now() - start);
    };
    for (let n = 0; n < 30; n += 1) {
      await take('page100', () => results.page(jobId, { skip: n * 100, limit: 100 }));
      await take('page10MiB', () => results.page(jobId, { skip: n * 100, maxBytes: 10 * 1024 ** 2 }));
      await take('text10MiB', () => results.pageText(jobId, { skip: n * 100, maxBytes: 10 * 1024 ** 2 }));
      await take('search', () => results.rows(jobId, { search: `page ${n}7`, skip: 0, limit: 50 }));
      await take('rows', () => results.rows(jobId, { skip: n * 100, limit: 50 }));
    }
    clearInterval(watch);
    for (const [name, values] of Object.entries(times))
      say(`${name}: p50 ${shown(values, 0.5)} ms, p95 ${shown(values, 0.95)} ms`);
    say(`longest block of the event loop ${longest.toFixed(0)} ms, RSS ${rss()} MB`);
  },
  async cache({ pages }) {
    const start = performance.now();
    let n = 0;
    const body = (each) => Buffer.from(`<html><body>${markdown(each)}</body></html>`.repeat(2));
    const worker = async () => {
      while (n < 2000) {
        n += 1;
        const url = `https://www.example.test/${n}`;
        await pages.put(url, {
          url,
          statusCode: 200,
          headers: { 'content-type': 'text/html' },
          body: body(n),
          rendered: false,
          captures: {},
          cachedAt: new Date().toISOString(),
        });
      }
    };
    await Promise.all(Array.from({ length: 16 }, worker));
    say(`cache: ${Math.round(2000 / seconds(start))} pages a second put`);
    const from = performance.now();
    for (let each = 1; each <= 500; each += 1) await pages.find(`https://www.example.test/${each}`, 3_600_000);
    say(`cache: ${((performance.now() - from) / 500).toFixed(2)} ms a hit`);
  },
  async pages5(storage) {
    await searchPages(storage, 5000);
  },
  async pages50(storage) {
    await searchPages(storage, 50_000);
  },
  async outbox({ outbox }) {
    const start = performance.now();
    let n = 0;
    const worker = async () => {
      for (let each = n++; each < 2000; each = n++) {
        await outbox.add({
          id: `event-${each}`,
          jobId,
          type: 'crawl.page',
          sink: 'http',
          config: {},
          body: Buffer.from(markdown(each)),
        });
      }
    };
    await Promise.all(Array.from({ length: 16 }, worker));
    say(`outbox: ${Math.round(2000 / seconds(start))} deliveries a second added`);
  },
  async history({ scrapes }) {
    const times = [];
    for (let n = 0; n < 300; n += 1) {
      const id = `0193486b-7b1e-7abc-8def-${String(n).padStart(12, '0')}`;
      const url = `https://www.example.test/${n}`;
      const at = new Date().toISOString();
      const start = performance.now();
      await scrapes.put(
        { id, url, spec: { url }, state: 'completed', credits: 1, createdAt: at, finishedAt: at },
        { taskId: id, jobId: id, url, document: { markdown: markdown(n) }, links: [], credits: 1, finishedAt: at },
      );
      times.push(performance.now() - start);
    }
    say(`history: a scrape with its result kept in p50 ${shown(times, 0.5)} ms, p95 ${shown(times, 0.95)} ms`);
  },
};

if (part) {
  const { openStorage } = await import('../../core/storage/open-storage.ts');
  const start = performance.now();
  const storage = await openStorage(dir);
  const opened = performance.now() - start;
  if (part === 'add') say(`data folder opened in ${opened.toFixed(0)} ms`);
  await parts[part](storage);
  await storage.close();
} else {
  for (const group of [
    ['add', 'reopen'],
    ['crawl', 'read'],
    ['cache'],
    ['pages5'],
    ['pages50'],
    ['outbox'],
    ['history'],
  ]) {
    const folder = mkdtempSync(join(tmpdir(), 'gleaner-bench-'));
    for (const each of group)
      spawnSync(process.execPath, [fileURLToPath(import.meta.url), each, folder], { stdio: 'inherit' });
    rmSync(folder, { recursive: true });
  }
}
