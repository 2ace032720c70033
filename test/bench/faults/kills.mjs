/** Kill faults: the engine is killed during its start, during a crawl, and during an export. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { spawnEngine } from '../processes.mjs';
import { addressesOf, startBatch, startEngine, startSite, until, untilEnded } from './engine.mjs';

async function killAtStart({ dir, short, random, check }) {
  const kills = short ? 2 : 25;
  const data = join(dir, 'data');
  const first = performance.now();
  await (await startEngine(join(dir, 'first'))).stop();
  // The engine is killed at a random time between its start and shortly after it is ready.
  const spread = (performance.now() - first) * 1.2;
  let early = 0;
  for (let kill = 0; kill < kills; kill++) {
    const child = spawnEngine(data, [], { stderr: 'ignore' });
    let ready = false;
    child.ready.then(
      () => {
        ready = true;
      },
      () => undefined,
    );
    await pause(random() * spread);
    if (!ready) early += 1;
    await child.stop('SIGKILL');
  }
  const engine = await startEngine(data);
  const { status } = await engine.call('GET', '/local/session');
  check('kills, of them before it was ready', `${kills}, ${early}`);
  const keyBytes = readFileSync(join(data, 'session.key')).length;
  check('bytes of session.key', keyBytes, keyBytes >= 32);
  check('starts again and answers', status, status === 200);
  const code = await engine.stop();
  check('exit code of a stop in order', code, code === 0);
}

async function killInMidCrawl({ dir, short, random, check }) {
  const [kills, pages] = short ? [1, 60] : [15, 1500];
  const site = await startSite({ delayMs: 20 });
  let engine = await startEngine(dir);
  const path = await startBatch(engine, site, pages);
  const acknowledged = new Set();
  for (let kill = 0; kill < kills; kill++) {
    const goal = Math.floor(((kill + random()) / (kills + 1)) * pages);
    await until(
      'pages before a kill',
      async () => (await engine.call('GET', `${path}?limit=1`)).body.completed >= goal,
    );
    for (const url of await addressesOf(engine, path)) acknowledged.add(url);
    await engine.stop('SIGKILL');
    engine = await startEngine(dir);
  }
  const { status, completed } = await untilEnded(engine, path);
  const found = await addressesOf(engine, path);
  check('the job ended', `${status}, ${completed} pages`, status === 'completed' && completed === pages);
  check('pages lost or doubled', pages - new Set(found).size, found.length === pages && new Set(found).size === pages);
  check(
    'acknowledged pages lost',
    [...acknowledged].filter((url) => !found.includes(url)).length,
    [...acknowledged].every((url) => found.includes(url)),
  );
  await engine.stop();
  site.close();
}

async function killInExport({ dir, short, check }) {
  const pages = short ? 30 : 600;
  // The export is larger than the socket buffers. Otherwise, the engine might finish it before being killed.
  const site = await startSite({ bytes: short ? 400_000 : 40_000 });
  let engine = await startEngine(dir);
  const path = await startBatch(engine, site, pages);
  await untilEnded(engine, path, 120_000);
  const id = path.split('/').at(-1);
  const exported = () => fetch(`${engine.url}/local/jobs/${id}/export?format=jsonl`, { headers: engine.headers });
  const broken = await exported();
  const reader = broken.body.getReader();
  await reader.read();
  await engine.stop('SIGKILL');
  // The client must detect that the file is incomplete.
  const ended = await (async () => {
    for (;;) if ((await reader.read()).done) return 'as if whole';
  })().catch(() => 'broken off');
  engine = await startEngine(dir);
  const lines = (await (await exported()).text()).trimEnd().split('\n');
  check('an export that is killed ends', ended, ended === 'broken off');
  check('lines of the next one', lines.length, lines.length === pages);
  await engine.stop();
  site.close();
}

/** Faults that kill the engine, keyed by name. */
export const killFaults = {
  'kill-at-start': killAtStart,
  'kill-in-mid-crawl': killInMidCrawl,
  'kill-in-export': killInExport,
};
