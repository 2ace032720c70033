import { describe, expect, it } from 'vitest';
import { nextTimes, timesBetween } from '../../../core/jobs/schedules/cron';

const from = Date.parse('2026-03-27T12:00:00Z');

describe('the next times of a schedule', () => {
  it('follow the time zone across a daylight saving change', () => {
    const times = nextTimes({ cron: '0 7 * * *', timeZone: 'Europe/Berlin' }, from, 3);
    expect(times).toEqual(['2026-03-28T06:00:00.000Z', '2026-03-29T05:00:00.000Z', '2026-03-30T05:00:00.000Z']);
  });

  it.each([
    // If daylight saving time skips the scheduled hour in spring, the run is due at the end of that hour. If it repeats
    // the hour in autumn, the run is due only once.
    ['30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', ['2026-03-29T01:00:00.000Z', '2026-03-30T00:30:00.000Z']],
    ['30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', ['2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z']],
    [
      '0 9 * * 1-5',
      'America/New_York',
      '2026-10-30T14:00:00Z',
      ['2026-11-02T14:00:00.000Z', '2026-11-03T14:00:00.000Z'],
    ],
    ['15 0 1 * *', 'Asia/Kolkata', '2026-12-30T00:00:00Z', ['2026-12-31T18:45:00.000Z', '2027-01-31T18:45:00.000Z']],
    ['0 12 29 2 *', 'UTC', '2026-03-01T00:00:00Z', ['2028-02-29T12:00:00.000Z', '2032-02-29T12:00:00.000Z']],
    ['0 7 * * 1', 'Pacific/Auckland', '2026-11-22T18:00:00Z', ['2026-11-29T18:00:00.000Z', '2026-12-06T18:00:00.000Z']],
  ])('of %s in %s after %s are %j', (cron, timeZone, after, expected) => {
    expect(nextTimes({ cron, timeZone }, Date.parse(after), 2)).toEqual(expected);
  });

  it('are refused with a reason for an invalid pattern or time zone, or one that never occurs', () => {
    const cases = [
      [{ cron: 'every day', timeZone: 'UTC' }, /not a five-field cron expression/],
      [{ cron: '* * * * * *', timeZone: 'UTC' }, /not a five-field cron expression/],
      [{ cron: '0 7 * * *', timeZone: 'Mars/Olympus' }, /not a time zone/],
      [{ cron: '0 0 30 2 *', timeZone: 'UTC' }, /never occurs/],
    ] as const;
    for (const [times, words] of cases) expect(() => nextTimes(times, from, 5)).toThrow(words);
  });

  it('are counted between two times, inclusive', () => {
    const end = from + 3 * 3_600_000;
    expect(timesBetween({ cron: '0 * * * *', timeZone: 'UTC' }, from, end)).toBe(4);
  });
});
