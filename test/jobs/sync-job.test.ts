import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Container } from 'inversify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Job, TaskOutcome } from '../../core/common/job';
import { createContainer } from '../../core/container';
import { Hooks } from '../../core/contract/hooks';
import { openState } from '../../core/jobs/fleet/engine-state';
import { JobStarter } from '../../core/jobs/job-starter';
import { DocumentReader } from '../../core/page/reading/document-reader';
import { readRunOptions } from '../../core/platform/settings/settings';
import { Engines } from '../../core/ports/engine';
import { JobKinds } from '../../core/ports/jobs/job-kinds';
import { memoryStorage } from '../../core/storage/open-storage';
import { builtInPlugins } from '../../plugins';
import { rememberingLog } from '../storage/support';
import { type FixtureSite, startFixtureSite } from '../support/fixture-site';
import { turnedClock } from './delivery/support';

const log = rememberingLog();
let folder: string;
let container: Container;
let site: FixtureSite;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-sync-'));
  site = await startFixtureSite();
  const run = readRunOptions({ dataDir: folder, allowPrivateNetwork: true }, {});
  const storage = await memoryStorage({ clock: turnedClock(), log });
  container = createContainer({
    run,
    version: 'test',
    plugins: builtInPlugins,
    paths: {
      documentWorker: resolve('out/main/document-worker.js'),
      pluginSandbox: '',
      sessionScript: '',
      rowWorker: resolve('out/main/row-worker.js'),
      demoSite: resolve('resources/demo-site'),
      filterLists: resolve('resources'),
    },
    storage,
    log,
    state: await openState(run, storage, log),
    localToken: 'token',
  });
});
afterEach(async () => {
  await container.get<Hooks>(Hooks).closing.promise();
  await container.get<Engines>(Engines).http.close();
  await container.get<DocumentReader>(DocumentReader).close();
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

async function scrape(url: string) {
  const handler = container
    .get(JobKinds)
    .list()
    .find(({ kind }) => kind === 'scrape')!;
  const spec = handler.schema('v2').parse({ url, formats: ['markdown'] });
  return container.get(JobStarter).start(handler, spec, { keyId: 'key', signal: new AbortController().signal });
}

it('ends a scrape once when a listener of its end fails, and returns the page', async () => {
  const hooks = container.get<Hooks>(Hooks);
  const ends: TaskOutcome['state'][] = [];
  const closed: Job[] = [];
  hooks.taskDone.tapPromise('rejecting', async ({ state }) => {
    ends.push(state);
    throw new Error('no room for it');
  });
  hooks.jobClosed.tap('test', (job) => void closed.push(job));
  const started = await scrape(`${site.url}/article`);
  expect('body' in started && started.body.data).toMatchObject({ markdown: expect.stringMatching(/\w{3}/) });
  expect(ends).toEqual(['succeeded']);
  expect(closed).toMatchObject([{ state: 'completed', spent: { pages: 1 } }]);
  expect(log.warnings.join('\n')).toContain('no room for it');
});

it('ends a failed scrape once, as failed', async () => {
  const hooks = container.get<Hooks>(Hooks);
  const ends: TaskOutcome['state'][] = [];
  const closed: Job[] = [];
  hooks.taskDone.tap('test', ({ state }) => void ends.push(state));
  hooks.jobClosed.tap('test', (job) => void closed.push(job));
  await expect(scrape('http://127.0.0.1:1/')).rejects.toMatchObject({ code: expect.any(String) });
  expect(ends).toEqual(['failed']);
  expect(closed).toMatchObject([{ state: 'failed', error: expect.any(String), spent: { pages: 0, credits: 0 } }]);
});
