import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron';
import type { Bridge } from '../core/common/desktop/bridge';
import { channels } from './desktop/bridge-channels';

/** Subscribes to a channel of the main process. Returns a function that unsubscribes. */
function hear<T>(channel: string, listener: (value: T) => void): () => void {
  const heard = (_event: IpcRendererEvent, value: T): void => listener(value);
  ipcRenderer.on(channel, heard);
  return () => {
    ipcRenderer.removeListener(channel, heard);
  };
}

const bridge: Bridge = {
  appVersion: () => ipcRenderer.invoke(channels.appVersion),
  openExternal: (url) => ipcRenderer.invoke(channels.openExternal, url),
  openDataFolder: () => ipcRenderer.invoke(channels.openDataFolder),
  saveFile: (file) => ipcRenderer.invoke(channels.saveFile, file),
  showFile: (id) => ipcRenderer.invoke(channels.showFile, id),
  notify: (notice) => ipcRenderer.invoke(channels.notify, notice),
  showJobs: (jobs) => ipcRenderer.invoke(channels.showJobs, jobs),
  settings: () => ipcRenderer.invoke(channels.settings),
  setLanguage: (language) => ipcRenderer.invoke(channels.setLanguage, language),
  changeSettings: (changes) => ipcRenderer.invoke(channels.changeSettings, changes),
  checkForUpdate: () => ipcRenderer.invoke(channels.checkForUpdate),
  onEngineState: (listener) => hear(channels.engineState, listener),
  onRequest: (listener) => hear(channels.request, listener),
};

contextBridge.exposeInMainWorld('gleaner', bridge);
