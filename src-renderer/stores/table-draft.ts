import { defineStore } from 'pinia';
import { computed } from 'vue';
import type { Recipe } from '../../core/common/recipe';
import type { JobRequest } from '../api/job-types';
import type { LiveOptions, WireAction } from '../api/live-api';
import { savedApi } from '../api/saved-api';
import type { KeptSteps } from '../composables/table/pick-history';
import { defaultLimit, defaultWaitMs } from '../composables/table/use-table-request';
import { asWritten } from '../schema/job-form';
import { fromRequest } from '../schema/scrape-request';
import { keptForm } from './job-form';
import { useScrapeSchema } from './scrape-schema';

/** Draft of a table in the New table view. */
export interface TableDraft {
  /** URL at which runs start. Empty while no page is open. */
  readonly url: string;
  /** Actions that lead from the URL to the list. */
  readonly actions: readonly WireAction[];
  /** Columns, records and pagination. Absent until the user picks something. */
  readonly recipe?: Recipe;
  /** Name that the user typed for the recipe. */
  readonly name: string;
  /** True if the page contains a single record. */
  readonly single: boolean;
  readonly options: { readonly scrape: LiveOptions; readonly limit?: number };
  /** Steps that can be undone and redone. */
  readonly steps?: KeptSteps;
  /** ID of the job that reads all rows. Set while its rows are shown. */
  readonly run?: string;
  /** Name of the saved recipe being edited. */
  readonly edits?: string;
  /** Saved job that the table belongs to. `request` is the job's request as JSON, if it was saved in this session. */
  readonly saved?: { readonly name: string; readonly request?: string };
}

const empty: TableDraft = { url: '', actions: [], name: '', single: false, options: { scrape: {} } };

/** Draft of a table. It survives switching views and page reloads. */
export const useTableDraft = defineStore('table-draft', () => {
  const draft = keptForm<TableDraft>('gleaner.new-table', empty);

  const keep = (now: Omit<TableDraft, 'edits' | 'run' | 'saved'>): void => {
    const { edits, run, saved } = draft.value;
    draft.value = { ...now, run, saved, ...(edits === undefined || !now.recipe ? {} : { edits }) };
  };
  /** Links the draft to a saved job. `request` is the saved request as JSON, if it equals the draft. */
  const attach = (name: string, request?: string): void => {
    draft.value = { ...draft.value, saved: { name, request } };
  };
  const detach = (): void => {
    draft.value = { ...draft.value, saved: undefined };
  };
  /** Updates the link when the saved job is renamed. */
  const renamed = (from: string, to: string): void => {
    if (draft.value.saved?.name === from) attach(to, draft.value.saved.request);
  };
  const keepRun = (run: string): void => {
    draft.value = { ...draft.value, run };
  };
  const clear = (): void => {
    draft.value = empty;
  };
  /** Loads a job's table into the draft. `saved` is the name of the saved job to be edited, if any. */
  async function openJob(request: JobRequest, saved?: string): Promise<void> {
    const { url, recipe: asked, limit, actions, scrapeOptions } = request;
    const recipe = typeof asked === 'string' ? await savedApi.recipe(asked) : (asked as Recipe);
    const written = asWritten({ ...(scrapeOptions as LiveOptions | undefined), formats: ['json'] });
    const { options: scrape } = fromRequest(written, useScrapeSchema().schema?.scrape);
    draft.value = {
      ...{ url: String(url), recipe, name: recipe.name, single: recipe.records === undefined },
      actions: Array.isArray(actions) ? actions : [],
      options: withoutUsual({ scrape, ...(typeof limit === 'number' ? { limit } : {}) }, recipe),
      ...(typeof asked === 'string' ? { edits: asked } : {}),
      ...(saved === undefined ? {} : { saved: { name: saved } }),
    };
  }
  /** Loads a saved recipe into the draft. The draft's URL is a page that the recipe reads, if known. */
  async function openRecipe(saved: string): Promise<void> {
    const recipe = await savedApi.recipe(saved);
    const url = pageOf(recipe) ?? '';
    draft.value = { ...empty, url, recipe, name: saved, single: recipe.records === undefined, edits: saved };
  }
  return {
    draft,
    isEmpty: computed(() => draft.value.url === '' && !draft.value.recipe),
    keep,
    keepRun,
    attach,
    detach,
    renamed,
    clear,
    openJob,
    openRecipe,
  };
});

/** Returns the URL of a page that a recipe reads, if known. */
export function pageOf({ pages, learned }: Recipe): string | undefined {
  const page = pages.find((pattern) => /^https?:\/\/[^*]+\*?$/.test(pattern))?.replace(/\*$/, '');
  return learned?.urls[0] ?? page;
}

/** Returns a run's options, excluding formats and default values. */
function withoutUsual({ scrape, limit }: TableDraft['options'], { details }: Recipe): TableDraft['options'] {
  const { waitFor, onlyMainContent, formats: _, ...rest } = scrape;
  const usual = details ? defaultLimit.details : defaultLimit.list;
  return {
    scrape: {
      ...rest,
      ...(onlyMainContent ? { onlyMainContent } : {}),
      ...(waitFor === undefined || waitFor === defaultWaitMs ? {} : { waitFor }),
    },
    ...(limit === undefined || limit === usual ? {} : { limit }),
  };
}
