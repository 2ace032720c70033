import type { ErrorCode } from '../common/errors';
import type { PageTrace, Stage } from '../common/page-trace';

/** Measures stages that follow one another, from its making on. */
export class StageTimer {
  readonly #stages: Partial<Record<Stage, number>> = {};
  #stage: Stage = 'planning';
  #since = performance.now();

  /** Ends the stage at work and begins another one. */
  enter(stage: Stage): void {
    const now = performance.now();
    this.#stages[this.#stage] = (this.#stages[this.#stage] ?? 0) + now - this.#since;
    this.#stage = stage;
    this.#since = now;
  }

  /** Ends the last stage; gives back all of them. */
  end(error?: ErrorCode): PageTrace {
    this.enter(this.#stage);
    return { stages: this.#stages, ...(error ? { error } : {}) };
  }
}
