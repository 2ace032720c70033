/** Names of the channels between the preload script and the main process. */
export const channels = {
  appVersion: 'gleaner:app-version',
  openExternal: 'gleaner:open-external',
  openDataFolder: 'gleaner:open-data-folder',
  saveFile: 'gleaner:save-file',
  showFile: 'gleaner:show-file',
  notify: 'gleaner:notify',
  showJobs: 'gleaner:show-jobs',
  settings: 'gleaner:settings',
  setLanguage: 'gleaner:set-language',
  changeSettings: 'gleaner:change-settings',
  checkForUpdate: 'gleaner:check-for-update',
  engineState: 'gleaner:engine-state',
  request: 'gleaner:request',
} as const;
