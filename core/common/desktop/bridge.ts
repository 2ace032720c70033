import type { Language } from '../values/language';
import type { DesktopSettings } from './desktop-settings';

/** How the engine process behind the window is doing. */
export type EngineState = 'starting' | 'ready' | 'restarting' | 'stopped';

/** A file the user is about to save. */
export interface FileToSave {
  /** Name the dialog proposes. */
  readonly name: string;
  readonly mediaType: string;
  readonly content: Uint8Array;
}

/** A notification of the desktop. */
export interface DesktopNotice {
  readonly title: string;
  readonly body: string;
  /** View that a click on it opens, as a path; without one the window comes to the front. */
  readonly path?: string;
  /** True for the end of a job: shown only while the window is not in use, and as the settings say. */
  readonly isJobEnd?: boolean;
}

/** A job at work, for the tray. */
export interface RunningJob {
  readonly id: string;
  /** What people know it by, e.g. its address. */
  readonly label: string;
  /** Pages that are done. */
  readonly done: number;
}

/** A newer version of Gleaner. */
export interface NewerVersion {
  readonly version: string;
  /** Page about it; opened only when the user asks. */
  readonly url: string;
}

/** What the menu, the tray, a link or a notification asks the page to do. */
export type DesktopRequest =
  /** Runs a command of the one table. */
  | { readonly kind: 'command'; readonly id: string }
  /** Opens a view. */
  | { readonly kind: 'open'; readonly path: string }
  /** Asks the user whether to run a saved job: a link named it. */
  | { readonly kind: 'run'; readonly name: string }
  /** A file has arrived whole where the user wanted it, or has not. */
  | { readonly kind: 'file'; readonly id: number; readonly name: string; readonly isWhole: boolean }
  | ({ readonly kind: 'update' } & NewerVersion);

/** The desktop settings with the JSON schema that their form is drawn from. */
export interface DesktopSettingsAnswer {
  readonly values: DesktopSettings;
  readonly schema: Readonly<Record<string, unknown>>;
}

/** What the desktop window offers its page as `window.gleaner`, beyond the engine's REST API; absent in a plain browser. */
export interface Bridge {
  /** Version of the desktop app. */
  appVersion(): Promise<string>;
  /** Opens an http(s) address in the user's own browser; other schemes are refused. */
  openExternal(url: string): Promise<void>;
  /** Shows the data folder in the system's file browser. */
  openDataFolder(): Promise<void>;
  /** Asks where to save a file and writes it; false when the user thought better of it. */
  saveFile(file: FileToSave): Promise<boolean>;
  /** Shows a file that was saved in this run in its folder, by the id the page was told. */
  showFile(id: number): Promise<void>;
  /** Shows a notification of the desktop. */
  notify(notice: DesktopNotice): Promise<void>;
  /** Tells which jobs are at work now. */
  showJobs(jobs: readonly RunningJob[]): Promise<void>;
  settings(): Promise<DesktopSettingsAnswer>;
  /** Tells the language that the page shows: menus, tray and notices follow it, also at the next start. */
  setLanguage(language: Language): Promise<void>;
  /** Changes some of the desktop settings; rejects with a sentence when a value does not fit. */
  changeSettings(changes: Partial<DesktopSettings>): Promise<void>;
  /** Asks the update address now; undefined when this is the newest version. Rejects when it cannot be asked. */
  checkForUpdate(): Promise<NewerVersion | undefined>;
  /** Tells each change of the engine's state; call the returned function to stop listening. */
  onEngineState(listener: (state: EngineState) => void): () => void;
  /** Hears what the desktop asks the page to do; call the returned function to stop listening. */
  onRequest(listener: (request: DesktopRequest) => void): () => void;
}
