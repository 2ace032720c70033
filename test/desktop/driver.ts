/** Starts the desktop app for a test: on real Electron where there is one, else on the double. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { launchOnDouble } from './double-driver';
import { launchOnElectron } from './electron-driver';

/** The desktop app under test, whatever it runs on. */
export interface Desktop {
  readonly page: Page;
  /** Settings of the window's page as Electron was given them. */
  preferences(): Promise<Readonly<Record<string, unknown>>>;
  /** Addresses that were handed to the user's browser. */
  openedExternal(): Promise<readonly string[]>;
  /** The engine process that runs now. */
  enginePid(): Promise<number>;
  /** Whether the app would let a page have a permission. */
  isPermitted(permission: string, url: string): Promise<boolean>;
  /** Whether the app holds back an event of Chromium's: an embedded browser, a redirect, a download. */
  isRefused(event: 'will-attach-webview' | 'will-redirect' | 'will-download', url: string): Promise<boolean>;
  /** Keeps what the page downloads from now on in a folder, asking nobody, unless the app holds it back. */
  saveDownloadsTo(folder: string): Promise<void>;
  /** Paths of the downloads that have arrived whole, in order. */
  downloads(): Promise<readonly string[]>;
  /** Starts the app a second time, with more arguments; resolves with its exit code. */
  startAgain(...more: readonly string[]): Promise<number | null>;
  /** Menus, tray, dialogs and notifications, which nothing but the double lets a test use. */
  readonly double?: DoubleControl;
  /** How often the window was brought to the front. */
  focusCount(): Promise<number>;
  /** Closes the window; resolves with the app's exit code. */
  close(): Promise<number | null>;
  /** Ends whatever is left, after a test that failed. */
  dispose(): Promise<void>;
}

/** An item of a menu, as the app gave it. */
export interface ShownItem {
  readonly label?: string;
  readonly role?: string;
  readonly accelerator?: string;
  readonly enabled?: boolean;
  readonly submenu?: readonly ShownItem[];
}

/** What a person does with the parts of the desktop that are not in the page. */
export interface DoubleControl {
  menu(): Promise<readonly ShownItem[]>;
  tray(): Promise<readonly ShownItem[]>;
  /** False when there is no such item. */
  clickMenu(label: string): Promise<boolean>;
  clickTray(label: string): Promise<boolean>;
  notifications(): Promise<readonly { readonly title: string; readonly body: string }[]>;
  /** Clicks the notification that came last. */
  clickNotification(): Promise<void>;
  /** Closes the window as its cross does; false when the app kept it. */
  pressClose(): Promise<boolean>;
  isVisible(): Promise<boolean>;
  /** Says whether a person uses the window now. */
  useWindow(isInUse: boolean): Promise<void>;
  /** Answers the app's next question with the button of that label. */
  answerWith(label: string): Promise<void>;
  questions(): Promise<readonly { readonly message: string; readonly buttons: readonly string[] }[]>;
  /** Files that were shown in their folder. */
  shownFiles(): Promise<readonly string[]>;
}

/** Where one run of the app keeps things. */
export interface Folders {
  readonly userData: string;
  readonly dataDir: string;
}

/** How a run of the app differs from the usual one. */
export interface LaunchOptions {
  readonly dataDir?: string;
  /** Lets the engine fetch the sites of a test. */
  readonly allowPrivateNetwork?: boolean;
}

/** All that starting the app takes. */
export type Launch = Folders & Pick<LaunchOptions, 'allowPrivateNetwork'>;

const electronPlaces = [
  process.env.ELECTRON_PATH,
  'node_modules/electron/dist/electron',
  'node_modules/electron/dist/electron.exe',
  'node_modules/electron/dist/Electron.app/Contents/MacOS/Electron',
];

/** Path of the Electron program, where there is one. */
export const electronPath = electronPlaces.find((place) => place && existsSync(place));

/** Starts the app on fresh folders (or the given data folder). */
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

/** Whether a process is there. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** The environment of an app under test: a free port, its own data folder, no screen needed. */
export function appEnvironment({ dataDir, allowPrivateNetwork = false }: Launch): NodeJS.ProcessEnv {
  const network = { GLEANER_ALLOW_PRIVATE_NETWORK: String(allowPrivateNetwork) };
  return { ...process.env, ...network, GLEANER_PORT: '0', GLEANER_DATA_DIR: dataDir };
}
