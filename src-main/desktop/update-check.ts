import { compare, valid } from 'semver';
import { z } from 'zod';
import type { NewerVersion } from '../../core/common/desktop/bridge';
import { parseJson } from '../../core/common/values/json';
import { externalAddress } from './navigation-policy';

/** Schema of the response from the update URL. */
const newest = z.object({ version: z.string().max(100), url: z.string().max(2000) });

const maxResponseBytes = 64 * 1024;
const timeoutMs = 10_000;

/** Parameters of an update check. */
export interface UpdateQuestion {
  readonly address: string;
  readonly current: string;
  readonly fetch: (address: string, options: RequestInit) => Promise<Response>;
}

/**
 * Returns the newest version, without downloading it. Undefined if the running version is up to date. Throws an error
 * with a message for the user if the check fails.
 */
export async function newerVersion({ address, current, fetch }: UpdateQuestion): Promise<NewerVersion | undefined> {
  if (!address) throw new Error('No update address is set; enter one in Settings → Desktop.');
  if (!isSafe(address)) throw new Error('The update address must start with https://.');
  const answer = await fetch(address, {
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'error',
    credentials: 'omit',
  });
  const text = answer.ok ? await answer.text() : '';
  const found = text.length <= maxResponseBytes ? newest.safeParse(parseJson(text)).data : undefined;
  const url = externalAddress(found?.url);
  if (!found || !valid(found.version) || !url || !isSafe(url)) {
    throw new Error('The update address did not return a version and an https URL.');
  }
  return compare(found.version, current) > 0 ? { version: found.version, url } : undefined;
}

/** Plain HTTP is allowed only for this machine, because responses from other machines could be tampered with. */
const isSafe = (address: string): boolean => /^https:\/\/|^http:\/\/(127\.0\.0\.1|localhost|\[::1\])[:/]/.test(address);
