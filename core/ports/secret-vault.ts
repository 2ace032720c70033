/** Where API keys of models, proxy passwords and other secrets of plugins are kept. */

/** The places of one machine that a secret can be kept in, best first. */
export const vaultKinds = ['keytar', 'keyring', 'file', 'memory'] as const;

/** Name of a place of one machine. */
export type VaultKind = (typeof vaultKinds)[number];

/** One place that keeps secrets by name. */
export interface SecretKeeper {
  readonly kind: VaultKind;
  /** Undefined when there is no such secret. */
  get(name: string): Promise<string | undefined>;
  set(name: string, secret: string): Promise<void>;
  /** False when there was no such secret. */
  delete(name: string): Promise<boolean>;
}

/** What Settings says about the vault. */
export interface VaultReport {
  /** The place new secrets go to. */
  readonly kind: VaultKind | 'database';
  /** One sentence about it, with a warning where it protects little. */
  readonly sentence: string;
  /** Why each better place is not used. */
  readonly passedOver: readonly { readonly kind: VaultKind; readonly reason: string }[];
}

/** Keeps secrets by name in the safest place this machine offers. */
export interface SecretVault {
  get(name: string): Promise<string | undefined>;
  set(name: string, secret: string): Promise<void>;
  /** Stores a secret unless there is one; gives back the one that is kept then. */
  create(name: string, secret: string): Promise<string>;
  /** False when there was no such secret. */
  delete(name: string): Promise<boolean>;
  /** Names of all secrets. */
  names(): Promise<readonly string[]>;
  /** Which place is in use, and why. */
  report(): Promise<VaultReport>;
}

/** Token of the vault. */
export const SecretVault = Symbol('SecretVault');
