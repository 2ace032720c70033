/**
 * Double of Electron's main-process API on real Node and real Chromium windows, for machines without Electron. The
 * built main, preload and page run unchanged; docs/developers/desktop.md lists what only real Electron can prove.
 */
import { app } from './app.mjs';
import { BrowserWindow } from './browser-window.mjs';
import { ipcMain } from './ipc.mjs';
import { dialog, Menu, Notification, net, screen, shell, Tray } from './system.mjs';
import { utilityProcess } from './utility-process.mjs';
import './control.mjs';

export { app, BrowserWindow, dialog, ipcMain, Menu, Notification, net, screen, shell, Tray, utilityProcess };
export default { app, BrowserWindow, dialog, ipcMain, Menu, Notification, net, Tray, screen, shell, utilityProcess };
