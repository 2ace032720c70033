import { Menu, Tray } from 'electron';
import type { RunningJob } from '../../core/common/desktop/bridge';
import type { Language } from '../../core/common/values/language';
import { type MenuActions, menuTemplate, trayTemplate } from './menu-template';
import { shellTexts } from './shell-texts';

/** Sets the app's menu bar. */
export function setAppMenu(actions: MenuActions, language: Language): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(actions, process.platform === 'darwin', language)));
}

/** Tray icon. */
export interface AppTray {
  showJobs(jobs: readonly RunningJob[], language: Language): void;
  destroy(): void;
}

/** Adds the tray icon. Returns undefined if the desktop has no tray. */
export function addTray(icon: string, actions: MenuActions, language: Language): AppTray | undefined {
  try {
    const tray = new Tray(icon);
    const showJobs: AppTray['showJobs'] = (jobs, language) => {
      tray.setToolTip(`Gleaner – ${shellTexts(language).running(jobs.length)}`);
      tray.setContextMenu(Menu.buildFromTemplate(trayTemplate(jobs, actions, language)));
    };
    showJobs([], language);
    tray.on('click', actions.showWindow);
    return { showJobs, destroy: () => tray.destroy() };
  } catch {
    // Some Linux desktops have no tray. All items of the tray menu are also in the menu bar.
    return undefined;
  }
}
