import type { RunVerdict, SavedRun } from '../../core/common/saved-job';
import { t } from '../texts/i18n';
import { countOf, countText } from './job-words';

/** What changed in a run, in a few words with a colour. */
export function verdictWords(verdict: RunVerdict | undefined): { readonly label: string; readonly tone: string } {
  if (!verdict) return { label: t('monitors.notCompared'), tone: '' };
  const { kind, added, removed, changed } = verdict;
  if (kind === 'base') return { label: t('monitors.firstRunToCompareWith'), tone: '' };
  if (kind === 'failed') return { label: t('monitors.nothingToCompare'), tone: 'bad' };
  if (kind === 'same') return { label: t('monitors.noChange'), tone: 'good' };
  const parts = [
    [added, 'monitors.countAdded'],
    [removed, 'monitors.countRemoved'],
    [changed, 'monitors.countChanged'],
  ] as const;
  const label = parts.flatMap(([count, what]) => (count ? [t(what, { count: countText(count) })] : [])).join(', ');
  return { label, tone: 'warn' };
}

/** What came of a run: its rows, or why there are none. */
export const runText = ({ rows, error }: SavedRun): string => error ?? (rows === undefined ? '' : countOf(rows, 'row'));
