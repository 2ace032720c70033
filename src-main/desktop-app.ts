import { join } from 'node:path';
import { app, dialog, ipcMain, Notification, shell, type Tray } from 'electron';
import { type AppCommands, addTray, setAppMenu } from './app-menu';
import { handleBridge } from './bridge-handlers';
import { DesktopWindow } from './desktop-window';
import type { EngineSupervisor, SupervisedState } from './engine-supervisor';

/** Where the app finds its parts. */
export interface DesktopPlaces {
  readonly preload: string;
  readonly icon: string;
  readonly dataDir: string;
}

/** The desktop app: one engine, one window, and the way they end together. */
export class DesktopApp {
  private window: DesktopWindow | undefined;
  private tray: Tray | undefined;
  private engineUrl: string | undefined;
  private closing: Promise<void> | undefined;

  constructor(
    private readonly supervisor: EngineSupervisor,
    private readonly places: DesktopPlaces,
  ) {}

  /** Opens the window and starts the engine; everything after that happens on events. */
  run(): void {
    const commands: AppCommands = {
      showWindow: () => this.showWindow(),
      openDataFolder: () => void this.openDataFolder(),
      openApiPages: () => this.openExternal(`${this.engineUrl}/docs`),
      quit: () => app.quit(),
    };
    this.answerBridge();
    setAppMenu(commands);
    this.tray = addTray(this.places.icon, commands);
    this.supervisor.onState((state) => this.follow(state));
    app.on('second-instance', () => this.showWindow());
    app.on('activate', () => this.showWindow());
    app.on('window-all-closed', () => {
      if (process.platform !== 'darwin') app.quit();
    });
    app.on('before-quit', (event) => this.closeFirst(event));
    this.openWindow();
    this.supervisor.start();
  }

  private follow(state: SupervisedState): void {
    if (state.kind === 'ready') this.engineUrl = state.url;
    // Loading fails when the window is closed or the engine dies meanwhile; the next state says so.
    this.window?.show(state).catch(() => undefined);
  }

  private openWindow(): void {
    this.window = new DesktopWindow({
      preload: this.places.preload,
      icon: this.places.icon,
      stateFile: join(app.getPath('userData'), 'window-state.json'),
      guard: { engineUrl: () => this.engineUrl, openExternal: (address) => this.openExternal(address) },
      retry: () => this.supervisor.start(),
    });
    this.window.browserWindow.on('closed', () => {
      this.window = undefined;
    });
  }

  private showWindow(): void {
    if (!this.window) {
      this.openWindow();
      this.follow(this.supervisor.state);
    }
    this.window?.focus();
  }

  private answerBridge(): void {
    handleBridge(
      ipcMain,
      {
        appVersion: () => app.getVersion(),
        openExternal: (address) => shell.openExternal(address),
        openDataFolder: () => this.openDataFolder(),
        askWhereToSave: async (name) => (await dialog.showSaveDialog({ defaultPath: name })).filePath || undefined,
        notify: (title, body) => {
          if (Notification.isSupported()) new Notification({ title, body, icon: this.places.icon }).show();
        },
      },
      { window: () => this.window?.browserWindow, engineUrl: () => this.engineUrl },
    );
  }

  private async openDataFolder(): Promise<void> {
    await shell.openPath(this.places.dataDir);
  }

  private openExternal(address: string): void {
    shell.openExternal(address).catch(() => undefined);
  }

  /** Quits only after the engine is gone, so that nothing is orphaned. */
  private closeFirst(event: { preventDefault(): void }): void {
    if (this.closing) return;
    event.preventDefault();
    this.tray?.destroy();
    this.closing = this.supervisor.stop();
    this.closing.finally(() => app.quit());
  }
}
