import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { AppError } from '../../common/errors';
import type { AddressGuard } from '../../ports/address-guard';
import { type LookupAll, NameResolver } from './name-resolver';
import { isPrivateAddress } from './private-addresses';

/** Targets that the guard allows in addition to public addresses. */
export interface GuardOptions {
  readonly allowPrivateNetwork: boolean;
  /** Each entry is `host` or `host:port`, with IPv6 addresses in brackets. */
  readonly allowedHosts: readonly string[];
}

/**
 * Guards all outgoing traffic. Allows public http(s) targets. Allows other targets only if the user has allowed them.
 */
export class GuardedAddresses implements AddressGuard {
  private readonly extra = new Map<string, number>();

  /** `options` can be a function, so that settings can change while the guard is in use. */
  constructor(
    private readonly options: GuardOptions | (() => GuardOptions),
    private readonly lookup: LookupAll = new NameResolver().lookup,
  ) {}

  checkUrl(url: URL): void {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') {
      throw new AppError('BAD_REQUEST', `Only http and https URLs are fetched, not \`${url.protocol}\`.`);
    }
    const host = normalHost(url.hostname);
    if (host === '') throw new AppError('BAD_REQUEST', 'The URL has no host.');
    if (this.isAllowed(host, portOf(url))) return;
    if (isLocalName(host) || (isIP(host) !== 0 && isPrivateAddress(host))) throw refused(host);
  }

  async resolve(host: string, port: number): Promise<readonly LookupAddress[]> {
    const name = normalHost(host);
    const allowed = this.isAllowed(name, port);
    if (!allowed && isLocalName(name)) throw refused(name);
    const family = isIP(name);
    const addresses = family === 0 ? await this.find(name) : [{ address: name, family }];
    const hidden = allowed ? undefined : addresses.find(({ address }) => isPrivateAddress(address));
    if (hidden) throw refused(name, hidden.address);
    return addresses;
  }

  allow(host: string, port: number): () => void {
    const entry = `${normalHost(host)} ${port}`;
    this.extra.set(entry, (this.extra.get(entry) ?? 0) + 1);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      const left = (this.extra.get(entry) ?? 1) - 1;
      if (left > 0) this.extra.set(entry, left);
      else this.extra.delete(entry);
    };
  }

  private isAllowed(host: string, port: number): boolean {
    const { allowPrivateNetwork, allowedHosts } = typeof this.options === 'function' ? this.options() : this.options;
    if (allowPrivateNetwork || this.extra.has(`${host} ${port}`)) return true;
    return allowedHosts.some((entry) => {
      const { name, only } = parseEntry(entry);
      return name === host && (only === undefined || only === port);
    });
  }

  private async find(host: string): Promise<readonly LookupAddress[]> {
    let found: readonly LookupAddress[];
    try {
      found = await this.lookup(host);
    } catch (cause) {
      throw unresolved(host, cause);
    }
    if (found.length === 0) throw unresolved(host, undefined);
    return found;
  }
}

/** Normalizes a host: converts it to lower case and removes brackets, the zone and trailing dots. */
function normalHost(host: string): string {
  return host
    .trim()
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/%.*/s, '')
    .replace(/(?<!\.)\.+$/, '');
}

function isLocalName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}

function portOf(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
}

/** Parses `host` or `host:port`. An IPv6 address without brackets has no port. */
function parseEntry(entry: string): { readonly name: string; readonly only?: number } {
  const match = isIP(entry) === 6 ? undefined : /^(.*):(\d+)$/.exec(entry);
  return match ? { name: normalHost(match[1] ?? ''), only: Number(match[2]) } : { name: normalHost(entry) };
}

function refused(host: string, address?: string): AppError {
  const what = address && address !== host ? `\`${host}\` resolves to the private address ${address}` : undefined;
  const sentence = what ?? `\`${host}\` is a private address`;
  return new AppError(
    'PRIVATE_ADDRESS_BLOCKED',
    `${sentence}, and private addresses are blocked; allow the host in Settings, or start Gleaner with --allow-private-network.`,
    { details: { host, ...(address ? { address } : {}) } },
  );
}

function unresolved(host: string, cause: unknown): AppError {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  const next = code === 'EAI_AGAIN' ? 'the DNS server did not respond, so try again' : 'check the spelling';
  return new AppError('SCRAPE_DNS_RESOLUTION_ERROR', `\`${host}\` could not be resolved; ${next}.`, {
    cause,
    details: { host },
  });
}
