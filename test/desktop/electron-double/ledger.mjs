/** Record of the app's calls to the Electron test double. */
export const ledger = {
  sandboxEnabled: false,
  openedExternal: [],
  openedPaths: [],
  shownFiles: [],
  notifications: [],
  trays: [],
  /** Dialogs shown by the app so far. */
  questions: [],
  /** Label of the button that answers the next dialog. */
  answer: undefined,
  focusCount: 0,
  savePath: undefined,
  downloadFolder: undefined,
  downloads: [],
  refusedNavigations: [],
  enginePids: [],
};
