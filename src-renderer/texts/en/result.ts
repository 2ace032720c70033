/** English: result. */
export const result = {};
