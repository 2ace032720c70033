import type { SecretKeeper, SecretVault } from '../../ports/secret-vault';
import { FileKeeper } from './file-keeper';
import { keyringKeeper, keytarKeeper } from './keychain-keeper';
import { LayeredVault } from './layered-vault';

/** Options for opening a vault. */
export interface VaultOptions {
  readonly dataDir: string;
  /** Passphrase of the encrypted file, for machines without a keychain. */
  readonly passphrase?: string;
  /** Called with a message about damaged files. */
  readonly warn?: (sentence: string) => void;
  /** Service name of the secrets in the system's keychain. */
  readonly service?: string;
}

/** Opens the vault of a data directory, without any cost until the first secret is requested. */
export function openVault({ dataDir, passphrase, warn, service = 'Gleaner' }: VaultOptions): SecretVault {
  return new LayeredVault(dataDir, [
    keytarKeeper(service),
    keyringKeeper(service),
    new FileKeeper(dataDir, passphrase, warn),
    new MemoryKeeper(),
  ]);
}

/** Secrets that last as long as the process: for tests, and for a read-only data directory. */
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
