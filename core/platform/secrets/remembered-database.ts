import type { SecretVault } from '../../ports/secret-vault';

const name = 'database-url';

/**
 * Returns the `postgres://` URL stored on this machine. If no URL is stored, returns undefined without accessing the
 * keychain.
 */
export async function rememberedDatabase(vault: SecretVault): Promise<string | undefined> {
  return (await vault.names()).includes(name) ? vault.get(name) : undefined;
}

/** Stores the URL of a database, replacing any previous URL. */
export const rememberDatabase = (vault: SecretVault, url: string): Promise<void> => vault.set(name, url);

/** Deletes the stored URL. Returns false if no URL was stored. */
export const forgetDatabase = (vault: SecretVault): Promise<boolean> => vault.delete(name);
