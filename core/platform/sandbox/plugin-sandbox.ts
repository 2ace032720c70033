import { Worker } from 'node:worker_threads';
import { Semaphore } from '../../common/concurrency/semaphore';
import {
  type CallInput,
  type FromPluginThread,
  type GuestMethod,
  type HostServiceName,
  type PluginCall,
  sandboxLimits,
  type ToPluginThread,
} from './messages';
import type { RequestAccess } from './plugin-requests';

/** Response of an engine service to a plugin. */
export interface ServiceReply {
  readonly json: string;
  readonly body: Uint8Array;
}

/** An engine service. It is called with untrusted JSON from the plugin. */
export type HostService = (json: string, signal: AbortSignal) => Promise<ServiceReply>;

/** Services that a sandboxed plugin uses through the engine. */
export interface SandboxServices {
  /** Permissions that the user has granted. */
  readonly granted?: { readonly hosts: readonly string[]; readonly secrets: readonly string[] };
  /** Sends a request for the plugin. See `sendRequest`. */
  fetch(json: string, signal: AbortSignal, access: RequestAccess): Promise<ServiceReply>;
  log(level: 'info' | 'warn', text: string): void;
  /** Disables the plugin after it has exceeded its limits too often. */
  disable(reason: string): void;
}

/** A call to a plugin, with the values, hosts and services that the plugin may use. */
export interface GuestCall extends Omit<CallInput, 'kinds'>, RequestAccess {
  readonly values: PluginCall['values'];
  /** Services for this call, in addition to network access. */
  readonly services?: Partial<Readonly<Record<HostServiceName, HostService>>>;
}

/**
 * Thrown when a plugin cannot be loaded, fails or exceeds its limits. Users see the message after a colon, e.g. `the
 * plugin failed: it ended its thread.`
 */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
}

/** Description of a loaded plugin. */
export interface LoadedGuest {
  /** Untrusted JSON from the plugin. */
  readonly json: string;
  readonly imports: readonly string[];
}

/**
 * Grace period in ms between the time limit of a call and the end of the thread. It gives the thread time to stop the
 * call itself.
 */
const graceMs = 500;
/** Maximum time to start a thread and load the plugin, in ms. */
const startMs = 15_000;
/** Idle time in ms after which a plugin's threads are ended. */
const idleMs = 60_000;

/**
 * Methods that only compute. Their calls run one at a time. Calls to other methods can run concurrently, because these
 * methods also wait for requests.
 */
const computing: ReadonlySet<GuestMethod> = new Set(['derive', 'parse']);

/** Runs a plugin in QuickJS. Each thread runs one call at a time. */
export class PluginSandbox {
  readonly #turns = { computing: new Semaphore(1), waiting: new Semaphore(sandboxLimits.threads) };
  readonly #closing = new AbortController();
  readonly #threads = new Set<GuestThread>();
  /** Threads that are not running a call. */
  #free: GuestThread[] = [];
  #idle: NodeJS.Timeout | undefined;
  #services: SandboxServices | undefined;
  #faults = 0;
  #disabled: string | undefined;
  #cpuMs = 0;
  #calls = 0;
  #failures = 0;
  #lastError: string | undefined;

  constructor(
    /** Path of the built script that each thread runs. */
    private readonly script: string,
    private readonly code: string,
  ) {}

  /** Connects the plugin to the running engine. */
  connect(services: SandboxServices): void {
    this.#services = services;
  }

  /** Usage since the engine started: calls, failures, faults, CPU time and the last error. */
  get usage() {
    const [failures, lastError] = [this.#failures, this.#lastError];
    return { calls: this.#calls, cpuMs: Math.round(this.#cpuMs), faults: this.#faults, failures, lastError };
  }

  /** Permissions that the user has granted. */
  get granted(): NonNullable<SandboxServices['granted']> {
    return this.#services?.granted ?? { hosts: [], secrets: [] };
  }

  /** Loads the plugin and returns its description. Throws SandboxError if the plugin cannot be loaded. */
  async describe(): Promise<LoadedGuest> {
    const thread = await this.#take();
    this.#return(thread);
    return thread.guest;
  }

  /** Returns the result of a call as JSON. Throws SandboxError if the plugin fails or exceeds its limits. */
  async call(call: GuestCall, signal: AbortSignal): Promise<string> {
    const turn = computing.has(call.method) ? this.#turns.computing : this.#turns.waiting;
    const release = await turn.acquire(signal);
    try {
      return await this.#call(call, signal);
    } finally {
      release();
    }
  }

  /** Ends the threads. */
  close(): void {
    this.#closing.abort();
    clearTimeout(this.#idle);
    for (const thread of this.#threads) this.#end(thread);
  }

  async #call(call: GuestCall, signal: AbortSignal): Promise<string> {
    if (this.#disabled !== undefined) throw new SandboxError(this.#disabled);
    const thread = await this.#take();
    this.#calls++;
    const outcome = await thread.call(call, signal);
    this.#cpuMs += outcome.cpuMs;
    if (outcome.type === 'cancelled' || (outcome.type === 'failed' && outcome.isDead)) this.#end(thread);
    else this.#return(thread);
    if (outcome.type === 'cancelled') throw signal.reason;
    if (outcome.type === 'result') return outcome.json;
    [this.#failures, this.#lastError] = [this.#failures + 1, outcome.error];
    if (outcome.isFault) this.#countFault(outcome.error);
    throw new SandboxError(outcome.error);
  }

  #countFault(reason: string): void {
    // When the engine closes, a thread may end in the middle of a call. That is not a fault of the plugin.
    if (this.#closing.signal.aborted || ++this.#faults !== sandboxLimits.faults) return;
    this.#disabled = `it was disabled after ${sandboxLimits.faults} faults; the last one: ${reason}`;
    for (const thread of this.#free) this.#end(thread);
    this.#services?.disable(this.#disabled);
  }

  /** Returns a free thread. Starts a new thread if none is free. */
  async #take(): Promise<GuestThread> {
    if (this.#closing.signal.aborted) throw new SandboxError('the engine is closing.');
    clearTimeout(this.#idle);
    const thread = this.#free.pop() ?? (await GuestThread.start(this.script, this.code, () => this.#services));
    this.#threads.add(thread);
    if (!this.#closing.signal.aborted) return thread;
    this.#end(thread);
    throw new SandboxError('the engine is closing.');
  }

  #return(thread: GuestThread): void {
    if (this.#threads.has(thread)) this.#free.push(thread);
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      for (const free of this.#free) this.#end(free);
    }, idleMs).unref();
  }

  #end(thread: GuestThread): void {
    this.#threads.delete(thread);
    this.#free = this.#free.filter((free) => free !== thread);
    thread.end();
  }
}

type Outcome =
  | Extract<FromPluginThread, { type: 'result' | 'failed' }>
  | { readonly type: 'cancelled'; readonly cpuMs: number };

/** A thread with a loaded plugin. If the plugin blocks the thread, a watchdog ends the thread. */
class GuestThread {
  #answer: ((outcome: Outcome) => void) | undefined;
  #watchdog: NodeJS.Timeout | undefined;
  #requests = new AbortController();
  #current: GuestCall | undefined;
  /** Number of the current call's requests that have not been answered yet. */
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
    // Without this call, the listeners above would keep the process running even while the thread is idle.
    worker.unref();
  }

  /** Starts a thread and loads the plugin. */
  static async start(script: string, code: string, services: () => SandboxServices | undefined): Promise<GuestThread> {
    const worker = new Worker(script, {
      workerData: { code },
      // Code on the thread cannot access the environment, arguments or standard input, even if it escapes from the
      // sandbox.
      ...{ env: {}, argv: [], execArgv: [], stdin: false },
      resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 },
    });
    let timer: NodeJS.Timeout | undefined;
    try {
      const guest = await new Promise<LoadedGuest>((resolve, reject) => {
        const fail = (reason: string) => reject(new SandboxError(reason));
        timer = setTimeout(() => fail(`it did not load within ${startMs / 1000} s.`), startMs);
        worker.once('error', (error) => fail(error.message));
        worker.once('exit', () => fail('its thread ended while the plugin was loading.'));
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

  /** Runs a call. When the signal aborts, the outcome is `cancelled`, and the caller must end the thread. */
  async call(call: GuestCall, signal: AbortSignal): Promise<Outcome> {
    if (signal.aborted) return { type: 'cancelled', cpuMs: 0 };
    this.worker.ref();
    const answer = new Promise<Outcome>((resolve) => {
      this.#answer = resolve;
    });
    const cancel = () => this.#finish({ type: 'cancelled', cpuMs: 0 });
    signal.addEventListener('abort', cancel, { once: true });
    this.#requests = new AbortController();
    this.#inFlight = 0;
    this.#current = call;
    this.#watch();
    const { index, method, input, values } = call;
    this.#send({ type: 'call', input: { index, method, input }, values });
    return answer.finally(() => {
      signal.removeEventListener('abort', cancel);
      this.worker.unref();
    });
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
    else if (message.type === 'request') void this.#serve(message);
  }

  #finish(outcome: Outcome): void {
    clearTimeout(this.#watchdog);
    this.#requests.abort();
    const answer = this.#answer;
    this.#answer = undefined;
    answer?.(outcome);
  }

  /**
   * Serves a request. The watchdog is paused while requests are in flight, because the plugin may be waiting for them.
   */
  async #serve({ id, service, json }: Extract<FromPluginThread, { type: 'request' }>): Promise<void> {
    const { signal } = this.#requests;
    clearTimeout(this.#watchdog);
    this.#inFlight++;
    const response = await this.#ask(service, json, signal).then(
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

  async #ask(service: HostServiceName, json: string, signal: AbortSignal): Promise<ServiceReply> {
    const connected = this.services();
    const { settings, http, timeoutMs, services } = this.#current ?? {};
    if (!connected) throw new Error('The engine is starting.');
    if (service === 'http') return connected.fetch(json, signal, { settings, http, timeoutMs });
    const own = services?.[service];
    if (!own) throw new Error(`The service "${service}" is not available to this kind of plugin.`);
    const reply = await own(json, signal);
    if (Math.max(reply.json.length, reply.body.length) > sandboxLimits.responseBytes)
      throw new Error('The response is larger than 5 MB.');
    return reply;
  }
}
