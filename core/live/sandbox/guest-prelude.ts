import { guestGlobals } from '../../platform/sandbox/guest-globals';

/**
 * Program that runs in the guest, on the sandbox's own JavaScript engine, and implements the parts of the Playwright
 * API that work without the host. Evaluates to a function that takes the host's functions and returns the functions
 * that the host calls. A locator is a list of calls that the host replays. The user's code cannot access any host
 * object.
 */
export const guestPrelude = String.raw`(function (send, log, parseUrl, urlParts, changeUrl, readQuery, writeQuery, fromBytes, toBytes, readBase64, writeBase64, decodeText, now, firstState) {
  'use strict';
  const { parse, stringify } = JSON;
  const { defineProperty, assign, keys, freeze } = Object;
  const pending = new Map();
  const listeners = new Map();
  let calls = 0;
  let state = parse(firstState);

  class TimeoutError extends Error {}
  defineProperty(TimeoutError.prototype, 'name', { value: 'TimeoutError' });

  // ---- Values that cross the boundary
  const encode = (value, depth = 0) => {
    if (depth > 64) throw new Error('The argument is nested too deeply.');
    if (value instanceof RegExp) return { $re: [value.source, value.flags] };
    if (typeof value === 'function') return { $fn: String(value) };
    if (value === undefined) return { $undefined: true };
    if (value instanceof Date) return { $date: value.getTime() };
    if (value instanceof Uint8Array) throw new Error('Bytes cannot be passed to the page.');
    if (value && value[chain]) return { $locator: value[chain] };
    if (Array.isArray(value)) return value.map((item) => encode(item, depth + 1));
    if (value && typeof value === 'object') {
      const copy = {};
      for (const key of keys(value)) if (value[key] !== undefined) copy[key] = encode(value[key], depth + 1);
      return { $object: copy };
    }
    if (typeof value === 'number' && !Number.isFinite(value)) return { $number: String(value) };
    if (typeof value === 'bigint' || typeof value === 'symbol') throw new Error('A ' + typeof value + ' cannot be passed.');
    return value;
  };
  const decode = (value) => {
    if (Array.isArray(value)) return value.map(decode);
    if (!value || typeof value !== 'object') return value;
    if ('$undefined' in value) return undefined;
    if ('$number' in value) return Number(value.$number);
    if ('$date' in value) return new Date(value.$date);
    if ('$bytes' in value) return Buffer.from(value.$bytes, 'base64');
    if ('$response' in value) return responseOf(value.$response);
    if ('$object' in value) {
      const copy = {};
      for (const key of keys(value.$object)) defineProperty(copy, key, { value: decode(value.$object[key]), enumerable: true, writable: true, configurable: true });
      return copy;
    }
    return value;
  };
  const call = (target, method, args) => {
    const site = new Error().stack;
    return new Promise((resolve, reject) => {
      const id = ++calls;
      const json = stringify({ target, method, args: args.map((arg) => encode(arg)) });
      pending.set(id, { resolve, reject, site });
      send(id, json);
    });
  };
  const settle = (id, ok, json, states) => {
    state = parse(states);
    const waiting = pending.get(id);
    if (!waiting) return;
    pending.delete(id);
    const value = parse(json);
    if (ok) return waiting.resolve(decode(value));
    const error = value.name === 'TimeoutError' ? new TimeoutError(value.message) : new Error(value.message);
    error.stack = waiting.site;
    waiting.reject(error);
  };

${guestGlobals}
  // ---- Timers
  const timers = new Set();
  let timerCount = 0;
  const setTimeout = (work, ms = 0, ...args) => {
    const id = ++timerCount;
    timers.add(id);
    call({ on: 'clock' }, 'wait', [Number(ms) || 0]).then(() => timers.delete(id) && work(...args)).catch((error) => log('error', show(error)));
    return id;
  };
  const clearTimeout = (id) => void timers.delete(id);
  const setInterval = (work, ms = 0, ...args) => {
    const id = ++timerCount;
    timers.add(id);
    const next = () => call({ on: 'clock' }, 'wait', [Math.max(1, Number(ms) || 0)]).then(() => {
      if (!timers.has(id)) return;
      work(...args);
      next();
    });
    next();
    return id;
  };

  // ---- Console
  const show = (value, depth = 0) => {
    if (typeof value === 'string') return depth === 0 ? value : stringify(value);
    if (value instanceof Error) return value.name + ': ' + value.message;
    if (value === null || typeof value !== 'object') return typeof value === 'function' ? '[Function]' : String(value);
    if (value instanceof Uint8Array) return '<' + value.length + ' bytes>';
    if (value instanceof Map) return 'Map ' + show([...value], depth);
    if (value instanceof Set) return 'Set ' + show([...value], depth);
    try {
      return stringify(value, (_, part) => (typeof part === 'bigint' ? String(part) + 'n' : part), 2) ?? 'undefined';
    } catch (error) {
      return '[' + error.message + ']';
    }
  };
  const print = (level) => (...values) => log(level, values.map((value) => show(value)).join(' '));
  const console = { log: print('out'), info: print('out'), debug: print('out'), warn: print('error'), error: print('error'), trace: print('error'), table: print('out'), dir: print('out'), group: print('out'), groupEnd() {} };

  // ---- Playwright
  const chain = Symbol('chain');
  /** Makes a call to a missing method throw an error that contains the method's name, instead of "not a function". */
  const strict = (object, name) => new Proxy(object, {
    get: (target, key, receiver) => {
      if (key in target || typeof key === 'symbol' || key === 'then' || key === 'toJSON') return Reflect.get(target, key, receiver);
      return () => { throw new Error(name + '.' + key + ' is not available.'); };
    },
  });
  const chained = ['locator', 'getByRole', 'getByText', 'getByLabel', 'getByPlaceholder', 'getByAltText', 'getByTitle', 'getByTestId', 'frameLocator'];
  const narrowed = [...chained, 'first', 'last', 'nth', 'filter', 'and', 'or', 'contentFrame', 'owner'];
  const onLocator = ['click', 'dblclick', 'fill', 'clear', 'type', 'press', 'pressSequentially', 'check', 'uncheck', 'setChecked', 'selectOption', 'selectText', 'hover', 'focus', 'blur', 'tap', 'scrollIntoViewIfNeeded', 'dispatchEvent', 'dragTo', 'textContent', 'innerText', 'innerHTML', 'inputValue', 'getAttribute', 'count', 'allTextContents', 'allInnerTexts', 'isVisible', 'isHidden', 'isEnabled', 'isDisabled', 'isChecked', 'isEditable', 'boundingBox', 'waitFor', 'screenshot', 'evaluate', 'evaluateAll', 'ariaSnapshot'];
  const locatorOf = (steps) => {
    const object = { [chain]: steps };
    for (const method of narrowed) object[method] = (...args) => locatorOf([...steps, [method, args.map((arg) => encode(arg))]]);
    for (const method of onLocator) object[method] = (...args) => call({ on: 'locator', chain: steps }, method, args);
    object.all = async () => Array.from({ length: await object.count() }, (_, at) => object.nth(at));
    object.$ = (selector) => handleOf(object.locator(selector).first());
    object.$$ = (selector) => object.locator(selector).all();
    object.page = () => page;
    object.elementHandle = () => handleOf(object.first());
    object.toString = () => 'Locator';
    return strict(object, 'locator');
  };
  const handleOf = async (locator) => ((await locator.count()) > 0 ? locator : null);
  const responseOf = ({ id, ...facts }) => strict({
    url: () => facts.url, status: () => facts.status, statusText: () => facts.statusText, ok: () => facts.status >= 200 && facts.status < 300,
    headers: () => ({ ...facts.headers }), request: () => ({ method: () => facts.method, url: () => facts.url }),
    text: () => call({ on: 'response', id }, 'text', []), body: () => call({ on: 'response', id }, 'body', []),
    json: async () => parse(await call({ on: 'response', id }, 'text', [])),
  }, 'response');

  const direct = ['goto', 'reload', 'goBack', 'goForward', 'title', 'content', 'setContent', 'screenshot', 'pdf', 'evaluate', 'waitForTimeout', 'waitForLoadState', 'waitForFunction', 'setViewportSize', 'bringToFront', 'addScriptTag', 'addStyleTag', 'dragAndDrop', 'emulateMedia', 'setExtraHTTPHeaders', 'setDefaultTimeout', 'setDefaultNavigationTimeout'];
  const bySelector = ['click', 'dblclick', 'fill', 'type', 'press', 'check', 'uncheck', 'setChecked', 'selectOption', 'hover', 'focus', 'tap', 'dispatchEvent', 'textContent', 'innerText', 'innerHTML', 'inputValue', 'getAttribute', 'isVisible', 'isHidden', 'isEnabled', 'isDisabled', 'isChecked', 'isEditable'];
  const group = (on, methods) => strict(Object.fromEntries(methods.map((method) => [method, (...args) => call({ on }, method, args)])), on);
  const matches = (url, wanted) => {
    if (typeof wanted === 'function') return wanted(new URL(url));
    if (wanted instanceof RegExp) return wanted.test(url);
    if (wanted === url || new URL(wanted, url).href === url) return true;
    const glob = wanted.split('**').map((part) => part.split('*').map((text) => text.replace(/[.+^$(){}|[\]\\?]/g, '\\$&')).join('[^/]*')).join('.*');
    return new RegExp('^' + glob + '$').test(url);
  };
  const until = async (find, options, what) => {
    const end = now() + (options?.timeout ?? 30_000);
    for (;;) {
      const found = await find();
      if (found) return found;
      if (now() > end) throw new TimeoutError('Timeout waiting for ' + what);
      await call({ on: 'clock' }, 'wait', [50]);
    }
  };
  const nextEvent = (name, test, options) => new Promise((resolve, reject) => {
    let over = false;
    const heard = async (value) => {
      if (over || !(await test(value))) return;
      over = true;
      page.off(name, heard);
      resolve(value);
    };
    page.on(name, heard);
    until(() => over, options, name).catch((error) => { page.off(name, heard); reject(error); });
  });
  const plain = {
    url: () => state.url, isClosed: () => state.closed, viewportSize: () => state.viewport, mainFrame: () => page, frames: () => [page], name: () => '',
    context: () => context, page: () => page,
    $: (selector) => handleOf(locatorOf([['locator', [selector]]]).first()),
    $$: (selector) => locatorOf([['locator', [selector]]]).all(),
    $eval: (selector, work, arg) => locatorOf([['locator', [selector]]]).first().evaluate(work, arg),
    $$eval: (selector, work, arg) => locatorOf([['locator', [selector]]]).evaluateAll(work, arg),
    async waitForSelector(selector, options = {}) {
      const found = locatorOf([['locator', [selector]]]).first();
      await found.waitFor(options);
      return found;
    },
    waitForURL: async (wanted, options) => {
      await until(() => matches(state.url, wanted) || call({ on: 'clock' }, 'wait', [0]).then(() => matches(state.url, wanted)), options, 'the URL');
      await page.waitForLoadState(options?.waitUntil ?? 'load');
    },
    waitForNavigation: (options) => page.waitForLoadState(options?.waitUntil ?? 'load'),
    waitForResponse: (wanted, options) => nextEvent('response', (found) => (typeof wanted === 'function' ? wanted(found) : matches(found.url(), wanted)), options),
    waitForRequest: (wanted, options) => nextEvent('request', (found) => (typeof wanted === 'function' ? wanted(found) : matches(found.url(), wanted)), options),
    waitForEvent: (name, given) => nextEvent(name, typeof given === 'function' ? given : (given?.predicate ?? (() => true)), typeof given === 'object' ? given : undefined),
    on(name, heard) {
      if (!listeners.has(name)) { listeners.set(name, []); void call({ on: 'page' }, 'listen', [name]).catch(() => undefined); }
      listeners.get(name).push(heard);
      return page;
    },
    once(name, heard) {
      const first = (value) => { page.off(name, first); return heard(value); };
      return page.on(name, first);
    },
    off(name, heard) {
      const heards = listeners.get(name) ?? [];
      if (heards.includes(heard)) heards.splice(heards.indexOf(heard), 1);
      return page;
    },
    keyboard: group('keyboard', ['press', 'type', 'insertText', 'down', 'up']),
    mouse: group('mouse', ['move', 'click', 'dblclick', 'down', 'up', 'wheel']),
  };
  for (const method of chained) plain[method] = (...args) => locatorOf([[method, args.map((arg) => encode(arg))]]);
  for (const method of direct) plain[method] = (...args) => call({ on: 'page' }, method, args);
  for (const method of bySelector) plain[method] = (selector, ...args) => locatorOf([['locator', [selector]]]).first()[method](...args);
  const page = strict(plain, 'page');
  const context = strict({
    pages: () => [page], browser: () => browser, newPage: async () => { throw new Error('A session has one page.'); },
    cookies: (...args) => call({ on: 'context' }, 'cookies', args), addCookies: (...args) => call({ on: 'context' }, 'addCookies', args),
    clearCookies: (...args) => call({ on: 'context' }, 'clearCookies', args), storageState: () => call({ on: 'context' }, 'storageState', []),
    close: async () => { throw new Error('Code cannot close the session; send a DELETE request for the session instead.'); },
  }, 'context');
  const browser = strict({
    contexts: () => [context], isConnected: () => true, version: () => 'Chromium',
    newContext: async () => { throw new Error('A session has one page.'); }, newPage: async () => { throw new Error('A session has one page.'); },
    close: async () => { throw new Error('Code cannot close the session; send a DELETE request for the session instead.'); },
  }, 'browser');

  const eventOf = (name, facts) => {
    if (name === 'response') return responseOf(facts);
    if (name === 'request') return strict({ url: () => facts.url, method: () => facts.method, resourceType: () => facts.type, headers: () => ({ ...facts.headers }), postData: () => facts.body ?? null }, 'request');
    if (name === 'console') return strict({ type: () => facts.type, text: () => facts.text }, 'message');
    if (name === 'pageerror') return assign(new Error(facts.message), { name: facts.name });
    if (name === 'dialog') return strict({ type: () => facts.type, message: () => facts.message, defaultValue: () => facts.defaultValue, accept: (text) => call({ on: 'dialog', id: facts.id }, 'accept', text === undefined ? [] : [String(text)]), dismiss: () => call({ on: 'dialog', id: facts.id }, 'dismiss', []) }, 'dialog');
    return facts;
  };
  const heard = (json, states) => {
    state = parse(states);
    const { name, facts } = parse(json);
    for (const listener of [...(listeners.get(name) ?? [])]) {
      try {
        Promise.resolve(listener(eventOf(name, facts))).catch((error) => log('error', show(error)));
      } catch (error) {
        log('error', show(error));
      }
    }
  };
  const structuredClone = (value) => decode(parse(stringify(encode(value))));
  const queueMicrotask = (work) => void Promise.resolve().then(work);
  assign(globalThis, { page, context, browser, console, Buffer, TextEncoder, TextDecoder, URL, URLSearchParams, atob, btoa, structuredClone, queueMicrotask, setTimeout, clearTimeout, setInterval, clearInterval: clearTimeout, TimeoutError, playwright: freeze({ errors: freeze({ TimeoutError }) }) });
  const jsonOf = (value) => {
    try {
      return stringify(value) ?? show(value);
    } catch (error) {
      return show(value);
    }
  };
  /** Converts a result to text: strings unchanged, other values as JSON. */
  const resultOf = (value) => (value === undefined ? '' : typeof value === 'string' ? value : jsonOf(value));
  const errorOf = (error) => {
    if (!(error instanceof Error)) return 'Thrown: ' + show(error);
    const line = /script\.js:(\d+)/.exec(error.stack ?? '');
    return error.name + ': ' + error.message + (line ? ' (line ' + line[1] + ')' : '');
  };
  return { settle, heard, resultOf, errorOf };
})`;
