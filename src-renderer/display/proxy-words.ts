import type { ProxyHealth } from '../../core/common/api/workspace-answers';
import type { PluginEntry } from '../stores/settings';
import { t } from '../texts/i18n';
import { countOf } from './job-words';
import { agoText } from './words';

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/**
 * Returns a proxy's address, the number of addresses in its list, or the name of its plugin. Does not reveal secrets.
 */
export function proxyPlace({ plugin, config }: PluginEntry): string {
  if (plugin === 'server') return `${text(config.type) || 'http'}://${text(config.host)}:${text(config.port)}`;
  if (Array.isArray(config.urls)) return t('settings.proxyAddresses', { plugin, urls: config.urls.length });
  return plugin;
}

/** Returns the label for a proxy: its name, or a description if it has no name. */
export const proxyName = (entry: PluginEntry): string => text(entry.name) || proxyPlace(entry);

/** Returns a one-word description of a proxy's health. */
export function proxyState(entry: PluginEntry, health: ProxyHealth | undefined): { label: string; tone: string } {
  if (entry.enabled === false) return { label: t('units.off'), tone: '' };
  if (!health?.lastOutcome) return { label: t('settings.notUsedYet'), tone: '' };
  if (health.lastOutcome === 'ok') return { label: t('settings.proxyWorks'), tone: 'good' };
  return health.lastOutcome === 'blocked'
    ? { label: t('settings.proxyBlocked'), tone: 'warn' }
    : { label: t('settings.proxyFails'), tone: 'bad' };
}

/** Describes a proxy's usage. Empty if the proxy has not been used yet. */
export function healthText(health: ProxyHealth | undefined): string {
  if (!health?.lastAt) return '';
  const { ok, blocked, failed, lastAt, lastOutcome, lastError } = health;
  const counts = t('settings.proxyHealth', { pages: countOf(ok, 'page'), blocked, failed, ago: agoText(lastAt) });
  return lastOutcome === 'failed' && lastError ? `${counts} ${lastError}` : counts;
}
