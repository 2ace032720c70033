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
  /** Shows a notification of the desktop. */
  notify(notice: DesktopNotice): Promise<void>;
  /** Tells each change of the engine's state; call the returned function to stop listening. */
  onEngineState(listener: (state: EngineState) => void): () => void;
}
