import type { SecretKeeper, SecretVault } from '../../ports/secret-vault';
import { FileKeeper } from './file-keeper';
import { keyringKeeper, keytarKeeper } from './keychain-keeper';
import { LayeredVault } from './layered-vault';

/** Options for opening a vault. */
export interface VaultOptions {
  readonly dataDir: string;
  /** Passphrase for the encrypted file that is used on machines without a keychain. */
  readonly passphrase?: string;
  /** Called with a message when the key file is damaged. */
  readonly warn?: (sentence: string) => void;
  /** Name of the service under which secrets are stored in the system's keychain. */
  readonly service?: string;
}

/** Opens the vault in a data directory. Loads nothing until the first secret is requested. */
export function openVault({ dataDir, passphrase, warn, service = 'Gleaner' }: VaultOptions): SecretVault {
  return new LayeredVault(dataDir, [
    keytarKeeper(service),
    keyringKeeper(service),
    new FileKeeper(dataDir, passphrase, warn),
    new MemoryKeeper(),
  ]);
}

/** Secrets that are lost when the process ends. Used in tests, and on machines where no other keeper works. */
export class MemoryKeeper implements SecretKeeper {
  readonly kind = 'memory';
  private readonly secrets = new Map<string, string>();

  async get(name: string): Promise<string | undefined> {
    return this.secrets.get(name);
  }

  async set(name: string, secret: string): Promise<void> {
    this.secrets.set(name, secret);
  }

  async delete(name: string): Promise<boolean> {
    return this.secrets.delete(name);
  }
}
