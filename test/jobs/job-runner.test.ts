import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../core/common/errors';
import type { NewTask } from '../../core/ports/jobs/frontier';
import type { Finish } from '../../core/ports/jobs/job-rules';
import { folders } from '../storage/support';
import { RunnerRig } from './runner-rig';

const temporary = folders();
const site = (...pages: number[]) => pages.map((page) => `http://site.localhost/${page}`);
const taskOf = (url: string): NewTask => ({ url, depth: 0 });
let rig: RunnerRig;

/** Creates a promise that the test can resolve. */
function gate<T = void>() {
  let open: (value: T) => void = () => undefined;
  let fail: (reason: Error) => void = () => undefined;
  const opened = new Promise<T>((resolve, reject) => {
    open = resolve;
    fail = reject;
  });
  return { opened, open, fail };
}

beforeEach(async () => {
  rig = await RunnerRig.start(await temporary.make());
});
afterEach(async () => {
  await rig.close();
  await temporary.removeAll();
});

describe('an active job', () => {
  it('reads its pages and ends once', async () => {
    const runner = await rig.open({ urls: site(1, 2) });
    for (const n of [1, 2]) (await rig.started(n)).end();
    await rig.ended();
    runner.more();
    expect([runner.state, runner.ready(), rig.ends]).toEqual(['ended', false, [{}]]);
    expect(await rig.counts()).toMatchObject({ done: 2, queued: 0, inFlight: 0 });
  });

  it('ends without pages', async () => {
    await rig.open({});
    await rig.ended();
    expect(rig.ends).toEqual([{}]);
  });

  it('reads pages while start pages are still being read, and ends after them', async () => {
    const second = gate();
    const runner = await rig.open({
      urls: site(1),
      isSeeded: false,
      rules: {
        seed: async (add) => {
          await second.opened;
          await add(site(2).map(taskOf));
        },
      },
    });
    (await rig.started(1)).end();
    await rig.until(() => runner.state === 'seeding');
    expect(rig.ends).toEqual([]);
    second.open();
    (await rig.started(2)).end();
    await rig.ended();
    expect(await rig.counts()).toMatchObject({ done: 2 });
  });

  it('retries a postponed page at its time while start pages are still being read', async () => {
    const seeded = gate();
    await rig.open({ urls: site(1), isSeeded: false, rules: { seed: () => seeded.opened } });
    (await rig.started(1)).end({ state: 'again', notBefore: { at: Date.now() + 40, waitMs: 40 } });
    const retried = await rig.started(2);
    expect(retried.task.attempt).toBe(2);
    retried.end();
    seeded.open();
    await rig.ended();
  });

  it('fails once when its start pages cannot be read while a page is in progress', async () => {
    const seeding = gate();
    await rig.open({ urls: site(1), isSeeded: false, rules: { seed: () => seeding.opened } });
    const page = await rig.started(1);
    seeding.fail(new AppError('BAD_REQUEST', 'the sitemap is broken'));
    await rig.ended();
    page.end();
    await rig.until(async () => (await rig.counts()).done === 1);
    expect(rig.ends).toEqual([{ failure: 'The start pages could not be read: the sitemap is broken' }]);
  });

  it('waits for a host that requested a pause, and for pages added during the wait', async () => {
    await rig.pace.report('site.localhost', { status: 429, retryAfter: '60', durationMs: 1 });
    const runner = await rig.open({ urls: site(1) });
    await rig.until(() => runner.state === 'waiting' && runner.queue.claimed > 0);
    await rig.storage.frontier.add(rig.job.id, [taskOf('http://other.test/')]);
    runner.more();
    expect((await rig.started(1)).task.spec.url).toBe('http://other.test/');
  });

  it('ends after its last page was refused while another query waited for that page', async () => {
    const checked = gate();
    const runner = await rig.open({
      urls: site(1),
      rules: { maxConcurrency: 1 },
      admit: async () => {
        await checked.opened;
        return { error: new AppError('CRAWL_DENIED', 'robots.txt disallows it'), reason: 'robots' };
      },
    });
    await rig.until(() => runner.state === 'waiting' && runner.queue.inProgress === 1);
    runner.more();
    await rig.until(() => runner.state === 'waiting');
    checked.open();
    await rig.ended();
    expect(rig.ends).toEqual([{}]);
    expect(await rig.counts()).toMatchObject({ queued: 0, inFlight: 0 });
  });

  it('retries a failed write as soon as another write succeeds', async () => {
    rig.writeFailures.push(new AppError('STORAGE_ERROR', 'the disk is full'));
    await rig.open({ urls: site(1, 2) });
    const [first, second] = [await rig.started(1), await rig.started(2)];
    const failedAt = performance.now();
    first.end();
    await rig.until(() => rig.troubles.length > 0);
    second.end();
    (await rig.started(3)).end();
    await rig.ended();
    expect([rig.troubles, performance.now() - failedAt < 2500]).toEqual([['STORAGE_ERROR'], true]);
    expect(await rig.counts()).toMatchObject({ done: 2 });
  });

  it('fails when a write fails permanently', async () => {
    rig.writeFailures.push(new AppError('UNKNOWN_ERROR', 'it does not fit'));
    await rig.open({ urls: site(1, 2) });
    for (const n of [1, 2]) (await rig.started(n)).end();
    await rig.ended();
    expect(rig.ends).toEqual([{ failure: expect.stringContaining('it does not fit') }]);
  });

  it('asks its kind for more pages until there are none', async () => {
    const finishes: Finish[] = [{ tasks: site(2).map(taskOf) }, { tasks: site(1, 2).map(taskOf), outcome: 'found' }];
    await rig.open({ urls: site(1), rules: { finish: async () => finishes.shift() ?? {} } });
    for (const n of [1, 2]) (await rig.started(n)).end();
    await rig.ended();
    expect(rig.ends).toEqual([{ outcome: 'found' }]);
  });

  it('reads pages that are added while it ends', async () => {
    const answers = [gate<Finish>(), gate<Finish>()];
    let asked = 0;
    const runner = await rig.open({ rules: { finish: () => answers[asked++]!.opened } });
    await rig.until(() => asked === 1);
    await rig.storage.frontier.add(rig.job.id, site(1).map(taskOf));
    runner.more();
    (await rig.started(1)).end();
    answers[0]?.open({ outcome: 'too early' });
    await rig.until(() => asked === 2);
    answers[1]?.open({ outcome: 'all' });
    await rig.ended();
    expect(rig.ends).toEqual([{ outcome: 'all' }]);
  });
});

/** Functions that bring a job into a state, keyed by state. */
const inState = {
  /** The pool has no free slot for the job's last page. */
  running: async () => {
    const runner = await rig.open({ urls: site(1, 2, 3, 4, 5, 6, 7, 8, 9) });
    await rig.started(8);
    expect(runner.state).toBe('running');
  },
  waiting: async () => {
    const runner = await rig.open({ urls: site(1, 2), rules: { maxConcurrency: 1 } });
    await rig.started(1);
    await rig.until(() => runner.state === 'waiting');
  },
  seeding: async () => {
    const runner = await rig.open({ isSeeded: false, rules: { seed: () => seeded.opened } });
    await rig.until(() => runner.state === 'seeding');
  },
  drained: async () => {
    const runner = await rig.open({ urls: site(1) });
    await rig.started(1);
    await rig.until(() => runner.state === 'drained');
  },
  ending: async () => {
    const runner = await rig.open({ rules: { finish: () => finished.opened } });
    await rig.until(() => runner.state === 'ending');
  },
};
let seeded = gate();
let finished = gate<Finish>();
beforeEach(() => {
  seeded = gate();
  finished = gate();
});

/** Completes everything that the test has delayed: seeding, pages, and the end of the job. */
async function endAll() {
  seeded.open();
  finished.open({});
  let next = 0;
  await rig.until(() => {
    for (; next < rig.pages.length; next += 1) rig.pages[next]?.end();
    return rig.ends.length > 0;
  });
}

describe.each(Object.entries(inState))('a job that is %s', (_, reach) => {
  it('starts no page while it is paused, and ends after it was resumed', async () => {
    await reach();
    const { runner } = rig;
    runner.pause();
    runner.pause();
    const { length } = rig.pages;
    for (const page of rig.pages) page.end();
    seeded.open();
    runner.more();
    await rig.until(async () => (await rig.counts()).inFlight === 0);
    expect([rig.pages.length, rig.ends, runner.state]).toEqual([length, [], 'paused']);
    runner.resume();
    await endAll();
    expect([rig.ends, runner.state]).toEqual([[{}], 'ended']);
    expect(await rig.counts()).toMatchObject({ queued: 0, inFlight: 0 });
  });

  it('stops at once, without an end of its own', async () => {
    await reach();
    const { runner } = rig;
    runner.stop(new Error('cancelled'));
    seeded.open();
    finished.open({});
    await runner.queue.close();
    runner.more();
    runner.resume();
    expect([runner.state, runner.ready(), rig.ends]).toEqual(['ended', false, []]);
    expect(rig.pages.map(({ signal }) => signal.aborted)).not.toContain(false);
    expect(await rig.counts()).toMatchObject({ inFlight: 0, done: 0 });
  });
});
