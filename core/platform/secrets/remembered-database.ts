import type { SecretVault } from '../../ports/secret-vault';

/** Name in the vault. */
const name = 'database-url';

/** The `postgres://` URL that this machine remembers; undefined without one, which costs no look into a keychain. */
export async function rememberedDatabase(vault: SecretVault): Promise<string | undefined> {
  return (await vault.names()).includes(name) ? vault.get(name) : undefined;
}

/** Remembers the URL of a database, in place of another. */
export const rememberDatabase = (vault: SecretVault, url: string): Promise<void> => vault.set(name, url);

/** False when none was remembered. */
export const forgetDatabase = (vault: SecretVault): Promise<boolean> => vault.delete(name);
