/** Events of the engine itself. */
export type EngineEventName =
  | 'engine.ready'
  | 'engine.closing'
  | 'settings.changed'
  | 'browser.install'
  | 'storage.failed'
  | 'delivery.tried'
  | 'saved.changed'
  | 'notice';

/** What may happen to a job; each kind puts its own word in front, e.g. `crawl.started`. */
export type JobEventName =
  | 'started'
  | 'page'
  | 'progress'
  | 'action'
  | 'paused'
  | 'needsPerson'
  | 'resumed'
  | 'completed'
  | 'failed'
  | 'cancelled';

/** Name of an event. */
export type EventName = EngineEventName | `${string}.${JobEventName}`;

/** One event as listeners get it. */
export interface GleanerEvent {
  readonly type: EventName;
  /** Job the event belongs to; absent for events of the engine itself. */
  readonly jobId?: string;
  /** ISO time. */
  readonly at: string;
  readonly data: Readonly<Record<string, unknown>>;
}
