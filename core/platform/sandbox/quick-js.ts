import releaseSync from '@jitl/quickjs-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
} from 'quickjs-emscripten-core';

declare const WebAssembly: {
  readonly Memory: new (pages: { readonly initial: number; readonly maximum: number }) => GuestMemory;
};

/** Memory of a guest. */
export interface GuestMemory {
  readonly buffer: ArrayBuffer;
}

/** Limits of a guest. */
export interface GuestLimits {
  /** Maximum memory, in WebAssembly pages of 64 kB; QuickJS's own `setMemoryLimit` does not bound it. */
  readonly memoryPages: number;
  readonly stackBytes: number;
}

/** A QuickJS runtime with one context. */
export interface OpenedQuickJs {
  readonly runtime: QuickJSRuntime;
  readonly context: QuickJSContext;
  readonly memory: GuestMemory;
}

/** Pages that QuickJS needs to start. */
const initialPages = 256;

/** Starts QuickJS, compiled to WebAssembly, with memory of its own. */
export async function openQuickJs({ memoryPages, stackBytes }: GuestLimits): Promise<OpenedQuickJs> {
  const memory = new WebAssembly.Memory({ initial: initialPages, maximum: memoryPages });
  const quickJs = await newQuickJSWASMModuleFromVariant(newVariant(releaseSync, { wasmMemory: memory }));
  const runtime = quickJs.newRuntime({ maxStackSizeBytes: stackBytes });
  return { runtime, context: runtime.newContext(), memory };
}

/** Runs pending jobs until none is left or one throws; returns what it threw. */
export function drainJobs(runtime: QuickJSRuntime): QuickJSHandle | undefined {
  while (runtime.hasPendingJob()) {
    const { error } = runtime.executePendingJobs(1000);
    if (error) return error;
  }
  return undefined;
}

/** Reads a string without calling `toString` in the guest. */
export function stringOf(context: QuickJSContext, handle: QuickJSHandle): string {
  return context.typeof(handle) === 'string' ? context.getString(handle) : '';
}

const encodings = ['utf8', 'base64', 'latin1', 'hex'] as const;
const encodingOf = (name: string): BufferEncoding => encodings.find((known) => known === name) ?? 'utf8';

/**
 * Host functions `parseUrl`, `changeUrl`, `readQuery`, `writeQuery`, `fromBytes`, `toBytes`, `decodeText` and `now`, which
 * `guestGlobals` requires.
 */
export function textFunctions(context: QuickJSContext): readonly QuickJSHandle[] {
  const text = (handle: QuickJSHandle) => stringOf(context, handle);
  return [
    context.newFunction('parseUrl', (href, base) => {
      const isRelative = context.typeof(base) === 'string';
      return context.newString(partsOf(URL.parse(text(href), isRelative ? text(base) : undefined)));
    }),
    context.newFunction('changeUrl', (href, part, value) => {
      const url = URL.parse(text(href));
      const isChanged = url !== null && changeUrl(url, text(part), text(value));
      return context.newString(partsOf(isChanged ? url : null));
    }),
    context.newFunction('readQuery', (query) =>
      context.newString(JSON.stringify([...new URLSearchParams(text(query))])),
    ),
    context.newFunction('writeQuery', (pairs) =>
      context.newString(new URLSearchParams(JSON.parse(text(pairs)) as [string, string][]).toString()),
    ),
    context.newFunction('fromBytes', (bytes, encoding) => {
      const read = context.getArrayBuffer(bytes);
      return context.newString(Buffer.from(read.value).toString(encodingOf(stringOf(context, encoding))));
    }),
    context.newFunction('toBytes', (text, encoding) => {
      const bytes = Buffer.from(stringOf(context, text), encodingOf(stringOf(context, encoding)));
      return context.newArrayBuffer(new Uint8Array(bytes).buffer);
    }),
    // Returns the name of the encoding without bytes. Throws for unknown labels and, if fatal, for invalid bytes.
    context.newFunction('decodeText', (bytes, label, fatal) => {
      const decoder = new TextDecoder(stringOf(context, label), { fatal: context.eq(fatal, context.true) });
      const isName = context.eq(bytes, context.undefined);
      return context.newString(isName ? decoder.encoding : decoder.decode(context.getArrayBuffer(bytes).value));
    }),
    context.newFunction('now', () => context.newNumber(Date.now())),
  ];
}

/** Sets a part of a URL; false if that makes it invalid. */
function changeUrl(url: URL, part: string, value: string): boolean {
  try {
    return Reflect.set(url, part, value);
  } catch {
    return false;
  }
}

/** Returns the parts of a URL as JSON; an empty string for null. */
function partsOf(url: URL | null): string {
  if (!url) return '';
  const { href, origin, protocol, username, password, host, hostname, port, pathname, search, hash } = url;
  const parts = { href, origin, protocol, username, password, host, hostname, port, pathname, search, hash };
  return JSON.stringify(parts);
}
