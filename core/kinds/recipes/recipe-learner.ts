import { inject, injectable } from 'inversify';
import { z } from 'zod';
import { AppError, toAppError } from '../../common/errors';
import type { Extraction } from '../../common/extraction';
import type { Job } from '../../common/job';
import type { ExtractSpec } from '../../common/job-specs';
import type { Recipe } from '../../common/recipe';
import { JobReader } from '../../jobs/job-reader';
import { JobStarter } from '../../jobs/job-starter';
import { assertSchema } from '../../page/models/schema-checker';
import { DocumentReader } from '../../page/reading/document-reader';
import type { LearningPage } from '../../page/recipes/learn/learn-recipe';
import { recipeNameOf } from '../../page/recipes/recipe-name';
import { SavedRecipes } from '../../page/recipes/saved-recipes';
import { JobKinds } from '../../ports/jobs/job-kinds';
import { ResultStore } from '../../ports/jobs/result-store';

/**
 * Request to learn a recipe from pages (`urls`) or from an extraction (`jobId`), or to learn a recipe again from its
 * pages (`name`).
 */
export interface LearnRequest {
  readonly urls?: readonly string[];
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly prompt?: string;
  /** ID of a finished extraction whose pages and data are used. */
  readonly jobId?: string;
  /** Name under which the recipe is saved. Derived from the URL when absent. */
  readonly name?: string;
  /** True to replace a saved recipe with the same name. */
  readonly replace?: boolean;
}

/** API key and abort signal of a request to learn a recipe. */
export interface LearnCall {
  readonly keyId: string;
  readonly signal: AbortSignal;
}

/** A recipe that was learned and saved. */
export interface LearnAnswer {
  readonly recipe: Recipe;
  readonly warning?: string;
}

/** Maximum number of pages from which a recipe is learned. */
export const maxPages = 20;

type Wanted = Pick<LearnRequest, 'schema' | 'prompt'>;
interface Read {
  readonly pages: readonly LearningPage[];
  readonly warnings: readonly string[];
}

const answer = z.object({
  data: z.object({
    rawHtml: z.string().optional(),
    extraction: z.object({ data: z.unknown() }).optional(),
    metadata: z.looseObject({ url: z.string().optional(), statusCode: z.number() }),
  }),
});

/**
 * Learns recipes: extracts data from some pages, using rules or a model, and finds the elements that contain the
 * values.
 */
@injectable()
export class RecipeLearner {
  constructor(
    @inject(SavedRecipes) private readonly recipes: SavedRecipes,
    @inject(JobKinds) private readonly kinds: JobKinds,
    @inject(JobStarter) private readonly starter: JobStarter,
    @inject(JobReader) private readonly jobs: JobReader,
    @inject(ResultStore) private readonly results: ResultStore,
    @inject(DocumentReader) private readonly reader: DocumentReader,
  ) {}

  /**
   * Learns and saves a recipe. Throws BAD_REQUEST when there are too few pages or the pages have nothing in common, and
   * CONFLICT when the name is taken.
   */
  async learn(request: LearnRequest, call: LearnCall): Promise<LearnAnswer> {
    const again = request.urls || request.jobId ? undefined : await this.#learnedBefore(request.name);
    const mayReplace = request.replace === true || again !== undefined;
    if (request.name !== undefined && !mayReplace) await this.#assertFree(request.name);
    const { read, wanted } = request.jobId
      ? await this.#ofJob(request.jobId, call)
      : await this.#ofPages(again?.urls ?? request.urls ?? [], again ?? request, call);
    const name = request.name ?? (await this.#freeName(read.pages[0]?.url));
    const at = new Date().toISOString();
    const { recipe, warnings } = await this.reader.learn({ name, pages: read.pages, ...wanted, at }, call.signal);
    await this.recipes.put(recipe);
    const warning = [...read.warnings, ...warnings].join(' ');
    return { recipe, ...(warning ? { warning } : {}) };
  }

  async #learnedBefore(name = ''): Promise<NonNullable<Recipe['learned']>> {
    const learned = name === '' ? undefined : await this.recipes.toRelearn(name);
    if (learned) return learned;
    const sentence = (await this.recipes.get(name))
      ? `The recipe "${name}" was made by hand`
      : 'There are no pages to learn from';
    throw new AppError(
      'BAD_REQUEST',
      `${sentence}: provide either urls with a schema or a prompt, or the jobId of an extraction.`,
    );
  }

  async #assertFree(name: string): Promise<void> {
    if (!(await this.recipes.get(name))) return;
    throw new AppError('CONFLICT', `A recipe named "${name}" already exists; set \`replace\` to replace it.`);
  }

  /** Derives an unused name from a URL, and appends a number if needed. */
  async #freeName(url = ''): Promise<string> {
    const base = recipeNameOf(url);
    const taken = new Set((await this.recipes.list()).map(({ recipe }) => recipe.name));
    if (!taken.has(base)) return base;
    let number = 2;
    while (taken.has(`${base} ${number}`)) number++;
    return `${base} ${number}`;
  }

  async #ofPages(urls: readonly string[], { schema, prompt }: Wanted, call: LearnCall) {
    if (schema === undefined && !prompt)
      throw new AppError('BAD_REQUEST', 'Describe what you want: give a prompt, a schema, or both.');
    if (schema) await assertSchema(schema, this.reader);
    const formats = [{ type: 'extraction', ...(schema ? { schema } : {}), ...(prompt ? { prompt } : {}) }, 'rawHtml'];
    // Bypasses the cache, because cached pages may still use the old template.
    const read = await this.#scrapeAll(
      [...new Set(urls)],
      { formats, maxAge: 0 },
      call,
      ({ extraction }) => extraction?.data,
    );
    return { read, wanted: { schema, prompt } };
  }

  /** Returns the pages and data of a finished extraction. Pages may come from the cache. */
  async #ofJob(jobId: string, call: LearnCall) {
    const job = await this.jobs.job(
      jobId,
      ['extract'],
      'There is no extraction with this ID; results are kept for 24 hours.',
    );
    if (job.state !== 'completed')
      throw new AppError('CONFLICT', `The extraction is ${job.state}; use a completed extraction.`);
    const data = await this.#dataOf(job);
    const read = await this.#scrapeAll([...data.keys()], { formats: ['rawHtml'] }, call, (_, url) => data.get(url));
    const { schema, prompt } = job.options as Pick<ExtractSpec, 'schema' | 'prompt'>;
    return { read, wanted: { schema, prompt } };
  }

  async #dataOf({ id }: Job): Promise<ReadonlyMap<string, unknown>> {
    const { results } = await this.results.page(id, { skip: 0, limit: maxPages, maxBytes: 32 * 1024 * 1024 });
    const good = results.filter(({ page }) => page.statusCode < 400);
    return new Map(
      good.map(({ page, document }) => [page.finalUrl, (document.extraction as Extraction | undefined)?.data]),
    );
  }

  /** Scrapes each page with a normal scrape request, so that history, credits and limits apply. */
  async #scrapeAll(
    urls: readonly string[],
    how: { readonly formats: readonly unknown[]; readonly maxAge?: number },
    call: LearnCall,
    dataOf: (document: z.output<typeof answer>['data'], url: string) => unknown,
  ): Promise<Read> {
    if (urls.length > maxPages)
      throw new AppError('BAD_REQUEST', `A recipe can be learned from at most ${maxPages} pages.`);
    const warnings: string[] = [];
    const pages = await Promise.all(
      urls.map(async (url): Promise<LearningPage | undefined> => {
        try {
          const { data: document } = answer.parse(await this.#scrape({ url, ...how, onlyMainContent: false }, call));
          const { statusCode, url: finalUrl = url } = document.metadata;
          const data = dataOf(document, url);
          if (statusCode < 400 && document.rawHtml !== undefined && saysSomething(data))
            return { url: finalUrl, html: document.rawHtml, data };
          const why = statusCode >= 400 ? `it returned status ${statusCode}` : 'nothing was found on it';
          warnings.push(`${url} was skipped: ${why}.`);
        } catch (thrown) {
          call.signal.throwIfAborted();
          warnings.push(`${url} was skipped: ${toAppError(thrown).message}`);
        }
        return undefined;
      }),
    );
    return { pages: pages.filter((page) => page !== undefined), warnings };
  }

  async #scrape(body: Readonly<Record<string, unknown>>, call: LearnCall): Promise<unknown> {
    const handler = this.kinds.list().find(({ kind }) => kind === 'scrape');
    if (handler?.mode !== 'sync') throw new AppError('UNKNOWN_ERROR', 'This version of Gleaner cannot scrape pages.');
    const spec = handler.schema('v2').safeParse(body);
    if (!spec.success) throw new AppError('BAD_REQUEST', spec.error.issues[0]?.message);
    const started = await this.starter.start(handler, spec.data, call);
    return 'body' in started ? started.body : undefined;
  }
}

/** True when the data contains at least one value. */
function saysSomething(data: unknown): boolean {
  if (typeof data !== 'object' || data === null) return data !== undefined && data !== null && data !== '';
  return Object.values(data).some(saysSomething);
}
