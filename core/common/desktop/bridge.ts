import type { Language } from '../values/language';
import type { DesktopSettings } from './desktop-settings';

/** State of the app's engine process. */
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
  /** Path of the view that a click on the notification opens. If absent, a click brings the window to the front. */
  readonly path?: string;
  /**
   * True if the notification reports the end of a job. Such notifications are shown only if the window is not in use
   * and the settings allow it.
   */
  readonly isJobEnd?: boolean;
}

/** A running job, as shown in the tray. */
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
  /** URL of a web page that describes the version. Opened only at the user's request. */
  readonly url: string;
}

/** A request to the UI from the menu, the tray, a link or a notification. */
export type DesktopRequest =
  | { readonly kind: 'command'; readonly id: string }
  | { readonly kind: 'open'; readonly path: string }
  /** Asks the user whether to run the saved job named in a link. */
  | { readonly kind: 'run'; readonly name: string }
  /** A download has completed or failed. */
  | { readonly kind: 'file'; readonly id: number; readonly name: string; readonly isWhole: boolean }
  | ({ readonly kind: 'update' } & NewerVersion);

/** Desktop settings, and the JSON schema for the settings form. */
export interface DesktopSettingsAnswer {
  readonly values: DesktopSettings;
  readonly schema: Readonly<Record<string, unknown>>;
}

/** API that the desktop app exposes as `window.gleaner`. Absent in a browser. */
export interface Bridge {
  appVersion(): Promise<string>;
  /** Opens an http(s) URL in the default browser. Refuses other schemes. */
  openExternal(url: string): Promise<void>;
  /** Opens the data directory in the system's file manager. */
  openDataFolder(): Promise<void>;
  /** Asks the user where to save a file, and writes the file. Returns false when the user cancels. */
  saveFile(file: FileToSave): Promise<boolean>;
  /** Shows a file in its folder. `id` identifies a file that was saved since the app started. */
  showFile(id: number): Promise<void>;
  notify(notice: DesktopNotice): Promise<void>;
  /** Sets the running jobs that the tray shows. */
  showJobs(jobs: readonly RunningJob[]): Promise<void>;
  settings(): Promise<DesktopSettingsAnswer>;
  /** Sets the language of the UI, the menus, the tray and the notifications. The choice persists across restarts. */
  setLanguage(language: Language): Promise<void>;
  /** Changes desktop settings. Rejects with a message when a value is invalid. */
  changeSettings(changes: Partial<DesktopSettings>): Promise<void>;
  /** Checks the update URL and returns the newer version, if any. Rejects when the URL cannot be reached. */
  checkForUpdate(): Promise<NewerVersion | undefined>;
  /** Calls the listener whenever the engine's state changes. Returns a function that unsubscribes. */
  onEngineState(listener: (state: EngineState) => void): () => void;
  /** Calls the listener with each request from the desktop app. Returns a function that unsubscribes. */
  onRequest(listener: (request: DesktopRequest) => void): () => void;
}
