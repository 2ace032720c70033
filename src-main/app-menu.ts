import { Menu, Tray } from 'electron';
import type { RunningJob } from '../core/common/bridge';
import { type MenuActions, menuTemplate, runningText, trayTemplate } from './menu-template';

/** Sets the menu bar of the app. */
export function setAppMenu(actions: MenuActions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(actions, process.platform === 'darwin')));
}

/** The icon in the system's tray. */
export interface AppTray {
  /** Lists the jobs that are at work. */
  showJobs(jobs: readonly RunningJob[]): void;
  destroy(): void;
}

/** Adds the icon to the system's tray; undefined where the desktop has none. */
export function addTray(icon: string, actions: MenuActions): AppTray | undefined {
  try {
    const tray = new Tray(icon);
    const showJobs = (jobs: readonly RunningJob[]): void => {
      tray.setToolTip(`Gleaner – ${runningText(jobs.length)}`);
      tray.setContextMenu(Menu.buildFromTemplate(trayTemplate(jobs, actions)));
    };
    showJobs([]);
    tray.on('click', actions.showWindow);
    return { showJobs, destroy: () => tray.destroy() };
  } catch {
    // Some Linux desktops have no tray; everything in it is in the menu too.
    return undefined;
  }
}
