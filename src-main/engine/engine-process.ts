/**
 * Node flags for engines. A small young generation saves 38 MB in the request thread and has no measurable effect on
 * speed. Other threads have their own limits.
 */
export const engineFlags: readonly string[] = ['--max-semi-space-size=4'];

/** Options for starting an engine process. */
export interface EngineStart {
  /** Port to listen on. Defaults to the port in the settings. */
  readonly port?: number;
}

/** A running engine process, i.e. a child process or an Electron utility process. */
export interface EngineProcess {
  readonly pid: number | undefined;
  /** Calls the listener for each line that the engine prints to standard output. */
  onLine(listener: (line: string) => void): void;
  /** Calls the listener for each line that the engine prints to standard error. */
  onErrorLine(listener: (line: string) => void): void;
  /** Calls the listener once, when the process has exited. The code is undefined if a signal ended the process. */
  onExit(listener: (code: number | undefined) => void): void;
  /** Requests a graceful shutdown. */
  stop(): void;
  kill(): void;
}

/** Starts an engine process: a utility process in Electron, or a child process under plain Node. */
export type EngineForker = (start: EngineStart) => EngineProcess;
