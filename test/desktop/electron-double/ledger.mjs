/** What the app did through the double, for tests to look at. */
export const ledger = {
  sandboxEnabled: false,
  openedExternal: [],
  openedPaths: [],
  notifications: [],
  trays: [],
  menu: [],
  focusCount: 0,
  savePath: undefined,
  downloadFolder: undefined,
  downloads: [],
  refusedNavigations: [],
  enginePids: [],
};
