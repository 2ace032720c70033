import { Menu, type MenuItemConstructorOptions, Tray } from 'electron';

/** What the menu and the tray can do. */
export interface AppDeeds {
  readonly showWindow: () => void;
  readonly openDataFolder: () => void;
  readonly openApiPages: () => void;
  readonly quit: () => void;
}

/** The menu bar of the app. */
export function setAppMenu(deeds: AppDeeds): void {
  const appMenu: MenuItemConstructorOptions[] = process.platform === 'darwin' ? [{ role: 'appMenu' }] : [];
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...appMenu,
      {
        label: '&File',
        submenu: [
          { label: 'Open Data Folder', click: deeds.openDataFolder },
          { type: 'separator' },
          { label: 'Quit', accelerator: 'CmdOrCtrl+Q', click: deeds.quit },
        ],
      },
      { role: 'editMenu' },
      { role: 'viewMenu' },
      { role: 'windowMenu' },
      { role: 'help', submenu: [{ label: 'API Pages', click: deeds.openApiPages }] },
    ]),
  );
}

/** The icon in the system's tray; undefined where the desktop has none. */
export function addTray(icon: string, deeds: AppDeeds): Tray | undefined {
  try {
    const tray = new Tray(icon);
    tray.setToolTip('Gleaner');
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: 'Show Gleaner', click: deeds.showWindow },
        { label: 'Open Data Folder', click: deeds.openDataFolder },
        { type: 'separator' },
        { label: 'Quit', click: deeds.quit },
      ]),
    );
    tray.on('click', deeds.showWindow);
    return tray;
  } catch {
    // Some Linux desktops have no tray; everything in it is in the menu too.
    return undefined;
  }
}
