import { inject, injectable } from 'inversify';
import type { AppError } from '../common/errors';
import type { EventName } from '../common/events';
import type { Job } from '../common/job';
import { EventBus } from '../delivery/event-bus';
import { Frontier, JobStore } from '../storage/job-ports';

/** Least time between two progress events of a job. */
const tellMs = 250;
/** Least time between two saved counters of a job. */
const saveMs = 2000;

/** Tells how far jobs have come, not more often than anybody can read. */
@injectable()
export class ProgressReports {
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #savedAt = new Map<string, number>();

  constructor(
    @inject(Frontier) private readonly frontier: Frontier,
    @inject(JobStore) private readonly jobs: JobStore,
    @inject(EventBus) private readonly events: EventBus,
  ) {}

  /** Something has happened in a job. */
  touch(job: Job): void {
    if (this.#timers.has(job.id)) return;
    const timer = setTimeout(() => {
      this.#timers.delete(job.id);
      void this.#tell(job).catch(() => undefined);
    }, tellMs);
    this.#timers.set(job.id, timer);
  }

  /** The job waits for its disk. */
  trouble({ id }: Job, { message }: AppError): void {
    void this.events.emit('storage.failed', id, { message }).catch(() => undefined);
  }

  /** The job has ended: its last counters are saved and nothing more is told. */
  async finish(job: Job): Promise<void> {
    clearTimeout(this.#timers.get(job.id));
    this.#timers.delete(job.id);
    this.#savedAt.delete(job.id);
    await this.jobs.saveProgress(job.id, await this.frontier.counts(job.id));
  }

  async #tell(job: Job): Promise<void> {
    const counts = await this.frontier.counts(job.id);
    const type: EventName = job.kind === 'crawl' ? 'crawl.progress' : 'batch_scrape.progress';
    await this.events.emit(type, job.id, { ...counts });
    if (Date.now() - (this.#savedAt.get(job.id) ?? 0) < saveMs) return;
    this.#savedAt.set(job.id, Date.now());
    await this.jobs.saveProgress(job.id, counts);
  }
}
