import releaseSync from '@jitl/quickjs-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSEmscriptenModule,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSSyncVariant,
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
  /** Maximum memory, in WebAssembly pages of 64 kB. QuickJS's own `setMemoryLimit` does not limit this memory. */
  readonly memoryPages: number;
  readonly stackBytes: number;
}

/** A QuickJS runtime with one context. */
export interface OpenedQuickJs {
  readonly runtime: QuickJSRuntime;
  readonly context: QuickJSContext;
  readonly memory: GuestMemory;
}

/** Number of memory pages that QuickJS needs to start. */
const initialPages = 256;

/** Minimum string length, in characters, at which Node.js encodes faster than the WebAssembly build. */
const longChars = 256;
const encoder = new TextEncoder();

/**
 * Makes the WebAssembly build encode long strings natively. Excludes strings with lone surrogates, because Node.js
 * would replace the surrogates.
 */
function encodeNatively(module: QuickJSEmscriptenModule): QuickJSEmscriptenModule {
  const { lengthBytesUTF8, stringToUTF8 } = module;
  const isLong = (text: string) => text.length >= longChars && text.isWellFormed();
  module.lengthBytesUTF8 = (text) => (isLong(text) ? Buffer.byteLength(text) : lengthBytesUTF8(text));
  module.stringToUTF8 = (text, start, maxBytes = Number.MAX_SAFE_INTEGER) => {
    if (!isLong(text)) return stringToUTF8(text, start, maxBytes);
    const { written } = encoder.encodeInto(text, module.HEAPU8.subarray(start, start + maxBytes - 1));
    module.HEAPU8[start + written] = 0;
  };
  return module;
}

const variant: QuickJSSyncVariant = {
  ...releaseSync,
  importModuleLoader: async () => {
    const load = await releaseSync.importModuleLoader();
    if (typeof load !== 'function') throw new Error('The WebAssembly build of QuickJS has no loader.');
    return async (options) => encodeNatively(await load(options));
  },
};

/** Starts QuickJS, compiled to WebAssembly, with its own memory. */
export async function openQuickJs({ memoryPages, stackBytes }: GuestLimits): Promise<OpenedQuickJs> {
  const memory = new WebAssembly.Memory({ initial: initialPages, maximum: memoryPages });
  const quickJs = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory: memory }));
  const runtime = quickJs.newRuntime({ maxStackSizeBytes: stackBytes });
  const context = runtime.newContext();
  codecs.set(context, context.unwrapResult(context.evalCode(utf16)));
  return { runtime, context, memory };
}

/** Runs pending jobs until no job is left or a job throws. Returns the thrown value. */
export function drainJobs(runtime: QuickJSRuntime): QuickJSHandle | undefined {
  while (runtime.hasPendingJob()) {
    const { error } = runtime.executePendingJobs(1000);
    if (error) return error;
  }
  return undefined;
}

/**
 * Converts strings in the guest to UTF-16 and back. QuickJS otherwise passes strings as C strings, which cannot contain
 * null characters or lone surrogates.
 */
const utf16 = `({
  encode(text) {
    const units = new Uint16Array(text.length);
    for (let at = 0; at < units.length; at++) units[at] = text.charCodeAt(at);
    return units.buffer;
  },
  decode(buffer) {
    const parts = [];
    for (let at = 0; at < buffer.byteLength; at += 8192)
      parts.push(String.fromCharCode(...new Uint16Array(buffer.slice(at, at + 8192))));
    return parts.join('');
  },
})`;
const codecs = new WeakMap<QuickJSContext, QuickJSHandle>();

function recode(context: QuickJSContext, direction: 'encode' | 'decode', handle: QuickJSHandle): QuickJSHandle {
  const codec = codecs.get(context);
  if (!codec) throw new Error('The context was not opened with openQuickJs.');
  return context
    .getProp(codec, direction)
    .consume((run) => context.unwrapResult(context.callFunction(run, context.undefined, handle)));
}

/** Reads a string without calling `toString` in the guest. */
export function stringOf(context: QuickJSContext, handle: QuickJSHandle): string {
  if (context.typeof(handle) !== 'string') return '';
  const text = context.getString(handle);
  const length = context.getProp(handle, 'length').consume((value) => context.getNumber(value));
  // The lengths differ if the string contains null characters or lone surrogates.
  if (text.length === length) return text;
  return recode(context, 'encode', handle).consume((units) =>
    Buffer.from(context.getArrayBuffer(units).value).toString('utf16le'),
  );
}

/** Creates a string in the guest. */
export function newText(context: QuickJSContext, text: string): QuickJSHandle {
  if (!text.includes('\0') && text.isWellFormed()) return context.newString(text);
  const units = new Uint8Array(Buffer.from(text, 'utf16le'));
  return context.newArrayBuffer(units.buffer).consume((buffer) => recode(context, 'decode', buffer));
}

const encodings = ['utf8', 'base64', 'latin1', 'hex'] as const;
const encodingOf = (name: string): BufferEncoding => encodings.find((known) => known === name) ?? 'utf8';

/**
 * Host functions `parseUrl`, `urlParts`, `changeUrl`, `readQuery`, `writeQuery`, `fromBytes`, `toBytes`, `readBase64`,
 * `writeBase64`, `decodeText` and `now`, which `guestGlobals` requires.
 */
export function textFunctions(context: QuickJSContext): readonly QuickJSHandle[] {
  const text = (handle: QuickJSHandle) => stringOf(context, handle);
  return [
    context.newFunction('parseUrl', (href, base) => {
      const isRelative = context.typeof(base) === 'string';
      return context.newString(URL.parse(text(href), isRelative ? text(base) : undefined)?.href ?? '');
    }),
    context.newFunction('urlParts', (href) => context.newString(partsOf(new URL(text(href))))),
    context.newFunction('changeUrl', (href, part, value) => {
      const url = URL.parse(text(href));
      const isChanged = url !== null && changeUrl(url, text(part), text(value));
      return context.newString(isChanged ? url.href : '');
    }),
    context.newFunction('readQuery', (query) =>
      context.newString(JSON.stringify([...new URLSearchParams(text(query))])),
    ),
    context.newFunction('writeQuery', (pairs) =>
      context.newString(new URLSearchParams(JSON.parse(text(pairs)) as [string, string][]).toString()),
    ),
    context.newFunction('fromBytes', (bytes, encoding) => {
      const read = context.getArrayBuffer(bytes);
      return newText(context, Buffer.from(read.value).toString(encodingOf(text(encoding))));
    }),
    context.newFunction('toBytes', (from, encoding) => {
      const bytes = Buffer.from(text(from), encodingOf(text(encoding)));
      return context.newArrayBuffer(new Uint8Array(bytes).buffer);
    }),
    context.newFunction('readBase64', (base64) => newText(context, atob(text(base64)))),
    context.newFunction('writeBase64', (binary) => context.newString(btoa(text(binary)))),
    // Decodes bytes, or returns the name of the encoding if no bytes are given. Throws for an unknown encoding. With
    // `fatal`, also throws for invalid bytes.
    context.newFunction('decodeText', (bytes, label, fatal) => {
      const decoder = new TextDecoder(text(label), { fatal: context.eq(fatal, context.true) });
      const isName = context.eq(bytes, context.undefined);
      return newText(context, isName ? decoder.encoding : decoder.decode(context.getArrayBuffer(bytes).value));
    }),
    context.newFunction('now', () => context.newNumber(Date.now())),
  ];
}

/** Sets a part of a URL. Returns false if the result is invalid. */
function changeUrl(url: URL, part: string, value: string): boolean {
  try {
    return Reflect.set(url, part, value);
  } catch {
    return false;
  }
}

/** Returns the parts of a URL as JSON. */
function partsOf(url: URL): string {
  const { origin, protocol, username, password, host, hostname, port, pathname, search, hash } = url;
  const parts = { origin, protocol, username, password, host, hostname, port, pathname, search, hash };
  return JSON.stringify(parts);
}
