/**
 * Flags of Node for engines. A small young generation keeps 38 MB less on the thread that answers requests and costs no speed that
 * was seen; the other threads have limits of their own.
 */
export const engineFlags: readonly string[] = ['--max-semi-space-size=4'];

/** What the supervisor starts an engine with. */
export interface EngineStart {
  /** Port to listen on; absent means the one of the settings. */
  readonly port?: number;
}

/** A running engine process, whatever runs it. */
export interface EngineProcess {
  readonly pid: number | undefined;
  /** Calls the listener with each line the engine prints on its standard output. */
  onLine(listener: (line: string) => void): void;
  /** Calls the listener with each line the engine prints on its standard error. */
  onErrorLine(listener: (line: string) => void): void;
  /** Calls the listener once, when the process is gone; the code is undefined after a signal. */
  onExit(listener: (code: number | undefined) => void): void;
  /** Asks the engine to close in order. */
  stop(): void;
  /** Ends the process at once. */
  kill(): void;
}

/** Starts engine processes: in Electron as a utility process, on plain Node as a child process. */
export type EngineForker = (start: EngineStart) => EngineProcess;
