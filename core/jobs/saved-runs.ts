import { inject, injectable } from 'inversify';
import { toAppError } from '../common/errors';
import { isFinal, type Job } from '../common/job';
import { Log } from '../common/log';
import { defaultKeptRuns, type SavedRun, type ScheduleNote } from '../common/saved-job';
import type { Hooks } from '../contract/hooks';
import { EventBus } from '../ports/delivery/event-bus';
import { JobStore } from '../ports/jobs/job-store';
import type { StartCall } from './job-starter';
import { RunRowReader } from './run-rows';
import { type SavedJobDocument, SavedJobs, type StartedRun } from './saved-jobs';

/** A finished run of a saved job. */
export interface FinishedRun {
  readonly saved: SavedJobDocument;
  readonly run: SavedRun;
  readonly job: Job;
}

/** Maximum number of runs listed per saved job. Also the maximum number of listed times at which no run started. */
const maxListed = 200;

/**
 * Returns the baseline for later runs: the last complete run with rows. With `takesPartial`, the run need not be
 * complete.
 */
export const baseOf = (runs: readonly SavedRun[], takesPartial = false): SavedRun | undefined =>
  runs.findLast(({ verdict }) => verdict && verdict.kind !== 'failed' && (takesPartial || !verdict.isPartial));

/** Runs of saved jobs. Each run is a job that is retained as long as the saved job requires. */
@injectable()
export class SavedRuns {
  /** IDs of the jobs that are runs of saved jobs. */
  readonly #known = new Set<string>();
  readonly #listeners = new Set<(ended: FinishedRun) => Promise<void>>();
  #work: Promise<void> = Promise.resolve();

  constructor(
    @inject(SavedJobs) private readonly saved: SavedJobs,
    @inject(JobStore) private readonly jobs: JobStore,
    @inject(RunRowReader) private readonly rows: RunRowReader,
    @inject(EventBus) private readonly events: EventBus,
    @inject(Log) private readonly log: Log,
  ) {}

  /** Records the end of each run. At startup, also records the ends that have not been recorded yet. */
  apply(hooks: Hooks): void {
    hooks.jobClosed.tap('saved runs', (job) => {
      // Runs that another node started are not in `#known`.
      if (this.#known.has(job.id) || job.keptBy === 'saved job') this.#later(job);
    });
    hooks.ready.tapPromise('saved runs', () => this.#catchUp());
    hooks.closing.tapPromise('saved runs', () => this.#work);
  }

  /** Registers a listener, which is called once the end of a run has been stored. */
  onEnded(listener: (ended: FinishedRun) => Promise<void>): void {
    this.#listeners.add(listener);
  }

  /**
   * Starts a run. Scheduled runs and runs of monitored jobs bypass the cache. Rejects with the errors of
   * `SavedJobs.start`.
   */
  async run(name: string, startedBy: SavedRun['startedBy'], call: StartCall): Promise<StartedRun> {
    const { monitor, keepRuns = defaultKeptRuns } = await this.saved.document(name);
    const isFresh = startedBy === 'schedule' || monitor !== undefined;
    const excludeTags = monitor?.ignoreSelectors;
    const started = await this.saved.start(name, { ...call, isFresh, excludeTags });
    const { id, createdAt: at, zeroDataRetention } = started.job;
    if (keepRuns > 0 && !zeroDataRetention) await this.jobs.change(id, { keptBy: 'saved job' });
    const before = await this.saved.document(name);
    await this.saved.change(name, ({ runs = [] }) => {
      const number = (runs.at(-1)?.number ?? 0) + 1;
      return { runs: [...runs, { number, id, at, startedBy, state: 'active' }].slice(-maxListed) };
    });
    // Ends the retention of runs that drop out of the list, because unlisted runs would otherwise be retained forever.
    for (const { id: left } of before.runs?.slice(0, 1 - maxListed) ?? []) await this.#release(left);
    this.#known.add(id);
    await this.#notify(name);
    const now = await this.jobs.get(id);
    if (now && isFinal(now.state)) this.#later(now);
    return started;
  }

  /** Returns the name of a run's saved job. Undefined when the job is not a run. */
  async nameOf(jobId: string): Promise<string | undefined> {
    const documents = await this.saved.all();
    return documents.find(({ runs = [] }) => runs.some(({ id }) => id === jobId))?._id;
  }

  /** Returns the display name of each run's saved job, and whether the run is a monitor check. Keyed by run ID. */
  async names(): Promise<ReadonlyMap<string, { readonly savedName: string; readonly isCheck?: true }>> {
    const documents = await this.saved.all();
    return new Map(
      documents.flatMap(({ _id, monitor, watch, runs = [] }) => {
        const facts = { savedName: watch?.title ?? _id, ...(monitor ? { isCheck: true as const } : {}) };
        return runs.map(({ id }) => [id, facts] as const);
      }),
    );
  }

  /** True while the last run of a saved job is unfinished. */
  async isRunning({ runs = [] }: SavedJobDocument): Promise<boolean> {
    const last = runs.at(-1);
    const job = last && (await this.jobs.get(last.id));
    return job !== undefined && !isFinal(job.state);
  }

  /**
   * Returns the runs of a saved job, newest first, and the scheduled times at which no run started. Throws NOT_FOUND.
   */
  async timeline(name: string) {
    const { runs = [], notes = [] } = await this.saved.document(name);
    const shown = runs.map(async (run): Promise<SavedRun> => {
      const job = await this.jobs.get(run.id);
      const isEmpty = job !== undefined && (await this.rows.isEmpty(job));
      const facts = { state: job?.state ?? run.state, isKept: job !== undefined };
      return { ...run, ...facts, ...(isEmpty ? { hasNoResults: true } : {}) };
    });
    return { runs: (await Promise.all(shown)).reverse(), notes: notes.toReversed() };
  }

  /** Updates a run's record. */
  async note(name: string, id: string, facts: Partial<SavedRun>): Promise<SavedJobDocument> {
    const changed = await this.saved.change(name, ({ runs = [] }) => ({
      runs: runs.map((run) => (run.id === id ? { ...run, ...facts } : run)),
    }));
    await this.#notify(name);
    return changed;
  }

  /** Records a scheduled time at which no run started. */
  async noteTime(name: string, note: ScheduleNote): Promise<void> {
    await this.saved.change(name, ({ notes = [] }) => ({ notes: [...notes, note].slice(-maxListed) }));
    await this.#notify(name);
  }

  /**
   * Ends the retention of the oldest runs if a saved job has more runs than its limit. Ends the retention of the
   * baseline only if the limit is 0.
   */
  async prune({ runs = [], keepRuns = defaultKeptRuns }: SavedJobDocument): Promise<void> {
    const base = baseOf(runs)?.id;
    for (const { id } of runs.slice(0, Math.max(0, runs.length - keepRuns))) {
      if (id !== base || keepRuns === 0) await this.#release(id);
    }
  }

  /** Ends the retention of a run that is retained only for its saved job. */
  async #release(id: string): Promise<void> {
    const job = await this.jobs.get(id);
    if (job?.keptBy === 'saved job') await this.jobs.change(id, { keptBy: undefined });
  }

  /** Deletes a saved job. Its runs are deleted 24 hours after their end. Throws NOT_FOUND. */
  async remove(name: string): Promise<void> {
    const document = (await this.saved.all()).find(({ _id }) => _id === name);
    await this.saved.remove(name);
    if (document) await this.prune({ ...document, keepRuns: 0 });
    await this.#notify(name);
  }

  async #notify(name: string): Promise<void> {
    await this.events.emit('saved.changed', undefined, { name });
  }

  /** Queues a finished run. Runs are processed one at a time, without delaying the end of the job. */
  #later(job: Job): void {
    this.#work = this.#work
      .then(() => this.#ended(job))
      .catch((thrown: unknown) => {
        this.log.warn(`the end of run ${job.id} could not be recorded: ${toAppError(thrown).message}`);
      });
  }

  async #ended(job: Job): Promise<void> {
    const saved = (await this.saved.all()).find(({ runs = [] }) => runs.some(({ id }) => id === job.id));
    const known = saved?.runs?.find(({ id }) => id === job.id);
    if (!saved || !known || (known.state === job.state && known.rows !== undefined)) return;
    const rows = await this.rows.count(job);
    const facts = { state: job.state, rows, error: job.error, finishedAt: job.finishedAt };
    let isFirst = false;
    // Several nodes may detect the end of a run. Only the node that stores the end sends notifications.
    const changed = await this.saved.change(saved._id, ({ runs = [] }) => {
      const before = runs.find(({ id }) => id === job.id);
      isFirst = before !== undefined && (before.state !== job.state || before.rows === undefined);
      return isFirst ? { runs: runs.map((run) => (run.id === job.id ? { ...run, ...facts } : run)) } : {};
    });
    if (!isFirst) return;
    await this.#notify(saved._id);
    const run = { ...known, ...facts };
    for (const listener of this.#listeners) await listener({ saved: changed, run, job });
    await this.prune(await this.saved.document(saved._id));
  }

  async #catchUp(): Promise<void> {
    for (const { runs = [] } of await this.saved.all())
      for (const { id, state } of runs) {
        this.#known.add(id);
        const job = state === 'active' ? await this.jobs.get(id) : undefined;
        if (job && isFinal(job.state)) this.#later(job);
      }
  }
}
