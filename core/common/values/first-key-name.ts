/** Name of the API key that the engine creates if none exists. The UI shows it in the display language. */
export const firstKeyName = 'First key';
