import type { JobItem, JobState } from '../api/job-types';

/** A state with its colour. */
export interface StateWords {
  readonly label: string;
  readonly tone: 'good' | 'warn' | 'bad' | '';
}

const states: Readonly<Record<JobState | 'needsPerson', StateWords>> = {
  queued: { label: 'Queued', tone: 'warn' },
  active: { label: 'Running', tone: 'warn' },
  paused: { label: 'Paused', tone: '' },
  needsPerson: { label: 'Needs you', tone: 'bad' },
  completed: { label: 'Done', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  cancelled: { label: 'Cancelled', tone: '' },
};

/** What a state is called. */
export const stateWords = (state: string): StateWords => states[state as JobState] ?? { label: state, tone: '' };

/** True while a job is at work. */
export const isRunning = (state: string | undefined): boolean => state === 'queued' || state === 'active';

/** True when a job can be resumed: it is paused, or was cancelled with pages left. */
export const isResumable = ({ state, progress }: JobItem): boolean =>
  state === 'paused' || (state === 'cancelled' && (progress?.queued ?? 0) + (progress?.inFlight ?? 0) > 0);

const number = new Intl.NumberFormat();

/** A count with separators. */
export const countText = (count: number): string => number.format(count);

/** The word after a count: `page` for one, else `pages`. */
export const unitOf = (count: number, word: string, words = `${word}s`): string => (count === 1 ? word : words);

/** `1 page`, `3 pages`. */
export const countOf = (count: number, word: string, words?: string): string =>
  `${countText(count)} ${unitOf(count, word, words)}`;

/** Pages per second as people read them. */
export const rateText = (perSecond: number): string => {
  if (perSecond === 0 || perSecond >= 10) return countText(Math.round(perSecond));
  return perSecond.toFixed(perSecond < 0.1 ? 3 : 1);
};

/** Seconds as a clock: `0.7 s`, `42 s`, `3:05`, `1:02:09`. */
export function clockText(milliseconds: number): string {
  if (milliseconds < 10_000) return `${(Math.max(0, milliseconds) / 1000).toFixed(1)} s`;
  const seconds = Math.floor(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  const two = (part: number): string => String(part).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

/** Milliseconds a job has taken up to now, its pause or its end. */
export function tookMs({ startedAt, createdAt, finishedAt, pausedAt }: JobItem, now: number = Date.now()): number {
  const end = finishedAt ?? pausedAt;
  return Math.max(0, (end ? Date.parse(end) : now) - Date.parse(startedAt ?? createdAt));
}

const reasons: Readonly<Record<string, string>> = {
  robots: 'Kept out by robots.txt',
  template: 'The template of the pages has changed',
  external: 'On another site',
  social: 'Social network or service',
  'home-page': 'Home page of another site',
  protocol: 'Not http or https',
  path: 'Not below the start page',
  include: 'Not among the included paths',
  exclude: 'Among the excluded paths',
  pattern: 'A path pattern was too slow',
  depth: 'Too many path segments',
  'discovery-depth': 'Too many hops from the start',
  'file-type': 'A file, not a page',
};

const traps = 'Looks like an endless trap';

/** A reason as people say it; codes stay codes. */
export const reasonText = (reason: string): string =>
  reasons[reason] ?? (reason.startsWith('trap-') ? `${traps} (${reason.slice(5)})` : reason);
