import type { Readable } from 'node:stream';
import { utilityProcess } from 'electron';
import { type EngineForker, engineFlags } from './engine-process';
import { eachLine } from './lines';

/** Runs engines in Electron utility processes, so that a crash or a CPU-intensive page does not freeze the window. */
export function utilityProcessForker(engine: string): EngineForker {
  return ({ port }) => {
    const args = port === undefined ? [] : ['--port', String(port)];
    const child = utilityProcess.fork(engine, args, {
      execArgv: [...engineFlags],
      stdio: 'pipe',
      serviceName: 'Gleaner engine',
    });
    return {
      get pid() {
        return child.pid;
      },
      onLine: (listener) => eachLine(child.stdout as Readable | null, listener),
      onErrorLine: (listener) => eachLine(child.stderr as Readable | null, listener),
      onExit: (listener) => {
        child.once('exit', (code) => listener(code));
      },
      stop: () => {
        // On systems without signals, `kill()` would end the engine before it could shut down gracefully.
        child.postMessage('close');
      },
      kill: () => {
        if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL');
      },
    };
  };
}
