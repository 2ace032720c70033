import { AsyncSeriesBailHook, AsyncSeriesHook, AsyncSeriesWaterfallHook, HookMap } from 'tapable';
import type { AppError } from '../common/errors';
import type { GleanerEvent } from '../common/events';
import type { Job, TaskOutcome } from '../common/job';
import type { EngineId, FetchPlan, Page, PageDocument, PageTrace, Result, ScrapeSpec, Task } from '../common/model';

/** A refusal by the `admit` hook: why this task is not fetched. */
export interface Refusal {
  readonly error: AppError;
  /** Machine-readable reason stored with the task, e.g. `robots`, `scope`, `trap`. */
  readonly reason: string;
}

/** A decision of the `retry` hook: retry after a pause. */
export interface RetryDecision {
  readonly delayMs: number;
}

/** A hook whose taps run in reverse order, so that the last started service is stopped first. */
function newestFirst(): AsyncSeriesHook<[]> {
  const hook = new AsyncSeriesHook<[]>();
  let taps = 0;
  hook.intercept({ register: (tap) => ({ ...tap, stage: -++taps }) });
  return hook;
}

/** Makes the frozen table of hooks; one table per engine process. */
export const createHooks = () =>
  Object.freeze({
    /** The engine is up: stores are open, plugins are loaded, the server listens. */
    ready: new AsyncSeriesHook<[]>(),
    /** Shapes a validated scrape spec before a job is made of it. */
    spec: new AsyncSeriesWaterfallHook<[ScrapeSpec]>(['spec']),
    /** A job was accepted and stored. */
    jobOpened: new AsyncSeriesHook<[Job]>(['job']),
    /** Asks whether a task may be fetched; the first refusal wins. */
    admit: new AsyncSeriesBailHook<[Task], Refusal | undefined>(['task']),
    /** Shapes how a task is going to be fetched. */
    plan: new AsyncSeriesWaterfallHook<[FetchPlan, Task]>(['plan', 'task']),
    /** Asks which engine fetches a plan; the first answer wins. */
    engine: new AsyncSeriesBailHook<[FetchPlan, Task], EngineId | undefined>(['plan', 'task']),
    /** A page was fetched. */
    fetched: new AsyncSeriesHook<[Page, Task]>(['page', 'task']),
    /** Shapes a document after its page was read and its formats that run on workers were derived. */
    document: new AsyncSeriesWaterfallHook<[PageDocument, Task]>(['document', 'task']),
    /** By format id: shapes the derived value of one format. */
    derive: new HookMap<AsyncSeriesWaterfallHook<[unknown, Task]>>(
      () => new AsyncSeriesWaterfallHook<[unknown, Task]>(['value', 'task']),
    ),
    /** Shapes the links found on a page before they become tasks. */
    discovered: new AsyncSeriesWaterfallHook<[readonly string[], Task]>(['links', 'task']),
    /** Shapes the result before it is stored and sent. */
    result: new AsyncSeriesWaterfallHook<[Result, Task]>(['result', 'task']),
    /** Asks whether a failed task is tried again; the first decision wins. A caller waits for the next attempt (`task.isAwaited`) only when it fits into the timeout. */
    retry: new AsyncSeriesBailHook<[AppError, Task], RetryDecision | undefined>(['error', 'task']),
    /** An attempt at a page has succeeded or failed; reports the cost of each stage. */
    traced: new AsyncSeriesHook<[PageTrace, Task]>(['trace', 'task']),
    /** A task has come to its end: a result, a failure or a refusal. */
    taskDone: new AsyncSeriesHook<[TaskOutcome]>(['outcome']),
    /** A job has come to its end. */
    jobClosed: new AsyncSeriesHook<[Job]>(['job']),
    /** An event is about to go to its listeners. */
    event: new AsyncSeriesHook<[GleanerEvent]>(['event']),
    /** The engine is closing; taps stop what they started, the newest tap first. */
    closing: newestFirst(),
  });

/** The frozen table of hooks. */
export type Hooks = ReturnType<typeof createHooks>;

/** Name of a hook. */
export type HookName = keyof Hooks;

/** Token of the hook table. */
export const Hooks = Symbol('Hooks');
