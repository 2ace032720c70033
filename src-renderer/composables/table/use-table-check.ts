import { onScopeDispose, shallowRef } from 'vue';
import type { Recipe, RecipeResult } from '../../../core/common/recipe';
import { toApiError } from '../../api/client';
import type { JobAnswer, JobRequest } from '../../api/job-types';
import { jobsApi } from '../../api/jobs-api';
import { valueAt } from '../../display/answer-rows';
import { countOf } from '../../display/job-words';
import { engineMessage } from '../../display/messages/engine-message';
import { t } from '../../texts/i18n';

/** Result of a table check: how well the table works on the current page and on other pages. */
export interface TableCheck {
  readonly state: 'running' | 'done';
  readonly error?: string;
  readonly summary: string;
  readonly columns: readonly {
    readonly name: string;
    readonly words: string;
    readonly tone: 'good' | 'warn' | 'bad';
  }[];
  readonly warning?: string;
}

interface TableAnswer extends JobAnswer {
  readonly columns?: readonly { readonly name: string; readonly filled: number }[];
  readonly pages?: number;
  readonly detailPages?: number;
  readonly warning?: string;
  readonly error?: string;
}

/** Request body for the job that reads the table. */
type TableRequest = JobRequest & { readonly url: string; readonly recipe: Recipe; readonly scrapeOptions: object };

/**
 * Maximum number of pages in a check. A list is checked on the current page and three further pages. If the list has
 * detail pages, up to eight pages are read in total.
 */
const pages = { list: 4, details: 8 };
const everyMs = 300;
const running: TableCheck = { state: 'running', summary: '', columns: [] };

/** Tests a table on other pages: the next pages of a list or, for a single record, similar pages. */
export function useTableCheck() {
  const check = shallowRef<TableCheck>();
  let turn = 0;
  onScopeDispose(() => turn++);

  /** Waits until a job ends. Returns undefined if the check is closed before the job ends. */
  async function ended(path: string, request: JobRequest, mine: number): Promise<TableAnswer | undefined> {
    const { id } = await jobsApi.start(path, request);
    for (;;) {
      const answer: TableAnswer = await jobsApi.answer(path, id);
      if (mine !== turn) return undefined;
      if (!/^(?:processing|scraping)$/.test(answer.status ?? '')) return answer;
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  }

  async function checked(request: TableRequest, alike: readonly string[], mine: number) {
    const { url, recipe, scrapeOptions } = request;
    if (recipe.records) {
      const limit = recipe.details ? pages.details : pages.list;
      const answer = await ended('/v2/table', { ...request, limit }, mine);
      return answer && wordsOf(answer);
    }
    const formats = [{ type: 'recipe', recipe: { ...recipe, pages: ['*'] } }];
    const batch = { ...scrapeOptions, formats, urls: [url, ...alike] };
    const answer = await ended('/v2/batch/scrape', batch, mine);
    return answer && wordsOfPages(answer, recipe, alike.length);
  }

  async function start(request: JobRequest, alike: readonly string[]): Promise<void> {
    const mine = ++turn;
    check.value = running;
    try {
      const found = await checked(request as TableRequest, alike, mine);
      if (found && mine === turn) check.value = found;
    } catch (thrown) {
      if (mine === turn) check.value = { ...running, state: 'done', error: toApiError(thrown).message };
    }
  }
  function close(): void {
    turn++;
    check.value = undefined;
  }
  return { check, start, close };
}

function wordsOf({ data, columns = [], pages: read = 0, detailPages, warning, error }: TableAnswer): TableCheck {
  const rows = Array.isArray(data) ? data.length : 0;
  // A check always stops at its page limit, so the warning about the limit is removed.
  const told = warning
    ?.replace(/The list has more pages than `limit` \(\d+\) allows; raise it to read more\./, '')
    .replace(/\d+ of \d+ rows lack [^:]*: \d+ whose page was not visited \(limit: \d+ pages\)\./, '')
    .trim();
  const counts = { rows: countOf(rows, 'row'), read: countOf(read, 'page') };
  return {
    state: 'done',
    error: rows === 0 ? engineMessage(error ?? warning ?? t('table.noRows')) : undefined,
    summary:
      detailPages === undefined
        ? t('table.rowsOnPages', counts)
        : t('table.rowsOnPagesAndDetails', { ...counts, details: countOf(detailPages, 'detailPage') }),
    columns: columns.map(({ name, filled }) => ({ name, ...health(filled, 'row') })),
    ...(told ? { warning: told } : {}),
  };
}

/** Describes how well a single-record recipe works on similar pages. */
function wordsOfPages({ data, error, warning }: TableAnswer, { fields }: Recipe, others: number): TableCheck {
  const read = (Array.isArray(data) ? data : []).map(
    (page) => (page as { readonly recipe?: RecipeResult }).recipe?.rows[0],
  );
  const filled = (name: string): number =>
    read.filter((row) => row !== undefined && (valueAt(row, name) ?? undefined) !== undefined).length / read.length;
  const alone = t('table.noSimilarPages');
  return {
    state: 'done',
    error: read.length === 0 ? engineMessage(error ?? warning ?? t('table.noPages')) : undefined,
    summary: t('table.pagesOfKind', { pages: countOf(read.length, 'page') }),
    columns: fields.map(({ name }) => ({ name, ...health(filled(name), 'page') })),
    ...(others === 0 ? { warning: alone } : {}),
  };
}

const healthWords = {
  row: { every: 'table.inEveryRow', none: 'table.inNoRow', some: 'table.inSomeRows' },
  page: { every: 'table.inEveryPage', none: 'table.inNoPage', some: 'table.inSomePages' },
} as const;

function health(filled: number, what: 'row' | 'page'): Omit<TableCheck['columns'][number], 'name'> {
  const words = healthWords[what];
  if (filled === 1) return { words: t(words.every), tone: 'good' };
  if (filled === 0) return { words: t(words.none), tone: 'bad' };
  return {
    words: t(words.some, { percent: Math.round(filled * 100) }),
    tone: filled < 0.5 ? 'bad' : filled < 0.9 ? 'warn' : 'good',
  };
}
