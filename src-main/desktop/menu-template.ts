import type { MenuItemConstructorOptions } from 'electron';
import { type AppCommand, appCommands, commandOf } from '../../core/common/desktop/app-commands';
import type { RunningJob } from '../../core/common/desktop/bridge';
import type { Language } from '../../core/common/values/language';
import { shellTexts } from './shell-texts';

/** Actions triggered by the menus. */
export interface MenuActions {
  /** Runs the command with the given ID in the page. */
  readonly command: (id: string) => void;
  /** Opens the view with the given path in the page. */
  readonly open: (path: string) => void;
  readonly showWindow: () => void;
  readonly openDataFolder: () => void;
  readonly quit: () => void;
}

type Items = MenuItemConstructorOptions[];

const separator: MenuItemConstructorOptions = { type: 'separator' };
/** Maximum number of jobs in the tray menu. */
const listedJobs = 5;
const maxLabelLength = 48;

/** Returns the menu bar, with the standard roles and the app's commands. */
export function menuTemplate(actions: MenuActions, isMac: boolean, language: Language): Items {
  const texts = shellTexts(language);
  const item = ({ id, label, accelerator }: AppCommand): MenuItemConstructorOptions => ({
    id,
    label: label[language],
    accelerator,
    // The page handles the command palette shortcut itself. If the menu also registered the shortcut, the command would
    // run twice.
    registerAccelerator: id !== 'palette',
    click: () => actions.command(id),
  });
  const of = (group: AppCommand['group']): Items => appCommands.filter((one) => one.group === group).map(item);
  const file: Items = [
    ...of('create'),
    separator,
    item(commandOf('pause-all')),
    { label: commandOf('data-folder').label[language], click: actions.openDataFolder },
    separator,
    isMac ? { role: 'close' } : { label: texts.quit, accelerator: 'CmdOrCtrl+Q', click: actions.quit },
  ];
  const view: Items = [
    ...of('view'),
    separator,
    item(commandOf('palette')),
    item(commandOf('theme')),
    separator,
    ...(['reload', 'resetZoom', 'zoomIn', 'zoomOut', 'togglefullscreen'] as const).map((role) => ({ role })),
  ];
  const help: Items = [
    item(commandOf('keys')),
    item(commandOf('check-updates')),
    ...(isMac ? [] : [separator, { role: 'about' } as const]),
  ];
  return [
    ...(isMac ? [{ role: 'appMenu' } as const] : []),
    { label: texts.file, submenu: file },
    { role: 'editMenu' },
    { label: texts.view, submenu: view },
    { role: 'windowMenu' },
    { role: 'help', submenu: help },
  ];
}

/** Returns the tray menu, with the running jobs and an item that pauses all of them. */
export function trayTemplate(jobs: readonly RunningJob[], actions: MenuActions, language: Language): Items {
  const texts = shellTexts(language);
  const more = jobs.length - listedJobs;
  return [
    { label: texts.openWindow, click: actions.showWindow },
    separator,
    { label: texts.running(jobs.length), enabled: false },
    ...jobs.slice(0, listedJobs).map(({ id, label, done }) => ({
      label: texts.done(menuLabel(label), done),
      click: () => actions.open(`/jobs/${id}`),
    })),
    ...(more > 0 ? [{ label: texts.more(more), click: () => actions.open('/jobs') }] : []),
    {
      label: commandOf('pause-all').label[language],
      enabled: jobs.length > 0,
      click: () => actions.command('pause-all'),
    },
    separator,
    { label: texts.quit, click: actions.quit },
  ];
}

/** Converts text from a page to a menu label: one short line without access keys or direction marks. */
export function menuLabel(text: string): string {
  const line = text.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const short = line.length > maxLabelLength ? `${line.slice(0, maxLabelLength - 1)}…` : line;
  return short.replaceAll('&', '&&');
}
