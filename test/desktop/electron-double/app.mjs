import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { browserContext, closeBrowser, userData } from './chromium.mjs';
import { ledger } from './ledger.mjs';

const lockPath =
  process.platform === 'win32' ? `\\\\.\\pipe\\${Buffer.from(userData).toString('hex')}` : join(userData, 'lock');

/** Creates an event. Its listeners can prevent the default action. */
export function cancellable(details = {}) {
  const event = {
    ...details,
    defaultPrevented: false,
    preventDefault() {
      event.defaultPrevented = true;
    },
  };
  return event;
}

class App extends EventEmitter {
  isPackaged = false;
  name = 'gleaner';
  #ready;
  #told;

  /**
   * Must return synchronously, so it cannot ask the first instance over a socket. Instead, tests mark a second instance
   * with an environment variable. The second instance then notifies the first one over the socket.
   */
  requestSingleInstanceLock() {
    if (process.env.DOUBLE_SECOND_INSTANCE === '1') {
      const said = JSON.stringify(process.argv);
      this.#told = new Promise((resolve) =>
        connect(lockPath).on('close', resolve).on('error', resolve).resume().end(said),
      );
      return false;
    }
    createServer({ allowHalfOpen: true }, async (socket) => {
      const said = await text(socket);
      this.emit('second-instance', {}, JSON.parse(said), process.cwd());
      socket.end();
    })
      .listen(lockPath)
      .unref();
    return true;
  }

  whenReady() {
    this.#ready ??= browserContext().then(() => this.emit('ready'));
    return this.#ready;
  }

  enableSandbox() {
    ledger.sandboxEnabled = true;
  }

  getLocale() {
    return 'en-US';
  }

  getVersion() {
    return JSON.parse(readFileSync('package.json', 'utf8')).version;
  }

  getAppPath() {
    return process.cwd();
  }

  getPath(name) {
    return name === 'userData' ? userData : join(userData, name);
  }

  async quit() {
    for (const name of ['before-quit', 'will-quit']) {
      const event = cancellable();
      this.emit(name, event);
      if (event.defaultPrevented) return;
    }
    await this.#told;
    await closeBrowser();
    this.emit('quit', {}, 0);
    process.exit(0);
  }
}

export const app = new App();
