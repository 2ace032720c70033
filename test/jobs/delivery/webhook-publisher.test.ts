import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Job } from '../../../core/common/job';
import type { JobState, Result } from '../../../core/common/model';
import { isUuid } from '../../../core/common/values/ids';
import { reconcileOutbox } from '../../../core/jobs/delivery/reconcile-outbox';
import { WebhookPublisher } from '../../../core/jobs/delivery/webhook-publisher';
import type { Outbox } from '../../../core/ports/delivery/outbox';
import { rememberingLog } from '../../storage/support';
import { eventsOfKinds, jobOf, type Rig, resultOf, startRig, webhook } from './support';

const url = 'https://receiver.example/hook';
const finishedAt = '2026-11-20T12:30:00.000Z';

let rig: Rig;

beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.close());

/** Returns the bodies of a job's deliveries, in the order in which they were created. */
async function bodies(jobId: string): Promise<string[]> {
  const deliveries = await rig.deliveries(jobId);
  return Promise.all(
    deliveries.map(async ({ id }) => Buffer.from((await rig.storage.outbox.body(id))!).toString('utf8')),
  );
}

/** Adds pages to a job and completes them, as the engine does. */
async function scrape(job: Job, pages: number): Promise<void> {
  const { frontier, jobs } = rig.storage;
  if (!(await jobs.get(job.id))) await jobs.add(job);
  await frontier.add(
    job.id,
    Array.from({ length: pages }, (_, page) => ({ url: `https://example.com/${page}`, depth: 0 })),
  );
  const tasks = await frontier.claim(job.id, pages);
  for (const [page, task] of tasks.entries()) {
    const result: Result = { ...resultOf(job, page), taskId: task.id };
    const deliveries = rig.notices.pageDeliveries(job, result);
    await frontier.complete(job.id, task, { result, deliveries });
  }
}

const ended = (job: Job, state: JobState, error?: string): Job => ({ ...job, state, finishedAt, error });

describe('events of a job', () => {
  it('follow the contract, for crawls and batches', async () => {
    for (const [kind, prefix] of [
      ['crawl', 'crawl'],
      ['batch', 'batch_scrape'],
    ] as const) {
      const metadata = { any: ['thing', { b: 1, a: 2 }] };
      const job = jobOf({ kind, webhook: webhook(url, { metadata }) });
      await rig.notices.opened(job);
      await scrape(job, 1);
      await rig.notices.closed(ended(job, 'completed'));
      const notes = (await bodies(job.id)).map((body) => JSON.parse(body));
      const common = { success: true, id: job.id, metadata, error: null, webhookId: expect.any(String) };
      expect(notes).toEqual([
        { ...common, type: `${prefix}.started`, data: [], timestamp: job.createdAt },
        {
          ...common,
          type: `${prefix}.page`,
          data: [resultOf(job, 0).document],
          timestamp: resultOf(job, 0).finishedAt,
        },
        { ...common, type: `${prefix}.completed`, data: [], timestamp: finishedAt },
      ]);
      expect(new Set(notes.map(({ webhookId }) => webhookId)).size).toBe(3);
      expect(notes.every(({ webhookId }) => isUuid(webhookId))).toBe(true);
      const ids = (await rig.deliveries(job.id)).map(({ id }) => id);
      expect(ids).toEqual(notes.map(({ webhookId }) => webhookId));
    }
  });

  it.each([
    ['failed', 'The site is gone.', 'The site is gone.'],
    ['cancelled', undefined, 'The job was cancelled.'],
  ] as const)('contain the reason when it %s', async (state, given, error) => {
    const job = jobOf({ webhook: webhook(url) });
    await rig.notices.closed(ended(job, state, given));
    expect(JSON.parse((await bodies(job.id))[0]!)).toMatchObject({
      success: false,
      type: 'crawl.failed',
      data: [],
      error,
    });
  });

  it('are limited to those the webhook subscribes to', async () => {
    const job = jobOf({ webhook: webhook(url, { events: ['completed'] }) });
    await rig.notices.opened(job);
    expect(rig.notices.pageDeliveries(job, resultOf(job, 1))).toEqual([]);
    await scrape(job, 2);
    await rig.notices.closed(ended(job, 'completed'));
    expect((await rig.deliveries(job.id)).map(({ type }) => type)).toEqual(['crawl.completed']);
  });

  it('are absent without a subscriber, and for maps', async () => {
    for (const job of [jobOf(), jobOf({ kind: 'map', webhook: webhook(url) }), jobOf({ kind: 'scrape' })]) {
      await rig.notices.opened(job);
      expect(rig.notices.pageDeliveries(job, resultOf(job, 1))).toEqual([]);
      await rig.notices.closed(ended(job, 'completed'));
      await rig.notices.reconcile(ended(job, 'completed'));
      expect(await rig.deliveries(job.id)).toEqual([]);
    }
  });

  it('are unique however often they are published', async () => {
    const job = jobOf({ webhook: webhook(url) });
    for (let time = 0; time < 2; time += 1) {
      await rig.notices.opened(job);
      await rig.notices.closed(ended(job, 'completed'));
    }
    expect((await rig.deliveries(job.id)).map(({ type }) => type)).toEqual(['crawl.started', 'crawl.completed']);
  });
});

describe('configured sinks', () => {
  it('receive subscribed events of every job, each with its own id', async () => {
    await rig.settings.update({
      sinks: [
        { plugin: 'file', events: ['crawl.page', 'crawl.completed'], config: { folder: '/tmp' } },
        { plugin: 'desktop-notice' },
      ],
    });
    const job = jobOf({ webhook: webhook(url, { events: ['completed'] }) });
    await rig.notices.opened(job);
    await scrape(job, 1);
    await rig.notices.closed(ended(job, 'completed'));
    const deliveries = await rig.deliveries(job.id);
    expect(deliveries.map(({ sink, type }) => `${sink} ${type}`)).toEqual([
      'file crawl.page',
      'http crawl.completed',
      'file crawl.completed',
      'desktop-notice crawl.completed',
    ]);
    expect(new Set(deliveries.map(({ id }) => id)).size).toBe(4);
    for (const [index, body] of (await bodies(job.id)).entries()) {
      expect(JSON.parse(body).webhookId).toBe(deliveries[index]!.id);
    }
  });

  it('that are new receive no events of finished jobs', async () => {
    const job = jobOf();
    await scrape(job, 1);
    await rig.settings.update({ sinks: [{ plugin: 'desktop-notice' }] });
    await rig.notices.reconcile(ended(job, 'completed'));
    expect(await rig.deliveries(job.id)).toEqual([]);
  });
});

describe('after a crash', () => {
  it('publishes only missing start and end events, because page events are stored with results', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'gleaner-outbox-'));
    await rig.close();
    rig = await startRig({ dataDir });
    const job = jobOf({ webhook: webhook(url, { metadata: { z: 1, 2: 'two', a: { nested: [null] } } }) });
    await scrape(job, 5);
    await rig.close();

    rig = await startRig({ dataDir });
    await rig.storage.jobs.change(job.id, { state: 'completed', finishedAt });
    await reconcileOutbox(rig.storage.jobs, rig.notices, new AbortController().signal);
    const told = await bodies(job.id);
    const types = told.map((body) => JSON.parse(body).type);
    expect(types.sort()).toEqual(['crawl.completed', ...Array(5).fill('crawl.page'), 'crawl.started']);
    await reconcileOutbox(rig.storage.jobs, rig.notices, new AbortController().signal);
    expect(await bodies(job.id)).toEqual(told);
    await rm(dataDir, { recursive: true });
  });

  it('publishes the end of an unfinished job later', async () => {
    const job = jobOf({ webhook: webhook(url) });
    await scrape(job, 3);
    await rig.notices.reconcile(job);
    const types = (await rig.deliveries(job.id)).map(({ type }) => type);
    expect(types.filter((type) => type === 'crawl.page')).toHaveLength(3);
    expect(types).not.toContain('crawl.completed');
  });

  it('publishes no page twice', async () => {
    const job = jobOf({ webhook: webhook(url) });
    await rig.storage.frontier.add(job.id, [{ url: job.url, depth: 0 }]);
    const [task] = await rig.storage.frontier.claim(job.id, 1);
    for (let time = 0; time < 2; time += 1) {
      const result: Result = { ...resultOf(job, 0), taskId: task!.id };
      const deliveries = rig.notices.pageDeliveries(job, result);
      await rig.storage.frontier.complete(job.id, task!, { result, deliveries });
    }
    expect(await rig.deliveries(job.id)).toHaveLength(1);
  });
});

describe('an unwritable outbox', () => {
  it('fails no job; missing events are published with the next success', async () => {
    const full = { now: true };
    const { outbox } = rig.storage;
    const failing: Outbox = Object.assign(Object.create(outbox), {
      add: (delivery: Parameters<Outbox['add']>[0]) =>
        full.now ? Promise.reject(new Error('no space left')) : outbox.add(delivery),
      get: (id: string) => outbox.get(id),
    });
    const log = rememberingLog();
    const notices = new WebhookPublisher(failing, rig.settings, { wake: () => undefined }, log, eventsOfKinds);
    const job = jobOf({ webhook: webhook(url) });
    await notices.opened(job);
    await scrape(job, 2);
    expect(log.warnings.join()).toMatch(/no space left/);
    full.now = false;
    await notices.closed(ended(job, 'completed'));
    const types = (await rig.deliveries(job.id)).map(({ type }) => type);
    expect(types).toEqual(['crawl.page', 'crawl.page', 'crawl.started', 'crawl.completed']);
  });
});
