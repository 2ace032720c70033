/** Starts the desktop app for a test, on real Electron if it is installed. Otherwise, uses the test double. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { launchOnDouble } from './double-driver';
import { launchOnElectron } from './electron-driver';

/** Desktop app under test, on real Electron or on the test double. */
export interface Desktop {
  readonly page: Page;
  /** Web preferences that the app passed to Electron for the window. */
  preferences(): Promise<Readonly<Record<string, unknown>>>;
  /** URLs opened in the user's browser. */
  openedExternal(): Promise<readonly string[]>;
  /** Process ID of the running engine. */
  enginePid(): Promise<number>;
  /** True if the app grants the permission to a page with this URL. */
  isPermitted(permission: string, url: string): Promise<boolean>;
  /** True if the app blocks an embedded browser, a redirect or a download. */
  isRefused(event: 'will-attach-webview' | 'will-redirect' | 'will-download', url: string): Promise<boolean>;
  /** Makes the app save the page's downloads to a folder without a dialog, unless the app blocks them. */
  saveDownloadsTo(folder: string): Promise<void>;
  /** Paths of the completed downloads, in completion order. */
  downloads(): Promise<readonly string[]>;
  /** Starts a second instance of the app with extra arguments. Resolves with its exit code. */
  startAgain(...more: readonly string[]): Promise<number | null>;
  /** Menus, tray, dialogs and notifications. Only the test double supports these. */
  readonly double?: DoubleControl;
  /** Number of times that the app focused the window. */
  focusCount(): Promise<number>;
  /** Closes the window. Resolves with the app's exit code. */
  close(): Promise<number | null>;
  /** Ends processes that remain after a failed test. */
  dispose(): Promise<void>;
}

/** A menu item as defined by the app. */
export interface ShownItem {
  readonly label?: string;
  readonly role?: string;
  readonly accelerator?: string;
  readonly enabled?: boolean;
  readonly submenu?: readonly ShownItem[];
}

/** Simulates user input outside the page, e.g. in menus, the tray and dialogs. */
export interface DoubleControl {
  menu(): Promise<readonly ShownItem[]>;
  tray(): Promise<readonly ShownItem[]>;
  /** Clicks a menu item. Returns false if there is no such item. */
  clickMenu(label: string): Promise<boolean>;
  clickTray(label: string): Promise<boolean>;
  notifications(): Promise<readonly { readonly title: string; readonly body: string }[]>;
  /** Clicks the latest notification. */
  clickNotification(): Promise<void>;
  /** Closes the window with its close button. Returns false if the app prevented this. */
  pressClose(): Promise<boolean>;
  isVisible(): Promise<boolean>;
  /** Sets whether the window has the focus. */
  useWindow(isInUse: boolean): Promise<void>;
  /** Answers the app's next dialog with the button that has the given label. */
  answerWith(label: string): Promise<void>;
  questions(): Promise<readonly { readonly message: string; readonly buttons: readonly string[] }[]>;
  /** Files that the app has shown in the file manager. */
  shownFiles(): Promise<readonly string[]>;
}

/** Folders used by one run of the app. */
export interface Folders {
  readonly userData: string;
  readonly dataDir: string;
}

/** Options for one run of the app. */
export interface LaunchOptions {
  readonly dataDir?: string;
  /** Allows the engine to fetch pages from private addresses, e.g. from a test's sites. */
  readonly allowPrivateNetwork?: boolean;
}

/** Options for starting the app, including its folders. */
export type Launch = Folders & Pick<LaunchOptions, 'allowPrivateNetwork'>;

const electronPlaces = [
  process.env.ELECTRON_PATH,
  'node_modules/electron/dist/electron',
  'node_modules/electron/dist/electron.exe',
  'node_modules/electron/dist/Electron.app/Contents/MacOS/Electron',
];

/** Path of the Electron program, if installed. */
export const electronPath = electronPlaces.find((place) => place && existsSync(place));

/** Starts the app with new folders, or with the given data folder. */
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

/** True if a process is running. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the environment for an app under test: a free port, its own data folder, and whether private addresses are
 * allowed.
 */
export function appEnvironment({ dataDir, allowPrivateNetwork = false }: Launch): NodeJS.ProcessEnv {
  const network = { GLEANER_ALLOW_PRIVATE_NETWORK: String(allowPrivateNetwork) };
  return { ...process.env, ...network, GLEANER_PORT: '0', GLEANER_DATA_DIR: dataDir };
}
