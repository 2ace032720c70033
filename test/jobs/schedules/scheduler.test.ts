import { afterEach, beforeEach, expect, it } from 'vitest';
import type { TimerClock } from '../../../core/common/concurrency/clock';
import type { ScheduleRequest } from '../../../core/common/saved-job';
import { Scheduler } from '../../../core/jobs/schedules/scheduler';
import { folders, type TestClock, testClock } from '../../storage/support';
import { type SavedRig, startSavedRig } from '../saved-rig';

const minuteMs = 60_000;
const temporary = folders();
let clock: TestClock & TimerClock;
/** Durations of the scheduler's sleeps, in ms. The last sleep has not ended yet. */
let sleeps: number[];
let rig: SavedRig;
let scheduler: Scheduler;

const start = () => {
  const { saved, runs, notices, log } = rig;
  return new Scheduler({ saved, runs, notices, clock, log });
};

beforeEach(async () => {
  sleeps = [];
  clock = { ...testClock(Date.parse('2026-11-20T06:30:00Z')), after };
  function after(delayMs: number) {
    sleeps.push(delayMs);
    return () => undefined;
  }
  rig = await startSavedRig(await temporary.make(), clock);
  scheduler = start();
  await rig.save('shop');
});
afterEach(async () => {
  await scheduler.stop();
  await rig.close();
  await temporary.removeAll();
});

const everyHour = { cron: '0 * * * *', timeZone: 'UTC', isPaused: false, runMissed: true };
const set = async (change: Partial<ScheduleRequest> = {}) => {
  await scheduler.set('shop', { ...everyHour, ...change });
  await scheduler.wake();
};
const next = async () => (await rig.saved.document('shop')).schedule?.nextAt;
const notes = async () => (await rig.saved.document('shop')).notes ?? [];
const later = async (minutes: number) => {
  clock.pass(minutes * minuteMs);
  await scheduler.wake();
};

it('starts a run at its time, not before, and sets the next time', async () => {
  await set();
  await later(29);
  expect([rig.calls.length, await next()]).toEqual([0, '2026-11-20T07:00:00.000Z']);
  await later(1);
  expect([rig.calls.length, await next()]).toEqual([1, '2026-11-20T08:00:00.000Z']);
  expect(rig.calls[0]).toMatchObject({ keyId: 'schedule', isFresh: true });
  await scheduler.wake();
  expect([rig.calls.length, await notes()]).toEqual([1, []]);
});

it('sleeps until the next time, at most a minute', async () => {
  await set();
  expect(sleeps.at(-1)).toBe(minuteMs);
  clock.pass(20_000);
  await later(29);
  expect(sleeps.at(-1)).toBe(40_000);
});

it('skips a run while the previous one is active', async () => {
  await set();
  await later(30);
  await later(60);
  expect(rig.calls.length).toBe(1);
  expect(await notes()).toMatchObject([{ at: '2026-11-20T08:00:00.000Z', kind: 'skipped' }]);
  await rig.end('shop', [{ name: 'Kettle' }]);
  await later(60);
  expect(rig.calls.length).toBe(2);
});

it.each([
  [true, 1, '3 runs were missed while Gleaner was not running; the job runs once now.'],
  [false, 0, '3 runs were missed while Gleaner was not running; the next run starts as scheduled.'],
])('records missed runs after a restart and with runMissed %s starts %i', async (runMissed, started, message) => {
  await set({ runMissed });
  await scheduler.stop();
  clock.pass(170 * minuteMs);
  scheduler = start();
  await scheduler.wake();
  expect([rig.calls.length, await next()]).toEqual([started, '2026-11-20T10:00:00.000Z']);
  expect(await notes()).toEqual([{ at: '2026-11-20T07:00:00.000Z', kind: 'missed', message }]);
  expect(rig.told).toEqual([{ title: 'shop', body: message, isWarning: true }]);
});

it('runs a few minutes late without a note', async () => {
  await set();
  await later(34);
  expect([rig.calls.length, await notes()]).toEqual([1, []]);
});

it('starts nothing while paused or deleted', async () => {
  await set({ isPaused: true });
  await later(60);
  await set();
  await scheduler.clear('shop');
  await later(60);
  expect([rig.calls, await notes(), await next()]).toEqual([[], [], undefined]);
});

it('records why a run could not start, and retries at the next time', async () => {
  await set();
  rig.refuse('No credits are left.');
  await later(30);
  const message = expect.stringMatching(/^The run could not be started: .*No credits are left\.$/);
  expect(await notes()).toEqual([{ at: '2026-11-20T07:00:00.000Z', kind: 'refused', message }]);
  expect(await next()).toBe('2026-11-20T08:00:00.000Z');
});

it('starts a due run once when two processes see it', async () => {
  await set();
  const other = start();
  clock.pass(30 * minuteMs);
  await Promise.all([scheduler.wake(), other.wake()]);
  await other.stop();
  expect(rig.calls.length).toBe(1);
});

it('refuses a time that never occurs, and keeps the current schedule', async () => {
  await set();
  await expect(set({ cron: '0 0 31 4 *' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  await expect(scheduler.set('none', everyHour)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await next()).toBe('2026-11-20T07:00:00.000Z');
});
