import type { Job } from '../common/job';
import type { Log } from '../common/log';
import type { Hooks } from '../contract/hooks';
import type { EventBus } from '../ports/delivery/event-bus';
import type { JobKinds } from '../ports/jobs/job-kinds';

/** Dependencies of `emitJobEvents`. */
export interface JobEventParts {
  readonly kinds: JobKinds;
  readonly events: EventBus;
  readonly log: Log;
}

/** Publishes the start and end of jobs, and logs failures. */
export function emitJobEvents(hooks: Hooks, { kinds, events, log }: JobEventParts): void {
  const emit = async ({ kind, id, url, error, zeroDataRetention }: Job, what: 'started' | 'completed' | 'failed') => {
    const prefix = kinds.eventsOf(kind)?.prefix;
    if (!prefix) return;
    await events.emit(`${prefix}.${what}`, id, {
      // Error messages contain URLs, which must not be logged for a job with zero retention.
      ...(zeroDataRetention ? {} : { url, ...(error ? { error } : {}) }),
    });
  };
  hooks.jobOpened.tapPromise('events', (job) => emit(job, 'started'));
  hooks.jobClosed.tapPromise('events', (job) => emit(job, job.state === 'completed' ? 'completed' : 'failed'));
  hooks.event.tap('log', ({ type, jobId, data }) => {
    if (type.endsWith('.failed')) log.warn(`${type} ${jobId ?? ''} ${JSON.stringify(data)}`);
  });
}
