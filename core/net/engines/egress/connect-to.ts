import type { LookupAddress } from 'node:dns';
import { connect, type LookupFunction, type Socket } from 'node:net';

/** Connection timeout, ms. */
export const connectTimeoutMs = 10_000;

/** Target of a connection. */
export interface DialTarget {
  readonly host: string;
  readonly port: number;
}

/** Connects to one of the given addresses. If none are given, resolves the host. */
export function connectTo(target: DialTarget, addresses?: readonly LookupAddress[]): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const only = addresses?.length === 1 ? addresses[0]?.address : undefined;
    const socket = connect({
      host: only ?? target.host,
      port: target.port,
      ...(addresses ? { lookup: pinned(addresses) } : {}),
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: 1_000,
      noDelay: true,
      keepAlive: true,
    });
    const timer = setTimeout(() => {
      socket.destroy(Object.assign(new Error('connect timeout'), { code: 'ETIMEDOUT' }));
    }, connectTimeoutMs);
    socket.once('error', reject);
    socket.once('close', () => clearTimeout(timer));
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.removeListener('error', reject);
      // Handles errors while the socket is passed to its new owner. An unhandled error would crash the process.
      socket.on('error', () => undefined);
      resolve(socket);
    });
  });
}

/** Returns a lookup function that returns only the checked addresses. */
function pinned(addresses: readonly LookupAddress[]): LookupFunction {
  return (_host, options, callback) => {
    const [first] = addresses;
    if (options.all || !first) callback(null, [...addresses]);
    else callback(null, first.address, first.family);
  };
}
