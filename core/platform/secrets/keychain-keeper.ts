import type { SecretKeeper, VaultKind } from '../../ports/secret-vault';

/** Interface shared by the keychain libraries keytar and @napi-rs/keyring. */
export interface Keychain {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

/** Secrets in the system keychain. The library is loaded when a secret is first requested. */
export class KeychainKeeper implements SecretKeeper {
  private loaded: Promise<Keychain> | undefined;

  constructor(
    readonly kind: VaultKind,
    private readonly service: string,
    private readonly load: () => Promise<Keychain>,
  ) {}

  async get(name: string): Promise<string | undefined> {
    return (await (await this.keychain()).getPassword(this.service, name)) ?? undefined;
  }

  async set(name: string, secret: string): Promise<void> {
    await (await this.keychain()).setPassword(this.service, name, secret);
  }

  async delete(name: string): Promise<boolean> {
    return (await this.keychain()).deletePassword(this.service, name);
  }

  private keychain(): Promise<Keychain> {
    this.loaded ??= this.load();
    return this.loaded;
  }
}

/** Returns a keeper that accesses the keychain through keytar, an optional package. */
export function keytarKeeper(service: string): KeychainKeeper {
  return new KeychainKeeper('keytar', service, async () => {
    const module = await import('keytar');
    // keytar is a CommonJS package, so an import provides its functions as the default export.
    return (module as unknown as { default?: Keychain }).default ?? module;
  });
}

/** Returns a keeper that accesses the keychain through @napi-rs/keyring. That package comes with prebuilt binaries. */
export function keyringKeeper(service: string): KeychainKeeper {
  return new KeychainKeeper('keyring', service, async () => {
    const module = await import('@napi-rs/keyring/keytar.js');
    return (module as unknown as { default?: Keychain }).default ?? module;
  });
}
