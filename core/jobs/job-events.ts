import type { EventName } from '../common/events';
import type { Job } from '../common/job';
import type { JobKind } from '../common/model';
import type { EventBus } from '../delivery/event-bus';
import type { Hooks } from '../hooks';
import type { Log } from '../log';

const eventPrefix: Partial<Record<JobKind, 'scrape' | 'crawl' | 'batch_scrape'>> = {
  scrape: 'scrape',
  crawl: 'crawl',
  batch: 'batch_scrape',
};

/** Tells of jobs that open and close, and writes failures to the log. */
export function tellOfJobs(hooks: Hooks, events: EventBus, log: Log): void {
  const tell = async ({ kind, id, url, error, zeroDataRetention }: Job, what: 'started' | 'completed' | 'failed') => {
    const prefix = eventPrefix[kind];
    if (!prefix) return;
    await events.emit(`${prefix}.${what}` as EventName, id, {
      ...(zeroDataRetention ? {} : { url }),
      ...(error ? { error } : {}),
    });
  };
  hooks.jobOpened.tapPromise('events', (job) => tell(job, 'started'));
  hooks.jobClosed.tapPromise('events', (job) => tell(job, job.state === 'completed' ? 'completed' : 'failed'));
  hooks.event.tap('log', ({ type, jobId, data }) => {
    if (type.endsWith('.failed')) log.warn(`${type} ${jobId ?? ''} ${JSON.stringify(data)}`);
  });
}
