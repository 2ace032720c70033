/** True for what stands in place of a secret that is in the vault. */
export const isSavedSecret = (value: unknown): boolean => typeof value === 'string' && value.startsWith('vault:');
