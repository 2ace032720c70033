import { recipeIn, type TableFacts } from '../../core/common/prices/price-columns';
import type { JobCounts, JobItem } from '../api/job-types';
import { t } from '../texts/i18n';
import { countOf, countText, isRunning } from './job-words';
import { shownState } from './messages/job-state';

/** Shortens a URL for display by removing the scheme, `www.` and the trailing slash. */
export const siteText = (url: string): string => url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '');

/** Name and address to show for a job in a list. */
export interface JobTitle {
  /** Name of the saved job, and title of the first page. If neither is known, the address. */
  readonly name: string;
  /** Address of the page. Absent if it is already in `name`. */
  readonly address?: string;
}

type TitledJob = Pick<JobItem, 'url' | 'count' | 'savedName' | 'firstPage'>;

/** Returns the name and address to show for a job in a list. */
export function jobTitle({ url, count = 1, savedName, firstPage }: TitledJob): JobTitle {
  const withMore = (name: string): string =>
    count > 1 ? t('jobs.addressAndMore', { url: name, countText: countText(count - 1) }) : name;
  // The pages of a batch finish in any order, so the URL of the first completed page is shown.
  const address = withMore(siteText(count > 1 && firstPage ? firstPage.url : url));
  const saved = savedName && !isSameName(siteText(savedName), address) ? savedName : undefined;
  // The `url` of some kinds of jobs is not a web address, e.g. the query of a search.
  if (!firstPage || !/^https?:/.test(url)) return { name: saved ? `${saved} · ${address}` : address };
  const title = withMore(firstPage.title);
  return { name: saved ? `${saved} · ${title}` : title, address };
}

/** True if a saved name only repeats the URL, optionally followed by the number that is added if the name is taken. */
const isSameName = (saved: string, url: string): boolean =>
  saved === url || (saved.startsWith(`${url} `) && /^\d+$/.test(saved.slice(url.length + 1)));

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
