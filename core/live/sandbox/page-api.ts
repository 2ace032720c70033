import type { Dialog, Locator, Page, Request, Response } from 'playwright-core';
import { z } from 'zod';
import { decodeArgument, encodeResult, locatorFrom } from './page-values';

const target = z.discriminatedUnion('on', [
  z.object({ on: z.literal('page') }),
  z.object({ on: z.literal('keyboard') }),
  z.object({ on: z.literal('mouse') }),
  z.object({ on: z.literal('context') }),
  z.object({ on: z.literal('clock') }),
  z.object({ on: z.literal('locator'), chain: z.array(z.tuple([z.string(), z.array(z.unknown())])).max(50) }),
  z.object({ on: z.literal('response'), id: z.int() }),
  z.object({ on: z.literal('dialog'), id: z.int() }),
]);

const pageCall = z.object({ target, method: z.string().max(100), args: z.array(z.unknown()).max(20) });

/** Methods that the code may call, by object. All other methods are refused. */
const methods = {
  page: [
    ...['goto', 'reload', 'goBack', 'goForward', 'title', 'content', 'setContent', 'screenshot', 'pdf', 'evaluate'],
    ...['waitForTimeout', 'waitForLoadState', 'waitForFunction', 'setViewportSize', 'bringToFront', 'addScriptTag'],
    ...['addStyleTag', 'dragAndDrop', 'emulateMedia', 'setExtraHTTPHeaders', 'setDefaultTimeout'],
    ...['setDefaultNavigationTimeout', 'listen'],
  ],
  keyboard: ['press', 'type', 'insertText', 'down', 'up'],
  mouse: ['move', 'click', 'dblclick', 'down', 'up', 'wheel'],
  context: ['cookies', 'addCookies', 'clearCookies', 'storageState'],
  clock: ['wait'],
  locator: [
    ...['click', 'dblclick', 'fill', 'clear', 'type', 'press', 'pressSequentially', 'check', 'uncheck', 'setChecked'],
    ...['selectOption', 'selectText', 'hover', 'focus', 'blur', 'tap', 'scrollIntoViewIfNeeded', 'dispatchEvent'],
    ...['dragTo', 'textContent', 'innerText', 'innerHTML', 'inputValue', 'getAttribute', 'count', 'allTextContents'],
    ...['allInnerTexts', 'isVisible', 'isHidden', 'isEnabled', 'isDisabled', 'isChecked', 'isEditable', 'boundingBox'],
    ...['waitFor', 'screenshot', 'evaluate', 'evaluateAll', 'ariaSnapshot'],
  ],
  response: ['text', 'body'],
  dialog: ['accept', 'dismiss'],
} as const;

/** Events that the code may listen to. */
const eventNames = ['console', 'request', 'response', 'dialog', 'pageerror'] as const;

/** Maximum number of responses that the code can refer to. The same limit applies to dialogs. */
const maxHandles = 1000;

/** Matches methods that accept a timeout in their options. */
const waiting =
  /^(?:goto|reload|go|waitFor|set[CD]|click|dblclick|fill|clear|type|press|check|uncheck|select|hover|focus|blur|tap|drag|text|inner|input|get|is[A-Z]|bounding|screenshot|scroll|dispatch|aria)/;

/** Gives sandboxed code access to Playwright objects through messages. The messages are treated as untrusted. */
export class PageApi {
  readonly #responses = new Map<number, Response>();
  readonly #dialogs = new Map<number, Dialog>();
  readonly #stop: (() => void)[] = [];
  #handles = 0;

  constructor(
    private readonly page: Page,
    /** Time at which the run ends, in ms since the epoch. */
    private readonly deadline: number,
    /** Called for each event that the code listens to. */
    private readonly event: (name: string, facts: unknown) => void,
  ) {
    page.setDefaultTimeout(this.#left());
  }

  /** Performs a call from the code. `json` is untrusted. Rejects with the error that the code sees. */
  async run(json: string): Promise<unknown> {
    const { target: to, method, args } = pageCall.parse(JSON.parse(json));
    if (!(methods[to.on] as readonly string[]).includes(method))
      throw new Error(`${to.on}.${method} is not available.`);
    if (to.on === 'clock')
      return new Promise((resolve) => setTimeout(resolve, Math.min(Number(args[0]) || 0, this.#left())));
    if (to.on === 'page' && method === 'listen') return this.#listen(String(args[0]));
    const given = this.#bounded(
      method,
      args.map((arg) => decodeArgument(arg, this.page)),
    );
    if (to.on === 'page' && method === 'goto') assertWebPage(given[0]);
    const owner = this.#ownerOf(to);
    const call = Reflect.get(owner, method) as (...args: unknown[]) => unknown;
    return encodeResult(await Reflect.apply(call, owner, given), (response) => this.describe(response));
  }

  /** Removes the listeners added by the code. */
  close(): void {
    for (const stop of this.#stop) stop();
  }

  /** Returns a description of a response, including the ID by which the code refers to it later. */
  describe(response: Response): object {
    const id = this.#handle(this.#responses, response);
    return {
      id,
      url: response.url(),
      status: response.status(),
      statusText: response.statusText(),
      headers: response.headers(),
      method: response.request().method(),
    };
  }

  #ownerOf(to: z.output<typeof target>): object {
    if (to.on === 'locator') return locatorFrom(this.page, to.chain) satisfies Locator;
    if (to.on === 'response') return found(this.#responses.get(to.id));
    if (to.on === 'dialog') return found(this.#dialogs.get(to.id));
    if (to.on === 'page') return this.page;
    return to.on === 'context' ? this.page.context() : this.page[to.on as 'keyboard' | 'mouse'];
  }

  /** Limits timeouts to the remaining time. Throws if an option refers to a file. */
  #bounded(method: string, args: readonly unknown[]): unknown[] {
    return args.map((arg, at) => {
      if (typeof arg !== 'object' || arg === null || Array.isArray(arg) || isOfPage(arg)) return arg;
      if (method === 'evaluate' || method === 'evaluateAll' || method === 'waitForFunction') {
        if (at < 2) return arg;
      }
      const { path, timeout, ...rest } = arg as Record<string, unknown>;
      if (path !== undefined) throw new Error('Files on this machine are not available; use the returned bytes.');
      if (timeout === undefined || !waiting.test(method)) return rest;
      const ms = Number(timeout);
      return { ...rest, timeout: ms > 0 ? Math.min(ms, this.#left()) : this.#left() };
    });
  }

  #listen(name: string): void {
    const known = eventNames.find((event) => event === name);
    if (!known) throw new Error(`The event '${name}' is not available.`);
    const heard = (value: unknown) => {
      const facts = this.#factsOf(known, value);
      if (facts) this.event(known, facts);
    };
    this.page.on(known as 'console', heard);
    this.#stop.push(() => this.page.off(known as 'console', heard));
  }

  #factsOf(name: (typeof eventNames)[number], value: unknown): unknown {
    if (name === 'response') return this.describe(value as Response);
    if (name === 'request') {
      const request = value as Request;
      const body = request.postData()?.slice(0, 100_000);
      const facts = { url: request.url(), method: request.method(), type: request.resourceType(), body };
      return { ...facts, headers: request.headers() };
    }
    if (name === 'console') {
      const message = value as { type(): string; text(): string };
      return { type: message.type(), text: message.text().slice(0, 10_000) };
    }
    if (name === 'pageerror') return { name: (value as Error).name, message: (value as Error).message };
    const dialog = value as Dialog;
    const id = this.#handle(this.#dialogs, dialog);
    return { id, type: dialog.type(), message: dialog.message(), defaultValue: dialog.defaultValue() };
  }

  #handle<T>(held: Map<number, T>, value: T): number {
    const id = ++this.#handles;
    held.set(id, value);
    const [oldest] = held.keys();
    if (held.size > maxHandles && oldest !== undefined) held.delete(oldest);
    return id;
  }

  #left(): number {
    return Math.max(1, this.deadline - Date.now());
  }
}

const isOfPage = (value: object): boolean => Object.getPrototypeOf(value) !== Object.prototype;

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('This page object is no longer available.');
  return value;
}

function assertWebPage(url: unknown): void {
  if (typeof url === 'string' && /^(?:https?:\/\/|about:blank$)/i.test(url.trim())) return;
  throw new Error(`Only http(s) pages can be opened, not ${JSON.stringify(url)}.`);
}
