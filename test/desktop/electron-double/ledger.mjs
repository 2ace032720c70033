/** Records the app's calls to the double, for tests. */
export const ledger = {
  sandboxEnabled: false,
  openedExternal: [],
  openedPaths: [],
  shownFiles: [],
  notifications: [],
  trays: [],
  /** Dialogs that the app has shown. */
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
