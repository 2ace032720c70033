import type { SecretKeeper, VaultKind } from '../../ports/secret-vault';

/** The part of a keychain library that is used: keytar and @napi-rs/keyring both have it. */
export interface Keychain {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

/** The system's keychain behind a library that is loaded only when a secret is first asked for. */
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

/** The keychain through keytar, which is an optional package. */
export function keytarKeeper(service: string): KeychainKeeper {
  return new KeychainKeeper('keytar', service, async () => {
    const module = await import('keytar');
    // A CommonJS package: its functions are on the default export when imported.
    return (module as unknown as { default?: Keychain }).default ?? module;
  });
}

/** The keychain through @napi-rs/keyring, whose binary comes prebuilt. */
export function keyringKeeper(service: string): KeychainKeeper {
  return new KeychainKeeper('keyring', service, async () => {
    const module = await import('@napi-rs/keyring/keytar.js');
    return (module as unknown as { default?: Keychain }).default ?? module;
  });
}
