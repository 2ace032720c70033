import type { EngineForker, EngineProcess } from './engine-process';

/** State of the supervised engine. */
export type SupervisedState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'ready'; readonly url: string; readonly signInUrl: string }
  | { readonly kind: 'restarting'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'stopped' };

/** The supervisor's delays and timeouts. */
export interface SupervisorTimes {
  /**
   * Delays before consecutive restarts, in ms. The supervisor gives up if the engine dies again after the last restart.
   */
  readonly restartDelaysMs: readonly number[];
  /** Time for which an engine must stay ready to count as recovered, in ms. Recovery resets the restart delays. */
  readonly recoveredAfterMs: number;
  /** Time allowed for the engine to close before it is killed, in ms. */
  readonly stopTimeoutMs: number;
  /** Maximum time to wait for the sign-in link after the engine is ready, in ms. */
  readonly signInGraceMs: number;
}

const defaultTimes: SupervisorTimes = {
  restartDelaysMs: [100, 500, 2000, 5000],
  recoveredAfterMs: 60_000,
  stopTimeoutMs: 4500,
  signInGraceMs: 500,
};

const readyLine = /^Gleaner is ready at (http:\/\/\S+)/;
const signInLine = /^Sign in: (http:\/\/\S+)/;
const startFailure = /^Gleaner could not start: /;
const portTaken = /^Port \d+ is in use/;

/** Keeps one engine running. Restarts it when it dies, and gives up if it dies repeatedly. Leaves no process behind. */
export class EngineSupervisor {
  private current: SupervisedState = { kind: 'stopped' };
  private engine: EngineProcess | undefined;
  private timer: NodeJS.Timeout | undefined;
  private deathsInARow = 0;
  private readySince: number | undefined;
  private port: number | undefined;
  private readonly listeners = new Set<(state: SupervisedState) => void>();

  constructor(
    private readonly fork: EngineForker,
    private readonly times: SupervisorTimes = defaultTimes,
  ) {}

  get state(): SupervisedState {
    return this.current;
  }

  /** Calls the listener on each change of state. Returns a function that unsubscribes. */
  onState(listener: (state: SupervisedState) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Starts the engine, even after the supervisor has given up. */
  start(): void {
    if (this.engine || this.timer) return;
    this.deathsInARow = 0;
    this.become({ kind: 'starting' });
    this.launch();
  }

  /** Closes the engine, or kills it on timeout. Resolves when the process has exited. */
  async stop(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const engine = this.engine;
    this.become({ kind: 'stopped' });
    if (!engine) return;
    await new Promise<void>((resolve) => {
      const deadline = setTimeout(() => engine.kill(), this.times.stopTimeoutMs);
      engine.onExit(() => {
        clearTimeout(deadline);
        resolve();
      });
      engine.stop();
    });
  }

  private launch(): void {
    const engine = this.fork({ port: this.port });
    const said: string[] = [];
    let url: string | undefined;
    let signInUrl: string | undefined;
    this.engine = engine;
    this.readySince = undefined;
    const ready = (): void => {
      clearTimeout(this.timer);
      this.timer = undefined;
      if (url && this.engine === engine) this.becomeReady(url, signInUrl ?? url);
    };
    engine.onLine((line) => {
      url ??= readyLine.exec(line)?.[1];
      signInUrl ??= signInLine.exec(line)?.[1];
      if (this.readySince !== undefined || !url) return;
      if (signInUrl) ready();
      else this.timer ??= setTimeout(ready, this.times.signInGraceMs);
    });
    engine.onErrorLine((line) => {
      if (line.trim()) said.push(line.trim());
    });
    engine.onExit((code) => this.died(engine, code, said));
  }

  private becomeReady(url: string, signInUrl: string): void {
    this.readySince = Date.now();
    // Uses the same port after a restart, so that the window's URL and the data stored for that URL remain valid.
    this.port = Number(new URL(url).port);
    this.become({ kind: 'ready', url, signInUrl });
  }

  private died(engine: EngineProcess, code: number | undefined, said: readonly string[]): void {
    if (this.engine !== engine) return;
    this.engine = undefined;
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.current.kind === 'stopped') return;
    const recovered = this.readySince !== undefined && Date.now() - this.readySince > this.times.recoveredAfterMs;
    this.deathsInARow = recovered ? 1 : this.deathsInARow + 1;
    const reason =
      lastWords(said) ?? `the engine ${code === undefined ? 'was stopped by a signal' : `exited with code ${code}`}`;
    // If the port is taken, the next launch uses a free port, because the window works with any port.
    if (portTaken.test(reason)) this.port = 0;
    const delayMs = this.times.restartDelaysMs[this.deathsInARow - 1];
    if (delayMs === undefined) {
      this.become({ kind: 'failed', reason });
      return;
    }
    this.become({ kind: 'restarting', reason });
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.launch();
    }, delayMs);
  }

  private become(state: SupervisedState): void {
    this.current = state;
    for (const listener of this.listeners) listener(state);
  }
}

/**
 * Returns the most informative line that an engine printed before it died. In order of preference, this is the engine's
 * own message, the first line of an error, or the last line.
 */
function lastWords(said: readonly string[]): string | undefined {
  const own = said.findLast((line) => startFailure.test(line))?.replace(startFailure, '');
  return own ?? said.findLast((line) => /^(Uncaught )?\w*Error\b/.test(line)) ?? said.at(-1);
}
