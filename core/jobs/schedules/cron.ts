import { Cron } from 'croner';
import { AppError } from '../../common/errors';
import type { ScheduleRequest } from '../../common/saved-job';

type Times = Pick<ScheduleRequest, 'cron' | 'timeZone'>;

/** Maximum number of missed scheduled times to count. */
const maxCounted = 1000;

/**
 * Parses a cron expression. The returned `Cron` never starts a timer, because the scheduler has its own. Throws
 * BAD_REQUEST for an invalid cron expression or time zone.
 */
function open({ cron, timeZone }: Times): Cron {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
  } catch (cause) {
    throw new AppError('BAD_REQUEST', `"${timeZone}" is not a time zone; use a name such as Europe/Berlin.`, { cause });
  }
  try {
    return new Cron(cron, { timezone: timeZone, mode: '5-part', paused: true });
  } catch (cause) {
    throw new AppError(
      'BAD_REQUEST',
      `"${cron}" is not a five-field cron expression; for example, "0 7 * * *" means every day at 7:00.`,
      {
        cause,
      },
    );
  }
}

/**
 * Returns the scheduled times that follow a given time (milliseconds since 1970), as ISO strings. Throws BAD_REQUEST
 * for an invalid time zone, or a cron expression that is invalid or never matches.
 */
export function nextTimes(times: Times, after: number, count: number): readonly [string, ...string[]] {
  const [first, ...more] = open(times)
    .nextRuns(count, new Date(after))
    .map((time) => time.toISOString());
  if (first) return [first, ...more];
  throw new AppError('BAD_REQUEST', `"${times.cron}" never occurs; check the day and month.`);
}

/** Counts the scheduled times between two times (milliseconds since 1970), up to 1000. */
export function timesBetween(times: Times, from: number, to: number): number {
  return open(times)
    .nextRuns(maxCounted, new Date(from - 1))
    .filter((time) => time.getTime() <= to).length;
}
