import type { JobState } from '../../api/job-types';
import type { TextKey } from '../../texts/catalogue';
import { t } from '../../texts/i18n';

/** Label and colour for a job state. */
export interface StateWords {
  readonly label: string;
  readonly tone: 'good' | 'warn' | 'bad' | '';
}

const states: Readonly<
  Record<JobState | 'needsPerson', { readonly label: TextKey; readonly tone: StateWords['tone'] }>
> = {
  queued: { label: 'jobs.queued', tone: 'warn' },
  active: { label: 'jobs.running', tone: 'warn' },
  paused: { label: 'jobs.paused', tone: '' },
  needsPerson: { label: 'jobs.needsYou', tone: 'bad' },
  completed: { label: 'jobs.done', tone: 'good' },
  failed: { label: 'jobs.failed', tone: 'bad' },
  cancelled: { label: 'jobs.cancelled', tone: '' },
};

/** Returns the label and colour for a job state. */
export function stateWords(state: string): StateWords {
  const known = states[state as JobState];
  return known ? { label: t(known.label), tone: known.tone } : { label: state, tone: '' };
}
