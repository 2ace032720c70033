import type { TextKey } from './texts/catalogue';

/** Entry in the list of settings sections. */
interface SettingsEntry {
  readonly id: string;
  readonly label: TextKey;
  /** Restricts the section to the desktop app, or to installations where several processes share a database. */
  readonly only?: 'desktop' | 'shared';
}

/** Settings sections in tab order. */
export const settingsSections = [
  { id: 'general', label: 'settings.general' },
  { id: 'models', label: 'settings.models' },
  { id: 'proxies', label: 'settings.proxies' },
  { id: 'log-ins', label: 'settings.logIns' },
  { id: 'browser', label: 'settings.browser' },
  { id: 'plugins', label: 'settings.plugins' },
  { id: 'keys', label: 'settings.keys' },
  { id: 'email', label: 'settings.email' },
  { id: 'webhooks', label: 'settings.webhooks' },
  { id: 'desktop', label: 'settings.desktop', only: 'desktop' },
  { id: 'workers', label: 'settings.workers', only: 'shared' },
  { id: 'storage', label: 'settings.storage' },
  { id: 'about', label: 'settings.about' },
] as const satisfies readonly SettingsEntry[];

/** ID of a settings section. It is part of the section's URL. */
export type SettingsSection = (typeof settingsSections)[number]['id'];
