/** Names of the messages between preload and main. */
export const channels = {
  appVersion: 'gleaner:app-version',
  openExternal: 'gleaner:open-external',
  openDataFolder: 'gleaner:open-data-folder',
  saveFile: 'gleaner:save-file',
  notify: 'gleaner:notify',
  engineState: 'gleaner:engine-state',
} as const;
