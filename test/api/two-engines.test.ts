import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { canUnshare, container } from '../support/container';
import { startTestEngine, type TestEngine } from '../support/engine';
import { startFixtureSite } from '../support/fixture-site';
import { allResults, untilEnded } from '../support/jobs';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'gleaner-two-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const start = (): Promise<TestEngine> => startTestEngine({ dataDir, through: container });
const isRefused = (started: Promise<TestEngine>) => expect(started).rejects.toThrow(/is using the data folder/);

/** Returns the process ID, as seen from this machine, of the engine in a container. */
async function pidWithin({ process: { pid } }: TestEngine): Promise<number> {
  return Number((await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim());
}

describe.skipIf(!canUnshare())('engines in containers with a shared data folder (needs root on Linux)', () => {
  it('are refused while one of them uses it, busy or frozen', async () => {
    const first = await start();
    await isRefused(start());
    await isRefused(startTestEngine({ dataDir }));
    const pid = await pidWithin(first);
    process.kill(pid, 'SIGSTOP');
    // The content and age of the owner file must not matter.
    await writeFile(join(dataDir, 'owner.json'), JSON.stringify({ pid: 4_000_000 }));
    await utimes(join(dataDir, 'owner.json'), new Date(0), new Date(0));
    await isRefused(start());
    process.kill(pid, 'SIGCONT');
    expect((await first.call('GET', '/local/session')).status).toBe(200);
    await first.stop('SIGKILL');
  }, 60_000);

  it('restart after a crash, whatever it left: a live pid, a future date, an old takeover', async () => {
    const site = await startFixtureSite();
    const first = await start();
    const urls = [`${site.url}/article`, `${site.url}/article?2`];
    const path = `/v2/batch/scrape/${(await first.call('POST', '/v2/batch/scrape', { urls })).body.id}`;
    await untilEnded(first, path);
    const pid = await pidWithin(first);
    await first.stop('SIGKILL');
    // The process has ended, or it is a zombie that its parent has not waited for.
    await expect.poll(() => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => 'gone')).toMatch(/^gone$|\) Z /);
    const future = new Date(Date.now() + 2 * 24 * 3600 * 1000);
    for (const [name, owner] of [
      ['owner.json', 1],
      ['lock', process.pid],
      ['lock.takeover', process.pid],
    ] as const) {
      await writeFile(join(dataDir, name), JSON.stringify({ pid: owner }));
      await utimes(join(dataDir, name), future, future);
    }
    await utimes(join(dataDir, 'lock.db'), future, future);
    const second = await start();
    expect(await allResults(second, path)).toHaveLength(2);
    await second.stop('SIGKILL');
    await site.close();
  }, 60_000);
});
