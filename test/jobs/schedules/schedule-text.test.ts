import { describe, expect, it } from 'vitest';
import { cronOfText } from '../../../core/jobs/schedules/schedule-text';

describe('a schedule in plain English', () => {
  it.each([
    ['every 30 minutes', '*/30 * * * *'],
    ['Every 5 mins', '*/5 * * * *'],
    ['every minute', '* * * * *'],
    ['every 60 minutes', '0 * * * *'],
    ['every 120 minutes', '0 */2 * * *'],
    ['hourly', '0 * * * *'],
    ['every hour', '0 * * * *'],
    ['every 6 hours', '0 */6 * * *'],
    ['every 24 hours', '0 0 * * *'],
    ['daily', '0 0 * * *'],
    ['daily at 9:00', '0 9 * * *'],
    ['every day at 6.30 pm', '30 18 * * *'],
    ['at 12 am', '0 0 * * *'],
    ['daily at noon', '0 12 * * *'],
    ['weekdays at 7', '0 7 * * 1-5'],
    ['every weekday at 7am', '0 7 * * 1-5'],
    ['weekends at 10:15', '15 10 * * 0,6'],
    ['every monday at 8', '0 8 * * 1'],
    ['Mondays and Thursdays at 18:30.', '30 18 * * 1,4'],
    ['mon, wed, fri at 9', '0 9 * * 1,3,5'],
    ['weekly', '0 0 * * 1'],
    ['weekly on friday at 5pm', '0 17 * * 5'],
    ['monthly', '0 0 1 * *'],
    ['monthly on the 15th at 9', '0 9 15 * *'],
    ['every month on the 2nd', '0 0 2 * *'],
  ])('reads %s as %s', (text, cron) => {
    expect(cronOfText(text)).toBe(cron);
  });

  it.each([
    '',
    'soon',
    'daily at 25:00',
    'daily at 13 pm',
    'at 0 am',
    'every 0 minutes',
    'every monday and lunch at 9',
  ])('refuses "%s"', (text) => {
    expect(() => cronOfText(text)).toThrow(/could not be understood|is not a supported interval/);
  });

  it.each(['every 45 minutes', 'every 7 hours', 'every 90 minutes'])(
    'refuses %s, which no cron expression repeats',
    (text) => {
      expect(() => cronOfText(text)).toThrow(/must divide/);
    },
  );
});
