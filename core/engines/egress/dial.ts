import type { Socket } from 'node:net';
import { AppError } from '../../common/errors';
import type { AddressGuard } from '../../politeness/address-guard';
import { connectTo, type DialTarget } from './connect-to';
import { tunnel } from './proxy-tunnel';

/**
 * Opens a connection that the guard has agreed to. A direct connection goes to the checked addresses and to no other;
 * through a proxy the name is checked here and resolved again by the proxy, which the user has configured and trusts.
 */
export async function dial(guard: AddressGuard, target: DialTarget, proxyUrl?: string): Promise<Socket> {
  if (proxyUrl === undefined) {
    return connectTo(target, await guard.resolve(target.host, target.port));
  }
  await checkBehindProxy(guard, target);
  return tunnel(proxyUrl, target);
}

/** Refuses private targets behind a proxy; a name only the proxy can resolve is left to it. */
export async function checkBehindProxy(guard: AddressGuard, target: DialTarget): Promise<void> {
  try {
    await guard.resolve(target.host, target.port);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'SCRAPE_DNS_RESOLUTION_ERROR') throw error;
  }
}
