import { setTimeout as sleep } from 'node:timers/promises';
import { inject, injectable } from 'inversify';
import { AppError, toAppError } from '../../common/errors';
import { newId } from '../../common/ids';
import type { Job } from '../../common/job';
import type { Result, ScrapeSpec, Task } from '../../common/model';
import { EventBus } from '../../delivery/event-bus';
import { Hooks } from '../../hooks';
import { HostPace } from '../../politeness/host-pace';
import { ScrapeStore } from '../../storage/ports';
import { withDeadline } from '../../tasks/deadline';
import { Slots } from '../../tasks/slots';
import { TaskRunner } from '../../tasks/task-runner';

/** What comes with a scrape besides its spec. */
export interface ScrapeCall {
  /** Id of the API key that asks, for the activity log. */
  readonly keyId: string;
  /** Job id chosen by the caller, so that it can follow the progress; a new one when absent. */
  readonly jobId?: string;
  /** Aborts when the caller has gone. */
  readonly signal: AbortSignal;
  /** Milliseconds the actions may wait, on top of the timeout. */
  readonly waitMs: number;
}

/** Most times a page is asked for. */
const maxAttempts = 3;
/** Time another try needs at least; a pause that leaves less is not made. */
const spareMs = 500;

/** Scrapes one page while the caller waits: a job of one task. */
@injectable()
export class ScrapeService {
  constructor(
    @inject(Hooks) private readonly hooks: Hooks,
    @inject(TaskRunner) private readonly runner: TaskRunner,
    @inject(Slots) private readonly slots: Slots,
    @inject(ScrapeStore) private readonly store: ScrapeStore,
    @inject(EventBus) private readonly events: EventBus,
    @inject(HostPace) private readonly pace: HostPace,
  ) {}

  /** Runs the scrape to its end. Rejects with an AppError; a caller who leaves ends the work. */
  async scrape(given: ScrapeSpec, call: ScrapeCall): Promise<Result> {
    const spec = await this.hooks.spec.promise(given);
    const job = this.#open(spec, call);
    await this.hooks.jobOpened.promise(job);
    const task: Task = { id: job.id, jobId: job.id, kind: 'scrape', spec, depth: 0, attempt: 1 };
    try {
      const result = await this.#run(task, call);
      await this.#close(job, task, { result });
      return result;
    } catch (thrown) {
      const error = toAppError(thrown);
      await this.#close(job, task, { error });
      throw error;
    }
  }

  /** The wire document of a past scrape; throws JOB_NOT_FOUND once it is no longer kept. */
  async result(id: string): Promise<Result> {
    const result = await this.store.result(id);
    if (!result) throw new AppError('JOB_NOT_FOUND');
    return result;
  }

  #open(spec: ScrapeSpec, { jobId, keyId }: ScrapeCall): Job {
    const { version, url, zeroDataRetention } = spec;
    const createdAt = new Date().toISOString();
    const id = jobId ?? newId();
    return {
      id,
      kind: 'scrape',
      version,
      state: 'active',
      url,
      spec,
      options: {},
      createdAt,
      startedAt: createdAt,
      zeroDataRetention,
      keyId,
    };
  }

  /** Runs the task within the timeout; a site that asks for a pause which fits into it gets that pause. */
  #run(task: Task, { signal: caller, waitMs }: ScrapeCall): Promise<Result> {
    const { spec } = task;
    const timeoutMs = spec.timeoutMs + spec.waitForMs + waitMs;
    const end = performance.now() + timeoutMs;
    return withDeadline(timeoutMs, spec.url, caller, async (signal) => {
      for (let attempt = 1; ; attempt++) {
        const startedAt = performance.now();
        const result = await this.#runOnce({ ...task, attempt }, signal);
        const pauseMs = this.#askedPauseMs(result, startedAt);
        if (pauseMs === undefined || attempt === maxAttempts) return result;
        if (performance.now() + pauseMs > end - spareMs) return result;
        await sleep(pauseMs, undefined, { signal });
      }
    });
  }

  /** Waits for a place and runs the task. */
  async #runOnce(task: Task, signal: AbortSignal): Promise<Result> {
    const release = await this.slots.acquire(signal);
    try {
      return await this.runner.run(
        task,
        signal,
        (stage) => void this.events.emit('scrape.progress', task.id, { stage }),
      );
    } finally {
      release();
    }
  }

  /** What is left of the pause a site asked for instead of giving the page; undefined when it asked for none. */
  #askedPauseMs({ document, url }: Result, startedAt: number): number | undefined {
    const metadata = document.metadata as { readonly statusCode: number; readonly url?: string };
    if (metadata.statusCode !== 429 && metadata.statusCode !== 503) return undefined;
    const asked = this.pace.asked(new URL(metadata.url ?? url).host);
    return asked && asked.agoMs <= performance.now() - startedAt ? asked.leftMs : undefined;
  }

  async #close(job: Job, task: Task, end: { readonly result: Result } | { readonly error: AppError }): Promise<void> {
    const finishedAt = new Date().toISOString();
    const closed: Job = { ...job, finishedAt, state: 'result' in end ? 'completed' : 'failed' };
    if ('result' in end) await this.hooks.taskDone.promise({ task, state: 'succeeded', result: end.result });
    else await this.hooks.taskDone.promise({ task, state: 'failed', error: end.error });
    if (!job.zeroDataRetention) await this.#remember(closed, end, finishedAt);
    await this.hooks.jobClosed.promise('result' in end ? closed : { ...closed, error: end.error.message });
  }

  /** What has been answered survives the death of the process; a disk that cannot take it fails no scrape. */
  async #remember(
    job: Job,
    end: { readonly result: Result } | { readonly error: AppError },
    finishedAt: string,
  ): Promise<void> {
    const { id, url, spec, createdAt } = job;
    const result = 'result' in end ? end.result : undefined;
    const metadata = result?.document.metadata as { readonly title?: string; readonly statusCode?: number } | undefined;
    const error = 'error' in end ? { code: end.error.code, message: end.error.message } : undefined;
    const record = {
      id,
      url,
      spec,
      state: result ? ('completed' as const) : ('failed' as const),
      title: metadata?.title,
      statusCode: metadata?.statusCode,
      error,
      credits: result?.credits ?? 0,
      createdAt,
      finishedAt,
    };
    try {
      await this.store.put(record, result);
    } catch (thrown) {
      const { message } = toAppError(thrown);
      await this.events.emit('storage.failed', id, { message }).catch(() => undefined);
    }
  }
}
