import { inject, injectable } from 'inversify';
import { toAppError } from '../common/errors';
import { isFinal, type Job } from '../common/job';
import { Log } from '../common/log';
import { type SavedRun, type ScheduleNote, usualKeptRuns } from '../common/saved-job';
import type { Hooks } from '../contract/hooks';
import { EventBus } from '../ports/delivery/event-bus';
import { JobStore } from '../ports/jobs/job-store';
import type { StartCall } from './job-starter';
import { RunRowReader } from './run-rows';
import { type SavedJobDocument, SavedJobs, type StartedRun } from './saved-jobs';

/** A run of a saved job that has ended. */
export interface EndedRun {
  readonly saved: SavedJobDocument;
  readonly run: SavedRun;
  readonly job: Job;
}

/** Most runs and notes that are listed of a saved job. */
const mostListed = 200;

/** The run that later ones are compared with: the last whole one that brought rows to compare. */
export const baseOf = (runs: readonly SavedRun[]): SavedRun | undefined =>
  runs.findLast(({ verdict }) => verdict && verdict.kind !== 'failed' && !verdict.isPartial);

/** The runs of saved jobs: each is a job of its own, kept as long as the saved job wants. */
@injectable()
export class SavedRuns {
  /** Ids of the jobs that are runs. */
  readonly #known = new Set<string>();
  readonly #listeners = new Set<(ended: EndedRun) => Promise<void>>();
  #work: Promise<void> = Promise.resolve();

  constructor(
    @inject(SavedJobs) private readonly saved: SavedJobs,
    @inject(JobStore) private readonly jobs: JobStore,
    @inject(RunRowReader) private readonly rows: RunRowReader,
    @inject(EventBus) private readonly events: EventBus,
    @inject(Log) private readonly log: Log,
  ) {}

  /** Notes the ends of runs, also of those that ended while this process did. */
  apply(hooks: Hooks): void {
    hooks.jobClosed.tap('saved runs', (job) => {
      // Another node may have started it.
      if (this.#known.has(job.id) || job.keptBy === 'saved job') this.#later(job);
    });
    hooks.ready.tapPromise('saved runs', () => this.#catchUp());
    hooks.closing.tapPromise('saved runs', () => this.#work);
  }

  /** Calls back for every run that has ended, once that is noted. */
  onEnded(listener: (ended: EndedRun) => Promise<void>): void {
    this.#listeners.add(listener);
  }

  /** Starts a run. One that is compared or was started by a schedule takes no page from the cache. Throws what its kind has against the request. */
  async run(name: string, startedBy: SavedRun['startedBy'], call: StartCall): Promise<StartedRun> {
    const { monitor, keepRuns = usualKeptRuns } = await this.saved.document(name);
    const isFresh = startedBy === 'schedule' || monitor !== undefined;
    const started = await this.saved.start(name, { ...call, isFresh });
    const { id, createdAt: at, zeroDataRetention } = started.job;
    if (keepRuns > 0 && !zeroDataRetention) await this.jobs.change(id, { keptBy: 'saved job' });
    const before = await this.saved.document(name);
    await this.saved.change(name, ({ runs = [] }) => {
      const number = (runs.at(-1)?.number ?? 0) + 1;
      return { runs: [...runs, { number, id, at, startedBy, state: 'active' }].slice(-mostListed) };
    });
    // A run that is no longer listed could never be released later.
    for (const { id: left } of before.runs?.slice(0, 1 - mostListed) ?? []) await this.#release(left);
    this.#known.add(id);
    await this.#tell(name);
    const now = await this.jobs.get(id);
    if (now && isFinal(now.state)) this.#later(now);
    return started;
  }

  /** Name of the saved job that a job is a run of; undefined when it is none. */
  async nameOf(jobId: string): Promise<string | undefined> {
    const documents = await this.saved.all();
    return documents.find(({ runs = [] }) => runs.some(({ id }) => id === jobId))?._id;
  }

  /** Whether the last run of a saved job has not ended. */
  async isRunning({ runs = [] }: SavedJobDocument): Promise<boolean> {
    const last = runs.at(-1);
    const job = last && (await this.jobs.get(last.id));
    return job !== undefined && !isFinal(job.state);
  }

  /** The runs of a saved job, newest first, and the times at which its schedule started none. Throws NOT_FOUND. */
  async timeline(name: string) {
    const { runs = [], notes = [] } = await this.saved.document(name);
    const shown = runs.map(async (run): Promise<SavedRun> => {
      const job = await this.jobs.get(run.id);
      return { ...run, state: job?.state ?? run.state, isKept: job !== undefined };
    });
    return { runs: (await Promise.all(shown)).reverse(), notes: notes.toReversed() };
  }

  /** Changes what is noted of a run. */
  async note(name: string, id: string, facts: Partial<SavedRun>): Promise<SavedJobDocument> {
    const changed = await this.saved.change(name, ({ runs = [] }) => ({
      runs: runs.map((run) => (run.id === id ? { ...run, ...facts } : run)),
    }));
    await this.#tell(name);
    return changed;
  }

  /** Notes a time at which the schedule started no run. */
  async noteTime(name: string, note: ScheduleNote): Promise<void> {
    await this.saved.change(name, ({ notes = [] }) => ({ notes: [...notes, note].slice(-mostListed) }));
    await this.#tell(name);
  }

  /** Lets the runs go that a saved job no longer keeps: the oldest, but not the one that others are compared with. */
  async prune({ runs = [], keepRuns = usualKeptRuns }: SavedJobDocument): Promise<void> {
    const base = baseOf(runs)?.id;
    for (const { id } of runs.slice(0, Math.max(0, runs.length - keepRuns))) {
      if (id !== base || keepRuns === 0) await this.#release(id);
    }
  }

  /** Lets a run go that is kept for its saved job alone. */
  async #release(id: string): Promise<void> {
    const job = await this.jobs.get(id);
    if (job?.keptBy === 'saved job') await this.jobs.change(id, { keptBy: undefined });
  }

  /** Deletes a saved job; its runs are deleted 24 hours after their end. Throws NOT_FOUND. */
  async remove(name: string): Promise<void> {
    const document = (await this.saved.all()).find(({ _id }) => _id === name);
    await this.saved.remove(name);
    if (document) await this.prune({ ...document, keepRuns: 0 });
    await this.#tell(name);
  }

  async #tell(name: string): Promise<void> {
    await this.events.emit('saved.changed', undefined, { name });
  }

  /** Ends are taken one at a time, apart from the end of the job itself, which must not wait for a comparison. */
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
    const facts = { state: job.state, rows, error: job.error };
    let isFirst = false;
    // Of several nodes that see the end, the one that notes it tells of it.
    const changed = await this.saved.change(saved._id, ({ runs = [] }) => {
      const before = runs.find(({ id }) => id === job.id);
      isFirst = before !== undefined && (before.state !== job.state || before.rows === undefined);
      return isFirst ? { runs: runs.map((run) => (run.id === job.id ? { ...run, ...facts } : run)) } : {};
    });
    if (!isFirst) return;
    await this.#tell(saved._id);
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
