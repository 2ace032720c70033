/**
 * Node flags of engines. A small young generation saves 38 MB on the thread that handles requests, without a measurable loss of
 * speed; other threads have limits of their own.
 */
export const engineFlags: readonly string[] = ['--max-semi-space-size=4'];

/** Options of an engine start. */
export interface EngineStart {
  /** Port to listen on; defaults to that of the settings. */
  readonly port?: number;
}

/** A running engine process on any platform. */
export interface EngineProcess {
  readonly pid: number | undefined;
  /** Calls the listener with each line the engine prints on its standard output. */
  onLine(listener: (line: string) => void): void;
  /** Calls the listener with each line the engine prints on its standard error. */
  onErrorLine(listener: (line: string) => void): void;
  /** Calls the listener once when the process has exited; the code is undefined after a signal. */
  onExit(listener: (code: number | undefined) => void): void;
  /** Requests a graceful shutdown. */
  stop(): void;
  kill(): void;
}

/** Starts engine processes: utility processes in Electron, child processes on plain Node. */
export type EngineForker = (start: EngineStart) => EngineProcess;
