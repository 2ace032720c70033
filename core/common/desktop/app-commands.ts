import type { InLanguages } from '../values/language';

/** A command in the app. */
export interface AppCommand {
  /** ID of the command. If the command opens a view, the ID is the name of the view's route. */
  readonly id: string;
  readonly label: InLanguages;
  readonly group: 'create' | 'view' | 'app';
  /** Path (after `#`) of the view that the command opens. Absent if the command opens no view. */
  readonly path?: string;
  /** Shortcut in the UI: a chord such as `Mod+K` (Ctrl, or Cmd on a Mac), or a letter sequence such as `g j`. */
  readonly keys?: string;
  /** Shortcut in the desktop menu, in Electron's format. */
  readonly accelerator?: string;
  /** True for a command that exists only in the desktop app. */
  readonly desktopOnly?: true;
}

/** All commands, as shown in the desktop menu, the command palette and the list of shortcuts. */
export const appCommands: readonly AppCommand[] = [
  {
    id: 'new-table',
    label: { en: 'New table', de: 'Neue Tabelle' },
    group: 'create',
    path: '/new-table',
    keys: 'n t',
    accelerator: 'CmdOrCtrl+Shift+T',
  },
  {
    id: 'new-job',
    label: { en: 'New job', de: 'Neuer Job' },
    group: 'create',
    path: '/new-job',
    keys: 'n j',
    accelerator: 'CmdOrCtrl+N',
  },
  { id: 'extract', label: { en: 'Extract', de: 'Extrahieren' }, group: 'create', path: '/extract', keys: 'n e' },
  { id: 'start', label: { en: 'Start', de: 'Start' }, group: 'view', path: '/start', keys: 'g t' },
  {
    id: 'playground',
    label: { en: 'Playground', de: 'Playground' },
    group: 'view',
    path: '/playground',
    keys: 'g p',
    accelerator: 'CmdOrCtrl+1',
  },
  {
    id: 'jobs',
    label: { en: 'Jobs', de: 'Jobs' },
    group: 'view',
    path: '/jobs',
    keys: 'g j',
    accelerator: 'CmdOrCtrl+2',
  },
  {
    id: 'saved',
    label: { en: 'Saved', de: 'Gespeichert' },
    group: 'view',
    path: '/saved',
    keys: 'g s',
    accelerator: 'CmdOrCtrl+3',
  },
  {
    id: 'monitors',
    label: { en: 'Monitors', de: 'Überwachung' },
    group: 'view',
    path: '/monitors',
    keys: 'g m',
    accelerator: 'CmdOrCtrl+4',
  },
  {
    id: 'history',
    label: { en: 'History', de: 'Verlauf' },
    group: 'view',
    path: '/history',
    keys: 'g h',
    accelerator: 'CmdOrCtrl+5',
  },
  {
    id: 'developers',
    label: { en: 'Developers', de: 'Entwicklung' },
    group: 'view',
    path: '/developers',
    keys: 'g d',
  },
  {
    id: 'usage',
    label: { en: 'Usage', de: 'Verbrauch' },
    group: 'view',
    path: '/usage',
    keys: 'g u',
    accelerator: 'CmdOrCtrl+6',
  },
  {
    id: 'settings',
    label: { en: 'Settings', de: 'Einstellungen' },
    group: 'view',
    path: '/settings',
    keys: 'g o',
    accelerator: 'CmdOrCtrl+,',
  },
  {
    id: 'reference',
    label: { en: 'API reference', de: 'API-Referenz' },
    group: 'view',
    path: '/reference',
    keys: 'g r',
  },
  {
    id: 'palette',
    label: { en: 'Search commands', de: 'Befehle suchen' },
    group: 'app',
    keys: 'Mod+K',
    accelerator: 'CmdOrCtrl+K',
  },
  { id: 'keys', label: { en: 'Keyboard shortcuts', de: 'Tastenkürzel' }, group: 'app', keys: '?' },
  { id: 'pause-all', label: { en: 'Pause all jobs', de: 'Alle Jobs anhalten' }, group: 'app' },
  { id: 'theme', label: { en: 'Change the theme', de: 'Design wechseln' }, group: 'app' },
  {
    id: 'check-updates',
    label: { en: 'Check for updates', de: 'Nach Updates suchen' },
    group: 'app',
    desktopOnly: true,
  },
  {
    id: 'data-folder',
    label: { en: 'Open the data folder', de: 'Datenordner öffnen' },
    group: 'app',
    desktopOnly: true,
  },
];

/** Shortcuts that are specific to a view. */
export const viewKeys: readonly { readonly view: string; readonly keys: string; readonly label: InLanguages }[] = [
  { view: 'playground', keys: 'Mod+Enter', label: { en: 'Run the request', de: 'Anfrage ausführen' } },
  { view: 'playground', keys: 'Escape', label: { en: 'Cancel the run', de: 'Lauf abbrechen' } },
  {
    view: 'new-table',
    keys: 'Mod+Z',
    label: { en: 'Undo the last table change', de: 'Letzte Änderung der Tabelle rückgängig machen' },
  },
];

/** Returns the command with the given ID. Throws if the ID is unknown. */
export function commandOf(id: string): AppCommand {
  const found = appCommands.find((command) => command.id === id);
  if (!found) throw new Error(`There is no command "${id}".`);
  return found;
}

/** Returns `text` if it is the path of a view in the app. Undefined otherwise. */
export function viewPath(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > 300 || !/^\/[\w\-./~%?=&+]*$/.test(text)) return undefined;
  const room = `/${text.split(/[/?]/)[1]}`;
  return appCommands.some(({ path }) => path === room) ? text : undefined;
}
