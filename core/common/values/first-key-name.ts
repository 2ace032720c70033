/** Name of the API key that the engine creates if none exists. The UI translates this name. */
export const firstKeyName = 'First key';
