import { BrowserWindow, screen } from 'electron';
import type { DesktopRequest, EngineState } from '../../core/common/desktop/bridge';
import type { Language } from '../../core/common/values/language';
import type { SupervisedState } from '../engine/engine-supervisor';
import { channels } from './bridge-channels';
import { isEngineUrl } from './navigation-policy';
import { retryAddress, statusPage } from './status-page';
import { type GuardOptions, guardContents, guardSession } from './window-guard';
import { readWindowState, type WindowState, writeWindowState } from './window-state';

/** Options for opening the window. */
export interface DesktopWindowOptions {
  readonly preload: string;
  readonly icon: string;
  readonly stateFile: string;
  readonly guard: GuardOptions;
  /** Called when the user clicks the button that restarts the engine. */
  readonly retry: () => void;
  /** Language of the text that the window displays when no engine is running. */
  readonly language: () => Language;
  /** Called before the window closes. Calling `preventDefault` keeps the window open. */
  readonly closing: (event: { preventDefault(): void }) => void;
}

/** Maximum number of requests to queue while no page is loaded. */
const maxWaiting = 20;
const defaultSize = { width: 1280, height: 840 };

const bridgeStates: Readonly<Record<SupervisedState['kind'], EngineState>> = {
  starting: 'starting',
  ready: 'ready',
  restarting: 'restarting',
  failed: 'stopped',
  stopped: 'stopped',
};

/** The app's only window. Displays the engine's page or, while no page is loaded, the state of the engine. */
export class DesktopWindow {
  readonly browserWindow: BrowserWindow;
  /** Requests that arrived before the page had loaded. */
  private waiting: readonly DesktopRequest[] = [];
  private hasPage = false;

  constructor(private readonly options: DesktopWindowOptions) {
    const saved = this.savedState();
    this.browserWindow = new BrowserWindow({
      ...defaultSize,
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
    // Reloads the page if its process crashes, because the rest of the app is still running.
    webContents.on('render-process-gone', () => webContents.reload());
    if (saved?.maximized) this.browserWindow.maximize();
  }

  focus(): void {
    if (this.browserWindow.isMinimized()) this.browserWindow.restore();
    this.browserWindow.show();
    this.browserWindow.focus();
  }

  /** Sends a request to the page as soon as the page has loaded. */
  ask(request: DesktopRequest): void {
    if (this.hasPage) this.browserWindow.webContents.send(channels.request, request);
    else this.waiting = [...this.waiting, request].slice(-maxWaiting);
  }

  /**
   * Shows the engine's page if the engine is ready, or a status page if the engine is starting or has failed. Also
   * reports the state to the open page.
   */
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

  /**
   * Opens the engine's page and signs in. If the page of this engine is already open, signs in without reloading it.
   */
  private async showEngine(url: string, signInUrl: string): Promise<void> {
    const { webContents } = this.browserWindow;
    if (!isEngineUrl(webContents.getURL(), url)) {
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
