/** Names of everything that may happen to a job; webhooks and server-sent events share them. */
export const eventNames = [
  'scrape.started',
  'scrape.progress',
  'scrape.completed',
  'scrape.failed',
  'crawl.started',
  'crawl.page',
  'crawl.progress',
  'crawl.completed',
  'crawl.failed',
  'batch_scrape.started',
  'batch_scrape.page',
  'batch_scrape.progress',
  'batch_scrape.completed',
  'batch_scrape.failed',
  'engine.ready',
  'engine.closing',
  'settings.changed',
  'browser.install',
  'storage.failed',
] as const;

/** Name of an event. */
export type EventName = (typeof eventNames)[number];

/** One event as listeners get it. */
export interface GleanerEvent {
  readonly type: EventName;
  /** Job the event belongs to; absent for events of the engine itself. */
  readonly jobId?: string;
  /** ISO time. */
  readonly at: string;
  readonly data: Readonly<Record<string, unknown>>;
}
