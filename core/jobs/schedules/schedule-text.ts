import { AppError } from '../../common/errors';

/** A time of day. */
interface Clock {
  readonly hour: number;
  readonly minute: number;
}

const dayNames = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const midnight: Clock = { hour: 0, minute: 0 };
const namedTimes: Readonly<Record<string, Clock>> = { noon: { hour: 12, minute: 0 }, midnight };
const named: Readonly<Record<string, string>> = { weekday: '1-5', 'working day': '1-5', weekend: '0,6', day: '*' };

/**
 * Converts a schedule in plain English, such as `every 30 minutes`, `hourly`, `daily at 9:00`, `weekdays at 7`,
 * `mondays and fridays at 6:30 pm` or `monthly on the 15th`, to a cron expression. Throws BAD_REQUEST for text that is
 * not understood.
 */
export function cronOfText(text: string): string {
  const words = text.trim().toLowerCase().replaceAll(',', ' ').replace(/\s+/g, ' ').replace(/\.$/, '');
  const [when = '', at] = splitTime(words);
  const cron = at === undefined ? undefined : (ofInterval(when, at) ?? ofDays(when, at) ?? ofMonth(when, at));
  if (cron !== undefined) return cron;
  const known =
    '"every 30 minutes", "hourly", "daily at 9:00", "weekdays at 7", "monday and friday at 18:30", "monthly"';
  throw new AppError(
    'BAD_REQUEST',
    `The schedule "${text}" could not be understood; use a phrase like ${known}, or set \`cron\`.`,
  );
}

/** Splits text at the word `at`, and parses the time after it. The time is null if absent, and undefined if invalid. */
function splitTime(words: string): readonly [string, Clock | null | undefined] {
  const at = / ?\bat /.exec(` ${words}`);
  if (!at) return [words, null];
  const before = ` ${words}`.slice(0, at.index).trim();
  return [before === '' ? 'daily' : before, clockOf(` ${words}`.slice(at.index + at[0].length))];
}

function clockOf(text: string): Clock | undefined {
  const known = namedTimes[text.trim()];
  if (known) return known;
  const [, hours, minutes = '0', half] = /^(\d{1,2})(?:[:.](\d{2}))? ?(am|pm|o'clock|h)?$/.exec(text.trim()) ?? [];
  if (hours === undefined) return undefined;
  const isHalf = half === 'am' || half === 'pm';
  const [hour, minute] = [Number(hours), Number(minutes)];
  if (minute > 59 || hour > (isHalf ? 12 : 23) || (isHalf && hour === 0)) return undefined;
  return { hour: isHalf ? (hour % 12) + (half === 'pm' ? 12 : 0) : hour, minute };
}

/** Parses `every 15 minutes`, `every 6 hours` or `hourly`. The interval must divide the hour or the day evenly. */
function ofInterval(when: string, at: Clock | null): string | undefined {
  if (at !== null) return undefined;
  if (when === 'hourly') return '0 * * * *';
  const [, count = '1', unit] = /^every (?:(\d{1,3}) ?)?(minutes?|mins?|hours?)$/.exec(when) ?? [];
  if (unit === undefined) return undefined;
  const isMinutes = unit.startsWith('m');
  const minutes = Number(count) * (isMinutes ? 1 : 60);
  if (minutes === 1) return '* * * * *';
  if (minutes > 0 && minutes < 60 && 60 % minutes === 0) return `*/${minutes} * * * *`;
  if (minutes === 60) return '0 * * * *';
  if (minutes === 24 * 60) return '0 0 * * *';
  if (minutes > 0 && minutes < 24 * 60 && minutes % 60 === 0 && 24 % (minutes / 60) === 0)
    return `0 */${minutes / 60} * * *`;
  const whole =
    'an interval must divide evenly into an hour (5, 10, 15, 20 or 30 minutes) or a day (1, 2, 3, 4, 6, 8 or 12 hours)';
  throw new AppError('BAD_REQUEST', `"${when}" is not a supported interval: ${whole}.`);
}

/** Parses `daily`, `weekdays`, `every monday`, `weekly on friday` or `mondays and thursdays`. */
function ofDays(when: string, at: Clock | null): string | undefined {
  const bare = when.replace(/^weekly on /, '').replace(/^(?:on|every|each) /, '');
  const list = bare === 'daily' ? 'day' : bare === 'weekly' ? 'monday' : bare;
  const days = list.split(/ and | /).map((word) => word.replace(/s$/, ''));
  const whole = named[list.replace(/s$/, '')];
  const numbers = days.map((day) => dayNames.findIndex((name) => name === day || name.slice(0, 3) === day));
  const week = whole ?? (numbers.every((number) => number >= 0) ? numbers.join(',') : undefined);
  if (week === undefined) return undefined;
  const { hour, minute } = at ?? midnight;
  return `${minute} ${hour} * * ${week}`;
}

/** Parses `monthly`, `monthly on the 15th` or `every month on the 1st`. */
function ofMonth(when: string, at: Clock | null): string | undefined {
  const [found, day = '1'] = /^(?:monthly|every month)(?: on (?:the )?(\d{1,2})(?:st|nd|rd|th)?)?$/.exec(when) ?? [];
  if (found === undefined || Number(day) < 1 || Number(day) > 31) return undefined;
  const { hour, minute } = at ?? midnight;
  return `${minute} ${hour} ${Number(day)} * *`;
}
