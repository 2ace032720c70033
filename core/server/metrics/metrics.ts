import { inject, injectable } from 'inversify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { TaskOutcome } from '../../common/job';
import type { PageTrace, Task } from '../../common/model';
import type { Hooks } from '../../contract/hooks';
import { TaskPool } from '../../pipeline/tasks/task-pool';
import { JobStore } from '../../ports/jobs/job-store';

/**
 * Histogram buckets for page stages, in seconds. The shortest are for cache hits, and the longest for pages on slow
 * sites.
 */
const stageSeconds = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
/** Histogram buckets for API responses, in seconds. */
const requestSeconds = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30];

/** Timeout in ms for the database query. It is short because monitoring systems wait only a few seconds. */
const databaseMs = 3000;

/** A completed request. */
export interface AnsweredRequest {
  readonly method: string;
  /** Route pattern such as `/v2/crawl/:id`, never a URL with IDs. */
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
}

/** Metrics of this engine in the Prometheus text format. */
@injectable()
export class Metrics {
  readonly #registry = new Registry();
  readonly #pages = this.#counter('gleaner_pages_total', 'Finished pages, by kind of job and outcome.', [
    'kind',
    'outcome',
  ]);
  readonly #errors = this.#counter('gleaner_page_errors_total', 'Failed page attempts, by error code.', ['code']);
  readonly #jobs = this.#counter('gleaner_jobs_ended_total', 'Finished jobs, by kind and state.', ['kind', 'state']);
  readonly #deliveries = this.#counter('gleaner_delivery_tries_total', 'Event delivery attempts, by outcome.', [
    'state',
  ]);
  readonly #stages = new Histogram({
    name: 'gleaner_page_stage_seconds',
    help: 'Duration of each stage of a page attempt, in seconds.',
    labelNames: ['stage'],
    buckets: stageSeconds,
    registers: [this.#registry],
  });
  readonly #requests = new Histogram({
    name: 'gleaner_request_seconds',
    help: 'Duration of API requests in seconds, by route.',
    labelNames: ['method', 'route', 'status'],
    buckets: requestSeconds,
    registers: [this.#registry],
  });

  readonly #keptJobs = this.#gauge('gleaner_jobs', 'Stored jobs, by state; absent while the database is unreachable.', [
    'state',
  ]);
  readonly #databaseUp = this.#gauge('gleaner_database_up', '1 if the database is reachable, otherwise 0.', []);

  constructor(
    @inject(JobStore) private readonly store: JobStore,
    @inject(TaskPool) private readonly pool: TaskPool,
  ) {
    this.#addGauges();
  }

  /** Counts the events reported by the hooks. */
  apply(hooks: Hooks): void {
    hooks.traced.tap('metrics', ({ stages, error }: PageTrace) => {
      for (const [stage, ms] of Object.entries(stages)) this.#stages.observe({ stage }, ms / 1000);
      if (error) this.#errors.inc({ code: error });
    });
    hooks.taskDone.tap('metrics', ({ task, state }: { readonly task: Task; readonly state: TaskOutcome['state'] }) =>
      this.#pages.inc({ kind: task.kind, outcome: state }),
    );
    hooks.jobClosed.tap('metrics', ({ kind, state }) => this.#jobs.inc({ kind, state }));
    hooks.event.tap('metrics', ({ type, data }) => {
      if (type === 'delivery.tried') this.#deliveries.inc({ state: String(data.state) });
    });
  }

  /** Counts a request. */
  answered({ method, route, status, durationMs }: AnsweredRequest): void {
    this.#requests.observe({ method, route, status }, durationMs / 1000);
  }

  /** Media type of the text returned by `text()`. */
  get contentType(): string {
    return this.#registry.contentType;
  }

  /** Returns all metrics. Process and Node.js metrics are collected from the first call onwards. */
  async text(): Promise<string> {
    if (!this.#registry.getSingleMetric('process_cpu_seconds_total')) {
      collectDefaultMetrics({ register: this.#registry });
    }
    await this.#askDatabase();
    return this.#registry.metrics();
  }

  /**
   * Updates the metrics that come from the database. A failed query is ignored, because all other metrics are still
   * useful while the database is unreachable.
   */
  async #askDatabase(): Promise<void> {
    const counts = await within(databaseMs, this.store.count());
    this.#databaseUp.set(counts ? 1 : 0);
    this.#keptJobs.reset();
    for (const [state, count] of Object.entries(counts ?? {})) this.#keptJobs.set({ state }, count);
  }

  #gauge<Label extends string>(name: string, help: string, labelNames: readonly Label[]): Gauge<Label> {
    return new Gauge({ name, help, labelNames, registers: [this.#registry] });
  }

  #counter<Label extends string>(name: string, help: string, labelNames: readonly Label[]): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.#registry] });
  }

  #addGauges(): void {
    const registers = [this.#registry];
    const { pool } = this;
    const gauge = (name: string, help: string, value: () => number) =>
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(value());
        },
      });
    gauge('gleaner_pages_in_work', 'Pages in progress.', () => pool.taken);
    gauge('gleaner_pages_limit', 'Maximum number of pages in progress at the same time.', () => pool.limit);
    gauge('gleaner_calls_waiting', 'Number of requests waiting for a free page slot.', () => pool.waiting);
  }
}

/**
 * Waits up to `ms` milliseconds for a promise and returns its value. Returns undefined if the promise rejects or takes
 * longer.
 */
async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([work.catch(() => undefined), late]);
  } finally {
    clearTimeout(timer);
  }
}
