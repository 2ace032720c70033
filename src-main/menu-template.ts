import type { MenuItemConstructorOptions } from 'electron';
import { type AppCommand, appCommands, commandOf } from '../core/common/app-commands';
import type { RunningJob } from '../core/common/bridge';

/** What the menus can do. */
export interface MenuActions {
  /** Lets the page run a command, by its id. */
  readonly command: (id: string) => void;
  /** Opens a view of the page, by its path. */
  readonly open: (path: string) => void;
  readonly showWindow: () => void;
  readonly openDataFolder: () => void;
  readonly quit: () => void;
}

type Items = MenuItemConstructorOptions[];

const separator: MenuItemConstructorOptions = { type: 'separator' };
/** Jobs that the tray lists by name. */
const listedJobs = 5;
const longestLabel = 48;

/** The menu bar: the usual roles, and the commands of the one table. */
export function menuTemplate(actions: MenuActions, isMac: boolean): Items {
  const item = ({ id, label, accelerator }: AppCommand): MenuItemConstructorOptions => ({
    id,
    label,
    accelerator,
    // The page listens to this one itself; two listeners would open it twice.
    registerAccelerator: id !== 'palette',
    click: () => actions.command(id),
  });
  const of = (group: AppCommand['group']): Items => appCommands.filter((one) => one.group === group).map(item);
  const file: Items = [
    ...of('create'),
    separator,
    item(commandOf('pause-all')),
    { label: 'Open the data folder', click: actions.openDataFolder },
    separator,
    isMac ? { role: 'close' } : { label: 'Quit', accelerator: 'CmdOrCtrl+Q', click: actions.quit },
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
    { label: '&File', submenu: file },
    { role: 'editMenu' },
    { label: '&View', submenu: view },
    { role: 'windowMenu' },
    { role: 'help', submenu: help },
  ];
}

/** The tray's menu: the jobs at work, and what can be done with all of them. */
export function trayTemplate(jobs: readonly RunningJob[], actions: MenuActions): Items {
  const more = jobs.length - listedJobs;
  return [
    { label: 'Open Gleaner', click: actions.showWindow },
    separator,
    { label: runningText(jobs.length), enabled: false },
    ...jobs.slice(0, listedJobs).map(({ id, label, done }) => ({
      label: `${menuLabel(label)} – ${done} done`,
      click: () => actions.open(`/jobs/${id}`),
    })),
    ...(more > 0 ? [{ label: `${more} more`, click: () => actions.open('/jobs') }] : []),
    { label: 'Pause all jobs', enabled: jobs.length > 0, click: () => actions.command('pause-all') },
    separator,
    { label: 'Quit', click: actions.quit },
  ];
}

/** `No job is running`, `2 jobs are running`. */
export function runningText(count: number): string {
  if (count === 0) return 'No job is running';
  return count === 1 ? '1 job is running' : `${count} jobs are running`;
}

/** Text of a page as a menu shows it: one short line, without marks for keys or for the direction of writing. */
export function menuLabel(text: string): string {
  const line = text.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const short = line.length > longestLabel ? `${line.slice(0, longestLabel - 1)}…` : line;
  return short.replaceAll('&', '&&');
}
