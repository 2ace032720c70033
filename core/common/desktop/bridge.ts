import type { Language } from '../values/language';
import type { DesktopSettings } from './desktop-settings';

/** State of the engine process behind the app. */
export type EngineState = 'starting' | 'ready' | 'restarting' | 'stopped';

/** A file that the user is about to save. */
export interface FileToSave {
  /** Suggested file name. */
  readonly name: string;
  readonly mediaType: string;
  readonly content: Uint8Array;
}

/** A desktop notification. */
export interface DesktopNotice {
  readonly title: string;
  readonly body: string;
  /** Path of the view that a click opens; without it the window comes to the front. */
  readonly path?: string;
  /** True for the end of a job: shown only while the window is not in use, subject to the settings. */
  readonly isJobEnd?: boolean;
}

/** A running job, for the tray. */
export interface RunningJob {
  readonly id: string;
  /** Label of the job, e.g. its URL. */
  readonly label: string;
  /** Number of completed pages. */
  readonly done: number;
}

/** A newer version of Gleaner. */
export interface NewerVersion {
  readonly version: string;
  /** Page about the version; opened only on request of the user. */
  readonly url: string;
}

/** A request to the page from the menu, the tray, a link or a notification. */
export type DesktopRequest =
  | { readonly kind: 'command'; readonly id: string }
  | { readonly kind: 'open'; readonly path: string }
  /** Asks the user whether to run a saved job that a link named. */
  | { readonly kind: 'run'; readonly name: string }
  /** A download has completed or failed. */
  | { readonly kind: 'file'; readonly id: number; readonly name: string; readonly isWhole: boolean }
  | ({ readonly kind: 'update' } & NewerVersion);

/** Desktop settings, and the JSON schema that their form is generated from. */
export interface DesktopSettingsAnswer {
  readonly values: DesktopSettings;
  readonly schema: Readonly<Record<string, unknown>>;
}

/** API of the desktop window, as `window.gleaner`, beyond the engine's REST API; absent in a browser. */
export interface Bridge {
  appVersion(): Promise<string>;
  /** Opens an http(s) URL in the default browser; refuses other schemes. */
  openExternal(url: string): Promise<void>;
  /** Opens the data directory in the system's file manager. */
  openDataFolder(): Promise<void>;
  /** Asks where to save a file and writes it; returns false when the user cancels. */
  saveFile(file: FileToSave): Promise<boolean>;
  /** Shows a file saved in this run in its folder, by the ID the page received. */
  showFile(id: number): Promise<void>;
  notify(notice: DesktopNotice): Promise<void>;
  /** Sets the running jobs. */
  showJobs(jobs: readonly RunningJob[]): Promise<void>;
  settings(): Promise<DesktopSettingsAnswer>;
  /** Sets the language of the page, which menus, tray and notifications use now and at the next start. */
  setLanguage(language: Language): Promise<void>;
  /** Changes desktop settings; rejects with a message when a value is invalid. */
  changeSettings(changes: Partial<DesktopSettings>): Promise<void>;
  /** Checks the update URL now; undefined when this version is the newest. Rejects when the URL cannot be reached. */
  checkForUpdate(): Promise<NewerVersion | undefined>;
  /** Calls the listener with each change of the engine's state; returns a function that unsubscribes. */
  onEngineState(listener: (state: EngineState) => void): () => void;
  /** Calls the listener with requests of the desktop app; returns a function that unsubscribes. */
  onRequest(listener: (request: DesktopRequest) => void): () => void;
}
