import { setTimeout as sleep } from 'node:timers/promises';
import { inject, injectable } from 'inversify';
import { totalWaitMs } from '../common/api/scrape-options';
import { withDeadline } from '../common/concurrency/deadline';
import { orAborted } from '../common/concurrency/promises';
import type { Result, Task } from '../common/model';
import { PageLimiter } from '../pipeline/tasks/page-limiter';
import { type Progress, TaskRunner } from '../pipeline/tasks/task-runner';
import { Registries } from '../platform/plugins/registry';
import { AddressGuard } from '../ports/address-guard';
import { HostSlots } from '../ports/host-slots';

/** Most times a page is asked for. */
const maxAttempts = 3;
/** Least time that another try needs; no pause is made that leaves less. */
const spareMs = 500;

/** Runs pages somebody waits for, each within the time its spec allows, waiting for its turn included. */
@injectable()
export class SinglePages {
  constructor(
    @inject(TaskRunner) private readonly runner: TaskRunner,
    @inject(PageLimiter) private readonly limiter: PageLimiter,
    @inject(HostSlots) private readonly pace: HostSlots,
    @inject(AddressGuard) private readonly addresses: AddressGuard,
    @inject(Registries) private readonly registries: Registries,
  ) {}

  /**
   * Runs a page; a site that asks for a pause which fits into the timeout gets that pause. Rejects with an AppError,
   * SCRAPE_TIMEOUT when the time is over, or with the reason of the signal.
   */
  run(task: Task, caller: AbortSignal, progress?: Progress): Promise<Result> {
    const { spec } = task;
    const waitMs = spec.waitForMs + totalWaitMs({ actions: this.registries.action.list() }, spec.actions);
    const timeoutMs = spec.timeoutMs + waitMs;
    const end = performance.now() + timeoutMs;
    return withDeadline(timeoutMs, spec.url, caller, async (signal) => {
      for (let attempt = 1; ; attempt++) {
        const startedAt = performance.now();
        const result = await this.#runOnce({ ...task, attempt }, signal, progress);
        const pauseMs = await this.#askedPauseMs(result, startedAt);
        if (pauseMs === undefined || attempt === maxAttempts) return result;
        if (performance.now() + pauseMs > end - spareMs) return result;
        await sleep(pauseMs, undefined, { signal });
      }
    });
  }

  /** Waits for a slot and runs the task. */
  async #runOnce(task: Task, signal: AbortSignal, progress?: Progress): Promise<Result> {
    await this.#lookUp(new URL(task.spec.url), signal);
    const release = await this.limiter.acquire(signal);
    try {
      return await this.runner.run(task, signal, progress);
    } finally {
      release();
    }
  }

  /** Asks for the name before a slot is taken, so that silent name servers hold none. A failure is told by the page itself. */
  async #lookUp({ hostname, port, protocol }: URL, signal: AbortSignal): Promise<void> {
    const known = this.addresses.resolve(hostname, Number(port || (protocol === 'https:' ? 443 : 80)));
    await orAborted(
      known.catch(() => undefined),
      signal,
    );
  }

  /** What is left of the pause a site asked for instead of giving the page; undefined when it asked for none. */
  async #askedPauseMs({ page: { statusCode, finalUrl } }: Result, startedAt: number): Promise<number | undefined> {
    if (statusCode !== 429 && statusCode !== 503) return undefined;
    const asked = await this.pace.asked(new URL(finalUrl).host);
    return asked && asked.agoMs <= performance.now() - startedAt ? asked.leftMs : undefined;
  }
}
