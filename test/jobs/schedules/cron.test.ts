import { describe, expect, it } from 'vitest';
import { nextTimes, timesBetween } from '../../../core/jobs/schedules/cron';

const from = Date.parse('2026-03-27T12:00:00Z');

describe('the next times of a schedule', () => {
  it('follow its time zone over the change to summer time', () => {
    const times = nextTimes({ cron: '0 7 * * *', timeZone: 'Europe/Berlin' }, from, 3);
    expect(times).toEqual(['2026-03-28T06:00:00.000Z', '2026-03-29T05:00:00.000Z', '2026-03-30T05:00:00.000Z']);
  });

  it('are refused with a sentence for what is no pattern, no time zone, or never comes', () => {
    const cases = [
      [{ cron: 'every day', timeZone: 'UTC' }, /no cron pattern of five fields/],
      [{ cron: '* * * * * *', timeZone: 'UTC' }, /no cron pattern of five fields/],
      [{ cron: '0 7 * * *', timeZone: 'Mars/Olympus' }, /no time zone/],
      [{ cron: '0 0 30 2 *', timeZone: 'UTC' }, /names no time that ever comes/],
    ] as const;
    for (const [times, words] of cases) expect(() => nextTimes(times, from, 5)).toThrow(words);
  });

  it('are counted between two times, both included', () => {
    const end = from + 3 * 3_600_000;
    expect(timesBetween({ cron: '0 * * * *', timeZone: 'UTC' }, from, end)).toBe(4);
  });
});
