import { inject, injectable } from 'inversify';
import { scrapeAnswer } from '../../common/api/responses';
import { AppError, toAppError } from '../../common/errors';
import type { Job, TaskOutcome } from '../../common/job';
import type { Page, RecognitionProgress, Task } from '../../common/model';
import { PageRunner } from '../../jobs/page-runner';
import { TaskNotifier } from '../../jobs/task-notifier';
import { mediaTypeOfFile } from '../../page/reading/file-kind';
import { ApiSchemas } from '../../platform/plugins/api-schemas';
import { comparisonValues, Registries } from '../../platform/plugins/registry';
import { EventBus } from '../../ports/delivery/event-bus';
import type { JobPlan, SyncAnswer, SyncCall, SyncJobHandler } from '../../ports/jobs/job-handler';
import { maxFileBytes, type ParseSpec, parseRequest } from '../parse/parse-request';

/** Parse: reads the caller's file like a page, and stores nothing. */
@injectable()
export default class ParseHandler implements SyncJobHandler<ParseSpec> {
  readonly mode = 'sync';
  readonly kind = 'parse';
  readonly name = 'Parse a file';
  readonly path = 'parse';
  readonly versions = ['v2'] as const;
  readonly takesFile = true;
  readonly summary =
    'Reads an uploaded file and returns the requested formats. Also accepts multipart/form-data with `file` and `options`.';
  readonly example = {
    file: { name: 'notes.md', content: Buffer.from('# Notes\n\nBuy milk.').toString('base64') },
    formats: ['markdown'],
  };

  constructor(
    @inject(ApiSchemas) private readonly schemas: ApiSchemas,
    @inject(Registries) private readonly registries: Registries,
    @inject(PageRunner) private readonly pages: PageRunner,
    @inject(TaskNotifier) private readonly ends: TaskNotifier,
    @inject(EventBus) private readonly bus: EventBus,
  ) {}

  schema() {
    return parseRequest(this.schemas.parts);
  }

  answer() {
    return scrapeAnswer;
  }

  /**
   * Throws BODY_TOO_LARGE for a file that is too large, and BAD_REQUEST for formats that need a live page or a history.
   * Also throws the errors of `mediaTypeOfFile`.
   */
  async plan({ file, ...scrape }: ParseSpec): Promise<JobPlan> {
    if (file.bytes.length > maxFileBytes) throw new AppError('BODY_TOO_LARGE', `${file.name} is larger than 50 MB.`);
    const live = [...this.registries.orderOf(scrape).captures, ...comparisonValues(scrape, this.registries)];
    if (live.length > 0) {
      const names = live.map(({ type }) => type).join(', ');
      throw new AppError(
        'BAD_REQUEST',
        `These formats need a live page or its earlier versions, so they do not work with files: ${names}.`,
      );
    }
    const contentType = await mediaTypeOfFile(file, this.registries.parser.list());
    return { url: scrape.url, scrape, options: { page: pageOf(scrape.url, contentType, file.bytes) } };
  }

  async run(job: Job, { signal }: SyncCall): Promise<SyncAnswer> {
    const { id, kind, spec } = job;
    const given = job.options.page as Page;
    const onRecognition = (recognition: RecognitionProgress) =>
      void this.bus.emit('parse.progress', id, { stage: 'reading', recognition });
    const task: Task = { id, jobId: id, kind, spec, followsLinks: false, depth: 0, attempt: 1, given, onRecognition };
    const outcome = await this.#outcome(task, signal);
    await this.ends.notify(outcome);
    if (outcome.state !== 'succeeded') throw outcome.error;
    const { document, credits } = outcome.result;
    return { body: { data: document }, pages: 1, credits };
  }

  async #outcome(task: Task, signal: AbortSignal): Promise<TaskOutcome> {
    try {
      return { task, state: 'succeeded', result: await this.pages.run(task, signal) };
    } catch (thrown) {
      return { task, state: 'failed', error: toAppError(thrown) };
    }
  }
}

const pageOf = (url: string, contentType: string, body: Uint8Array): Page => ({
  url,
  statusCode: 200,
  headers: {},
  contentType,
  body,
  rendered: false,
  engine: 'http',
  proxyUsed: 'basic',
  captures: {},
  warnings: [],
});
