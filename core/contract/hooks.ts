import { AsyncSeriesBailHook, AsyncSeriesHook, AsyncSeriesWaterfallHook, HookMap } from 'tapable';
import type { AppError } from '../common/errors';
import type { GleanerEvent } from '../common/events';
import type { Job, TaskOutcome } from '../common/job';
import type { EngineId, FetchPlan, Page, PageDocument, PageTrace, Result, ScrapeSpec, Task } from '../common/model';

/** Refusal of a task by the `admit` hook, with the reason. */
export interface Refusal {
  readonly error: AppError;
  /** Machine-readable reason that is stored with the task, e.g. `robots`, `scope` or `trap`. */
  readonly reason: string;
}

/** Decision by the `retry` hook to retry after a delay. */
export interface RetryDecision {
  readonly delayMs: number;
}

/** Returns a hook whose taps run in reverse order, so that the last service started is the first one stopped. */
function newestFirst(): AsyncSeriesHook<[]> {
  const hook = new AsyncSeriesHook<[]>();
  let taps = 0;
  hook.intercept({ register: (tap) => ({ ...tap, stage: -++taps }) });
  return hook;
}

/** Creates the frozen hook table. Each engine process has one. */
export const createHooks = () =>
  Object.freeze({
    /** The engine has started: stores are open, plugins are loaded, and the server is listening. */
    ready: new AsyncSeriesHook<[]>(),
    /** Modifies a validated scrape spec before a job is created from it. */
    spec: new AsyncSeriesWaterfallHook<[ScrapeSpec]>(['spec']),
    /** A job was accepted and stored. */
    jobOpened: new AsyncSeriesHook<[Job]>(['job']),
    /** Decides whether a task may be fetched. The first refusal wins. */
    admit: new AsyncSeriesBailHook<[Task], Refusal | undefined>(['task']),
    /** Modifies how a task will be fetched. */
    plan: new AsyncSeriesWaterfallHook<[FetchPlan, Task]>(['plan', 'task']),
    /** Selects the engine for a fetch plan. The first result wins. */
    engine: new AsyncSeriesBailHook<[FetchPlan, Task], EngineId | undefined>(['plan', 'task']),
    /** A page was fetched. */
    fetched: new AsyncSeriesHook<[Page, Task]>(['page', 'task']),
    /** Modifies a document after the worker thread has read the page and derived the formats that it handles. */
    document: new AsyncSeriesWaterfallHook<[PageDocument, Task]>(['document', 'task']),
    /** Modifies the derived value of a format. Each format ID has its own hook. */
    derive: new HookMap<AsyncSeriesWaterfallHook<[unknown, Task]>>(
      () => new AsyncSeriesWaterfallHook<[unknown, Task]>(['value', 'task']),
    ),
    /** Modifies the list of links found on a page before the links become tasks. */
    discovered: new AsyncSeriesWaterfallHook<[readonly string[], Task]>(['links', 'task']),
    /** Modifies the result before it is stored and sent. */
    result: new AsyncSeriesWaterfallHook<[Result, Task]>(['result', 'task']),
    /**
     * Decides whether a failed task is retried. The first decision wins. If a caller is waiting (`task.isAwaited`), the
     * retry must end within the timeout.
     */
    retry: new AsyncSeriesBailHook<[AppError, Task], RetryDecision | undefined>(['error', 'task']),
    /** An attempt to process a page has succeeded or failed. The trace contains the time spent in each stage. */
    traced: new AsyncSeriesHook<[PageTrace, Task]>(['trace', 'task']),
    /** A task has finished, with a result, a failure or a refusal. */
    taskDone: new AsyncSeriesHook<[TaskOutcome]>(['outcome']),
    /** A job has finished. */
    jobClosed: new AsyncSeriesHook<[Job]>(['job']),
    /** An event is about to be sent to its listeners. */
    event: new AsyncSeriesHook<[GleanerEvent]>(['event']),
    /**
     * The engine is shutting down. Taps run in reverse order of registration, and each tap stops the service that it
     * started.
     */
    closing: newestFirst(),
  });

/** The frozen table of hooks. */
export type Hooks = ReturnType<typeof createHooks>;

/** Name of a hook. */
export type HookName = keyof Hooks;

/** Injection token for the hook table. */
export const Hooks = Symbol('Hooks');
