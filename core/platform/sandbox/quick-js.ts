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

/** Host functions `parseUrl`, `fromBytes`, `toBytes`, `decodeText` and `now`, which `guestGlobals` requires. */
export function textFunctions(context: QuickJSContext): readonly QuickJSHandle[] {
  return [
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
    // Returns the name of the encoding without bytes. Throws for unknown labels and, if fatal, for invalid bytes.
    context.newFunction('decodeText', (bytes, label, fatal) => {
      const decoder = new TextDecoder(stringOf(context, label), { fatal: context.eq(fatal, context.true) });
      const isName = context.eq(bytes, context.undefined);
      return context.newString(isName ? decoder.encoding : decoder.decode(context.getArrayBuffer(bytes).value));
    }),
    context.newFunction('now', () => context.newNumber(Date.now())),
  ];
}

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
