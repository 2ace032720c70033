/** Events that concern the engine rather than a job. */
export type EngineEventName =
  | 'engine.ready'
  | 'engine.closing'
  | 'settings.changed'
  | 'browser.install'
  | 'storage.failed'
  | 'delivery.tried'
  | 'saved.changed'
  | 'notice';

/** Events of a job. Each kind of job adds its own prefix, e.g. `crawl.started`. */
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

/** An event as received by listeners. */
export interface GleanerEvent {
  readonly type: EventName;
  /** ID of the job. Absent for engine events. */
  readonly jobId?: string;
  /** ISO time. */
  readonly at: string;
  readonly data: Readonly<Record<string, unknown>>;
}
