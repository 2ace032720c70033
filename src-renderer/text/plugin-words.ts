import type { PluginFileState } from '../../core/common/plugin-files';
import type { TextKey } from '../texts/catalogue';
import { t } from '../texts/i18n';

/** Colour of each state of a plugin file. */
export const stateTone: Readonly<Record<PluginFileState, string>> = {
  enabled: 'good',
  off: '',
  changed: 'warn',
  missing: 'bad',
  broken: 'bad',
};

const may: Readonly<Record<string, TextKey>> = {
  format: 'settings.itReadsEveryPageForWhich',
  action: 'settings.itActsInLivePagesWhere',
  parser: 'settings.itReadsFilesOfItsKind',
  proxy: 'settings.itSaysByWhichProxyPages',
  model: 'settings.itGetsTheTextOfPages',
  search: 'settings.itGetsTheWordsThatAre',
  sink: 'settings.itGetsTheEventsOfJobs',
};

/** What a plugin of a kind is given to do. */
export function kindMay(kind: string): string {
  const known = may[kind];
  return known ? t(known) : t('settings.itAddsAKind', { kind });
}
