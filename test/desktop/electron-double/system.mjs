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
};

export const dialog = {
  async showSaveDialog() {
    const filePath = ledger.savePath;
    return { canceled: filePath === undefined, filePath: filePath ?? '' };
  },
};

export const screen = {
  getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }],
};

const labels = (template) => template.map((item) => item.label ?? item.role ?? item.type);

export const Menu = {
  buildFromTemplate: (template) => ({ template }),
  setApplicationMenu(menu) {
    ledger.menu = labels(menu.template);
  },
};

export class Tray extends EventEmitter {
  #entry = { toolTip: '', labels: [], destroyed: false };

  constructor(icon) {
    super();
    if (!existsSync(icon)) throw new Error(`Failed to load image from path '${icon}'`);
    ledger.trays.push(this.#entry);
  }

  setToolTip(text) {
    this.#entry.toolTip = text;
  }

  setContextMenu(menu) {
    this.#entry.labels = labels(menu.template);
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
  }
}
