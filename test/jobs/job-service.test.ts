import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../core/common/errors';
import { newId } from '../../core/common/values/ids';
import { parseDocument } from '../../core/ports/jobs/result-store';
import { folders } from '../storage/support';
import { JobsRig, syncKind } from './jobs-rig';

const temporary = folders();
const site = (...pages: number[]) => pages.map((page) => `http://site.test/${page}`);
let dataDir: string;
let rig: JobsRig;

beforeEach(async () => {
  dataDir = await temporary.make();
  rig = await JobsRig.start(dataDir);
});
afterEach(async () => {
  await rig.stop();
  await temporary.removeAll();
});

const stateOf = async (id: string) => (await rig.service.get(id)).state;
const call = { keyId: 'key', signal: new AbortController().signal };

describe('the service of jobs', () => {
  it('completes a job after its pages were read, and its reader returns them', async () => {
    const { id } = await rig.begin(site(1, 2));
    for (const n of [1, 2]) (await rig.pages.at(n)).end();
    await rig.ended();
    expect(rig.closed).toMatchObject([{ id, state: 'completed', finishedAt: expect.any(String) }]);
    const { facts, documents, end } = await rig.reader.status(id, { skip: 0 });
    expect(facts).toMatchObject({ success: true, status: 'completed', completed: 2, total: 2, creditsUsed: 2 });
    expect(documents.map((document) => parseDocument(document).markdown).sort()).toEqual(site(1, 2));
    expect([end, (await rig.reader.status(id, { skip: 1, limit: 1 })).documents.length]).toEqual([2, 1]);
  });

  it('fails a job without readable pages, with the first error', async () => {
    const { id } = await rig.begin(site(1));
    (await rig.pages.at(1)).end({ state: 'failed', error: new AppError('SCRAPE_SITE_ERROR', 'nobody is there') });
    await rig.ended();
    expect(rig.closed).toMatchObject([{ state: 'failed', error: expect.stringContaining('nobody is there') }]);
    const { errors } = await rig.reader.errors(id);
    expect(errors).toMatchObject([{ url: site(1)[0], code: 'SCRAPE_SITE_ERROR' }]);
  });

  it('cancels a job once and aborts its pages', async () => {
    const { id } = await rig.begin(site(1, 2));
    const page = await rig.pages.at(1);
    await rig.service.cancel(id);
    await rig.service.cancel(id);
    expect([page.signal.aborted, await stateOf(id), rig.closed.length]).toEqual([true, 'cancelled', 1]);
    expect(await rig.rig.storage.frontier.counts(id)).toMatchObject({ queued: 2, inFlight: 0 });
    await expect(rig.service.cancel(newId())).rejects.toMatchObject({ code: 'JOB_NOT_FOUND' });
  });

  it('refuses to cancel a completed job', async () => {
    const { id } = await rig.begin(site(1));
    (await rig.pages.at(1)).end();
    await rig.ended();
    await expect(rig.service.cancel(id)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('adds pages to a running job only', async () => {
    const { id } = await rig.begin(site(1));
    const first = await rig.pages.at(1);
    expect((await rig.begin(site(2), { appendTo: id })).id).toBe(id);
    (await rig.pages.at(2)).end();
    first.end();
    await rig.ended();
    expect(rig.closed).toMatchObject([{ id, state: 'completed' }]);
    await expect(rig.begin(site(3), { appendTo: id })).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(rig.begin(site(3), { appendTo: newId() })).rejects.toMatchObject({ code: 'JOB_NOT_FOUND' });
  });

  it('retries the failed pages of a finished job', async () => {
    const { id } = await rig.begin(site(1, 2));
    (await rig.pages.at(1)).end();
    (await rig.pages.at(2)).end({ state: 'failed', error: new AppError('SCRAPE_SITE_ERROR', 'gone') });
    await rig.ended();
    expect(await rig.service.retryFailed(id)).toBe(1);
    (await rig.pages.at(3)).end();
    await rig.ended(2);
    expect(await rig.rig.storage.frontier.counts(id)).toMatchObject({ done: 2, failed: 0 });
    expect(await rig.service.retryFailed(id)).toBe(0);
  });

  it('resumes unfinished jobs after a restart, except paused ones', async () => {
    const running = await rig.begin(site(1));
    const paused = await rig.begin(site(2));
    await rig.pages.at(2);
    await rig.pauses.pause(paused.id);
    await rig.stop();
    rig = await JobsRig.start(dataDir);
    const unfinished = await rig.service.unfinished();
    expect(unfinished.map(({ id }) => id)).toEqual([running.id]);
    await rig.service.resume(unfinished);
    (await rig.pages.at(1)).end();
    await rig.ended();
    expect([rig.closed[0]?.id, await stateOf(paused.id)]).toEqual([running.id, 'paused']);
  });
});

describe('a pause', () => {
  it('starts no page until the job is resumed, and is announced once', async () => {
    rig.rules = { maxConcurrency: 1 };
    const { id } = await rig.begin(site(1, 2));
    const first = await rig.pages.at(1);
    await rig.pauses.pause(id);
    await rig.pauses.pause(id);
    first.end();
    await rig.pages.until(async () => (await rig.rig.storage.frontier.counts(id)).inFlight === 0);
    expect([rig.pages.started.length, await stateOf(id)]).toEqual([1, 'paused']);
    await expect(rig.begin(site(3), { appendTo: id })).rejects.toMatchObject({ code: 'CONFLICT' });
    await rig.pauses.resume(id);
    (await rig.pages.at(2)).end();
    await rig.ended();
    expect(rig.events.filter((name) => /paused|resumed/.test(name))).toEqual([
      'batch_scrape.paused',
      'batch_scrape.resumed',
    ]);
  });

  it('is refused for a finished job, and so is resuming it', async () => {
    const { id } = await rig.begin(site(1));
    (await rig.pages.at(1)).end();
    await rig.ended();
    await expect(rig.pauses.pause(id)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(rig.pauses.resume(id)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('is not needed to resume a cancelled job with pages left', async () => {
    const { id } = await rig.begin(site(1));
    await rig.pages.at(1);
    await rig.service.cancel(id);
    await rig.pauses.resume(id);
    (await rig.pages.at(2)).end();
    await rig.ended(2);
    expect(await stateOf(id)).toBe('completed');
    await expect(rig.pauses.resume(id)).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});

describe('a start', () => {
  it('is refused without credits, with a forbidden webhook or a used idempotency key, and leaves no job', async () => {
    await rig.rig.settings.update({ monthlyCredits: 1 });
    await expect(rig.begin(site(1, 2))).rejects.toMatchObject({ code: 'PAYMENT_REQUIRED' });
    const webhook = { url: 'http://10.0.0.1/', headers: {}, metadata: {}, events: [] };
    await expect(rig.begin(site(1), { webhook })).rejects.toMatchObject({ code: 'PRIVATE_ADDRESS_BLOCKED' });
    expect(await rig.rig.storage.jobs.list({ limit: 9 })).toEqual([]);
  });

  it('works once with an idempotency key', async () => {
    const start = (idempotencyKey: string) =>
      rig.starter.start(rig.kind, { version: 'v2', urls: site(1) } as never, { ...call, idempotencyKey });
    const key = newId();
    await start(key);
    await expect(start(key)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(start('no uuid')).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await rig.rig.storage.jobs.list({ limit: 9 })).toHaveLength(1);
  });

  it('of a synchronous kind closes its job with its cost or error', async () => {
    const good = syncKind(async () => ({ body: { data: 'page' }, pages: 1, credits: 5 }));
    expect(await rig.starter.start(good, { version: 'v2' }, call)).toEqual({ body: { data: 'page' } });
    const bad = syncKind(() => Promise.reject(new AppError('SCRAPE_TIMEOUT', 'too slow')));
    await expect(rig.starter.start(bad, { version: 'v2' }, call)).rejects.toMatchObject({ code: 'SCRAPE_TIMEOUT' });
    expect(rig.closed).toMatchObject([
      { state: 'completed', spent: { pages: 1, credits: 5 } },
      { state: 'failed', error: expect.stringContaining('too slow'), spent: { pages: 0, credits: 0 } },
    ]);
  });
});
