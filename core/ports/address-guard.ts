import type { LookupAddress } from 'node:dns';

/** Decides which addresses the engine may connect to. */
export interface AddressGuard {
  /**
   * Throws PRIVATE_ADDRESS_BLOCKED or BAD_REQUEST if the scheme, host or IP address in a URL is forbidden. Does not
   * resolve host names.
   */
  checkUrl(url: URL): void;
  /**
   * Resolves a host and checks every address. The caller must connect only to a returned address, because DNS rebinding
   * could otherwise bypass the guard. Throws SCRAPE_DNS_RESOLUTION_ERROR or PRIVATE_ADDRESS_BLOCKED.
   */
  resolve(host: string, port: number): Promise<readonly LookupAddress[]>;
  /** Permits an additional host and port, e.g. for the demo site. Returns a function that revokes the permission. */
  allow(host: string, port: number): () => void;
}

/** Injection token for the address guard. */
export const AddressGuard = Symbol('AddressGuard');
