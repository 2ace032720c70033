import { EventEmitter } from 'node:events';

class IpcMain extends EventEmitter {
  handlers = new Map();

  handle(channel, handler) {
    if (this.handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    this.handlers.set(channel, handler);
  }

  removeHandler(channel) {
    this.handlers.delete(channel);
  }

  /** Calls the handler for a page's `invoke`. Returns the result as plain data: a value or an error message. */
  async answer(channel, event, args) {
    const handler = this.handlers.get(channel);
    if (!handler) return { error: `No handler registered for '${channel}'` };
    try {
      return { value: structuredClone(await handler(event, ...args)) };
    } catch (error) {
      return { error: String(error) };
    }
  }
}

export const ipcMain = new IpcMain();

/**
 * Returns a script that runs before the page's own scripts. It wraps the preload script in a function that sees only
 * the globals of a sandboxed preload.
 */
export function preloadScript(source) {
  return `(() => {
  const call = window.__electronDouble;
  delete window.__electronDouble;
  if (window !== window.top || location.protocol === 'about:') return;
  const listeners = new Map();
  const encode = (value) => value instanceof Uint8Array
    ? { __bytes: Array.from(value) }
    : Array.isArray(value) ? value.map(encode)
    : value && typeof value === 'object'
    ? Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, encode(entry)]))
    : value;
  const ipcRenderer = {
    async invoke(channel, ...args) {
      const reply = await call('invoke', channel, encode(args));
      if (reply.error !== undefined) throw new Error("Error invoking remote method '" + channel + "': " + reply.error);
      return reply.value;
    },
    send(channel, ...args) { void call('send', channel, encode(args)); },
    on(channel, listener) {
      if (!listeners.has(channel)) listeners.set(channel, new Set());
      listeners.get(channel).add(listener);
      return ipcRenderer;
    },
    removeListener(channel, listener) { listeners.get(channel)?.delete(listener); return ipcRenderer; },
  };
  Object.defineProperty(window, Symbol.for('electron-double-emit'), {
    value: (channel, args) => { for (const listener of listeners.get(channel) ?? []) listener({}, ...args); },
  });
  const freeze = (value) => {
    if (value === null || typeof value !== 'object') return value;
    for (const key of Object.keys(value)) freeze(value[key]);
    return Object.freeze(value);
  };
  const contextBridge = {
    exposeInMainWorld(key, api) {
      Object.defineProperty(window, key, { value: freeze(api), enumerable: true, writable: false, configurable: false });
    },
  };
  const require = (name) => {
    if (name === 'electron') return { contextBridge, ipcRenderer };
    throw new Error('module not found: ' + name);
  };
  const module = { exports: {} };
  (function (require, module, exports) {${source}\n})(require, module, module.exports);
})();`;
}

/** Converts lists of numbers back to bytes, because the browser's binding transfers bytes as lists. */
export function decode(value) {
  if (Array.isArray(value)) return value.map(decode);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value.__bytes)) return Uint8Array.from(value.__bytes);
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, decode(entry)]));
}
