import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron';
import type { Bridge, EngineState } from '../core/common/bridge';
import { channels } from './bridge-channels';

const bridge: Bridge = {
  appVersion: () => ipcRenderer.invoke(channels.appVersion),
  openExternal: (url) => ipcRenderer.invoke(channels.openExternal, url),
  openDataFolder: () => ipcRenderer.invoke(channels.openDataFolder),
  saveFile: (file) => ipcRenderer.invoke(channels.saveFile, file),
  notify: (notice) => ipcRenderer.invoke(channels.notify, notice),
  onEngineState: (listener) => {
    const hear = (_event: IpcRendererEvent, state: EngineState): void => listener(state);
    ipcRenderer.on(channels.engineState, hear);
    return () => {
      ipcRenderer.removeListener(channels.engineState, hear);
    };
  },
};

contextBridge.exposeInMainWorld('gleaner', bridge);
