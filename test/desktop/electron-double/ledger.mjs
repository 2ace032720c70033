/** What the app did through the double, for tests to look at. */
export const ledger = {
  sandboxEnabled: false,
  openedExternal: [],
  openedPaths: [],
  shownFiles: [],
  notifications: [],
  trays: [],
  /** Questions the app has asked in dialogs of its own. */
  questions: [],
  /** Label of the button that the next question is answered with. */
  answer: undefined,
  focusCount: 0,
  savePath: undefined,
  downloadFolder: undefined,
  downloads: [],
  refusedNavigations: [],
  enginePids: [],
};
