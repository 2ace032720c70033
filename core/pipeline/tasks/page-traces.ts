import type { ErrorCode } from '../../common/errors';
import type { Log } from '../../common/log';
import type { PageTrace, Stage } from '../../common/model';
import type { Hooks } from '../../contract/hooks';

/**
 * Logs the duration of each stage of a page, in ms, at `debug` level. Omits the URL of a request with zero data
 * retention.
 */
export function logTraces(hooks: Hooks, log: Log): void {
  hooks.traced.tap('log', ({ stages, error }, { id, jobId, kind, spec, attempt }) => {
    const milliseconds = Object.fromEntries(
      Object.entries(stages).map(([stage, ms]) => [`${stage}Ms`, Math.round(ms * 10) / 10]),
    );
    const url = spec.zeroDataRetention ? undefined : spec.url;
    log.debug('page tried', { job: jobId, task: id, kind, attempt, url, error, ...milliseconds });
  });
}

/** Measures the durations of consecutive stages. The timer starts when it is created. */
export class StageTimer {
  readonly #stages: Partial<Record<Stage, number>> = {};
  #stage: Stage = 'planning';
  #since = performance.now();

  /** Ends the current stage and starts the given one. */
  enter(stage: Stage): void {
    const now = performance.now();
    this.#stages[this.#stage] = (this.#stages[this.#stage] ?? 0) + now - this.#since;
    this.#stage = stage;
    this.#since = now;
  }

  /** Ends the last stage and returns the durations of all stages. */
  end(error?: ErrorCode): PageTrace {
    this.enter(this.#stage);
    return { stages: this.#stages, ...(error ? { error } : {}) };
  }
}
