import { spawn } from 'node:child_process';
import type { EngineForker } from './engine-process';
import { eachLine } from './lines';

/** What an engine child process is run with. */
export interface ChildProcessOptions {
  /** Path of the built engine. */
  readonly engine: string;
  /** Arguments besides the port. */
  readonly args?: readonly string[];
}

/** Runs engines as child processes of plain Node. */
export function childProcessForker({ engine, args = [] }: ChildProcessOptions): EngineForker {
  return ({ port }) => {
    const portArgs = port === undefined ? [] : ['--port', String(port)];
    // The channel tells the engine when this process is gone, however it ended.
    const child = spawn(process.execPath, [engine, ...args, ...portArgs], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    return {
      pid: child.pid,
      onLine: (listener) => eachLine(child.stdout, listener),
      onErrorLine: (listener) => eachLine(child.stderr, listener),
      onExit: (listener) => {
        child.once('exit', (code) => listener(code ?? undefined));
        child.once('error', () => listener(undefined));
      },
      stop: () => child.kill('SIGTERM'),
      kill: () => child.kill('SIGKILL'),
    };
  };
}
