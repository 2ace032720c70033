import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startTestEngine } from '../support/engine';
import { startInProcess } from '../support/engine-in-process';
import { untilEnded } from '../support/jobs';

it('fails a page that crashed the process three times, with the reason', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gleaner-deadly-'));
  let asked = 0;
  let arrived = () => undefined as void;
  const site = createServer(() => {
    asked++;
    arrived();
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const urls = [`${url}/deadly`];
  let id = '';
  for (let death = 1; death <= 3; death++) {
    const reached = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const engine = await startTestEngine({ dataDir });
    if (!id) id = (await engine.call('POST', '/v2/batch/scrape', { urls, maxAge: 0 })).body.id;
    await reached;
    await engine.stop('SIGKILL');
    expect(asked).toBe(death);
  }
  const engine = await startInProcess({ dataDir });
  const status = await untilEnded(engine, `/v2/batch/scrape/${id}`);
  expect(status).toMatchObject({ status: 'failed', failed: 1, error: expect.stringContaining('crashed 3 times') });
  const { errors } = (await engine.call('GET', `/v2/batch/scrape/${id}/errors`)).body;
  expect(errors).toEqual([
    expect.objectContaining({
      url: `${url}/deadly`,
      code: 'SCRAPE_RETRY_LIMIT',
      error: expect.stringContaining('crashed 3 times'),
    }),
  ]);
  expect(asked).toBe(3);
  await engine.stop();
  site.closeAllConnections();
  await new Promise((resolve) => site.close(resolve));
  await rm(dataDir, { recursive: true });
}, 120_000);

it.runIf(process.platform === 'linux')('sacrifices the browser first when memory runs out', async () => {
  const engine = await startTestEngine();
  const { body } = await engine.call('POST', '/v2/scrape', {
    url: `${engine.url}/health`,
    formats: ['screenshot'],
    maxAge: 0,
  });
  expect(body.success).toBe(true);
  const children = async (pid: number): Promise<number[]> => {
    const found = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').map(Number).filter(Boolean);
    return [...found, ...(await Promise.all(found.map(children))).flat()];
  };
  const scoreOf = async (pid: number) => Number(await readFile(`/proc/${pid}/oom_score_adj`, 'utf8'));
  const browser = await children(engine.process.pid!);
  expect(browser.length).toBeGreaterThan(0);
  const own = await scoreOf(engine.process.pid!);
  for (const pid of browser) expect(await scoreOf(pid).catch(() => 1000)).toBeGreaterThan(own);
  await engine.stop();
});
