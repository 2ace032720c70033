import type { TimerClock } from '../../common/concurrency/clock';
import { type AppError, toAppError } from '../../common/errors';
import type { Log } from '../../common/log';
import type { Schedule, ScheduleNote, ScheduleRequest } from '../../common/saved-job';
import type { MonitorNotices } from '../monitors/monitor-notices';
import type { SavedJobDocument, SavedJobs } from '../saved-jobs';
import type { SavedRuns } from '../saved-runs';
import { nextTimes, timesBetween } from './cron';

/** Dependencies of the scheduler. */
export interface SchedulerParts {
  readonly saved: SavedJobs;
  readonly runs: SavedRuns;
  readonly notices: MonitorNotices;
  readonly clock: TimerClock;
  readonly log: Log;
}

/** Maximum sleep in ms before the next check. Short enough to notice clock changes and wake-ups from suspend. */
const maxSleepMs = 60_000;
/** Delay in ms after which a scheduled run counts as missed. */
const lateMs = 5 * 60_000;

type Scheduled = SavedJobDocument & { readonly schedule: Schedule };

const isScheduled = (document: SavedJobDocument): document is Scheduled =>
  document.schedule !== undefined && !document.schedule.isPaused;

/**
 * Starts saved jobs on schedule with a single timer, and reports scheduled times that were missed while Gleaner was not
 * running.
 */
export class Scheduler {
  readonly #parts: SchedulerParts;
  readonly #ending = new AbortController();
  #cancelTimer: () => void = () => undefined;
  #round: Promise<void> = Promise.resolve();

  constructor(parts: SchedulerParts) {
    this.#parts = parts;
  }

  /** Starts due runs and sets the timer for the next check. Called when the timer fires or a schedule has changed. */
  wake(): Promise<void> {
    this.#round = this.#round.then(() => this.#look());
    return this.#round;
  }

  /** Stops the scheduler. Waits for runs that are being started. */
  async stop(): Promise<void> {
    this.#ending.abort();
    this.#cancelTimer();
    await this.#round;
  }

  /** Sets a saved job's schedule. Throws NOT_FOUND, or BAD_REQUEST for an invalid cron expression or time zone. */
  async set(name: string, request: ScheduleRequest): Promise<void> {
    const [nextAt] = nextTimes(request, this.#parts.clock.now(), 1);
    await this.#parts.saved.change(name, () => ({ schedule: { ...request, nextAt } }));
    void this.wake();
  }

  /** Deletes a saved job's schedule. Throws NOT_FOUND. */
  async clear(name: string): Promise<void> {
    await this.#parts.saved.change(name, () => ({ schedule: undefined }));
  }

  times(request: Pick<ScheduleRequest, 'cron' | 'timeZone'>, count: number): readonly string[] {
    return nextTimes(request, this.#parts.clock.now(), count);
  }

  async #look(): Promise<void> {
    if (this.#ending.signal.aborted) return;
    this.#cancelTimer();
    const { saved, clock } = this.#parts;
    const now = clock.now();
    try {
      for (const one of (await saved.all()).filter(isScheduled))
        if (Date.parse(one.schedule.nextAt) <= now)
          await this.#due(one, now).catch((thrown) => this.#trouble(one, thrown));
      const times = (await saved.all()).filter(isScheduled).map(({ schedule }) => Date.parse(schedule.nextAt) - now);
      this.#sleep(Math.min(maxSleepMs, ...times));
    } catch (thrown) {
      this.#parts.log.warn(`schedules could not be read: ${toAppError(thrown).message}`);
      this.#sleep(maxSleepMs);
    }
  }

  #sleep(delayMs: number): void {
    if (this.#ending.signal.aborted) return;
    this.#cancelTimer = this.#parts.clock.after(Math.max(delayMs, 0), () => void this.wake());
  }

  /**
   * Starts a due run, unless another node has already stored the next scheduled time. The time is stored before the
   * start, so that a start that crashes the process is not repeated forever.
   */
  async #due(one: Scheduled, now: number): Promise<void> {
    const { _id: name, schedule } = one;
    const [nextAt] = nextTimes(schedule, now, 1);
    let isOurs = false;
    await this.#parts.saved.change(name, ({ schedule: found }) => {
      isOurs = found?.nextAt === schedule.nextAt && !found.isPaused;
      return isOurs ? { schedule: { ...schedule, nextAt } } : {};
    });
    if (!isOurs) return;
    if (now - Date.parse(schedule.nextAt) > lateMs) {
      await this.#note(one, 'missed', missedSentence(schedule, now));
      if (!schedule.runMissed) return;
    }
    if (await this.#parts.runs.isRunning(one)) {
      return this.#note(one, 'skipped', 'The previous run had not finished, so this run was skipped.');
    }
    try {
      const call = { keyId: 'schedule', signal: this.#ending.signal };
      await this.#parts.runs.run(name, 'schedule', call);
    } catch (thrown) {
      await this.#note(one, 'refused', `The run could not be started: ${toAppError(thrown).message}`);
    }
  }

  async #note(
    { _id: name, schedule, monitor, runs = [] }: Scheduled,
    kind: ScheduleNote['kind'],
    message: string,
  ): Promise<void> {
    const at = schedule.nextAt;
    await this.#parts.runs.noteTime(name, { at, kind, message });
    const last = runs.at(-1);
    const notice = {
      type: 'monitor.missed',
      name,
      jobId: last?.id ?? name,
      sentence: message,
      at,
      data: { kind },
    } as const;
    await this.#parts.notices.notify(notice, monitor?.notify);
  }

  #trouble({ _id: name }: Scheduled, thrown: unknown): void {
    const { message }: AppError = toAppError(thrown);
    this.#parts.log.warn(`the scheduled run of "${name}" failed: ${message}`);
  }
}

function missedSentence(schedule: Schedule, now: number): string {
  const count = timesBetween(schedule, Date.parse(schedule.nextAt), now);
  const times = count === 1 ? 'A run was missed' : `${count} runs were missed`;
  const then = schedule.runMissed ? 'the job runs once now' : 'the next run starts as scheduled';
  return `${times} while Gleaner was not running; ${then}.`;
}
