import { type RequestInit as UndiciInit, fetch as undiciFetch } from 'undici';
import type { GuardedHttp } from '../../../contract/plugin';
import type { AddressGuard } from '../../../ports/address-guard';
import { AgentPool } from '../egress/agents';
import { networkError } from '../egress/network-errors';

/** Network route for a request. */
export interface FetchRoute {
  /** Proxy to tunnel through. When absent, the connection is direct. */
  readonly proxyUrl?: string;
}

/** A guarded `fetch` that can be closed. */
export interface ClosableHttp extends GuardedHttp {
  fetch(url: string, init?: RequestInit, way?: FetchRoute): Promise<Response>;
  /** Closes all connections, including those with requests in flight. */
  close(): Promise<void>;
}

/** Creates the `fetch` for plugins. The guard checks every connection, including connections for redirects. */
export function createGuardedFetch(guard: AddressGuard): ClosableHttp {
  const agents = new AgentPool(guard);
  return {
    async fetch(url, init, way) {
      const target = new URL(url);
      guard.checkUrl(target);
      try {
        const answer = await undiciFetch(target, {
          ...(init as UndiciInit | undefined),
          dispatcher: agents.direct({ insecure: false, ...way }),
        });
        return answer as unknown as Response;
      } catch (error) {
        if (init?.signal?.aborted) throw init.signal.reason;
        throw networkError(error, target.host);
      }
    },
    close: () => agents.close(),
  };
}
