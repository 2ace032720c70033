import type { Language } from '../../core/common/values/language';

const english = {
  file: '&File',
  view: '&View',
  quit: 'Quit',
  openWindow: 'Open Gleaner',
  more: (count: number): string => `${count} more`,
  done: (label: string, count: number): string => `${label} – ${count} done`,
  running: (count: number): string => {
    if (count === 0) return 'No job is running';
    return count === 1 ? '1 job is running' : `${count} jobs are running`;
  },
  whenQuit: 'If you quit Gleaner, running jobs stop, and resume the next time Gleaner starts.',
  keepInTray: 'Keep running in the tray',
  cancel: 'Cancel',
  everyTime: 'Do this every time',
  starting: 'Gleaner is starting',
  startingMessage: 'The engine is starting; this takes a second.',
  failed: 'The engine does not start',
  failedMessage: 'The engine was started several times but stopped each time. Its last output:',
  tryAgain: 'Try again',
};

/** UI texts of the desktop shell: menus, tray, dialogs and the status page. */
export type ShellTexts = Readonly<typeof english>;

const german: ShellTexts = {
  file: '&Datei',
  view: '&Ansicht',
  quit: 'Beenden',
  openWindow: 'Gleaner öffnen',
  more: (count) => `${count} weitere`,
  done: (label, count) => `${label} – ${count} fertig`,
  running: (count) => {
    if (count === 0) return 'Kein Job läuft';
    return count === 1 ? '1 Job läuft' : `${count} Jobs laufen`;
  },
  whenQuit: 'Wird Gleaner beendet, halten laufende Jobs an und laufen beim nächsten Start weiter.',
  keepInTray: 'Im Infobereich weiterlaufen',
  cancel: 'Abbrechen',
  everyTime: 'Immer so verfahren',
  starting: 'Gleaner startet',
  startingMessage: 'Die Engine wird vorbereitet; das dauert eine Sekunde.',
  failed: 'Die Engine startet nicht',
  failedMessage: 'Die Engine wurde mehrmals gestartet und endete jedes Mal. Ihre letzte Ausgabe:',
  tryAgain: 'Erneut versuchen',
};

const texts: Readonly<Record<Language, ShellTexts>> = { en: english, de: german };

/** Returns the UI texts of the desktop shell in a language. */
export const shellTexts = (language: Language): ShellTexts => texts[language];
