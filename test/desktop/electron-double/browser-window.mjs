import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { app, cancellable } from './app.mjs';
import { browserContext } from './chromium.mjs';
import { decode, ipcMain, preloadScript } from './ipc.mjs';
import { ledger } from './ledger.mjs';
import { WebContents } from './web-contents.mjs';

const windows = new Set();

/** A window, backed by a Chromium page. */
export class BrowserWindow extends EventEmitter {
  static getAllWindows() {
    return [...windows];
  }

  #visible = false;
  #isTold = false;

  constructor(options = {}) {
    super();
    this.options = options;
    this.webContents = new WebContents(this, this.#open());
    windows.add(this);
  }

  async #open() {
    const context = await browserContext();
    const blank = context.pages().find((page) => page.url() === 'about:blank');
    const page = windows.size === 1 && blank ? blank : await context.newPage();
    const { preload } = this.options.webPreferences ?? {};
    await page.exposeBinding('__electronDouble', (source, kind, channel, args) => {
      const event = {
        sender: this.webContents,
        senderFrame: { url: source.frame.url(), parent: source.frame.parentFrame() },
      };
      if (kind === 'invoke') return ipcMain.answer(channel, event, decode(args));
      ipcMain.emit(channel, event, ...decode(args));
      return {};
    });
    if (preload) await page.addInitScript({ content: preloadScript(readFileSync(preload, 'utf8')) });
    page.on('close', () => this.#closed());
    return page;
  }

  /** Closes the window as its close button does. Returns false if the app prevented this. */
  async pressClose() {
    const event = cancellable();
    this.emit('close', event);
    if (event.defaultPrevented) return false;
    this.#isTold = true;
    await this.webContents.close();
    return true;
  }

  #closed() {
    if (!windows.delete(this)) return;
    if (!this.#isTold) this.emit('close', cancellable());
    this.emit('closed');
    if (windows.size === 0) app.emit('window-all-closed');
  }

  async loadURL(address) {
    await this.webContents.load(address);
    this.emit('ready-to-show');
  }

  show() {
    this.#visible = true;
  }

  hide() {
    this.#visible = false;
  }

  isFocused() {
    return this.#visible && this.isInUse === true;
  }

  isVisible() {
    return this.#visible;
  }

  focus() {
    ledger.focusCount += 1;
  }

  isMinimized() {
    return false;
  }

  restore() {}

  maximize() {
    this.maximized = true;
  }

  isMaximized() {
    return this.maximized === true;
  }

  getNormalBounds() {
    const { x = 40, y = 40, width, height } = this.options;
    return { x, y, width, height };
  }

  isDestroyed() {
    return !windows.has(this);
  }
}
