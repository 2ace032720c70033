import { inject, injectable } from 'inversify';
import { batchRequest, sortUrls } from '../../common/api/batch-request';
import { batchStartAnswer } from '../../common/api/job-answers';
import { pageJobEvents } from '../../common/api/webhook';
import { AppError } from '../../common/errors';
import type { Job } from '../../common/job';
import type { BatchSpec } from '../../common/job-specs';
import type { ApiVersion } from '../../common/model';
import { Budget } from '../../jobs/budget';
import { ColumnUrls } from '../../jobs/rows/column-urls';
import { toRequestBody } from '../../jobs/to-request-body';
import { JobLessons } from '../../pipeline/tasks/job-lessons';
import { ApiSchemas } from '../../platform/plugins/api-schemas';
import { Frontier, type NewTask } from '../../ports/jobs/frontier';
import type { BackgroundJobHandler, JobPlan } from '../../ports/jobs/job-handler';
import type { JobRules, Remember } from '../../ports/jobs/job-rules';
import { TemplateStop } from '../recipes/template-stop';

/** Batch scrape: reads exactly the given pages, including duplicates. */
@injectable()
export default class BatchHandler implements BackgroundJobHandler<BatchSpec> {
  readonly mode = 'background';
  readonly isForAll = true;
  readonly kind = 'batch';
  readonly name = 'Batch';
  readonly path = 'batch/scrape';
  readonly summary = 'Starts scraping a list of pages with shared options.';
  readonly example = { urls: ['https://example.com/', 'https://example.com/about'], formats: ['markdown'] };
  readonly events = { prefix: 'batch_scrape', notices: pageJobEvents };
  readonly form = { submit: 'Start batch', plain: [] };

  constructor(
    @inject(ApiSchemas) private readonly schemas: ApiSchemas,
    @inject(Frontier) private readonly frontier: Frontier,
    @inject(ColumnUrls) private readonly columns: ColumnUrls,
    @inject(Budget) private readonly budget: Budget,
  ) {}

  schema(version: ApiVersion) {
    return batchRequest(version, this.schemas.parts);
  }

  answer() {
    return batchStartAnswer;
  }

  credits({ urls }: BatchSpec): number {
    return Math.max(1, urls.length);
  }

  /** Plans one page per entry, even if several entries have the same URL. */
  async plan(spec: BatchSpec): Promise<JobPlan> {
    const { scrape, maxConcurrency, appendToId } = spec;
    const { urls, invalidURLs } = await this.#urlsOf(spec);
    return {
      url: urls[0] ?? '',
      scrape,
      options: { maxConcurrency, count: urls.length },
      tasks: (known) => tasksOf(urls, known),
      seeded: true,
      appendTo: appendToId,
      answer: invalidURLs ? { invalidURLs } : {},
    };
  }

  /** Returns the URLs of the request, or the URLs in a column of another job's rows. */
  async #urlsOf({ urls, invalidURLs, urlsFrom }: BatchSpec): Promise<Pick<BatchSpec, 'urls' | 'invalidURLs'>> {
    if (!urlsFrom) return { urls, invalidURLs };
    const sorted = sortUrls(await this.columns.read(urlsFrom));
    const [wrong] = sorted.invalid;
    if (wrong && !invalidURLs)
      throw new AppError(
        'BAD_REQUEST',
        `"${wrong.entry.slice(0, 200)}" in the column "${urlsFrom.column}": ${wrong.message}`,
      );
    await this.budget.assertCredits(sorted.urls.length);
    return { urls: sorted.urls, invalidURLs: invalidURLs && sorted.invalid.map(({ entry }) => entry) };
  }

  async open(job: Job, remember: Remember): Promise<JobRules> {
    const { maxConcurrency, count } = job.options as { readonly maxConcurrency?: number; readonly count: number };
    if (count === 0) return { finish: noneValid };
    const template = new TemplateStop(job, remember);
    const lessons = new JobLessons(job.id, this.frontier, { learn: (lesson) => template.count(lesson) });
    return {
      maxConcurrency,
      learn: (options) => template.learn(options),
      admit: async ({ url }) => template.refusal(url),
      discover: async (_, __, result) => {
        const lesson = template.look(result);
        if (lesson !== undefined) {
          lessons.share(lesson);
          await lessons.exchange();
        }
        return { discovered: [], refused: [] };
      },
      finish: async () => ({ warning: template.warning }),
    };
  }

  request({ spec, options: { maxConcurrency } }: Job) {
    const { url: _, ...scrape } = toRequestBody(spec);
    return maxConcurrency === undefined ? scrape : { ...scrape, maxConcurrency };
  }

  async saved(job: Job) {
    return { kind: this.kind, request: { urls: await this.frontier.urls(job.id), ...this.request(job) } };
  }
}

/** Yields the tasks one by one, because all task objects together would take three times as much memory as the URLs. */
function* tasksOf(urls: readonly string[], known: number): Generator<NewTask> {
  for (const [index, url] of urls.entries()) yield { url, key: `${known + index}`, depth: 0 };
}

/** Fails a batch that has no pages because all of its URLs are invalid. Throws BAD_REQUEST. */
async function noneValid(): Promise<never> {
  const sentence = 'None of the URLs is valid; see `invalidURLs` in the response to the start request.';
  throw new AppError('BAD_REQUEST', sentence);
}
