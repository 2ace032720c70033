/** Storage of secrets of plugins: API keys of models, proxy passwords and others. */

/** Secret stores of a machine, best first. */
export const vaultKinds = ['keytar', 'keyring', 'file', 'memory'] as const;

/** Name of a secret store of a machine. */
export type VaultKind = (typeof vaultKinds)[number];

/** A single store of secrets by name. */
export interface SecretKeeper {
  readonly kind: VaultKind;
  /** Undefined when there is no such secret. */
  get(name: string): Promise<string | undefined>;
  set(name: string, secret: string): Promise<void>;
  /** Deletes a secret; returns false if it did not exist. */
  delete(name: string): Promise<boolean>;
}

/** State of the vault as shown in Settings. */
export interface VaultReport {
  /** Store that receives new secrets. */
  readonly kind: VaultKind | 'database';
  /** One sentence about the store, with a warning when it offers little protection. */
  readonly sentence: string;
  /** Reason why each better store is not used. */
  readonly passedOver: readonly { readonly kind: VaultKind; readonly reason: string }[];
}

/** Stores secrets by name in the safest store of this machine. */
export interface SecretVault {
  get(name: string): Promise<string | undefined>;
  set(name: string, secret: string): Promise<void>;
  /** Stores a secret unless the name exists; returns the stored one. */
  create(name: string, secret: string): Promise<string>;
  /** Deletes a secret; returns false if it did not exist. */
  delete(name: string): Promise<boolean>;
  names(): Promise<readonly string[]>;
  /** Returns the store in use and the reason. */
  report(): Promise<VaultReport>;
}

/** Token of the vault. */
export const SecretVault = Symbol('SecretVault');
