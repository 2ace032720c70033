import { isDeepStrictEqual } from 'node:util';
import { inject, injectable } from 'inversify';
import type { RunDifference } from '../../common/api/saved-answers';
import { AppError } from '../../common/errors';
import type { Job } from '../../common/job';
import { changeSentence, textColumn } from '../../common/monitor-changes';
import type { MonitorRequest, Row, RowDifference, RunVerdict, SavedRun } from '../../common/saved-job';
import { JobStore } from '../../ports/jobs/job-store';
import { pageKey, RunRowReader, type RunRows } from '../run-rows';
import { type SavedJobDocument, SavedJobs, toSaved } from '../saved-jobs';
import { baseOf, type FinishedRun, SavedRuns } from '../saved-runs';
import { assertSelectors } from './assert-selectors';
import { changeCount, changeLines } from './change-lines';
import { ChangeReview, type Review } from './change-review';
import { compareRows } from './compare-rows';
import { withColumnNames } from './conditions';
import { conditionColumns, missingWarning, requestedValues } from './missing-values';
import { MonitorNotices } from './monitor-notices';

/** Maximum number of rows per list, in the UI and in a notification. */
const [maxShownRows, maxNotifiedRows] = [500, 50];
/** Maximum number of pages compared line by line. */
const maxTexts = 50;

/** Monitors saved jobs: compares each run with the last complete run and reports changes. */
@injectable()
export class Monitors {
  readonly #listeners = new Set<(judged: JudgedRun) => Promise<void>>();

  constructor(
    @inject(SavedJobs) private readonly saved: SavedJobs,
    @inject(SavedRuns) private readonly runs: SavedRuns,
    @inject(JobStore) private readonly jobs: JobStore,
    @inject(RunRowReader) private readonly rows: RunRowReader,
    @inject(ChangeReview) private readonly reviews: ChangeReview,
    @inject(MonitorNotices) private readonly notices: MonitorNotices,
  ) {
    runs.onEnded((ended) => this.#judge(ended));
  }

  /** Registers a listener that is called once the verdict of a compared run has been stored. */
  onJudged(listener: (judged: JudgedRun) => Promise<void>): void {
    this.#listeners.add(listener);
  }

  /** Returns every monitored job, with its last run and last change. */
  async list() {
    const watched = (await this.saved.all()).filter(({ monitor }) => monitor !== undefined);
    return Promise.all(
      watched.map(async (document) => {
        const { runs, notes } = await this.runs.timeline(document._id);
        const lastChange = runs.find(({ verdict }) => verdict?.kind === 'changed');
        return { ...toSaved(document), latest: runs[0], lastChange, lastNote: notes[0] };
      }),
    );
  }

  /**
   * Adds or changes the monitor of a saved job. Throws NOT_FOUND, and BAD_REQUEST for an invalid selector or receiver.
   */
  async watch(name: string, monitor: MonitorRequest): Promise<void> {
    assertSelectors(monitor);
    this.notices.assertAllowed(monitor.notify);
    const { keepRuns } = await this.saved.document(name);
    if (keepRuns !== undefined && keepRuns < 2) {
      const sentence = `A comparison needs two runs, but this job keeps only ${keepRuns}; keep more runs.`;
      throw new AppError('BAD_REQUEST', sentence);
    }
    await this.saved.change(name, ({ monitor: before }) => ({
      monitor,
      ...(before && !isDeepStrictEqual(before, monitor) ? { monitorChangedAt: new Date().toISOString() } : {}),
    }));
  }

  /** Removes the monitor of a saved job. Throws NOT_FOUND. */
  async unwatch(name: string): Promise<void> {
    await this.saved.change(name, () => ({ monitor: undefined }));
  }

  /**
   * Compares run `number` with run `wanted`. By default, `wanted` is the baseline of the run's verdict or, without a
   * baseline, the previous run. Throws NOT_FOUND when a run does not exist or its results have expired.
   */
  async difference(name: string, number: number, wanted?: number): Promise<RunDifference> {
    const { monitor, runs = [] } = await this.saved.document(name);
    const at = runs.findIndex((run) => run.number === number);
    const against = wanted ?? runs[at]?.verdict?.against ?? runs[at - 1]?.number;
    const [before, after] = [await this.#jobOf(runs, against), await this.#jobOf(runs, number)];
    const found = await this.compare(before, after, monitor);
    return this.#shown(found, { run: number, against: against ?? 0, before, after, maxRows: maxShownRows, monitor });
  }

  async #jobOf(runs: readonly SavedRun[], number: number | undefined): Promise<Job> {
    const run = runs.find((one) => one.number === number);
    const job = run && (await this.jobs.get(run.id));
    if (job) return job;
    const sentence = run
      ? `Run ${number} is no longer kept, so its rows cannot be compared.`
      : 'The run to compare with does not exist.';
    throw new AppError('NOT_FOUND', sentence);
  }

  /** Stores a run's verdict and notifies the receivers. */
  async #judge(ended: FinishedRun): Promise<void> {
    const { saved, run, job } = ended;
    const { _id: name, monitor, runs = [] } = saved;
    if (!monitor || job.state === 'cancelled' || (run.verdict && run.verdict.kind !== 'failed')) return;
    const earlier = runs.slice(
      0,
      runs.findIndex(({ id }) => id === run.id),
    );
    // A page that always fails makes every run partial, so the baseline of a watched job can be a partial run.
    const base = baseOf(earlier, saved.watch !== undefined);
    const before = base && (await this.jobs.get(base.id));
    const now = job.state === 'completed' ? await this.rows.read(job) : undefined;
    const problem = job.error ?? now?.unfit ?? nothingCame(now, base);
    if (problem !== undefined || !now) {
      await this.#failed(saved, run, job, problem ?? `The run ended with the state "${job.state}".`);
      return this.#judged(name, run.id);
    }
    const isPartial = now.failed.size > 0 || undefined;
    const warning = missingWarning(requestOf(saved), monitor, now);
    if (warning !== undefined) await this.#warn(job, warning);
    const facts = { isPartial, errors: now.failed.size, warning };
    if (base && before) await this.#compared(ended, { base, before, now, monitor }, facts);
    else await this.#firstRead(ended, { base, now, monitor }, facts);
    return this.#judged(name, run.id);
  }

  /** Records a run as the baseline for later runs. */
  async #firstRead(
    { saved, run, job }: FinishedRun,
    { base, now, monitor }: Omit<RunPair, 'base' | 'before'> & { readonly base?: SavedRun },
    facts: Partial<RunVerdict>,
  ): Promise<void> {
    const { _id: name } = saved;
    const note = base && `Run ${base.number} is no longer kept, so later runs are compared with this run.`;
    const read = await this.reviews.read(job, now, [
      ...conditionColumns(withColumnNames(monitor.conditions ?? [], now.rows)),
      ...requestedValues(requestOf(saved)),
    ]);
    const verdict: RunVerdict = { kind: 'base', ...noRows, note, ...facts, read };
    await this.runs.note(name, job.id, { verdict });
    const seen = this.reviews.seenIn(now, monitor);
    if (seen) await this.saved.change(name, () => ({ seen }));
    await this.#reportWarning({ saved, run, job }, facts.warning);
  }

  /** Adds a warning to a run's job. */
  async #warn({ id, options }: Job, warning: string): Promise<void> {
    const { warning: known = '' } = options as { readonly warning?: string };
    if (!known.includes(warning)) await this.jobs.remember(id, { warning: `${known} ${warning}`.trim() });
  }

  /** Sends a notification about a warning, unless the previous run had the same warning. */
  async #reportWarning({ saved, run, job }: FinishedRun, warning: string | undefined): Promise<void> {
    const { _id: name, monitor, runs = [] } = saved;
    const before = runs[runs.findIndex(({ id }) => id === run.id) - 1]?.verdict;
    if (warning === undefined || before?.warning === warning) return;
    const at = job.finishedAt ?? job.createdAt;
    const notice = { type: 'monitor.warning', name, jobId: job.id, sentence: warning, at } as const;
    await this.notices.notify({ ...notice, data: { run: run.number } }, monitor?.notify);
  }

  /** Records the differences from the baseline run. Sends notifications for relevant differences. */
  async #compared(
    { saved, run, job }: FinishedRun,
    { base, before, now, monitor }: RunPair,
    facts: Partial<RunVerdict>,
  ) {
    const { _id: name } = saved;
    const old = await this.rows.read(before);
    const found = await this.compare(before, job, monitor, now, old);
    const counts = countsOf(found.rows);
    const kind = counts.added + counts.removed + counts.changed > 0 ? 'changed' : 'same';
    const review = await this.reviews.review(found.rows, [old, now], { before, after: job, monitor }, saved.seen);
    const { met, isMeaningful, judgments, seen } = review;
    const told = kind === 'same' ? {} : { isMeaningful };
    const runs = { run: run.number, against: base.number, before, after: job, maxRows: maxNotifiedRows, monitor };
    const shown = kind === 'changed' ? await this.#shown(found, runs) : undefined;
    const changes = shown && { changes: changeLines(shown, now.key ?? monitor.key), total: changeCount(found.rows) };
    const verdict: RunVerdict = {
      ...{ kind, against: base.number, ...counts, note: found.note },
      ...{ ...facts, met, ...told, ...changes },
    };
    await this.runs.note(name, job.id, { verdict, ...(judgments ? { judgments } : {}) });
    if (seen) await this.saved.change(name, () => ({ seen }));
    if (!isTold(kind, review)) return this.#reportWarning({ saved, run, job }, facts.warning);
    const data = { ...(shown ?? (await this.#shown(found, runs))), ...(met ? { met } : {}) };
    const sentence = verdictSentence(verdict);
    const at = job.finishedAt ?? job.createdAt;
    await this.notices.notify({ type: 'monitor.changed', name, jobId: job.id, sentence, at, data }, monitor.notify);
  }

  async #judged(name: string, id: string): Promise<void> {
    const document = await this.saved.document(name);
    const run = document.runs?.find((one) => one.id === id);
    if (run) for (const listener of this.#listeners) await listener({ document, run });
  }

  /** Records a run that cannot be compared. Sends no notification if the previous run failed for the same reason. */
  async #failed(
    { _id: name, monitor, runs = [] }: SavedJobDocument,
    run: SavedRun,
    job: Job,
    note: string,
  ): Promise<void> {
    const before = runs[runs.findIndex(({ id }) => id === run.id) - 1]?.verdict;
    await this.runs.note(name, job.id, { verdict: { kind: 'failed', ...noRows, note } });
    if (before?.kind === 'failed' && before.note === note) return;
    const data = { run: run.number };
    const at = job.finishedAt ?? job.createdAt;
    const sentence = `Run ${run.number} has nothing to compare: ${note}`;
    await this.notices.notify({ type: 'monitor.failed', name, jobId: job.id, sentence, at, data }, monitor?.notify);
  }

  /** Returns the differences between two runs, except those that the monitor ignores. */
  async compare(before: Job, after: Job, monitor?: MonitorRequest, read?: RunRows, readBefore?: RunRows) {
    const [old, now] = [readBefore ?? (await this.rows.read(before)), read ?? (await this.rows.read(after))];
    const key = now.key ?? monitor?.key;
    const rows = compareRows(old.rows, now.rows, { key, ignore: monitor?.ignore });
    const refined = await this.reviews.refine(withoutUnfound(rows, before, now), before, after, monitor);
    return withoutFailed(refined, now);
  }

  async #shown(
    { rows, note }: { readonly rows: RowDifference; readonly note?: string },
    { run, against, before, after, maxRows, monitor }: ShownRuns,
  ): Promise<RunDifference> {
    const changed: RowDifference['changed'][number][] = [];
    for (const [index, row] of rows.changed.slice(0, maxRows).entries()) {
      const cells = row.cells.filter(({ column }) => column !== textColumn);
      const isText = cells.length < row.cells.length;
      const diff = isText && index < maxTexts ? await this.reviews.diff(row.key, before, after, monitor) : '';
      changed.push({ ...row, cells, ...(isText ? { diff } : {}) });
    }
    const added = rows.added.slice(0, maxRows).map(withoutText);
    const removed = rows.removed.slice(0, maxRows).map(withoutText);
    return { run, against, counts: countsOf(rows), added, removed, changed, ...(note ? { note } : {}) };
  }
}

/** A compared run, and its saved job. */
export interface JudgedRun {
  readonly document: SavedJobDocument;
  readonly run: SavedRun;
}

/** A run and its baseline. */
interface RunPair {
  readonly base: SavedRun;
  readonly before: Job;
  readonly now: RunRows;
  readonly monitor: MonitorRequest;
}

/**
 * True if the user must be notified about a run: a condition was met or, without conditions, a change was meaningful.
 */
const isTold = (kind: RunVerdict['kind'], { met, isMeaningful }: Review): boolean =>
  met ? met.length > 0 : kind === 'changed' && isMeaningful !== false;

/**
 * Drops rows from the `removed` list if a search found their pages in the earlier run. Such pages are often missing
 * from a later run, because search results vary.
 */
function withoutUnfound(rows: RowDifference, { options }: Job, { key }: RunRows): RowDifference {
  const { found } = options as { readonly found?: readonly { readonly urls: readonly string[] }[] };
  if (key !== pageKey || !found) return rows;
  const urls = new Set(found.flatMap((one) => one.urls));
  return { ...rows, removed: rows.removed.filter((row) => !urls.has(String(row[pageKey]))) };
}

const requestOf = ({ request }: SavedJobDocument) => JSON.parse(request) as Readonly<Record<string, unknown>>;

/** Two runs to compare, and the maximum number of rows per list. */
interface ShownRuns {
  readonly run: number;
  readonly against: number;
  readonly before: Job;
  readonly after: Job;
  readonly maxRows: number;
  readonly monitor: MonitorRequest | undefined;
}

const noRows = { added: 0, removed: 0, changed: 0 };

const withoutText = ({ [textColumn]: _, ...row }: Row): Row => row;

const countsOf = ({ added, removed, changed }: RowDifference) => ({
  added: added.length,
  removed: removed.length,
  changed: changed.length,
});

/** Returns an error message if a run has no rows although its baseline has rows. This usually indicates a fault. */
const nothingCame = (now: RunRows | undefined, base: SavedRun | undefined): string | undefined =>
  now?.rows.length === 0 && base && (base.rows ?? 0) > 0
    ? `This run found no rows, but run ${base.number} found ${base.rows}; check whether the site still shows the rows.`
    : undefined;

/** Drops rows from the `removed` list if they may be missing only because their page failed. */
function withoutFailed(rows: RowDifference, { failed, key }: RunRows) {
  if (failed.size === 0) return { rows };
  const removed = key === pageKey ? rows.removed.filter((row) => !failed.has(String(row[pageKey]))) : [];
  const left = rows.removed.length - removed.length;
  const pages = failed.size === 1 ? '1 page failed' : `${failed.size} pages failed`;
  const note = `${pages}, so missing rows${left > 0 ? ` (${left})` : ''} are not reported as removed.`;
  return { rows: { ...rows, removed }, note };
}

/** Returns a summary of a run: the conditions that were met, the first change, and remarks. */
function verdictSentence({ met = [], changes = [], total = 0, note, warning }: RunVerdict): string {
  const change = changeSentence(changes, total) ?? 'Nothing has changed.';
  return [...met, change, note, warning].filter(Boolean).join(' ');
}
