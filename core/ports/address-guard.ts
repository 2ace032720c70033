import type { LookupAddress } from 'node:dns';

/** Decides which addresses the engine may connect to. */
export interface AddressGuard {
  /**
   * Throws PRIVATE_ADDRESS_BLOCKED or BAD_REQUEST when the scheme, host or literal address of a URL is forbidden. Does
   * not resolve the host.
   */
  checkUrl(url: URL): void;
  /**
   * Resolves a host and checks every address. The caller must connect only to one of the returned addresses. Otherwise
   * DNS rebinding could bypass the guard. Throws SCRAPE_DNS_RESOLUTION_ERROR or PRIVATE_ADDRESS_BLOCKED.
   */
  resolve(host: string, port: number): Promise<readonly LookupAddress[]>;
  /** Allows an additional host and port, e.g. for the demo site. Returns a function that revokes the permission. */
  allow(host: string, port: number): () => void;
}

/** Injection token for the address guard. */
export const AddressGuard = Symbol('AddressGuard');
