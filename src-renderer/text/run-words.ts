import type { RunVerdict, SavedRun } from '../../core/common/saved-job';
import { countOf } from './job-words';

/** What changed in a run, in a few words with a colour. */
export function verdictWords(verdict: RunVerdict | undefined): { readonly label: string; readonly tone: string } {
  if (!verdict) return { label: 'not compared', tone: '' };
  const { kind, added, removed, changed } = verdict;
  if (kind === 'base') return { label: 'first run to compare with', tone: '' };
  if (kind === 'failed') return { label: 'nothing to compare', tone: 'bad' };
  if (kind === 'same') return { label: 'no change', tone: 'good' };
  const parts = [
    [added, 'added'],
    [removed, 'removed'],
    [changed, 'changed'],
  ] as const;
  return { label: parts.flatMap(([count, what]) => (count ? [`${count} ${what}`] : [])).join(', '), tone: 'warn' };
}

/** What came of a run: its rows, or why there are none. */
export const runText = ({ rows, error }: SavedRun): string => error ?? (rows === undefined ? '' : countOf(rows, 'row'));
