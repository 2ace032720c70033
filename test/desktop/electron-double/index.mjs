/**
 * Test double for Electron's main-process API, built on Node and real Chromium windows, for machines without Electron.
 * The built main process, preload script and page run unchanged. docs/developers/desktop.md lists what can be verified
 * only with real Electron.
 */
import { app } from './app.mjs';
import { BrowserWindow } from './browser-window.mjs';
import { ipcMain } from './ipc.mjs';
import { dialog, Menu, Notification, net, screen, shell, Tray } from './system.mjs';
import { utilityProcess } from './utility-process.mjs';
import './control.mjs';

export { app, BrowserWindow, dialog, ipcMain, Menu, Notification, net, screen, shell, Tray, utilityProcess };
export default { app, BrowserWindow, dialog, ipcMain, Menu, Notification, net, Tray, screen, shell, utilityProcess };
