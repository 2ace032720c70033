import { childProcessForker } from '../engine/child-process-forker';
import type { EngineProcess } from '../engine/engine-process';
import { builtFile } from './built-file';
import { CommandError } from './command-error';
import { type EngineState, readEngineState } from './running-engine';

/** A temporary engine started by a command. */
export interface OwnEngine {
  readonly state: EngineState;
  /** Stops the engine. Resolves when its process has exited. */
  stop(): Promise<void>;
}

/** Options for starting a temporary engine. */
export interface OwnEngineOptions {
  readonly dataDir: string;
  readonly allowPrivateNetwork?: boolean;
}

const startTimeoutMs = 30_000;
const stopTimeoutMs = 5000;

/** Starts an engine on a free port and waits until it is ready. */
export async function startOwnEngine(options: OwnEngineOptions, signal: AbortSignal): Promise<OwnEngine> {
  const network = options.allowPrivateNetwork ? ['--allow-private-network'] : [];
  const args = ['--temporary', '--data-dir', options.dataDir, ...network];
  const program = builtFile('engine.js');
  const engine = childProcessForker({ engine: program, args, apart: true })({ port: 0 });
  const gone = new Promise<void>((resolve) => engine.onExit(() => resolve()));
  const stop = (): Promise<void> => stopEngine(engine, gone);
  try {
    await untilReady(engine, signal);
    const state = await readEngineState(options.dataDir);
    if (!state) throw new CommandError(`the engine started but wrote no engine.json in ${options.dataDir}.`);
    return { state, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function untilReady(engine: EngineProcess, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const said: string[] = [];
    const timer = setTimeout(() => fail(`it was not ready within ${startTimeoutMs / 1000} s`), startTimeoutMs);
    const fail = (reason: string): void => {
      clearTimeout(timer);
      reject(new CommandError(`the engine could not be started: ${reason}`));
    };
    engine.onLine((line) => {
      if (!line.startsWith('Gleaner is ready at ')) return;
      clearTimeout(timer);
      resolve();
    });
    engine.onErrorLine((line) => {
      if (line.trim()) said.push(line.trim());
    });
    engine.onExit((code) =>
      fail(said.at(-1) ?? `it ended ${code === undefined ? 'by a signal' : `with code ${code}`}`),
    );
    signal.addEventListener('abort', () => fail('cancelled'), { once: true });
  });
}

async function stopEngine(engine: EngineProcess, gone: Promise<void>): Promise<void> {
  const deadline = setTimeout(() => engine.kill(), stopTimeoutMs);
  engine.stop();
  await gone;
  clearTimeout(deadline);
}
