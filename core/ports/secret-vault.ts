/** Storage for secrets used by plugins, such as API keys of models and proxy passwords. */

/** Kinds of secret stores on a machine, best first. */
export const vaultKinds = ['keytar', 'keyring', 'file', 'memory'] as const;

/** Kind of a secret store on a machine. */
export type VaultKind = (typeof vaultKinds)[number];

/** A secret store of one kind. Secrets are identified by name. */
export interface SecretKeeper {
  readonly kind: VaultKind;
  /** Returns undefined when the secret does not exist. */
  get(name: string): Promise<string | undefined>;
  set(name: string, secret: string): Promise<void>;
  /** Deletes a secret. Returns false if it did not exist. */
  delete(name: string): Promise<boolean>;
}

/** State of the vault as shown in Settings. */
export interface VaultReport {
  /** Kind of store used for new secrets. */
  readonly kind: VaultKind | 'database';
  /** Sentence that describes the store, with a warning if the store offers little protection. */
  readonly sentence: string;
  /** Stores that would be preferred but cannot be used, with the reasons. */
  readonly passedOver: readonly { readonly kind: VaultKind; readonly reason: string }[];
}

/** Stores secrets by name in the safest store available on this machine. */
export interface SecretVault {
  get(name: string): Promise<string | undefined>;
  set(name: string, secret: string): Promise<void>;
  /** Stores a secret unless its name already exists. Returns the secret stored under the name. */
  create(name: string, secret: string): Promise<string>;
  /** Deletes a secret. Returns false if it did not exist. */
  delete(name: string): Promise<boolean>;
  names(): Promise<readonly string[]>;
  /** Returns the store in use, and the reasons why preferred stores cannot be used. */
  report(): Promise<VaultReport>;
}

/** Injection token for the vault. */
export const SecretVault = Symbol('SecretVault');
