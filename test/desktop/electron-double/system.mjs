import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { ledger } from './ledger.mjs';

export const shell = {
  async openExternal(address) {
    ledger.openedExternal.push(address);
  },
  async openPath(path) {
    ledger.openedPaths.push(path);
    return '';
  },

  showItemInFolder(path) {
    ledger.shownFiles.push(path);
  },
};

export const net = { fetch: (address, options) => fetch(address, options) };

export const dialog = {
  async showSaveDialog() {
    const filePath = ledger.savePath;
    return { canceled: filePath === undefined, filePath: filePath ?? '' };
  },

  async showMessageBox(options) {
    const { message, detail, buttons } = options;
    ledger.questions.push({ message, detail, buttons });
    const response = buttons.indexOf(ledger.answer);
    return { response: response < 0 ? options.cancelId : response, checkboxChecked: false };
  },
};

export const screen = {
  getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }],
};

/** Currently displayed menus, tray entries and notifications, with their click handlers. */
export const drawn = { menu: [], tray: [], notifications: [] };

export const Menu = {
  buildFromTemplate: (template) => ({ template }),
  setApplicationMenu(menu) {
    drawn.menu = menu.template;
  },
};

export class Tray extends EventEmitter {
  #entry = { toolTip: '', destroyed: false };

  constructor(icon) {
    super();
    if (!existsSync(icon)) throw new Error(`Failed to load image from path '${icon}'`);
    ledger.trays.push(this.#entry);
  }

  setToolTip(text) {
    this.#entry.toolTip = text;
  }

  setContextMenu(menu) {
    drawn.tray = menu.template;
  }

  destroy() {
    this.#entry.destroyed = true;
  }
}

export class Notification extends EventEmitter {
  static isSupported() {
    return true;
  }

  constructor(options) {
    super();
    this.options = options;
  }

  show() {
    ledger.notifications.push({ title: this.options.title, body: this.options.body });
    drawn.notifications.push(this);
  }
}
