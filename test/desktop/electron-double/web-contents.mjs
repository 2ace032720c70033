import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { cancellable } from './app.mjs';
import { browserContext } from './chromium.mjs';
import { ledger } from './ledger.mjs';

/** A session that stores the app's handlers, so that tests can call them. */
class Session extends EventEmitter {
  permissionRequest = () => undefined;
  permissionCheck = () => true;
  devicePermission = () => true;

  setPermissionRequestHandler(handler) {
    this.permissionRequest = handler;
  }

  setPermissionCheckHandler(handler) {
    this.permissionCheck = handler;
  }

  setDevicePermissionHandler(handler) {
    this.devicePermission = handler;
  }

  /** Fetches a URL with the window's cookies, as Electron does. */
  async fetch(address) {
    const reply = await (await browserContext()).request.get(address);
    return { ok: reply.ok(), status: reply.status() };
  }
}

const session = new Session();

/** Web contents of a window: a page whose navigations the app can block. */
export class WebContents extends EventEmitter {
  session = session;
  #page;
  #address = '';
  /** URL that the app itself is loading. All other navigations are started by the page. */
  #asked;
  #openHandler = () => ({ action: 'allow' });

  constructor(window, opening) {
    super();
    this.window = window;
    this.#page = opening.then((page) => this.#watch(page));
  }

  async #watch(page) {
    page.on('framenavigated', (frame) => {
      if (frame !== page.mainFrame()) return;
      const before = this.#address;
      this.#address = frame.url();
      const inPage = before.split('#')[0] === this.#address.split('#')[0] && before !== this.#address;
      this.emit(inPage ? 'did-navigate-in-page' : 'did-navigate', {}, this.#address);
    });
    page.on('download', (download) => void this.#keep(download));
    page.on('popup', (popup) => popup.close().catch(() => undefined));
    await page.route('**', (route) => this.#decide(page, route));
    await page.exposeBinding('__electronDoubleOpen', (_source, url) => this.#openHandler({ url }).action);
    await page.addInitScript(() => {
      const ask = window.__electronDoubleOpen;
      delete window.__electronDoubleOpen;
      const open = (address) => void ask(new URL(String(address ?? ''), location.href).href);
      window.open = (address) => {
        open(address);
        return null;
      };
      addEventListener(
        'click',
        (event) => {
          const link = event.target instanceof Element ? event.target.closest('a[target="_blank"]') : null;
          if (!link) return;
          event.preventDefault();
          open(link.href);
        },
        true,
      );
    });
    return page;
  }

  /** Reports the page's navigations to the app, as Electron does with `will-navigate`. */
  async #decide(page, route) {
    const request = route.request();
    const own = request.isNavigationRequest() && request.frame() === page.mainFrame();
    if (!own || request.url() === this.#asked || request.redirectedFrom()) return route.fallback();
    const event = cancellable({ url: request.url() });
    this.emit('will-navigate', event);
    if (!event.defaultPrevented) return route.fallback();
    ledger.refusedNavigations.push(request.url());
    return route.abort('aborted');
  }

  /** Reports a download to the app, as Electron does. Saves the file in the location chosen by the test. */
  async #keep(download) {
    const event = cancellable();
    const path = join(ledger.downloadFolder ?? '', download.suggestedFilename());
    const item = Object.assign(new EventEmitter(), { getURL: () => download.url(), getSavePath: () => path });
    session.emit('will-download', event, item, this);
    if (event.defaultPrevented || ledger.downloadFolder === undefined) return download.cancel();
    const failed = await download.saveAs(path).then(
      () => undefined,
      (error) => error,
    );
    if (!failed) ledger.downloads.push(path);
    item.emit('done', {}, failed ? 'interrupted' : 'completed');
  }

  async load(address) {
    const page = await this.#page;
    this.#asked = address;
    try {
      await page.goto(address);
    } finally {
      this.#asked = undefined;
    }
    this.emit('did-finish-load');
  }

  async close() {
    await (await this.#page).close();
  }

  async reload() {
    await (await this.#page).reload();
  }

  getURL() {
    return this.#address;
  }

  setWindowOpenHandler(handler) {
    this.#openHandler = handler;
  }

  async send(channel, ...args) {
    const page = await this.#page;
    const emit = ([name, values]) => window[Symbol.for('electron-double-emit')]?.(name, values);
    await page.evaluate(emit, [channel, structuredClone(args)]).catch(() => undefined);
  }
}
