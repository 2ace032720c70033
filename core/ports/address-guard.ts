import type { LookupAddress } from 'node:dns';

/** Decides which addresses outgoing connections may reach. */
export interface AddressGuard {
  /** Throws PRIVATE_ADDRESS_BLOCKED or BAD_REQUEST when the URL itself (scheme, literal address, host) is refused. */
  checkUrl(url: URL): void;
  /**
   * Resolves a host and checks every address; the connection must then be made to one of the returned addresses and
   * to no other, so that a name that changes between check and use is no way around the guard.
   * Throws SCRAPE_DNS_RESOLUTION_ERROR or PRIVATE_ADDRESS_BLOCKED.
   */
  resolve(host: string, port: number): Promise<readonly LookupAddress[]>;
  /** Allows one more host and port, e.g. the demo site; returns a function that revokes it. */
  allow(host: string, port: number): () => void;
}

/** Token of the address guard. */
export const AddressGuard = Symbol('AddressGuard');
