import { AppError } from '../common/errors';
import { downloadPackage, type FetchPackage, parseSpec } from '../platform/plugins/npm-package';
import { type NpmOptions, registryOf } from '../platform/settings/npm-config';
import { createGuardedFetch } from './engines/http/guarded-fetch';
import { GuardedAddresses, type GuardOptions } from './politeness/guarded-addresses';
import { hostOf } from './search/search-http';

/**
 * Returns a function that downloads packages from the user's npm registry. Private addresses are reachable only if they
 * belong to the registry or the settings allow them.
 */
export const createFetchPackage =
  (npm: NpmOptions, settings: () => GuardOptions): FetchPackage =>
  async (spec, signal) => {
    const parsed = parseSpec(spec);
    if (!parsed)
      throw new AppError(
        'BAD_REQUEST',
        `"${spec.slice(0, 100)}" is not a valid npm package name; use a name such as "reading-time@1.2.0".`,
      );
    const registry = await registryOf(parsed.name, npm);
    const { allowPrivateNetwork, allowedHosts } = settings();
    const http = createGuardedFetch(
      new GuardedAddresses({ allowPrivateNetwork, allowedHosts: [...allowedHosts, ...hostOf(registry.href)] }),
    );
    try {
      return await downloadPackage({ http, registry }, parsed, signal);
    } finally {
      await http.close();
    }
  };
