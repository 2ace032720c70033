import { BrowserWindow, screen } from 'electron';
import type { DesktopRequest, EngineState } from '../../core/common/desktop/bridge';
import type { Language } from '../../core/common/values/language';
import type { SupervisedState } from '../engine/engine-supervisor';
import { channels } from './bridge-channels';
import { isOfEngine } from './navigation-policy';
import { retryAddress, statusPage } from './status-page';
import { type GuardOptions, guardContents, guardSession } from './window-guard';
import { readWindowState, type WindowState, writeWindowState } from './window-state';

/** What the window is opened with. */
export interface DesktopWindowOptions {
  readonly preload: string;
  readonly icon: string;
  readonly stateFile: string;
  readonly guard: GuardOptions;
  /** Called when the user asks to start the engine again. */
  readonly retry: () => void;
  /** Language of what the window shows while there is no engine. */
  readonly language: () => Language;
  /** Called before the window closes; may hold it back. */
  readonly closing: (event: { preventDefault(): void }) => void;
}

/** Most requests that wait for a page. */
const mostWaiting = 20;
const usualSize = { width: 1280, height: 840 };

const bridgeStates: Readonly<Record<SupervisedState['kind'], EngineState>> = {
  starting: 'starting',
  ready: 'ready',
  restarting: 'restarting',
  failed: 'stopped',
  stopped: 'stopped',
};

/** The one window: shows the engine's page when there is an engine, and says what is going on when there is none. */
export class DesktopWindow {
  readonly browserWindow: BrowserWindow;
  /** Requests that came before the page was there. */
  private waiting: readonly DesktopRequest[] = [];
  private hasPage = false;

  constructor(private readonly options: DesktopWindowOptions) {
    const saved = this.savedState();
    this.browserWindow = new BrowserWindow({
      ...usualSize,
      ...saved?.bounds,
      minWidth: 640,
      minHeight: 480,
      show: false,
      title: 'Gleaner',
      icon: options.icon,
      webPreferences: {
        preload: options.preload,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webviewTag: false,
        webSecurity: true,
        allowRunningInsecureContent: false,
        spellcheck: false,
      },
    });
    const { webContents } = this.browserWindow;
    guardContents(webContents, { ...options.guard, openExternal: (address) => this.openOutside(address) });
    guardSession(webContents.session, options.guard);
    this.browserWindow.once('ready-to-show', () => this.browserWindow.show());
    this.browserWindow.on('close', (event) => {
      this.saveState();
      options.closing(event);
    });
    // A crash of the page is not a crash of the app.
    webContents.on('render-process-gone', () => webContents.reload());
    if (saved?.maximized) this.browserWindow.maximize();
  }

  /** Brings the window to the front. */
  focus(): void {
    if (this.browserWindow.isMinimized()) this.browserWindow.restore();
    this.browserWindow.show();
    this.browserWindow.focus();
  }

  /** Asks the page to do something, as soon as there is one. */
  ask(request: DesktopRequest): void {
    if (this.hasPage) this.browserWindow.webContents.send(channels.request, request);
    else this.waiting = [...this.waiting, request].slice(-mostWaiting);
  }

  /** Shows a state of the engine: its page, a note on the page that is open, or a page that says what happened. */
  async show(state: SupervisedState): Promise<void> {
    if (this.browserWindow.isDestroyed()) return;
    if (state.kind === 'ready') await this.showEngine(state.url, state.signInUrl);
    if (state.kind === 'starting') await this.showNotice(false);
    if (state.kind === 'failed') await this.showNotice(true, state.reason);
    if (this.browserWindow.isDestroyed()) return;
    this.browserWindow.webContents.send(channels.engineState, bridgeStates[state.kind]);
    if (state.kind === 'ready') this.askWaiting();
  }

  private askWaiting(): void {
    this.hasPage = true;
    const waiting = this.waiting;
    this.waiting = [];
    for (const request of waiting) this.ask(request);
  }

  private openOutside(address: string): void {
    if (address === retryAddress) this.options.retry();
    else this.options.guard.openExternal(address);
  }

  /** Signs in anew; the page that is open stays as it is when it already is the engine's. */
  private async showEngine(url: string, signInUrl: string): Promise<void> {
    const { webContents } = this.browserWindow;
    if (!isOfEngine(webContents.getURL(), url)) {
      await this.browserWindow.loadURL(signInUrl);
      return;
    }
    const answer = await webContents.session.fetch(signInUrl).catch(() => undefined);
    if (!answer?.ok) await this.browserWindow.loadURL(signInUrl);
  }

  private async showNotice(hasFailed: boolean, reason = ''): Promise<void> {
    this.hasPage = false;
    await this.browserWindow.loadURL(statusPage({ hasFailed, reason, language: this.options.language() }));
  }

  private savedState(): WindowState | undefined {
    return readWindowState(
      this.options.stateFile,
      screen.getAllDisplays().map((display) => display.workArea),
    );
  }

  private saveState(): void {
    const bounds = this.browserWindow.getNormalBounds();
    writeWindowState(this.options.stateFile, { bounds, maximized: this.browserWindow.isMaximized() });
  }
}
