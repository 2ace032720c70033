import { parentPort, workerData } from 'node:worker_threads';
import { inflateRawSync } from 'node:zlib';
import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core';
import { CallMeter } from './call-meter';
import { guestGlobals } from './guest-globals';
import { jsonDepth } from './json-depth';
import { MemoryImage } from './memory-image';
import {
  type CallInput,
  type FromPluginThread,
  type HostServiceName,
  type PluginCall,
  type PluginThreadData,
  sandboxLimits,
  type ToPluginThread,
} from './messages';
import { pluginImports, stubModule } from './plugin-imports';
import { drainJobs, newText, type OpenedQuickJs, openQuickJs, stringOf, textFunctions } from './quick-js';
import { ThreadValues } from './thread-values';

/** Size of a WebAssembly page, in bytes. */
const pageBytes = 64 * 1024;
const memoryFault = 'it used more than 32 MB of memory.';
const contract = 'gleaner/plugin';
const plugin = 'plugin.mjs';
const entry = `import * as plugin from '${plugin}'; import { registerPlugin } from '${contract}'; registerPlugin(plugin.default);`;
const prelude = `(function (parseUrl, urlParts, changeUrl, readQuery, writeQuery, fromBytes, toBytes, readBase64, writeBase64, decodeText, now, host) {
  'use strict';
  const { parse, stringify } = JSON;
  const { keys } = Object;
${guestGlobals}
  const line = (level) => (...values) => host.log(level, values.map(String).join(' '));
  const console = { log: line('info'), info: line('info'), debug: line('info'), warn: line('warn'), error: line('warn') };
  const queueMicrotask = (work) => void Promise.resolve().then(work);
  Object.assign(globalThis, { URL, URLSearchParams, TextEncoder, TextDecoder, atob, btoa, queueMicrotask, console });
  globalThis.gleanerHost = Object.assign(host, { fromBytes });
})`;

/**
 * Makes the guest collect garbage less often. QuickJS collects once the number of allocations is 1.5 times the number
 * that survived the last collection. Each collection walks all objects of the contract's module, which takes about 5
 * ms. The script creates many strings, and then an object, which triggers a collection. The strings survive this
 * collection and thus raise the threshold. The module later reuses the memory of the strings.
 */
const fewerCollections = `(() => { const held = 'x'.repeat(100_000).split(''); return { held }.held.length; })()`;

const post = (message: FromPluginThread): void => parentPort?.postMessage(message);

/** Serves a plugin on this thread. `guest` is the source of the module `gleaner/plugin` in the sandbox. */
export async function servePlugin(guest: string): Promise<void> {
  const { code } = workerData as PluginThreadData;
  const opened = await openQuickJs(sandboxLimits);
  try {
    const thread = new PluginThread(opened, guest, code);
    const json = thread.load();
    post({ type: 'ready', json, imports: [...pluginImports(code).keys()] });
    parentPort?.on('message', (message: ToPluginThread) => thread.receive(message));
  } catch (thrown) {
    post({ type: 'unusable', error: thrown instanceof Error ? thrown.message : String(thrown) });
  }
}

/** Inflates data up to a limit. Undefined if the result is longer than the limit. Empty if the data is damaged. */
function inflated(bytes: Uint8Array, limit: number): ArrayBuffer | undefined {
  const maxOutputLength = Math.max(1, Math.min(limit, sandboxLimits.unpackedBytes));
  try {
    return new Uint8Array(inflateRawSync(bytes, { maxOutputLength })).buffer;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? undefined : new ArrayBuffer(0);
  }
}

const isService = (name: string): name is HostServiceName => Object.hasOwn(sandboxLimits.requests, name);

/** An error thrown by the guest rather than by the sandbox. */
class GuestError extends Error {}

/**
 * A plugin in QuickJS. The memory of the plugin is restored before each call, so that no data passes from one call to
 * the next.
 */
class PluginThread {
  readonly #context: QuickJSContext;
  readonly #meter: CallMeter;
  #describe: QuickJSHandle | undefined;
  #serve: QuickJSHandle | undefined;
  #settle: QuickJSHandle | undefined;
  #image: MemoryImage | undefined;
  /** True if an earlier call has filled the memory. WebAssembly memory never shrinks. */
  #wasFull = false;
  #values = new ThreadValues({});
  #result: QuickJSHandle | undefined;
  /** Total number of requests in the current call. */
  #requests = 0;
  /** Number of requests in the current call, by service. */
  readonly #sent = new Map<HostServiceName, number>();
  #inFlight = 0;
  #lines = 0;

  constructor(
    private readonly quickJs: OpenedQuickJs,
    guest: string,
    code: string,
  ) {
    this.#context = quickJs.context;
    this.#meter = new CallMeter(quickJs.runtime);
    const imports = pluginImports(code);
    quickJs.runtime.setModuleLoader(
      (name) => {
        if (name === contract) return guest;
        if (name === plugin) return code;
        const names = imports.get(name);
        return names ? stubModule(name, names) : { error: new Error(`The module "${name}" is not available.`) };
      },
      (_, name) => name,
    );
    this.#context.unwrapResult(this.#context.evalCode(fewerCollections)).dispose();
    this.#evaluate(prelude, 'gleaner.js', (made) => {
      const host = this.#hostFunctions();
      this.#context.unwrapResult(
        this.#context.callFunction(made, this.#context.undefined, ...textFunctions(this.#context), host),
      );
    });
    this.#evaluate(`import '${contract}';`, 'gleaner.js');
  }

  /** Loads the plugin and returns its description as JSON. Throws if the plugin cannot be loaded. */
  load(): string {
    this.#meter.begin();
    try {
      this.#evaluate(entry, 'entry.js');
      const described = this.#context.callFunction(this.#describe as QuickJSHandle, this.#context.undefined);
      if (described.error) throw new GuestError(this.#errorOf(described.error));
      const json = this.#read(described.value, sandboxLimits.descriptionChars, 'its description');
      this.#image = new MemoryImage(this.quickJs.memory.buffer);
      return json;
    } catch (thrown) {
      throw this.#meter.fault ? new GuestError(this.#meter.fault) : thrown;
    } finally {
      this.#meter.end();
    }
  }

  receive(message: ToPluginThread): void {
    try {
      if (message.type === 'call') this.#call(message);
      else this.#respond(message);
      this.#settleResult();
    } catch (thrown) {
      if (!(thrown instanceof GuestError)) this.#meter.stop(`it crashed its sandbox (${String(thrown)}).`);
      this.#fail(thrown instanceof Error ? thrown.message : '', !(thrown instanceof GuestError));
    }
  }

  #call({ input, values }: PluginCall): void {
    this.#image?.restore(this.quickJs.memory.buffer);
    this.#wasFull = this.#isMemoryFull();
    this.#values = new ThreadValues(values);
    [this.#requests, this.#inFlight, this.#lines] = [0, 0, 0];
    this.#sent.clear();
    this.#meter.begin();
    const kinds = Object.fromEntries(Object.entries(values).map(([name, { kind }]) => [name, kind]));
    const call = this.#context.newString(JSON.stringify({ ...input, kinds } satisfies CallInput));
    const started = this.#context.callFunction(this.#serve as QuickJSHandle, this.#context.undefined, call);
    if (started.error) throw new GuestError(this.#errorOf(started.error));
    this.#result = started.value;
    this.#drain();
  }

  #respond({ id, ok, json, body }: Extract<ToPluginThread, { type: 'response' }>): void {
    if (!this.#result) return;
    this.#inFlight--;
    this.#meter.resume();
    const { context } = this.quickJs;
    const args = [
      context.newNumber(id),
      ok ? context.true : context.false,
      context.newString(json),
      context.newArrayBuffer(new Uint8Array(body).buffer),
    ];
    context.unwrapResult(context.callFunction(this.#settle as QuickJSHandle, context.undefined, ...args));
    this.#drain();
  }

  /**
   * Posts the result once the guest has returned it. Throws if the guest failed or waits for a promise that never
   * settles.
   */
  #settleResult(): void {
    if (!this.#result) return;
    this.#assertNoFault();
    const state = this.#context.getPromiseState(this.#result);
    if (state.type === 'pending') {
      // QuickJS drops pending jobs when its memory is full. The call would then never end, so it is stopped.
      if (this.#inFlight === 0 && this.#isMemoryFull() && !this.#wasFull) this.#meter.stop(memoryFault);
      this.#assertNoFault();
      if (this.#inFlight === 0) throw new GuestError('it waits for a promise that never settles.');
      this.#meter.pause();
      return;
    }
    if (state.type === 'rejected') throw new GuestError(this.#errorOf(state.error));
    const json = this.#read(state.value, sandboxLimits.outputChars, 'its result');
    if (jsonDepth(json) > sandboxLimits.outputDepth) this.#meter.stop('its result is nested too deeply.');
    this.#assertNoFault();
    this.#result = undefined;
    post({ type: 'result', json, cpuMs: this.#meter.end() });
  }

  #assertNoFault(): void {
    if (this.#meter.fault) throw new GuestError(this.#meter.fault);
  }

  #fail(error: string, isDead = false): void {
    this.#result = undefined;
    const { fault } = this.#meter;
    const cpuMs = this.#meter.end();
    const shown = (fault ?? error).slice(0, sandboxLimits.sentenceChars);
    // A thread is not reused once its memory is full, because the memory never shrinks. The next call gets a new
    // thread.
    const isSpent = isDead || this.#isMemoryFull();
    post({ type: 'failed', error: shown, isFault: fault !== undefined, isDead: isSpent, cpuMs });
  }

  #drain(): void {
    const error = drainJobs(this.quickJs.runtime);
    if (error) throw new GuestError(this.#errorOf(error));
  }

  #evaluate(code: string, name: string, use?: (made: QuickJSHandle) => void): void {
    const made = this.#context.evalCode(code, name, use ? undefined : { type: 'module' });
    if (made.error) throw new GuestError(this.#errorOf(made.error));
    use?.(made.value);
    this.#drain();
    const state = this.#context.getPromiseState(made.value);
    if (state.type === 'rejected') throw new GuestError(this.#errorOf(state.error));
    if (state.type === 'pending') throw new GuestError('while loading, it waits for a promise that never settles.');
  }

  #hostFunctions(): QuickJSHandle {
    const context = this.#context;
    const host = context.newObject();
    const add = (name: string, run: (...args: QuickJSHandle[]) => QuickJSHandle | undefined) =>
      context.setProp(
        host,
        name,
        context.newFunction(name, (...args) => {
          const result = run(...args);
          this.#meter.nextSlice();
          return result;
        }),
      );
    const text = (handle?: QuickJSHandle) => (handle ? stringOf(context, handle) : '');
    const number = (handle?: QuickJSHandle) =>
      handle && context.typeof(handle) === 'number' ? context.getNumber(handle) : 0;
    add('install', (describe, serve, settle) => {
      if (this.#describe) return undefined;
      [this.#describe, this.#serve, this.#settle] = [describe?.dup(), serve?.dup(), settle?.dup()];
      return undefined;
    });
    add('value', (name) => newText(context, this.#values.text(text(name))));
    add('names', (name) => newText(context, this.#values.names(text(name))));
    add('bytes', (name, part) => context.newArrayBuffer(this.#values.bytes(text(name), text(part))));
    add('select', (at, selector, isFirst) =>
      context.newArrayBuffer(this.#values.select(number(at), text(selector), number(isFirst) === 1)),
    );
    add('html', (at) => newText(context, this.#values.html(number(at))));
    add('inflate', (bytes, limit) => {
      const unpacked = inflated(context.getArrayBuffer(bytes as QuickJSHandle).value, number(limit));
      return unpacked ? context.newArrayBuffer(unpacked) : context.undefined;
    });
    add('request', (service, json) => context.newNumber(this.#request(text(service), text(json))));
    add('log', (level, line) => {
      if (++this.#lines > sandboxLimits.logLines) return undefined;
      const shown = text(line).slice(0, sandboxLimits.sentenceChars);
      post({ type: 'log', level: text(level) === 'warn' ? 'warn' : 'info', text: shown });
      return undefined;
    });
    return host;
  }

  /** Sends a request to an engine service. Returns the request's number. */
  #request(service: string, json: string): number {
    if (!isService(service)) throw new Error(`There is no service "${service}".`);
    if (json.length > sandboxLimits.requestChars) throw new Error('The request is longer than 5 MB.');
    const sent = this.#sent.get(service) ?? 0;
    const most = sandboxLimits.requests[service];
    if (sent >= most) throw new Error(`More than ${most} requests in one call are not allowed.`);
    this.#sent.set(service, sent + 1);
    this.#inFlight++;
    post({ type: 'request', id: ++this.#requests, service, json });
    return this.#requests;
  }

  /** Reads a string from the guest. Stops the plugin if the string is longer than allowed. */
  #read(handle: QuickJSHandle, maxChars: number, name: string): string {
    if (this.#context.typeof(handle) !== 'string') return 'null';
    if (this.#context.getNumber(this.#context.getProp(handle, 'length')) <= maxChars)
      return stringOf(this.#context, handle);
    this.#meter.stop(
      `${name} is longer than ${maxChars < 2 ** 20 ? `${maxChars / 2 ** 10} kB` : `${maxChars / 2 ** 20} MB`}.`,
    );
    throw new GuestError(name);
  }

  /** Returns the message of a guest error. Runs no guest code except getters. */
  #errorOf(error: QuickJSHandle): string {
    if (this.#meter.fault) return this.#meter.fault;
    const part = (name: string) => {
      try {
        return stringOf(this.#context, this.#context.getProp(error, name));
      } catch {
        return '';
      }
    };
    if (this.#context.typeof(error) === 'string') return stringOf(this.#context, error);
    const [name, message] = [part('name'), part('message')];
    // When there is no memory left for an error object, QuickJS throws null.
    const isStarved = this.#context.eq(error, this.#context.null) && this.#isMemoryFull();
    const limit = isStarved ? 'out of memory' : name === 'InternalError' ? message : '';
    if (limit.includes('stack overflow')) this.#meter.stop('it recursed too deeply.');
    if (limit.includes('out of memory')) this.#meter.stop(memoryFault);
    const [, line, column] = /plugin\.mjs:(\d+)(?::(\d+))?/.exec(part('stack').slice(0, 10_000)) ?? [];
    const place = line ? ` (line ${line}${column ? `, column ${column}` : ''})` : '';
    return this.#meter.fault ?? `${name || 'Error'}: ${message}${place}`;
  }

  /** True when the memory cannot grow further. QuickJS's WebAssembly build always grows the memory by at least 5%. */
  #isMemoryFull(): boolean {
    return this.quickJs.memory.buffer.byteLength * 1.05 > sandboxLimits.memoryPages * pageBytes;
  }
}
