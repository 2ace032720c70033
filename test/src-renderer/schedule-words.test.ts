import { expect, it } from 'vitest';
import { scheduleText } from '../../src-renderer/display/schedule-words';

it.each([
  ['0 * * * *', 'every hour'],
  ['30 6 * * *', 'every day at 06:30'],
  ['0 7 * * 1-5', 'Monday–Friday at 07:00'],
  ['0 7 * * 1,4', 'Monday, Thursday at 07:00'],
  ['0 7 1 * *', 'cron 0 7 1 * *'],
])('describes the schedule %s in words', (cron, words) => {
  expect(scheduleText(cron)).toBe(words);
});
