import type { Hooks } from '../hooks';
import type { Log } from '../log';

/** Writes what each stage of a page cost to the log, at the level `debug`: milliseconds by stage; jobs without retention name no address. */
export function logTraces(hooks: Hooks, log: Log): void {
  hooks.traced.tap('log', ({ stages, error }, { id, jobId, kind, spec, attempt }) => {
    const milliseconds = Object.fromEntries(
      Object.entries(stages).map(([stage, ms]) => [`${stage}Ms`, Math.round(ms * 10) / 10]),
    );
    const url = spec.zeroDataRetention ? undefined : spec.url;
    log.debug('page tried', { job: jobId, task: id, kind, attempt, url, error, ...milliseconds });
  });
}
