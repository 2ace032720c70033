import type { JobCounts, JobItem } from '../api/job-types';
import { t } from '../texts/i18n';
import { countOf, isRunning } from './job-words';

/** Returns a URL for display, without scheme, `www.` and trailing slash. */
export const siteText = (url: string): string => url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '');

/** Describes the results of a job, e.g. `60 rows from 3 pages` or `12 pages so far`. */
export function resultText({ state, hasRows }: JobItem, { done }: JobCounts, rows: number | undefined): string {
  const pages = countOf(done, 'page');
  const result = hasRows && rows !== undefined ? t('jobs.rowsFromPages', { rows: countOf(rows, 'row'), pages }) : pages;
  return isRunning(state) || state === 'paused' ? t('jobs.soFar', { result }) : result;
}
