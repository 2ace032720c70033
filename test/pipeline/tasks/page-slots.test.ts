import { beforeEach, describe, expect, it } from 'vitest';
import { withDeadline } from '../../../core/common/concurrency/deadline';
import { PageSlots } from '../../../core/pipeline/tasks/page-slots';
import { readRunOptions } from '../../../core/platform/settings/settings';
import { SettingsService } from '../../../core/platform/settings/settings-service';
import { folders, rememberingLog } from '../../storage/support';

const temporary = folders();
const never = new AbortController().signal;
let settings: SettingsService;
let limiter: PageSlots;

beforeEach(async () => {
  const dataDir = await temporary.make();
  settings = new SettingsService(readRunOptions({ dataDir }), rememberingLog());
  await settings.update({ concurrency: 3 });
  limiter = new PageSlots(settings);
});

/** Takes slots for job pages until none is free. */
const fill = (wanted?: number): (() => void)[] => {
  const taken = [];
  for (let slot = limiter.tryAcquire(wanted); slot; slot = limiter.tryAcquire(wanted)) taken.push(slot);
  return taken;
};

describe('the concurrency limit', () => {
  it('applies to pages of jobs and calls together', async () => {
    limiter.setJobs([0]);
    expect(fill()).toHaveLength(3);
    const call = limiter.acquire(never);
    expect([limiter.taken, limiter.waiting]).toEqual([3, 1]);
    limiter.setJobs([]);
    expect(limiter.waiting).toBe(1);
    await settings.update({ concurrency: 4 });
    await call;
    expect([limiter.taken, limiter.waiting]).toEqual([4, 0]);
  });

  it('gives no slot to a call that has waited until its deadline', async () => {
    const [slot] = fill();
    let hasStarted = false;
    const late = withDeadline(20, 'http://a.example/', never, async (signal) => {
      await limiter.acquire(signal);
      hasStarted = true;
    });
    const next = limiter.acquire(never);
    // Keeps the process busy, so that the timeout fires late.
    const busyUntil = performance.now() + 40;
    while (performance.now() < busyUntil);
    slot?.();
    await next;
    await expect(late).rejects.toMatchObject({ code: 'SCRAPE_TIMEOUT' });
    expect([hasStarted, limiter.taken]).toEqual([false, 3]);
  });

  it('prefers the longest waiting call over any job', async () => {
    limiter.setJobs([0]);
    const [slot, other] = fill();
    const order: string[] = [];
    const called = async (name: string): Promise<() => void> => {
      const release = await limiter.acquire(never);
      order.push(name);
      return release;
    };
    const [first, second] = [called('first'), called('second')];
    slot?.();
    expect(limiter.hasRoomFor()).toBe(false);
    await first;
    other?.();
    const releases = [await first, await second];
    expect(order).toEqual(['first', 'second']);
    const freed: boolean[] = [];
    limiter.onFree(() => freed.push(limiter.hasRoomFor()));
    for (const release of releases) release();
    expect(freed.at(-1)).toBe(true);
  });

  it('reserves the last slot for the side without pages in progress', async () => {
    limiter.setJobs([0]);
    const calls = [await limiter.acquire(never), await limiter.acquire(never)];
    const third = limiter.acquire(never);
    expect(limiter.waiting).toBe(1);
    const job = limiter.tryAcquire();
    expect(job).toBeDefined();
    for (const release of [...calls, job]) release?.();
    (await third)();
    expect(fill()).toHaveLength(2);
    await limiter.acquire(never);
  });

  it('is raised to the request of a job, for that job only', () => {
    limiter.setJobs([0, 5]);
    expect(limiter.limit).toBe(5);
    expect(fill()).toHaveLength(3);
    expect(fill(5)).toHaveLength(2);
    limiter.setJobs([0, 1000]);
    expect(limiter.limit).toBe(64);
    limiter.setJobs([]);
    expect(limiter.limit).toBe(3);
  });

  it('takes no slot for an aborted call, and frees a slot once', async () => {
    const slots = fill();
    const caller = new AbortController();
    const given = limiter.acquire(caller.signal);
    caller.abort(new Error('the caller has gone'));
    await expect(given).rejects.toThrow('the caller has gone');
    slots[0]?.();
    slots[0]?.();
    expect([limiter.taken, limiter.waiting]).toEqual([2, 0]);
    await expect(limiter.acquire(caller.signal)).rejects.toThrow('the caller has gone');
  });
});
