import { retentionMs } from '../../core/common/job';
import type { JobCounts, JobItem, ProblemReason } from '../api/job-types';
import type { Catalogue, TextKey } from '../texts/catalogue';
import { t, tCount } from '../texts/i18n';
import { failureText } from './error-advice';
import { durationText, fractionText, momentText, numberText } from './words';

/** True for a job that is queued or active. */
export const isRunning = (state: string | undefined): boolean => state === 'queued' || state === 'active';

/** True if a job can be resumed, i.e. if it is paused or was cancelled with pages left. */
export const isResumable = ({ state, progress }: JobItem): boolean =>
  state === 'paused' || (state === 'cancelled' && (progress?.queued ?? 0) + (progress?.inFlight ?? 0) > 0);

/** Counts pages with an error status as failed. The engine counts them as done. */
export function withErrorPages(counts: JobCounts, errorPages = 0): JobCounts {
  const errors = Math.min(errorPages, counts.done);
  return { ...counts, done: counts.done - errors, failed: counts.failed + errors };
}

/** Returns the time in ms at which a job's results are deleted. Undefined for an unfinished or kept job. */
export const expiryMs = ({ finishedAt, keptBy }: Pick<JobItem, 'finishedAt' | 'keptBy'>): number | undefined =>
  finishedAt && !keptBy ? Date.parse(finishedAt) + retentionMs : undefined;

/** Remaining time in ms below which a list shows that a job's results will be deleted. */
const soonMs = 3 * 3_600_000;

/** Returns how long a job's results are still stored, e.g. `2 hours`. Undefined unless they are deleted soon. */
export function leftText(job: Pick<JobItem, 'finishedAt' | 'keptBy'>, now: number): string | undefined {
  const expiry = expiryMs(job);
  if (expiry === undefined || expiry - now > soonMs) return undefined;
  const minutes = Math.max(1, Math.floor((expiry - now) / 60_000));
  return durationText(minutes < 60 ? minutes * 60_000 : Math.floor(minutes / 60) * 3_600_000);
}

/** Says until when the results of a finished job are stored, and why. */
export function storedText(job: Pick<JobItem, 'finishedAt' | 'keptBy'>): string {
  if (job.keptBy) return t(job.keptBy === 'person' ? 'jobs.kept' : 'jobs.keptAsRun');
  const expiry = expiryMs(job);
  return expiry === undefined
    ? t('jobs.deletedAfterEnd')
    : t('jobs.keptUntil', { expiresAt: momentText(new Date(expiry).toISOString()) });
}

/** True for a warning that a job stopped at the limit in its request, and that a higher limit returns more. */
export const asksForHigherLimit = (warning: string): boolean =>
  /; raise (?:the limit to get the rest|it to read more)\./.test(warning);

/** Formats a count with thousands separators. */
export const countText = numberText;

/** Unit of a count, as a key in the message catalogue. */
export type Unit = Exclude<keyof Catalogue['units'], `${string}Word` | `${string}Ago`>;

/** Returns the unit for a count, e.g. `page` for 1 and `pages` for 3. */
export const unitOf = (count: number, unit: 'page' | 'row' | 'credit'): string => tCount(`units.${unit}Word`, count);

/** Formats a count with its unit, e.g. `1 page` or `3 pages`. */
export const countOf = (count: number, unit: Unit): string => tCount(`units.${unit}`, count);

/** Returns a formatted rate and its unit: pages per second, or pages per minute if the rate is low. */
export function rateOf(perSecond: number): { readonly rate: string; readonly unit: 'second' | 'minute' } {
  const isSlow = perSecond > 0 && perSecond < 0.1;
  const rate = isSlow ? perSecond * 60 : perSecond;
  const text = rate === 0 || rate >= 10 ? countText(Math.round(rate)) : fractionText(rate, 1);
  return { rate: text, unit: isSlow ? 'minute' : 'second' };
}

/** Formats a duration: `0.7 s`, `42 s`, `3:05`, `1:02:09`. */
export function clockText(milliseconds: number): string {
  if (milliseconds < 10_000) return `${fractionText(Math.max(0, milliseconds) / 1000, 1)}\u00a0s`;
  const seconds = Math.floor(milliseconds / 1000);
  if (seconds < 60) return `${seconds}\u00a0s`;
  const two = (part: number): string => String(part).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

/** Returns a job's running time in ms. The time stops when the job is paused or ends. */
export function tookMs({ startedAt, createdAt, finishedAt, pausedAt }: JobItem, now: number = Date.now()): number {
  const end = finishedAt ?? pausedAt;
  return Math.max(0, (end ? Date.parse(end) : now) - Date.parse(startedAt ?? createdAt));
}

const reasons: Readonly<Record<string, TextKey>> = {
  robots: 'jobs.robotsTxt',
  template: 'jobs.templateChanged',
  external: 'jobs.otherSite',
  social: 'jobs.socialSite',
  'home-page': 'jobs.otherHomePage',
  protocol: 'jobs.otherScheme',
  path: 'jobs.notBelowStart',
  include: 'jobs.notIncluded',
  exclude: 'jobs.excluded',
  pattern: 'jobs.slowPattern',
  depth: 'jobs.tooManySegments',
  'discovery-depth': 'jobs.tooDeep',
  'file-type': 'jobs.file',
};

/** Returns the text for a refusal reason or an error code. Unknown codes stay unchanged. */
export function reasonText(reason: string): string {
  const known = reasons[reason];
  if (known) return t(known);
  return reason.startsWith('trap-') ? t('jobs.trap', { sign: reason.slice(5) }) : failureText(reason);
}

/** Maximum number of reasons to name. */
const maxReasons = 4;

/** Lists the most frequent reasons why pages were skipped, e.g. `On another site (12) · File, not a page (3)`. */
export function skippedText(reasons: readonly ProblemReason[]): string {
  const sorted = reasons.filter(({ state }) => state === 'refused').toSorted((one, other) => other.count - one.count);
  const rest = sorted.slice(maxReasons).reduce((sum, { count }) => sum + count, 0);
  const named = sorted.slice(0, maxReasons).map(({ reason, count }) => `${reasonText(reason)} (${countText(count)})`);
  return [...named, ...(rest > 0 ? [t('jobs.otherReasons', { count: countText(rest) })] : [])].join(' · ');
}
