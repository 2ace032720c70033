import { homedir } from 'node:os';
import { join } from 'node:path';
import { app, dialog, ipcMain, net, shell } from 'electron';
import type { DesktopNotice, DesktopRequest, RunningJob } from '../../core/common/desktop/bridge';
import { type Language, languageOf } from '../../core/common/values/language';
import type { EngineSupervisor, SupervisedState } from '../engine/engine-supervisor';
import { type AppTray, addTray, setAppMenu } from './app-menu';
import { handleBridge } from './bridge-handlers';
import { closeChoice } from './close-choice';
import { findLink, readLink } from './deep-link';
import { DesktopPreferences } from './desktop-preferences';
import { DesktopSettingsFile } from './desktop-settings-file';
import { DesktopWindow } from './desktop-window';
import { setOpenAtLogin } from './login-item';
import type { MenuActions } from './menu-template';
import { showNotification } from './notifications';
import { SavedFiles } from './saved-files';
import { shellTexts } from './shell-texts';
import { newerVersion } from './update-check';

/** Paths that the app needs. */
export interface DesktopPlaces {
  readonly preload: string;
  readonly icon: string;
  readonly dataDir: string;
}

/** The desktop app: one engine and one window, which shut down together. */
export class DesktopApp {
  private window: DesktopWindow | undefined;
  private tray: AppTray | undefined;
  private engineUrl: string | undefined;
  private closing: Promise<void> | undefined;
  private jobs: readonly RunningJob[] = [];
  private readonly files = new SavedFiles();
  private readonly preferences = new DesktopPreferences(
    new DesktopSettingsFile(join(app.getPath('userData'), 'desktop-settings.json')),
    {
      setOpenAtLogin: changeLoginItem,
      askForUpdate: (address) => newerVersion({ address, current: app.getVersion(), fetch: net.fetch }),
      foundUpdate: (version) => this.window?.ask({ kind: 'update', ...version }),
    },
  );

  constructor(
    private readonly supervisor: EngineSupervisor,
    private readonly places: DesktopPlaces,
  ) {}

  /** Opens the window and starts the engine. After that, the app only reacts to events. */
  run(args: readonly string[]): void {
    const actions: MenuActions = {
      command: (id) => this.ask({ kind: 'command', id }),
      open: (path) => this.ask({ kind: 'open', path }),
      showWindow: () => this.showWindow(),
      openDataFolder: () => void this.openDataFolder(),
      quit: () => app.quit(),
    };
    this.answerBridge(actions);
    setAppMenu(actions, this.language);
    this.tray = addTray(this.places.icon, actions, this.language);
    this.supervisor.onState((state) => this.follow(state));
    this.listen();
    this.openWindow();
    this.openLink(findLink(args));
    this.supervisor.start();
    this.preferences.start();
  }

  /** Language last reported by the page, or the system language if the page has not reported a language yet. */
  private get language(): Language {
    return this.preferences.values.language ?? languageOf(app.getLocale());
  }

  private setLanguage(language: Language, actions: MenuActions): void {
    if (language === this.preferences.values.language) return;
    this.preferences.setLanguage(language);
    setAppMenu(actions, language);
    this.tray?.showJobs(this.jobs, language);
  }

  private listen(): void {
    app.on('second-instance', (_event, args) => {
      this.showWindow();
      this.openLink(findLink(args));
    });
    app.on('open-url', (event, link) => {
      event.preventDefault();
      this.openLink(link);
    });
    app.on('activate', () => this.showWindow());
    app.on('window-all-closed', () => {
      if (process.platform !== 'darwin') app.quit();
    });
    app.on('before-quit', (event) => this.closeBeforeQuit(event));
  }

  private follow(state: SupervisedState): void {
    if (state.kind === 'ready') this.engineUrl = state.url;
    // Ignores a failure to load: either the window has closed, or the engine has died and its next state will be shown.
    this.window?.show(state).catch(() => undefined);
  }

  private openWindow(): void {
    this.window = new DesktopWindow({
      preload: this.places.preload,
      icon: this.places.icon,
      stateFile: join(app.getPath('userData'), 'window-state.json'),
      guard: {
        engineUrl: () => this.engineUrl,
        openExternal: (address) => this.openExternal(address),
        downloaded: (path, isWhole) => this.window?.ask(this.files.add(path, isWhole)),
      },
      retry: () => this.supervisor.start(),
      closing: (event) => this.closeWindow(event),
      language: () => this.language,
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

  /** Brings the window to the front and passes a request to its page. */
  private ask(request: DesktopRequest): void {
    this.showWindow();
    this.window?.ask(request);
  }

  private openLink(link: string | undefined): void {
    const request = link === undefined ? undefined : readLink(link);
    if (request) this.ask(request);
  }

  private answerBridge(actions: MenuActions): void {
    handleBridge(
      ipcMain,
      {
        appVersion: () => app.getVersion(),
        openExternal: (address) => shell.openExternal(address),
        openDataFolder: () => this.openDataFolder(),
        askWhereToSave: async (name) => (await dialog.showSaveDialog({ defaultPath: name })).filePath || undefined,
        saved: (path) => this.window?.ask(this.files.add(path, true)),
        showFile: (id) => {
          const path = this.files.pathOf(id);
          if (path !== undefined) shell.showItemInFolder(path);
        },
        notify: (notice) => this.notify(notice),
        showJobs: (jobs) => {
          this.jobs = jobs;
          this.tray?.showJobs(jobs, this.language);
        },
        settings: () => this.preferences.answer(),
        setLanguage: (language) => this.setLanguage(language, actions),
        changeSettings: (changes) => this.preferences.change(changes),
        checkForUpdate: () => this.preferences.check(),
      },
      { window: () => this.window?.browserWindow, engineUrl: () => this.engineUrl },
    );
  }

  private notify(notice: DesktopNotice): void {
    const isUnwanted = this.window?.browserWindow.isFocused() || !this.preferences.values.notifyOfJobs;
    if (notice.isJobEnd && isUnwanted) return;
    const { path } = notice;
    showNotification(notice, this.places.icon, () => (path ? this.ask({ kind: 'open', path }) : this.showWindow()));
  }

  private async openDataFolder(): Promise<void> {
    await shell.openPath(this.places.dataDir);
  }

  private openExternal(address: string): void {
    shell.openExternal(address).catch(() => undefined);
  }

  /** Keeps the window open while jobs are running, unless the user chooses to close it. */
  private closeWindow(event: { preventDefault(): void }): void {
    if (this.closing) return;
    const { whenClosed } = this.preferences.values;
    const hasTray = this.tray !== undefined;
    const choice = closeChoice({ runningJobs: this.jobs.length, whenClosed, hasTray });
    if (choice === 'close') return;
    event.preventDefault();
    if (choice === 'hide') this.window?.browserWindow.hide();
    else void this.askAndClose(hasTray);
  }

  private async askAndClose(hasTray: boolean): Promise<void> {
    const texts = shellTexts(this.language);
    const buttons = [...(hasTray ? [texts.keepInTray] : []), texts.quit, texts.cancel];
    const { response, checkboxChecked } = await dialog.showMessageBox({
      type: 'question',
      message: `${texts.running(this.jobs.length)}.`,
      detail: texts.whenQuit,
      buttons,
      cancelId: buttons.length - 1,
      checkboxLabel: texts.everyTime,
    });
    const chosen = buttons[response];
    if (chosen === texts.cancel) return;
    const isQuit = chosen === texts.quit;
    if (checkboxChecked) this.preferences.change({ whenClosed: isQuit ? 'quit' : 'tray' });
    if (isQuit) app.quit();
    else this.window?.browserWindow.hide();
  }

  /** Delays quitting until the engine has exited, so that no orphaned process remains. */
  private closeBeforeQuit(event: { preventDefault(): void }): void {
    if (this.closing) return;
    event.preventDefault();
    this.preferences.stop();
    this.tray?.destroy();
    this.closing = this.supervisor.stop();
    this.closing.finally(() => app.quit());
  }
}

function changeLoginItem(openAtLogin: boolean): void {
  if (openAtLogin && !app.isPackaged) throw new Error('Gleaner can open at login only if it is installed.');
  setOpenAtLogin(openAtLogin, {
    platform: process.platform,
    // An AppImage runs from a temporary mount point, so the login item must refer to the image itself.
    program: process.env.APPIMAGE ?? process.execPath,
    configDir: process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config'),
    setLoginItem: (isOn) => app.setLoginItemSettings({ openAtLogin: isOn }),
  });
}
