import { recipeIn, type TableFacts } from '../../core/common/prices/price-columns';
import type { JobCounts, JobItem } from '../api/job-types';
import { t } from '../texts/i18n';
import { countOf, isRunning } from './job-words';
import { shownState } from './messages/job-state';

/** Shortens a URL for display by removing the scheme, `www.` and the trailing slash. */
export const siteText = (url: string): string => url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '');

/**
 * Returns a table job's recipe and warning. The recipe is undefined if the request refers to a saved recipe by name.
 */
export function tableFacts({ request, facts }: Pick<JobItem, 'request'> & Partial<Pick<JobItem, 'facts'>>): TableFacts {
  return { recipe: recipeIn(request), warning: facts?.warning };
}

/** Describes the results of a job, e.g. `60 rows from 3 pages`, `No results from 2 pages`,
 * `Nothing found on 5 pages` or `12 pages so far`. */
export function resultText(job: JobItem, counts: JobCounts, rows: number | undefined): string {
  const { state, hasRows } = job;
  const pages = countOf(counts.done, 'page');
  if (shownState({ ...job, progress: counts, rows }) === 'noResults') {
    const read = counts.done + counts.failed;
    return read > 0 ? t('jobs.noResultsFromPages', { pages: countOf(read, 'page') }) : t('jobs.noResults');
  }
  if (state === 'completed' && hasRows && rows === 0) return t('jobs.nothingFoundOnPages', { pages });
  const result = hasRows && rows !== undefined ? t('jobs.rowsFromPages', { rows: countOf(rows, 'row'), pages }) : pages;
  return isRunning(state) || state === 'paused' ? t('jobs.soFar', { result }) : result;
}
