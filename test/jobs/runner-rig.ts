import type { AppError } from '../../core/common/errors';
import type { Job } from '../../core/common/job';
import { silentLog } from '../../core/common/log';
import { newId } from '../../core/common/values/ids';
import { createHooks } from '../../core/contract/hooks';
import { type JobEnd, JobRunner } from '../../core/jobs/job-runner';
import { PersonWait } from '../../core/jobs/person-wait';
import { TaskCompletion } from '../../core/jobs/task-completion';
import { TaskNotifier } from '../../core/jobs/task-notifier';
import { HostPace } from '../../core/net/politeness/host-pace';
import { FrontierQueues } from '../../core/pipeline/tasks/frontier-queues';
import type { QueueParts } from '../../core/pipeline/tasks/queue-parts';
import { TaskPool } from '../../core/pipeline/tasks/task-pool';
import type { Frontier } from '../../core/ports/jobs/frontier';
import type { JobRules } from '../../core/ports/jobs/job-rules';
import type { Storage } from '../../core/ports/storage';
import { jobOf, type Rig, startRig } from './delivery/support';
import { HeldPages, type StartedPage } from './held-pages';

/** Options of an active job. */
export interface RunnerOptions {
  readonly urls?: readonly string[];
  readonly rules?: JobRules;
  readonly isSeeded?: boolean;
  readonly claimAhead?: number;
  readonly admit?: QueueParts['admit'];
}

/** An active job in the engine's pool, with a SQLite frontier. Its pages end only when the test ends them. */
export class RunnerRig {
  readonly job: Job = jobOf({ id: newId() });
  readonly held = new HeldPages();
  readonly ends: JobEnd[] = [];
  readonly troubles: string[] = [];
  readonly pace = new HostPace();
  /** Errors to throw on the next result writes. */
  readonly writeFailures: AppError[] = [];
  #runner: JobRunner | undefined;
  #pool: TaskPool | undefined;

  constructor(private readonly rig: Rig) {}

  static async start(dataDir: string): Promise<RunnerRig> {
    return new RunnerRig(await startRig({ dataDir }));
  }

  get storage(): Storage {
    return this.rig.storage;
  }

  get runner(): JobRunner {
    return this.#runner!;
  }

  /** Opens the job with the given pages. */
  async open({ urls = [], rules = {}, isSeeded = true, claimAhead = 4, admit }: RunnerOptions): Promise<JobRunner> {
    const { storage, notices, settings } = this.rig;
    await storage.frontier.add(
      this.job.id,
      urls.map((url) => ({ url, depth: 0 })),
    );
    const pool = new TaskPool(settings, silentLog);
    const hooks = createHooks();
    const queues = new FrontierQueues({ frontier: this.#frontier(), slots: this.pace });
    const { maxConcurrency, delayMs, limit } = rules;
    const most = maxConcurrency ?? (delayMs ? 1 : undefined);
    const queue = queues.open(this.job.id, { maxPages: most, delayMs, limit, claimAhead, admit });
    const runner = new JobRunner(
      this.job,
      rules,
      {
        queue,
        pages: this.held,
        completion: new TaskCompletion(hooks, notices, new TaskNotifier(hooks, silentLog)),
        person: new PersonWait(undefined, { remember: async () => undefined, onNeeded: () => undefined }),
        onResult: () => undefined,
        onRecognition: () => undefined,
        onProgress: () => this.held.changed(),
        onTrouble: ({ code }) => this.troubles.push(code),
        onFinished: (end) => {
          this.ends.push(end);
          this.held.changed();
        },
        wake: () => pool.wake(),
      },
      true,
    );
    this.#runner = runner;
    this.#pool = pool;
    pool.add(runner);
    void runner.seed(isSeeded, () => undefined);
    return runner;
  }

  get pages(): readonly StartedPage[] {
    return this.held.started;
  }

  /** Waits until a condition holds. */
  until(isSo: () => boolean | Promise<boolean>): Promise<void> {
    return this.held.until(isSo);
  }

  /** Waits until `count` pages have started. Returns the last of them. */
  started(count: number): Promise<StartedPage> {
    return this.held.at(count);
  }

  ended(): Promise<void> {
    return this.until(() => this.ends.length > 0);
  }

  counts() {
    return this.storage.frontier.counts(this.job.id);
  }

  async close(): Promise<void> {
    this.#runner?.stop(new Error('the test has ended'));
    await this.#runner?.queue.close();
    await this.#pool?.close();
    await this.rig.close();
  }

  /** Returns the storage's frontier, but with writes that fail as listed in `writeFailures`. */
  #frontier(): Frontier {
    const { frontier } = this.storage;
    const complete: Frontier['complete'] = async (...given) => {
      const failure = this.writeFailures.shift();
      if (failure) throw failure;
      return frontier.complete(...given);
    };
    return new Proxy(frontier, {
      get: (target, name) => (name === 'complete' ? complete : Reflect.get(target, name)),
    });
  }
}
