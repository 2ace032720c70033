/**
 * A double of Electron's main-process API over real Node and real Chromium windows, for machines without Electron.
 * The built main, preload and page run unchanged; what only Electron itself can prove is listed in docs/developers/desktop.md.
 */
import { app } from './app.mjs';
import { BrowserWindow } from './browser-window.mjs';
import { ipcMain } from './ipc.mjs';
import { dialog, Menu, Notification, net, screen, shell, Tray } from './system.mjs';
import { utilityProcess } from './utility-process.mjs';
import './control.mjs';

export { app, BrowserWindow, dialog, ipcMain, Menu, Notification, net, screen, shell, Tray, utilityProcess };
export default { app, BrowserWindow, dialog, ipcMain, Menu, Notification, net, Tray, screen, shell, utilityProcess };
