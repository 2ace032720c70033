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
  'delivery.tried',
  'notice',
] as const;

/** Name of an event. */
export type EventName = (typeof eventNames)[number];

/** Names of the events that leave for webhooks and sinks. */
export const noticeNames = [
  'crawl.started',
  'crawl.page',
  'crawl.completed',
  'crawl.failed',
  'batch_scrape.started',
  'batch_scrape.page',
  'batch_scrape.completed',
  'batch_scrape.failed',
  'extract.started',
  'extract.completed',
  'extract.failed',
  'agent.started',
  'agent.action',
  'agent.completed',
  'agent.failed',
  'agent.cancelled',
] as const;

/** Name of an event that leaves for webhooks and sinks. */
export type NoticeName = (typeof noticeNames)[number];

/** One event as listeners get it. */
export interface GleanerEvent {
  readonly type: EventName;
  /** Job the event belongs to; absent for events of the engine itself. */
  readonly jobId?: string;
  /** ISO time. */
  readonly at: string;
  readonly data: Readonly<Record<string, unknown>>;
}
