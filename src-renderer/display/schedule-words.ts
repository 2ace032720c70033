import { locale, t } from '../texts/i18n';
import { momentText, timeOfDay } from './words';

/** Frequency of a schedule. */
export type Rhythm = 'off' | 'hourly' | 'daily' | 'weekly' | 'cron';

/** A schedule as entered in the form. */
export interface ScheduleChoice {
  readonly rhythm: Rhythm;
  /** Time of day, e.g. `07:00`. */
  readonly time: string;
  /** Day of the week, where 0 is Sunday. */
  readonly day: string;
  readonly cron: string;
}

/** Returns the frequencies that a schedule can have, with their labels. */
export const rhythms = (): readonly { readonly value: Rhythm; readonly label: string }[] => [
  { value: 'off', label: t('monitors.never') },
  { value: 'hourly', label: t('monitors.everyHour') },
  { value: 'daily', label: t('monitors.everyDay') },
  { value: 'weekly', label: t('monitors.everyWeek') },
  { value: 'cron', label: t('monitors.cronExpression') },
];

/** Returns the days of the week, starting with Monday. */
export const weekdays = (): readonly { readonly value: string; readonly label: string }[] =>
  [
    t('monitors.monday'),
    t('monitors.tuesday'),
    t('monitors.wednesday'),
    t('monitors.thursday'),
    t('monitors.friday'),
    t('monitors.saturday'),
    t('monitors.sunday'),
  ].map((label, index) => ({ value: String((index + 1) % 7), label }));

/** Initial schedule: every day at 07:00. */
export const defaultChoice: ScheduleChoice = { rhythm: 'daily', time: '07:00', day: '1', cron: '0 7 * * *' };

/** Returns this machine's time zone. */
export const localTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** True if a time zone is this machine's time zone. */
export const isLocalZone = (timeZone: string): boolean => timeZone === localTimeZone();

/** Returns the cron expression for a schedule. Undefined if the job is started only manually. */
export function cronOf({ rhythm, time, day, cron }: ScheduleChoice): string | undefined {
  const [hour = 7, minute = 0] = time.split(':').map(Number);
  if (rhythm === 'off') return undefined;
  if (rhythm === 'hourly') return '0 * * * *';
  if (rhythm === 'daily') return `${minute} ${hour} * * *`;
  return rhythm === 'weekly' ? `${minute} ${hour} * * ${day}` : cron.trim();
}

const two = (text: string): string => text.padStart(2, '0');

/** Returns the form values for a cron expression. */
export function choiceOf(cron: string): ScheduleChoice {
  const given = { ...defaultChoice, cron };
  if (cron === '0 * * * *') return { ...given, rhythm: 'hourly' };
  const [, minute = '', hour = '', day = ''] = /^(\d{1,2}) (\d{1,2}) \* \* (\*|[0-6])$/.exec(cron) ?? [];
  if (minute === '') return { ...given, rhythm: 'cron' };
  const time = `${two(hour)}:${two(minute)}`;
  return day === '*' ? { ...given, rhythm: 'daily', time } : { ...given, rhythm: 'weekly', time, day };
}

const clockTime = (hour: string, minute: string): string =>
  timeOfDay(new Date(Date.UTC(2000, 0, 1, Number(hour), Number(minute))), 'UTC');

/** Describes a schedule in words, e.g. `every day at 07:00`. The clock format depends on the reader's locale. */
export function scheduleText(cron: string): string {
  const { rhythm, time: given, day } = choiceOf(cron);
  const [ofHour = '', ofMinute = ''] = given.split(':');
  const time = clockTime(ofHour, ofMinute);
  if (rhythm === 'hourly') return t('monitors.hourlyText');
  if (rhythm === 'daily') return t('monitors.dailyText', { time });
  if (rhythm === 'weekly')
    return t('monitors.weeklyText', { find: weekdays().find(({ value }) => value === day)?.label, time });
  const [, minute = '', hour = '', days = ''] = /^(\d{1,2}) (\d{1,2}) \* \* ([0-6](?:[-,][0-6])*)$/.exec(cron) ?? [];
  if (minute !== '') return t('monitors.daysText', { days: daysText(days), time: clockTime(hour, minute) });
  return t('monitors.cronText', { cron });
}

/** Texts for the days of the week in a schedule, starting with Sunday. */
const onDays = [
  'monitors.onSunday',
  'monitors.onMonday',
  'monitors.onTuesday',
  'monitors.onWednesday',
  'monitors.onThursday',
  'monitors.onFriday',
  'monitors.onSaturday',
] as const;

/** Returns the names of the days in a cron expression, e.g. `Monday to Friday`. */
function daysText(days: string): string {
  const nameOf = (value: string): string => t(onDays[Number(value)] ?? 'monitors.onSunday');
  const parts = days.split(',').map((part) => {
    const [from = '', to] = part.split('-');
    return to === undefined ? nameOf(from) : t('monitors.dayRange', { from: nameOf(from), to: nameOf(to) });
  });
  return new Intl.ListFormat(locale(), { type: 'conjunction' }).format(parts);
}

/** Formats the time of a run, including the weekday, e.g. `Mon, Nov 23, 7:00 AM`. */
export const nextRunText = (iso: string, timeZone?: string): string => momentText(iso, { timeZone, weekday: 'short' });
