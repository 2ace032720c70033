import { inject, injectable } from 'inversify';
import { workingStates } from '../common/job';
import type { Task } from '../common/model';
import type { Hooks } from '../contract/hooks';
import { TaskPool } from '../pipeline/tasks/task-pool';
import { SettingsService } from '../platform/settings/settings-service';
import { ActivityStore } from '../ports/jobs/history';
import { JobStore } from '../ports/jobs/job-store';
import { Budget, monthStart } from './budget';

/** Number reported for an unlimited budget, because published clients expect a number. */
const unlimited = 1_000_000_000;
const historyMonths = 12;

/** Credits used in a month, in total or for one API key. */
export interface MonthUsage {
  readonly startDate: string;
  readonly endDate: string | null;
  readonly apiKey?: string;
  readonly credits: number;
}

const monthAfter = (start: string): string => {
  const date = new Date(start);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)).toISOString();
};

/** Usage and current load, for the team routes and the dashboard. */
@injectable()
export class Usage {
  #lastSuccess: string | undefined;

  constructor(
    @inject(Budget) private readonly budget: Budget,
    @inject(ActivityStore) private readonly activity: ActivityStore,
    @inject(JobStore) private readonly jobs: JobStore,
    @inject(TaskPool) private readonly pool: TaskPool,
    @inject(SettingsService) private readonly settings: SettingsService,
  ) {}

  /** Records the time at which a page last succeeded. */
  apply(hooks: Hooks): void {
    hooks.taskDone.tap('usage', (outcome: { readonly task: Task; readonly state: string }) => {
      if (outcome.state === 'succeeded') this.#lastSuccess = new Date().toISOString();
    });
  }

  /** Returns the remaining and total credits of the current month, both multiplied by `factor`. */
  async balance(factor = 1, now: Date = new Date()) {
    const { monthlyCredits } = this.settings.current;
    const start = monthStart(now);
    const remaining = (await this.budget.remaining(now)) ?? unlimited;
    return {
      remaining: remaining * factor,
      plan: (monthlyCredits ?? unlimited) * factor,
      start,
      end: monthAfter(start),
    };
  }

  /** Returns the number of pages in progress, and the current maximum, which depends on the open jobs. */
  concurrency() {
    return { concurrency: this.pool.taken, maxConcurrency: this.pool.limit };
  }

  /** Returns the number of waiting pages and the number of pages in progress, across all jobs. */
  async queue() {
    const running = await this.jobs.list({ states: workingStates, limit: 1000 });
    const waiting = running.reduce((sum, { progress }) => sum + (progress?.queued ?? 0), this.pool.waiting);
    const { concurrency: active, maxConcurrency } = this.concurrency();
    return {
      jobsInQueue: waiting + active,
      activeJobsInQueue: active,
      waitingJobsInQueue: waiting,
      maxConcurrency,
      mostRecentSuccess: this.#lastSuccess ?? null,
    };
  }

  /**
   * Returns the credits used in each month, oldest first. If `byKey` is true, credits are counted separately for each
   * key.
   */
  async months(byKey: boolean): Promise<readonly MonthUsage[]> {
    const months = new Map<string, MonthUsage>();
    const now = new Date();
    const since = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - historyMonths)).toISOString();
    for (const entry of await this.activity.costs(since)) {
      const startDate = monthStart(new Date(entry.at));
      const key = byKey ? `${startDate} ${entry.keyId}` : startDate;
      const endDate = startDate === monthStart(new Date()) ? null : monthAfter(startDate);
      const known = months.get(key) ?? { startDate, endDate, ...(byKey ? { apiKey: entry.keyId } : {}), credits: 0 };
      months.set(key, { ...known, credits: known.credits + entry.credits });
    }
    return [...months.values()].sort((a, b) => (a.startDate < b.startDate ? -1 : 1));
  }
}
