import { Worker } from 'node:worker_threads';
import { Semaphore } from '../../common/concurrency/semaphore';
import { type FromPluginThread, type PluginCall, sandboxLimits, type ToPluginThread } from './messages';

/** Services that a sandboxed plugin uses through the engine. */
export interface SandboxServices {
  /** Sends a request for the plugin; see `PluginRequests`. */
  fetch(json: string, signal: AbortSignal): Promise<{ readonly json: string; readonly body: Uint8Array }>;
  log(level: 'info' | 'warn', text: string): void;
  /** Called when the plugin has exceeded its limits too often. */
  disable(reason: string): void;
}

/** Thrown when a plugin cannot be loaded, fails or exceeds its limits; the message is the end of a sentence. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
}

/** Description of a loaded plugin. */
export interface LoadedGuest {
  /** JSON from the plugin; untrusted. */
  readonly json: string;
  readonly imports: readonly string[];
}

/** Grace period for a thread that does not check its own limits, ms. */
const graceMs = 500;
/** Maximum time to start a thread and to load the plugin, ms. */
const startMs = 15_000;
/** Idle time after which the thread of a plugin ends, ms. */
const idleMs = 60_000;

/** Runs a plugin in QuickJS on a thread of its own, one call at a time. */
export class PluginSandbox {
  readonly #turn = new Semaphore(1);
  readonly #closing = new AbortController();
  #thread: Promise<GuestThread> | undefined;
  #idle: NodeJS.Timeout | undefined;
  #services: SandboxServices | undefined;
  #faults = 0;
  #disabled: string | undefined;
  #cpuMs = 0;
  #calls = 0;

  constructor(
    /** Built script of the thread. */
    private readonly script: string,
    private readonly code: string,
  ) {}

  /** Connects the plugin to the running engine. */
  connect(services: SandboxServices): void {
    this.#services = services;
  }

  /** Calls, CPU time and faults since the engine started. */
  get usage(): { readonly calls: number; readonly cpuMs: number; readonly faults: number } {
    return { calls: this.#calls, cpuMs: Math.round(this.#cpuMs), faults: this.#faults };
  }

  /** Loads the plugin and returns its description. Throws SandboxError if it cannot be loaded. */
  async describe(): Promise<LoadedGuest> {
    const { guest } = await this.#start();
    this.#endWhenIdle();
    return guest;
  }

  /** Returns the result of a call as JSON. Throws SandboxError if the plugin fails or exceeds its limits. */
  async call(call: PluginCall, signal: AbortSignal): Promise<string> {
    const release = await this.#turn.acquire(signal);
    try {
      return await this.#call(call, signal);
    } finally {
      release();
    }
  }

  /** Ends the thread. */
  close(): void {
    this.#closing.abort();
    this.#end();
  }

  async #call(call: PluginCall, signal: AbortSignal): Promise<string> {
    if (this.#disabled !== undefined) throw new SandboxError(this.#disabled);
    const thread = await this.#start();
    clearTimeout(this.#idle);
    this.#calls++;
    const outcome = await thread.call(call, signal);
    this.#cpuMs += outcome.cpuMs;
    this.#endWhenIdle();
    if (outcome.type === 'cancelled') {
      this.#end();
      throw signal.reason;
    }
    if (outcome.type === 'result') return outcome.json;
    if (outcome.isDead) this.#end();
    if (outcome.isFault) this.#countFault(outcome.error);
    throw new SandboxError(outcome.error);
  }

  #countFault(reason: string): void {
    // Closing the engine ends a thread in the middle of a call.
    if (this.#closing.signal.aborted || ++this.#faults < sandboxLimits.faults) return;
    this.#disabled = `it was disabled after ${sandboxLimits.faults} faults; the last one: ${reason}`;
    this.#end();
    this.#services?.disable(this.#disabled);
  }

  #endWhenIdle(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#end(), idleMs).unref();
  }

  #start(): Promise<GuestThread> {
    if (this.#closing.signal.aborted) return Promise.reject(new SandboxError('the engine is closing.'));
    if (this.#thread) return this.#thread;
    const started = GuestThread.start(this.script, this.code, () => this.#services);
    this.#thread = started;
    started.catch(() => {
      if (this.#thread === started) this.#thread = undefined;
    });
    return started;
  }

  #end(): void {
    clearTimeout(this.#idle);
    void this.#thread?.then(
      (thread) => thread.end(),
      () => undefined,
    );
    this.#thread = undefined;
  }
}

type Outcome =
  | Extract<FromPluginThread, { type: 'result' | 'failed' }>
  | { readonly type: 'cancelled'; readonly cpuMs: number };

/** A thread with a loaded plugin, and the watchdog that ends it when the plugin blocks it. */
class GuestThread {
  #answer: ((outcome: Outcome) => void) | undefined;
  #watchdog: NodeJS.Timeout | undefined;
  #requests = new AbortController();
  /** Number of requests of the current call that wait for a response. */
  #inFlight = 0;

  private constructor(
    private readonly worker: Worker,
    readonly guest: LoadedGuest,
    private readonly services: () => SandboxServices | undefined,
  ) {
    worker.on('message', (message: FromPluginThread) => this.#receive(message));
    const died = (reason: string) =>
      this.#finish({ type: 'failed', error: reason, isFault: true, isDead: true, cpuMs: 0 });
    worker.on('error', (error) => died(`it crashed its thread (${error.message}).`));
    worker.once('exit', () => died('it ended its thread.'));
  }

  /** Starts a thread and loads the plugin. */
  static async start(script: string, code: string, services: () => SandboxServices | undefined): Promise<GuestThread> {
    const worker = new Worker(script, {
      workerData: { code },
      // Passes no environment, arguments or standard input to code that runs beside the sandbox.
      ...{ env: {}, argv: [], execArgv: [], stdin: false },
      resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 },
    });
    worker.unref();
    let timer: NodeJS.Timeout | undefined;
    try {
      const guest = await new Promise<LoadedGuest>((resolve, reject) => {
        const fail = (reason: string) => reject(new SandboxError(reason));
        timer = setTimeout(() => fail(`it did not load within ${startMs / 1000} s.`), startMs);
        worker.once('error', (error) => fail(error.message));
        worker.once('exit', () => fail('its thread ended while it loaded.'));
        worker.on('message', (message: FromPluginThread) => {
          if (message.type === 'ready') resolve({ json: message.json, imports: message.imports });
          else if (message.type === 'unusable') fail(message.error);
        });
      });
      return new GuestThread(worker, guest, services);
    } catch (thrown) {
      await worker.terminate();
      throw thrown;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Runs a call. When the signal aborts, the outcome is `cancelled`, and the thread must be ended. */
  async call(call: PluginCall, signal: AbortSignal): Promise<Outcome> {
    if (signal.aborted) return { type: 'cancelled', cpuMs: 0 };
    const answer = new Promise<Outcome>((resolve) => {
      this.#answer = resolve;
    });
    const cancel = () => this.#finish({ type: 'cancelled', cpuMs: 0 });
    signal.addEventListener('abort', cancel, { once: true });
    this.#requests = new AbortController();
    this.#inFlight = 0;
    this.#watch();
    this.#send(call);
    return answer.finally(() => signal.removeEventListener('abort', cancel));
  }

  end(): void {
    this.#requests.abort();
    void this.worker.terminate();
  }

  #send(message: ToPluginThread): void {
    this.worker.postMessage(message);
  }

  #watch(): void {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => {
      const error = `it ran for more than ${sandboxLimits.callMs / 1000} s.`;
      this.#finish({ type: 'failed', error, isFault: true, isDead: true, cpuMs: sandboxLimits.callMs });
    }, sandboxLimits.callMs + graceMs);
  }

  #receive(message: FromPluginThread): void {
    if (message.type === 'result' || message.type === 'failed') this.#finish(message);
    else if (message.type === 'log') this.services()?.log(message.level, message.text);
    else if (message.type === 'fetch') void this.#fetch(message.id, message.json);
  }

  #finish(outcome: Outcome): void {
    clearTimeout(this.#watchdog);
    this.#requests.abort();
    const answer = this.#answer;
    this.#answer = undefined;
    answer?.(outcome);
  }

  /** Sends a request; the watchdog pauses until the last response, because the plugin may wait for all of them. */
  async #fetch(id: number, json: string): Promise<void> {
    const { signal } = this.#requests;
    clearTimeout(this.#watchdog);
    this.#inFlight++;
    const response = await (
      this.services()?.fetch(json, signal) ?? Promise.reject(new Error('The engine is starting.'))
    ).then(
      ({ json: facts, body }) => ({ ok: true, json: facts, body }),
      (thrown: unknown) => ({
        ok: false,
        json: JSON.stringify(thrown instanceof Error ? thrown.message : String(thrown)),
        body: new Uint8Array(),
      }),
    );
    if (signal.aborted) return;
    if (--this.#inFlight === 0) this.#watch();
    this.#send({ type: 'response', id, ...response });
  }
}
