import { inject, injectable } from 'inversify';
import { LRUCache } from 'lru-cache';
import { tableStartAnswer, tableStatusAnswer } from '../../common/api/table-answers';
import { tableEvents, tableRequest } from '../../common/api/table-request';
import { isFinal, type Job } from '../../common/job';
import type { TableSpec } from '../../common/job-specs';
import { needsPersonOf } from '../../common/needs-person';
import type { RecipeResult } from '../../common/recipe';
import { recipeChoice } from '../../contract/recipe-file';
import { expiryOf, statusWord } from '../../jobs/job-reader';
import { toRequestBody } from '../../jobs/to-request-body';
import { Browsers } from '../../net/engines/browser/browsers';
import { SavedRecipes } from '../../page/recipes/saved-recipes';
import { ApiSchemas } from '../../platform/plugins/api-schemas';
import { Frontier } from '../../ports/jobs/frontier';
import type { BackgroundJobHandler, JobPlan } from '../../ports/jobs/job-handler';
import type { JobRules, Remember } from '../../ports/jobs/job-rules';
import { ResultStore } from '../../ports/jobs/result-store';
import { pageTask } from '../answers/page-task';
import { CrawlTools } from '../crawl/crawl-tools';
import { listRecipe } from '../recipes/detail-pages';
import {
  cancelledSentence,
  loading,
  readTable,
  type StartedTable,
  type TableOutcome,
  TableRules,
  withoutLoading,
} from '../recipes/table-rules';

type TableSpecOptions = StartedTable & { readonly asked: TableSpec['recipe'] };

/** Maximum number of unfinished tables whose rows are held in memory. */
const maxPreviews = 20;

/** Table: reads rows from a list with a recipe, page by page. */
@injectable()
export default class TableHandler implements BackgroundJobHandler<TableSpec> {
  readonly mode = 'background';
  readonly kind = 'table';
  readonly name = 'Table';
  readonly path = 'table';
  readonly versions = ['v2'] as const;
  readonly summary = 'Starts reading the rows of a list, page by page, with a recipe.';
  readonly example = {
    url: 'https://example.com/',
    recipe: {
      version: 1,
      name: 'links',
      pages: ['https://example.com/*'],
      records: { selector: 'a' },
      fields: [{ name: 'text', type: 'text', sources: [{ selector: ':scope' }] }],
    },
  };
  /** Rows that this process's running tables have read so far, by job. */
  readonly #previews = new LRUCache<string, RecipeResult>({ max: maxPreviews });
  readonly events = { prefix: 'table', notices: tableEvents };
  readonly result = { schema: tableStatusAnswer, of: (job: Job<StartedTable>) => this.#statusOf(job) };

  constructor(
    @inject(ApiSchemas) private readonly schemas: ApiSchemas,
    @inject(SavedRecipes) private readonly recipes: SavedRecipes,
    @inject(ResultStore) private readonly results: ResultStore,
    @inject(Frontier) private readonly frontier: Frontier,
    @inject(CrawlTools) private readonly tools: CrawlTools,
    @inject(Browsers) private readonly browsers: Browsers,
  ) {}

  schema() {
    return tableRequest(this.schemas.parts, recipeChoice);
  }

  answer() {
    return tableStartAnswer;
  }

  /** Stores the recipe in the job, so that later changes to the recipe do not affect a running table. */
  async plan({ url, recipe: asked, limit, actions, scrape }: TableSpec): Promise<JobPlan> {
    const recipe = typeof asked === 'string' ? await this.recipes.named(asked) : asked;
    // A recipe that loads more records requires a browser. Any other list is read without scrolling if no browser was
    // found.
    const loader = recipe.more || this.browsers.found ? loading(recipe, limit) : [];
    return {
      url,
      scrape: {
        ...scrape,
        actions: [...actions, ...scrape.actions, ...loader],
        formats: [{ type: 'recipe', recipe: listRecipe(recipe) }],
      },
      options: { recipe, asked, limit, once: actions.length },
      limit,
      tasks: () => [pageTask(url, 0)],
      seeded: true,
    };
  }

  async open(job: Job<StartedTable>, remember: Remember): Promise<JobRules> {
    const { results, frontier, tools } = this;
    const preview = (read: RecipeResult | undefined) => void this.#previews.set(job.id, read);
    return new TableRules(job, { results, frontier, robots: tools.robots, remember, preview });
  }

  request({ url, spec, options }: Job<TableSpecOptions>) {
    const { asked: recipe, recipe: written, limit, once = 0 } = options;
    const {
      url: _,
      formats: __,
      origin: ___,
      integration: ____,
      ...scrapeOptions
    } = toRequestBody({
      ...spec,
      actions: withoutLoading(written, spec.actions).slice(once),
    });
    const actions = spec.actions.slice(0, once);
    return { url, recipe, limit, ...(once > 0 ? { actions } : {}), scrapeOptions };
  }

  /**
   * Adds a URL pattern for all pages on the new URL's site, because the recipe's own patterns match only the original
   * list.
   */
  async movedTo(url: string, request: Readonly<Record<string, unknown>>) {
    const { data: asked } = recipeChoice.safeParse(request.recipe);
    if (asked === undefined) return { ...request, url };
    const recipe = typeof asked === 'string' ? await this.recipes.named(asked) : asked;
    return { ...request, url, recipe: { ...recipe, pages: [...recipe.pages, `${new URL(url).origin}/*`] } };
  }

  /** Returns the rows in the job's outcome, or the rows read so far. */
  async #statusOf(job: Job<StartedTable & { readonly warning?: string }>): Promise<Readonly<Record<string, unknown>>> {
    const { state, options, error } = job;
    const done = job.outcome as TableOutcome | undefined;
    const preview = isFinal(state) ? options.preview : (this.#previews.get(job.id) ?? options.preview);
    const soFar = done ? undefined : await readTable(job, this.results, preview);
    const outcome = done ?? (soFar as TableOutcome);
    const warning = soFar && state === 'cancelled' ? cancelledSentence(job, soFar) : options.warning;
    const { rows, columns, pages, detailPages } = outcome;
    const { credits } = await this.frontier.counts(job.id);
    return {
      success: true,
      status: statusWord(job),
      data: rows,
      columns,
      pages,
      detailPages,
      expiresAt: expiryOf(job),
      error,
      warning,
      creditsUsed: credits,
      needsPerson: needsPersonOf(job),
    };
  }
}
