import { type ChildProcess, spawn } from 'node:child_process';
import { type EngineForker, engineFlags } from './engine-process';
import { eachLine } from './lines';

/** Options for running an engine as a child process. */
export interface ChildProcessOptions {
  readonly engine: string;
  readonly args?: readonly string[];
  /** True to shield the engine from Ctrl-C in the terminal, because its parent must shut down first. */
  readonly apart?: boolean;
}

/** Asks a child process to shut down. On Windows, sends a message, because a signal would kill the process. */
export function stopGently(child: ChildProcess, platform = process.platform): void {
  if (platform === 'win32' && child.connected) child.send('close');
  else child.kill('SIGTERM');
}

/** Returns a function that starts engines as child processes, i.e. without Electron. */
export function childProcessForker({ engine, args = [], apart = false }: ChildProcessOptions): EngineForker {
  return ({ port }) => {
    const portArgs = port === undefined ? [] : ['--port', String(port)];
    // The IPC channel closes when this process ends, even on a crash. The engine then detects that its parent has
    // exited.
    const child = spawn(process.execPath, [...engineFlags, engine, ...args, ...portArgs], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // On Windows, a detached process would open its own window.
      detached: apart && process.platform !== 'win32',
    });
    return {
      pid: child.pid,
      onLine: (listener) => eachLine(child.stdout, listener),
      onErrorLine: (listener) => eachLine(child.stderr, listener),
      onExit: (listener) => {
        child.once('exit', (code) => listener(code ?? undefined));
        child.once('error', () => listener(undefined));
      },
      stop: () => stopGently(child),
      kill: () => child.kill('SIGKILL'),
    };
  };
}
