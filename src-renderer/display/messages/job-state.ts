import { hasNoResults } from '../../../core/common/job';
import type { JobItem, JobState } from '../../api/job-types';
import type { TextKey } from '../../texts/catalogue';
import { t } from '../../texts/i18n';

/** Label and colour for a job state. */
export interface StateWords {
  readonly label: string;
  readonly tone: 'good' | 'warn' | 'bad' | '';
}

const states: Readonly<
  Record<JobState | 'needsPerson' | 'noResults', { readonly label: TextKey; readonly tone: StateWords['tone'] }>
> = {
  queued: { label: 'jobs.queued', tone: 'warn' },
  active: { label: 'jobs.running', tone: 'warn' },
  paused: { label: 'jobs.paused', tone: '' },
  needsPerson: { label: 'jobs.needsYou', tone: 'bad' },
  completed: { label: 'jobs.done', tone: 'good' },
  noResults: { label: 'jobs.noResults', tone: 'bad' },
  failed: { label: 'jobs.failed', tone: 'bad' },
  cancelled: { label: 'jobs.cancelled', tone: '' },
};

/** Returns the label and colour for a job state. */
export function stateWords(state: string): StateWords {
  const known = states[state as JobState];
  return known ? { label: t(known.label), tone: known.tone } : { label: state, tone: '' };
}

type Shown = Pick<JobItem, 'state' | 'needsPerson' | 'progress' | 'errorPages' | 'rows'>;

/** Returns the state to show for a finished run or an entry in the activity log. */
export const runState = ({
  state,
  hasNoResults,
}: {
  readonly state: string;
  readonly hasNoResults?: boolean;
}): string => (hasNoResults ? 'noResults' : state);

/** Returns the state to show for a job, e.g. `noResults` for a completed job without results. */
export function shownState({ state, needsPerson, progress, errorPages, rows }: Shown): string {
  if (needsPerson) return 'needsPerson';
  return state === 'completed' && progress && hasNoResults({ ...progress, errorPages, rows }) ? 'noResults' : state;
}
