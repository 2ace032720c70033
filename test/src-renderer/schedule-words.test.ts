import { expect, it } from 'vitest';
import { scheduleText } from '../../src-renderer/display/schedule-words';

it.each([
  ['0 * * * *', 'every hour'],
  ['30 6 * * *', 'every day at 6:30 AM'],
  ['0 7 * * 1-5', 'Monday to Friday at 7:00 AM'],
  ['0 7 * * 1,4', 'Monday and Thursday at 7:00 AM'],
  ['0 7 1 * *', 'cron 0 7 1 * *'],
])('describes the schedule %s in words', (cron, words) => {
  expect(scheduleText(cron).replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(words);
});
