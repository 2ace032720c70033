import type { LookupAddress } from 'node:dns';

/** Decides which addresses outgoing connections may reach. */
export interface AddressGuard {
  /** Throws PRIVATE_ADDRESS_BLOCKED or BAD_REQUEST when the URL itself (scheme, literal address, host) is refused. */
  checkUrl(url: URL): void;
  /**
   * Resolves a host and checks every address; the connection must then be made to one of the returned addresses and
   * to no other, so that a name that changes between check and use cannot win.
   * Throws SCRAPE_DNS_RESOLUTION_ERROR or PRIVATE_ADDRESS_BLOCKED.
   */
  resolve(host: string, port: number): Promise<readonly LookupAddress[]>;
  /** Lets one more host and port through, e.g. the demo site; gives back a function that takes it away. */
  allow(host: string, port: number): () => void;
}

/** Token of the address guard. */
export const AddressGuard = Symbol('AddressGuard');
