import type { SecretKeeper, SecretVault } from '../../ports/secret-vault';
import { FileKeeper } from './file-keeper';
import { keyringKeeper, keytarKeeper } from './keychain-keeper';
import { LayeredVault } from './layered-vault';

/** What a vault is opened with. */
export interface VaultOptions {
  readonly dataDir: string;
  /** Passphrase of the encrypted file, for machines without a keychain. */
  readonly passphrase?: string;
  /** Told of damaged files. */
  readonly warn?: (sentence: string) => void;
  /** Name under which the system's keychain lists the secrets. */
  readonly service?: string;
}

/** The vault of a data folder. Costs nothing until the first secret is asked for. */
export function openVault({ dataDir, passphrase, warn, service = 'Gleaner' }: VaultOptions): SecretVault {
  return new LayeredVault(dataDir, [
    keytarKeeper(service),
    keyringKeeper(service),
    new FileKeeper(dataDir, passphrase, warn),
    new MemoryKeeper(),
  ]);
}

/** Secrets that are forgotten when the process ends: for tests and for a data folder that cannot be written. */
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
