/** Disk faults: the disk with the data folder is full, or two engines are started on the same folder. */
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mountSmallDisk } from '../../storage/small-disk.ts';
import { spawnEngine } from '../processes.mjs';
import { startBatch, startEngine, startSite, until, untilEnded } from './engine.mjs';

function fill(dir) {
  for (let bytes = 2 ** 24; bytes >= 1; bytes /= 2) {
    try {
      writeFileSync(join(dir, 'ballast'), Buffer.alloc(bytes), { flag: 'a' });
    } catch {
      // The chunk did not fit on the disk, so the next one is half as large.
    }
  }
  return statfsSync(dir).bavail;
}

async function diskFull({ short, check }) {
  const disk = mountSmallDisk('24m');
  if (!disk) return 'needs root on Linux, to mount a small disk';
  const pages = short ? 120 : 600;
  const site = await startSite({ delayMs: 20 });
  const engine = await startEngine(join(disk.dir, 'data'));
  try {
    const path = await startBatch(engine, site, pages);
    const completed = async () => (await engine.call('GET', `${path}?limit=1`)).body.completed;
    await until('the first pages', async () => (await completed()) > 10);
    check('blocks left on the disk', fill(disk.dir));
    const { status } = await engine.call('POST', '/v2/scrape', { url: `${site.url}/n/1`, maxAge: 0 });
    check('a scrape meanwhile', status, status === 200);
    rmSync(join(disk.dir, 'ballast'));
    const end = await untilEnded(engine, path);
    check(
      'the job once there is space',
      `${end.status}, ${end.completed} pages`,
      end.status === 'completed' && end.completed === pages,
    );
  } finally {
    await engine.stop();
    site.close();
    disk.remove();
  }
  return undefined;
}

async function twoWriters({ dir, check }) {
  const first = await startEngine(dir);
  const second = spawnEngine(dir, [], { stderr: 'ignore' });
  const outcome = await second.ready.then(
    () => 'started',
    () => 'refused',
  );
  check('a second engine on the folder', outcome, outcome === 'refused');
  check('the first one meanwhile', 'answers', (await first.call('GET', '/local/session')).status === 200);
  await first.stop('SIGKILL');
  const next = await startEngine(dir);
  check('a start after the first was killed', 'ready', (await next.call('GET', '/local/session')).status === 200);
  await next.stop();
  await second.stop('SIGKILL');
}

/** Data folder faults. */
export const diskFaults = { 'disk-full': diskFull, 'two-writers': twoWriters };
