import type { ProxyHealth } from '../../core/common/proxies';
import type { PluginEntry } from '../stores/settings';
import { agoText } from './words';

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** Where a proxy is, as far as its settings may show it. */
export function proxyPlace({ plugin, config }: PluginEntry): string {
  if (plugin === 'server') return `${text(config.type) || 'http'}://${text(config.host)}:${text(config.port)}`;
  if (Array.isArray(config.urls)) return `${plugin}, ${config.urls.length} addresses`;
  return plugin;
}

/** What a proxy is called: by its name, else by where it is. */
export const proxyName = (entry: PluginEntry): string => text(entry.name) || proxyPlace(entry);

/** How a proxy does, in a word. */
export function proxyState(entry: PluginEntry, health: ProxyHealth | undefined): { label: string; tone: string } {
  if (entry.enabled === false) return { label: 'off', tone: '' };
  if (!health?.lastOutcome) return { label: 'not used yet', tone: '' };
  if (health.lastOutcome === 'ok') return { label: 'works', tone: 'good' };
  return health.lastOutcome === 'blocked' ? { label: 'turned away', tone: 'warn' } : { label: 'fails', tone: 'bad' };
}

/** What went through a proxy, in a sentence; empty before its first use. */
export function healthText(health: ProxyHealth | undefined): string {
  if (!health?.lastAt) return '';
  const failed = health.lastOutcome === 'failed' && health.lastError ? ` ${health.lastError}` : '';
  return `${health.ok === 1 ? '1 page' : `${health.ok} pages`} came through, ${health.blocked} were turned away, ${health.failed} failed; last used ${agoText(health.lastAt)}.${failed}`;
}
