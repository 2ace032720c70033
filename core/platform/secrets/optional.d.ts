/**
 * Types for the optional `keytar` package. The package is not installed on machines without libsecret, but type checks
 * must also pass there.
 */
declare module 'keytar' {
  export function getPassword(service: string, account: string): Promise<string | null>;
  export function setPassword(service: string, account: string, password: string): Promise<void>;
  export function deletePassword(service: string, account: string): Promise<boolean>;
}
