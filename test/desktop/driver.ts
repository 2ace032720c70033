/** Starts the desktop app for a test: on real Electron if installed, else on the double. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { launchOnDouble } from './double-driver';
import { launchOnElectron } from './electron-driver';

/** Desktop app under test, on either driver. */
export interface Desktop {
  readonly page: Page;
  /** Web preferences of the window, as passed to Electron. */
  preferences(): Promise<Readonly<Record<string, unknown>>>;
  /** URLs opened in the user's browser. */
  openedExternal(): Promise<readonly string[]>;
  /** Process id of the running engine. */
  enginePid(): Promise<number>;
  /** True when the app grants a page a permission. */
  isPermitted(permission: string, url: string): Promise<boolean>;
  /** True when the app blocks an event of Chromium: an embedded browser, a redirect, a download. */
  isRefused(event: 'will-attach-webview' | 'will-redirect' | 'will-download', url: string): Promise<boolean>;
  /** From now on, saves the page's downloads in a folder without a dialog, unless the app blocks them. */
  saveDownloadsTo(folder: string): Promise<void>;
  /** Paths of the completed downloads, in order. */
  downloads(): Promise<readonly string[]>;
  /** Starts a second instance of the app with extra arguments; resolves with its exit code. */
  startAgain(...more: readonly string[]): Promise<number | null>;
  /** Menus, tray, dialogs and notifications; tests can use them only on the double. */
  readonly double?: DoubleControl;
  /** Number of times that the app focused the window. */
  focusCount(): Promise<number>;
  /** Closes the window; resolves with the app's exit code. */
  close(): Promise<number | null>;
  /** Ends remaining processes after a failed test. */
  dispose(): Promise<void>;
}

/** Menu item, as the app defined it. */
export interface ShownItem {
  readonly label?: string;
  readonly role?: string;
  readonly accelerator?: string;
  readonly enabled?: boolean;
  readonly submenu?: readonly ShownItem[];
}

/** User input to parts of the desktop outside the page. */
export interface DoubleControl {
  menu(): Promise<readonly ShownItem[]>;
  tray(): Promise<readonly ShownItem[]>;
  /** False if there is no such item. */
  clickMenu(label: string): Promise<boolean>;
  clickTray(label: string): Promise<boolean>;
  notifications(): Promise<readonly { readonly title: string; readonly body: string }[]>;
  /** Clicks the latest notification. */
  clickNotification(): Promise<void>;
  /** Closes the window with its close button; false if the app prevented it. */
  pressClose(): Promise<boolean>;
  isVisible(): Promise<boolean>;
  /** Sets whether the window is in use. */
  useWindow(isInUse: boolean): Promise<void>;
  /** Answers the app's next dialog with the button that has this label. */
  answerWith(label: string): Promise<void>;
  questions(): Promise<readonly { readonly message: string; readonly buttons: readonly string[] }[]>;
  /** Files that the app revealed in their folder. */
  shownFiles(): Promise<readonly string[]>;
}

/** Folders of one run of the app. */
export interface Folders {
  readonly userData: string;
  readonly dataDir: string;
}

/** Options of a run of the app. */
export interface LaunchOptions {
  readonly dataDir?: string;
  /** Lets the engine fetch the sites of a test. */
  readonly allowPrivateNetwork?: boolean;
}

/** Complete options for starting the app. */
export type Launch = Folders & Pick<LaunchOptions, 'allowPrivateNetwork'>;

const electronPlaces = [
  process.env.ELECTRON_PATH,
  'node_modules/electron/dist/electron',
  'node_modules/electron/dist/electron.exe',
  'node_modules/electron/dist/Electron.app/Contents/MacOS/Electron',
];

/** Path of the Electron program, if installed. */
export const electronPath = electronPlaces.find((place) => place && existsSync(place));

/** Starts the app with new folders (or the given data folder). */
export async function launchDesktop({ dataDir, allowPrivateNetwork }: LaunchOptions = {}): Promise<Desktop & Folders> {
  const folder = await mkdtemp(join(tmpdir(), 'gleaner-desktop-'));
  const folders = { userData: join(folder, 'user'), dataDir: dataDir ?? join(folder, 'data') };
  const launch = { ...folders, allowPrivateNetwork };
  const desktop = await (electronPath ? launchOnElectron(electronPath, launch) : launchOnDouble(launch));
  return {
    ...desktop,
    ...folders,
    async dispose() {
      await desktop.dispose();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** True when a process is running. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Environment of an app under test: a free port, its own data folder, no screen. */
export function appEnvironment({ dataDir, allowPrivateNetwork = false }: Launch): NodeJS.ProcessEnv {
  const network = { GLEANER_ALLOW_PRIVATE_NETWORK: String(allowPrivateNetwork) };
  return { ...process.env, ...network, GLEANER_PORT: '0', GLEANER_DATA_DIR: dataDir };
}
