import type { PluginFileState } from '../../core/common/plugin-files';
import type { RunVerdict, SavedRun, ScheduleNote } from '../../core/common/saved-job';
import type { TextKey } from '../texts/catalogue';
import { t } from '../texts/i18n';
import { countOf, countText } from './job-words';
import { engineMessage } from './messages/engine-message';

/** Colour for each state of a plugin file. */
export const stateTone: Readonly<Record<PluginFileState, string>> = {
  enabled: 'good',
  off: '',
  changed: 'warn',
  missing: 'bad',
  broken: 'bad',
};

const may: Readonly<Record<string, TextKey>> = {
  format: 'settings.mayFormat',
  action: 'settings.mayAction',
  parser: 'settings.mayParser',
  proxy: 'settings.mayProxy',
  model: 'settings.mayModel',
  search: 'settings.maySearch',
  sink: 'settings.maySink',
};

/** Describes what plugins of a kind are permitted to do. */
export function kindMay(kind: string): string {
  const known = may[kind];
  return known ? t(known) : t('settings.mayOther', { kind });
}

const words = {
  pending: 'settings.deliveryPending',
  delivered: 'settings.deliveryDelivered',
  failed: 'settings.deliveryFailed',
  disabled: 'settings.deliveryDisabled',
} as const satisfies Readonly<Record<string, TextKey>>;

type DeliveryState = keyof typeof words;

/** All delivery states. */
export const deliveryStates = Object.keys(words) as readonly DeliveryState[];

/** Returns the label for a delivery state. Unknown states are returned unchanged. */
export const deliveryWord = (state: string): string => (state in words ? t(words[state as DeliveryState]) : state);

const notes: Readonly<Record<ScheduleNote['kind'], TextKey>> = {
  missed: 'saved.runMissed',
  skipped: 'saved.runSkipped',
  refused: 'saved.runNotStarted',
};

/** Returns the label that explains why a scheduled run did not take place. */
export const noteWord = (kind: ScheduleNote['kind']): string => t(notes[kind]);

type Verdict = Readonly<Pick<RunVerdict, 'kind' | 'added' | 'removed' | 'changed' | 'warning'>>;

/** Returns a label that summarizes a run's changes, and the label's colour. */
export function verdictWords(verdict: Verdict | undefined): { readonly label: string; readonly tone: string } {
  if (!verdict) return { label: t('monitors.notCompared'), tone: '' };
  const { kind, added, removed, changed, warning } = verdict;
  if (warning !== undefined && (kind === 'base' || kind === 'same'))
    return { label: t('monitors.valueMissing'), tone: 'warn' };
  if (kind === 'base') return { label: t('monitors.firstRun'), tone: '' };
  if (kind === 'failed') return { label: t('monitors.nothingToCompare'), tone: 'bad' };
  if (kind === 'same') return { label: t('monitors.noChange'), tone: 'good' };
  const parts = [
    [added, 'monitors.addedCount'],
    [removed, 'monitors.removedCount'],
    [changed, 'monitors.changedCount'],
  ] as const;
  const label = parts.flatMap(([count, what]) => (count ? [t(what, { count: countText(count) })] : [])).join(', ');
  return { label, tone: 'warn' };
}

/** Describes the result of a run: the number of rows, or the error. Empty if the run has no results. */
export function runText({ rows, error, hasNoResults }: SavedRun): string {
  if (error !== undefined) return engineMessage(error);
  return rows === undefined || hasNoResults ? '' : countOf(rows, 'row');
}

/** Returns the verdict to show for a run. If the run has no results, the verdict is shown only if it is `changed`. */
export function shownVerdict<Known extends Pick<RunVerdict, 'kind'>>(run: {
  readonly verdict?: Known;
  readonly hasNoResults?: boolean;
}): Known | undefined {
  return run.hasNoResults && run.verdict?.kind !== 'changed' ? undefined : run.verdict;
}

const kinds: Readonly<Record<string, TextKey>> = {
  'json-ld': 'extract.fromJsonLd',
  microdata: 'extract.fromMicrodata',
  rdfa: 'extract.fromRdfa',
  meta: 'extract.fromMeta',
  state: 'extract.fromScript',
  table: 'extract.fromTable',
  definition: 'extract.fromDefinitions',
  label: 'extract.fromLabel',
  attribute: 'extract.fromAttribute',
  heading: 'extract.fromHeading',
  record: 'extract.fromRecord',
  text: 'extract.fromText',
  address: 'extract.fromAddress',
  model: 'extract.fromModel',
};

/** Returns the label for a kind of source. Unknown kinds are returned unchanged. */
export function sourceWords(kind: string): string {
  const known = kinds[kind];
  return known ? t(known) : kind;
}
