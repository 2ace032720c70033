import { inject, injectable } from 'inversify';
import { scrapeAnswer } from '../../common/api/responses';
import { scrapeRequest } from '../../common/api/scrape-request';
import { toAppError } from '../../common/errors';
import type { Job, TaskOutcome } from '../../common/job';
import type { ApiVersion, RecognitionProgress, ScrapeSpec, Task } from '../../common/model';
import { LateRecords } from '../../jobs/late-records';
import { PageRunner } from '../../jobs/page-runner';
import { TaskNotifier } from '../../jobs/task-notifier';
import { ApiSchemas } from '../../platform/plugins/api-schemas';
import { EventBus } from '../../ports/delivery/event-bus';
import { ScrapeStore } from '../../ports/jobs/history';
import type { JobPlan, SyncAnswer, SyncCall, SyncJobHandler } from '../../ports/jobs/job-handler';

/**
 * Maximum number of unwritten history records. If there are more, the response waits until the oldest record has been
 * written.
 */
const maxUnwritten = 32;

/** Scrape: reads one page while the caller waits. */
@injectable()
export default class ScrapeHandler implements SyncJobHandler<ScrapeSpec> {
  readonly mode = 'sync';
  readonly kind = 'scrape';
  readonly name = 'Scrape';
  readonly path = 'scrape';
  readonly summary = 'Scrapes one page and returns the requested formats.';
  readonly example = { url: 'https://example.com/', formats: ['markdown', 'links'] };
  readonly events = { prefix: 'scrape', notices: [] };
  readonly #unwritten = new Set<Promise<void>>();

  constructor(
    @inject(ApiSchemas) private readonly schemas: ApiSchemas,
    @inject(PageRunner) private readonly pages: PageRunner,
    @inject(TaskNotifier) private readonly ends: TaskNotifier,
    @inject(ScrapeStore) private readonly store: ScrapeStore,
    @inject(EventBus) private readonly bus: EventBus,
    @inject(LateRecords) private readonly records: LateRecords,
  ) {}

  schema(version: ApiVersion) {
    return scrapeRequest(version, this.schemas.parts);
  }

  answer() {
    return scrapeAnswer;
  }

  async plan(spec: ScrapeSpec): Promise<JobPlan> {
    return { url: spec.url, scrape: spec, options: {} };
  }

  async run(job: Job, { signal }: SyncCall): Promise<SyncAnswer> {
    const { id, kind, spec } = job;
    const onRecognition = (recognition: RecognitionProgress) => this.#report(id, { stage: 'reading', recognition });
    const task: Task = { id, jobId: id, kind, spec, followsLinks: false, depth: 0, attempt: 1, onRecognition };
    const outcome = await this.#outcome(task, signal);
    const record = async () => {
      await this.ends.notify(outcome);
      if (!job.zeroDataRetention) await this.#remember(job, outcome);
    };
    if (outcome.state !== 'succeeded') {
      await this.records.add(record);
      throw outcome.error;
    }
    await record();
    const { document, credits } = outcome.result;
    const scrapeId = spec.origin.includes('website') ? { scrape_id: id } : {};
    return { body: { data: document, ...scrapeId }, pages: 1, credits };
  }

  async #outcome(task: Task, signal: AbortSignal): Promise<TaskOutcome> {
    try {
      const result = await this.pages.run(task, signal, (stage) => this.#report(task.id, { stage }));
      return { task, state: 'succeeded', result };
    } catch (thrown) {
      return { task, state: 'failed', error: toAppError(thrown) };
    }
  }

  #report(id: string, progress: { readonly stage: string; readonly recognition?: RecognitionProgress }): void {
    void this.bus.emit('scrape.progress', id, progress);
  }

  /** Adds the scrape to the history, without waiting for the disk. A crash within milliseconds may lose the record. */
  async #remember(job: Job, outcome: TaskOutcome): Promise<void> {
    const written = this.#write(job, outcome).finally(() => this.#unwritten.delete(written));
    this.#unwritten.add(written);
    const [oldest] = this.#unwritten;
    if (outcome.state === 'succeeded' && this.#unwritten.size > maxUnwritten) await oldest;
  }

  /** Writes the record and its result. If the disk fails, the scrape still succeeds. */
  async #write({ id, url, spec, createdAt }: Job, outcome: TaskOutcome): Promise<void> {
    const result = outcome.state === 'succeeded' ? outcome.result : undefined;
    const error = outcome.state === 'succeeded' ? undefined : outcome.error;
    const record = {
      id,
      url,
      spec,
      state: result ? ('completed' as const) : ('failed' as const),
      title: result?.page.title || undefined,
      statusCode: result?.page.statusCode,
      error: error && { code: error.code, message: error.message },
      credits: result?.credits ?? 0,
      createdAt,
      finishedAt: new Date().toISOString(),
    };
    try {
      await this.store.put(record, result);
    } catch (thrown) {
      const { message } = toAppError(thrown);
      await this.bus.emit('storage.failed', id, { message }).catch(() => undefined);
    }
  }
}
