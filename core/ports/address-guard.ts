import type { LookupAddress } from 'node:dns';

/** Decides which addresses outgoing connections may reach. */
export interface AddressGuard {
  /** Throws PRIVATE_ADDRESS_BLOCKED or BAD_REQUEST when the URL itself (scheme, literal address, host) is refused. */
  checkUrl(url: URL): void;
  /**
   * Resolves a host and checks every address. The caller must connect to one of the returned addresses only, so that DNS
   * rebinding cannot bypass the guard. Throws SCRAPE_DNS_RESOLUTION_ERROR or PRIVATE_ADDRESS_BLOCKED.
   */
  resolve(host: string, port: number): Promise<readonly LookupAddress[]>;
  /** Allows another host and port, e.g. the demo site; returns a function that revokes it. */
  allow(host: string, port: number): () => void;
}

/** Token of the address guard. */
export const AddressGuard = Symbol('AddressGuard');
