import { stripTypeScriptTypes } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import releaseSync from '@jitl/quickjs-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
} from 'quickjs-emscripten-core';
import { guestPrelude } from './guest-prelude';
import { type GuestData, type GuestMessage, type HostMessage, maxCallChars, type PageState } from './messages';

/**
 * Memory limits of a guest, in WebAssembly pages of 64 kB, because `setMemoryLimit` alone does not bound its memory.
 */
const memoryPages = { initial: 256, maximum: 1024 } as const;
const maxStackBytes = 512 * 1024;
/** QuickJS flag that allows top-level `await`. */
const asyncGlobal = 1 << 7;

declare const WebAssembly: { readonly Memory: new (pages: typeof memoryPages) => object };

type Guest = Readonly<Record<'settle' | 'heard' | 'resultOf' | 'errorOf', QuickJSHandle>>;

const send = (message: GuestMessage): void => parentPort?.postMessage(message);

/** Runs the code from `workerData` in QuickJS. The thread cannot be used again afterwards. */
export async function runGuest(): Promise<void> {
  const { code, deadline, state } = workerData as GuestData;
  const variant = newVariant(releaseSync, { wasmMemory: new WebAssembly.Memory(memoryPages) });
  const quickJs = await newQuickJSWASMModuleFromVariant(variant);
  const runtime = quickJs.newRuntime({ maxStackSizeBytes: maxStackBytes });
  runtime.setInterruptHandler(() => Date.now() > deadline);
  const context = runtime.newContext();
  const guest = startPrelude(context, state);
  const drain = () => drainJobs(runtime);
  parentPort?.on('message', (message: HostMessage) => {
    receive(context, guest, message);
    drain();
  });
  const started = startCode(context, code);
  if ('error' in started) return send({ type: 'failed', error: started.error });
  // Must be attached before the pending jobs run, because the code may end while they run.
  const ended = context.resolvePromise(started.promise);
  drain();
  const outcome = await ended;
  drain();
  const isOver = Date.now() > deadline;
  if (isOver) return send({ type: 'failed', error: 'interrupted' });
  if (outcome.error) return send({ type: 'failed', error: textOf(context, guest.errorOf, outcome.error) });
  // QuickJS wraps the last value of a script in an object with a `value` field.
  const value = started.isScript ? context.getProp(outcome.value, 'value') : outcome.value;
  send({ type: 'done', result: textOf(context, guest.resultOf, value) });
}

/** Evaluates the prelude and passes the host functions to it, so that none of them becomes a global of the code. */
function startPrelude(context: QuickJSContext, state: PageState): Guest {
  const host = [
    context.newFunction('send', (id, json) => {
      const text = stringOf(context, json);
      if (text.length > maxCallChars) throw new Error('The arguments of the call are longer than 1 MB.');
      send({ type: 'call', id: context.getNumber(id), json: text });
    }),
    context.newFunction('log', (level, text) => {
      const isError = stringOf(context, level) === 'error';
      send({ type: 'log', level: isError ? 'error' : 'out', text: stringOf(context, text).slice(0, maxCallChars) });
    }),
    context.newFunction('parseUrl', (href, base) => {
      const [url, root] = [stringOf(context, href), stringOf(context, base)];
      return context.newString(urlParts(url, root));
    }),
    context.newFunction('fromBytes', (bytes, encoding) => {
      const read = context.getArrayBuffer(bytes);
      return context.newString(Buffer.from(read.value).toString(encodingOf(stringOf(context, encoding))));
    }),
    context.newFunction('toBytes', (text, encoding) => {
      const bytes = Buffer.from(stringOf(context, text), encodingOf(stringOf(context, encoding)));
      return context.newArrayBuffer(new Uint8Array(bytes).buffer);
    }),
    context.newFunction('now', () => context.newNumber(Date.now())),
    context.newString(JSON.stringify(state)),
  ];
  const made = context.unwrapResult(context.evalCode(guestPrelude, 'gleaner.js'));
  const border = context.unwrapResult(context.callFunction(made, context.undefined, ...host));
  const names = ['settle', 'heard', 'resultOf', 'errorOf'] as const;
  return Object.fromEntries(names.map((name) => [name, context.getProp(border, name)])) as Guest;
}

/** Code that has been started. */
interface Started {
  readonly promise: QuickJSHandle;
  /** False if the code is the body of a function. */
  readonly isScript: boolean;
}

/** Starts the code: as a script whose last value is the result, or as a function body if the code contains `return`. */
function startCode(context: QuickJSContext, code: string): Started | { readonly error: string } {
  let first: string | undefined;
  for (const source of sourcesOf(code)) {
    const isBody = source.startsWith('(async');
    const started = context.evalCode(source, 'script.js', isBody ? undefined : asyncGlobal);
    if (!started.error) return { promise: started.value, isScript: !isBody };
    const { name, message, stack } = context.dump(started.error) as Partial<
      Record<'name' | 'message' | 'stack', string>
    >;
    const line = /script\.js:(\d+)/.exec(stack ?? '')?.[1];
    first ??= `${name ?? 'Error'}: ${message ?? ''}${line ? ` (line ${line})` : ''}`;
    if (name !== 'SyntaxError') break;
  }
  return { error: first ?? 'The code is empty.' };
}

/** Returns the forms in which the code may be valid: a script, a function body, and each without TypeScript types. */
function sourcesOf(code: string): readonly string[] {
  const body = (text: string) => `(async () => {${text}\n})()`;
  const plain = withoutTypes(code);
  const plainBody = withoutTypes(body(code));
  return [code, body(code), plain, plainBody].filter((source) => source !== undefined);
}

function withoutTypes(code: string): string | undefined {
  try {
    return stripTypeScriptTypes(code);
  } catch {
    return undefined;
  }
}

function receive(context: QuickJSContext, guest: Guest, message: HostMessage): void {
  const state = context.newString(JSON.stringify(message.state));
  const json = context.newString(message.json);
  const called =
    message.type === 'event'
      ? context.callFunction(guest.heard, context.undefined, json, state)
      : context.callFunction(
          guest.settle,
          context.undefined,
          context.newNumber(message.id),
          message.ok ? context.true : context.false,
          json,
          state,
        );
  called.dispose();
}

function drainJobs(runtime: QuickJSRuntime): void {
  while (runtime.hasPendingJob()) {
    const run = runtime.executePendingJobs(1000);
    if (!run.error) continue;
    run.error.dispose();
    break;
  }
}

/** Calls a guest function that returns a string; if the guest has tampered with it, returns an empty string. */
function textOf(context: QuickJSContext, make: QuickJSHandle, value: QuickJSHandle): string {
  const made = context.callFunction(make, context.undefined, value);
  return made.error ? '' : stringOf(context, made.value);
}

/** Reads a string without calling `toString` in the guest. */
function stringOf(context: QuickJSContext, handle: QuickJSHandle): string {
  return context.typeof(handle) === 'string' ? context.getString(handle) : '';
}

const encodings = ['utf8', 'base64', 'latin1', 'hex'] as const;
const encodingOf = (name: string): BufferEncoding => encodings.find((known) => known === name) ?? 'utf8';

/** Returns the parts of a URL as JSON; empty when the URL is invalid. */
function urlParts(href: string, base: string): string {
  if (!URL.canParse(href, base || undefined)) return '';
  const url = new URL(href, base || undefined);
  const { origin, protocol, host, hostname, port, pathname, search, hash, username, password } = url;
  return JSON.stringify({
    href: url.href,
    origin,
    protocol,
    host,
    hostname,
    port,
    pathname,
    search,
    hash,
    username,
    password,
  });
}
