/** Answers a test that started the app with a channel: shows the ledger and does what only a person or Chromium can. */
import { cancellable } from './app.mjs';
import { BrowserWindow } from './browser-window.mjs';
import { closeBrowser } from './chromium.mjs';
import { ledger } from './ledger.mjs';

/** What the app's own handlers say to something a page might ask for. */
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

/** Whether the app holds back an event that only Chromium can cause. */
function isRefused({ event, url }) {
  const { webContents } = BrowserWindow.getAllWindows()[0];
  const occurrence = cancellable({ url });
  if (event === 'will-download') webContents.session.emit(event, occurrence, { getURL: () => url });
  else webContents.emit(event, occurrence, {});
  return occurrence.defaultPrevented;
}

const commands = {
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

process.on('message', ({ id, command, argument }) => {
  process.send({ id, value: commands[command](argument) });
});
process.channel?.unref();

// A test that failed ends the app this way; nothing of it may stay behind.
process.once('SIGTERM', () => closeBrowser().finally(() => process.exit(143)));
