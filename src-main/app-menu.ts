import { Menu, type MenuItemConstructorOptions, Tray } from 'electron';

/** What the menu and the tray can do. */
export interface AppCommands {
  readonly showWindow: () => void;
  readonly openDataFolder: () => void;
  readonly openApiPages: () => void;
  readonly quit: () => void;
}

/** The menu bar of the app. */
export function setAppMenu(commands: AppCommands): void {
  const appMenu: MenuItemConstructorOptions[] = process.platform === 'darwin' ? [{ role: 'appMenu' }] : [];
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...appMenu,
      {
        label: '&File',
        submenu: [
          { label: 'Open Data Folder', click: commands.openDataFolder },
          { type: 'separator' },
          { label: 'Quit', accelerator: 'CmdOrCtrl+Q', click: commands.quit },
        ],
      },
      { role: 'editMenu' },
      { role: 'viewMenu' },
      { role: 'windowMenu' },
      { role: 'help', submenu: [{ label: 'API Pages', click: commands.openApiPages }] },
    ]),
  );
}

/** The icon in the system's tray; undefined where the desktop has none. */
export function addTray(icon: string, commands: AppCommands): Tray | undefined {
  try {
    const tray = new Tray(icon);
    tray.setToolTip('Gleaner');
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: 'Show Gleaner', click: commands.showWindow },
        { label: 'Open Data Folder', click: commands.openDataFolder },
        { type: 'separator' },
        { label: 'Quit', click: commands.quit },
      ]),
    );
    tray.on('click', commands.showWindow);
    return tray;
  } catch {
    // Some Linux desktops have no tray; everything in it is in the menu too.
    return undefined;
  }
}
