import { inject, injectable } from 'inversify';
import type { AppError } from '../common/errors';
import type { Job } from '../common/job';
import type { RecognitionProgress } from '../common/model';
import type { NeedsPerson } from '../common/needs-person';
import { EventBus } from '../ports/delivery/event-bus';
import { Frontier } from '../ports/jobs/frontier';
import { JobKinds } from '../ports/jobs/job-kinds';
import { withoutLostPages } from './job-reader';

/** Minimum interval in ms between progress events of a job. */
const reportIntervalMs = 250;

/** Sends the progress of jobs as events, throttled per job. */
@injectable()
export class ProgressReports {
  readonly #timers = new Map<string, NodeJS.Timeout>();
  /** The file whose text is being recognized, by job. A process recognizes one file at a time. */
  readonly #files = new Map<string, RecognitionProgress & { readonly url: string }>();

  constructor(
    @inject(Frontier) private readonly frontier: Frontier,
    @inject(EventBus) private readonly events: EventBus,
    @inject(JobKinds) private readonly kinds: JobKinds,
  ) {}

  /** Schedules a progress report for a job. */
  touch(job: Job): void {
    if (this.#timers.has(job.id)) return;
    const timer = setTimeout(() => {
      this.#timers.delete(job.id);
      void this.#report(job).catch(() => undefined);
    }, reportIntervalMs);
    this.#timers.set(job.id, timer);
  }

  /** Reports the progress of text recognition in a page's file. Called without `progress` when the page is finished. */
  recognition(job: Job, url: string, progress?: RecognitionProgress): void {
    if (progress) {
      this.#files.set(job.id, { url, ...progress });
      this.touch(job);
    } else if (this.#files.get(job.id)?.url === url) this.#files.delete(job.id);
  }

  /** Reports that a job is waiting because its storage failed. */
  trouble({ id }: Job, { message }: AppError): void {
    void this.events.emit('storage.failed', id, { message }).catch(() => undefined);
  }

  /** Reports that a job is waiting for a person, and notifies the user. */
  needsPerson({ id, kind, zeroDataRetention }: Job, { url, message, until }: NeedsPerson): void {
    const prefix = this.kinds.eventsOf(kind)?.prefix;
    const told = zeroDataRetention ? { until } : { url, message, until };
    const body = zeroDataRetention ? 'A page requires a login or human verification.' : message;
    const tell = async () => {
      if (prefix) await this.events.emit(`${prefix}.needsPerson`, id, told);
      await this.events.emit('notice', id, { title: 'A job needs your help', body });
    };
    void tell().catch(() => undefined);
  }

  /** Stops progress reports for a finished job. */
  finish(job: Job): void {
    clearTimeout(this.#timers.get(job.id));
    this.#timers.delete(job.id);
    this.#files.delete(job.id);
  }

  async #report(job: Job): Promise<void> {
    const counts = withoutLostPages(await this.frontier.counts(job.id));
    const prefix = this.kinds.eventsOf(job.kind)?.prefix;
    const recognition = this.#files.get(job.id);
    if (prefix)
      await this.events.emit(`${prefix}.progress`, job.id, { ...counts, ...(recognition && { recognition }) });
  }
}
