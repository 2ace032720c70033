/**
 * Answers a test's requests over the IPC channel. Returns the ledger, and performs actions that otherwise require a
 * user or Chromium.
 */
import { cancellable } from './app.mjs';
import { BrowserWindow } from './browser-window.mjs';
import { closeBrowser } from './chromium.mjs';
import { ledger } from './ledger.mjs';
import { drawn } from './system.mjs';

/** Calls the app's permission handlers for a page, and returns their answers. */
function askPermission({ permission, url }) {
  const { session } = BrowserWindow.getAllWindows()[0].webContents;
  let requested;
  session.permissionRequest({}, permission, (allowed) => (requested = allowed), { requestingUrl: url });
  return {
    requested,
    checked: session.permissionCheck({}, permission, url),
    device: session.devicePermission({ deviceType: 'usb', origin: url }),
  };
}

/** Simulates a Chromium event. True if the app prevents its default action. */
function isRefused({ event, url }) {
  const { webContents } = BrowserWindow.getAllWindows()[0];
  const occurrence = cancellable({ url });
  if (event === 'will-download')
    webContents.session.emit(event, occurrence, { getURL: () => url, once: () => undefined });
  else webContents.emit(event, occurrence, {});
  return occurrence.defaultPrevented;
}

/** Returns a menu as plain data. */
const shownMenu = (template) =>
  template.map(({ label, role, type, accelerator, enabled, submenu }) => ({
    ...{ label, role, type, accelerator, enabled },
    submenu: submenu && shownMenu(submenu),
  }));

/** Clicks the menu item with the given label, at any level. */
function click(template, label) {
  for (const item of template) {
    if (item.label === label && item.click) {
      item.click();
      return true;
    }
    if (item.submenu && click(item.submenu, label)) return true;
  }
  return false;
}

const commands = {
  menu: () => shownMenu(drawn.menu),
  tray: () => shownMenu(drawn.tray),
  clickMenu: (label) => click(drawn.menu, label),
  clickTray: (label) => click(drawn.tray, label),
  clickNotification: (number) => drawn.notifications.at(number).emit('click', {}),
  pressClose: () => BrowserWindow.getAllWindows()[0].pressClose(),
  useWindow: (isInUse) => {
    BrowserWindow.getAllWindows()[0].isInUse = isInUse;
  },
  answerWith: (label) => {
    ledger.answer = label;
  },

  ledger: () => ({
    ...ledger,
    windows: BrowserWindow.getAllWindows().map((window) => ({
      visible: window.isVisible(),
      webPreferences: window.options.webPreferences,
      bounds: window.getNormalBounds(),
    })),
  }),
  askPermission,
  isRefused,
  saveDownloadsTo: (folder) => {
    ledger.downloadFolder = folder;
  },
  saveTo: (path) => {
    ledger.savePath = path;
  },
};

process.on('message', async ({ id, command, argument }) => {
  process.send({ id, value: await commands[command](argument) });
});
process.channel?.unref();

// Closes the browser on SIGTERM, which ends the app after a failed test.
process.once('SIGTERM', () => closeBrowser().finally(() => process.exit(143)));
