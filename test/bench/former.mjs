/**
 * `node test/bench/former.mjs --former DIR [--shared DIR] [--pages 1000] [--scrapes 100] [--rounds 3]` Compares this
 * working copy with the built working copy of an earlier commit. Runs both alternately. Measures the pace and CPU of
 * each engine's second batch, and the time of one page. Exits with 1 when a target is missed.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { median } from './figures.mjs';
import { cpuSeconds } from './process-tree.mjs';
import { callerOf, startEngine, startSite } from './processes.mjs';

const { values } = parseArgs({
  options: {
    former: { type: 'string' },
    shared: { type: 'string', default: '../shared' },
    pages: { type: 'string', default: '1000' },
    scrapes: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '3' },
  },
});
if (!values.former) throw new Error('--former DIR is missing: a working copy of the earlier commit, built.');
const targets = { pace: 1.2, page: 1 };
const site = await startSite(resolve(values.shared, 'bench/site.mjs'), { host: '127.0.0.14', args: ['--js', '0'] });

/** Measures one round for an engine folder: pace and CPU of its second batch, and the median time of one page. */
async function measure(folder) {
  const dataDir = mkdtempSync(join(tmpdir(), 'gleaner-former-'));
  const engine = await startEngine(dataDir, [], { entry: resolve(folder, 'out/main/engine.js') });
  const call = callerOf(engine);
  const urls = Array.from({ length: Number(values.pages) }, (_, n) => `${site.url}/p/${n % 2000}.html?n=${n}`);
  const batch = async () => {
    const [startedAt, cpu] = [performance.now(), cpuSeconds(engine.pid)];
    const { id } = await call('/v2/batch/scrape', { urls, formats: ['markdown'], maxAge: 0 });
    while ((await call(`/v2/batch/scrape/${id}?limit=1`)).status !== 'completed') await pause(50);
    const seconds = (performance.now() - startedAt) / 1000;
    return { pace: urls.length / seconds, cpuMs: ((cpuSeconds(engine.pid) - cpu) * 1000) / urls.length };
  };
  try {
    await batch();
    const later = await batch();
    const times = [];
    for (const url of urls.slice(0, Number(values.scrapes))) {
      const askedAt = performance.now();
      await call('/v2/scrape', { url, formats: ['markdown'], maxAge: 0 });
      times.push(performance.now() - askedAt);
    }
    return { ...later, pageMs: median(times) };
  } finally {
    await engine.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const rounds = [];
try {
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const former = await measure(values.former);
    const now = await measure('.');
    rounds.push({ former, now });
    const show = ({ pace, cpuMs, pageMs }) =>
      `${pace.toFixed(1)} pages/s, ${cpuMs.toFixed(1)} ms of CPU per page, one page ${pageMs.toFixed(1)} ms`;
    console.log(`former ${show(former)}; now ${show(now)}; load ${loadavg()[0].toFixed(1)}`);
  }
} finally {
  site.stop();
}
const pace = median(rounds.map(({ former, now }) => now.pace / former.pace));
const page = median(rounds.map(({ former, now }) => now.pageMs / former.pageMs));
const holds = pace >= targets.pace && page <= targets.page;
console.log(
  `later batch: ${pace.toFixed(2)} times as fast (wanted ${targets.pace}); one page: ${page.toFixed(2)} of its time (wanted ${targets.page})`,
);
process.exitCode = holds ? 0 : 1;
