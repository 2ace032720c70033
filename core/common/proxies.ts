import type { PluginTestReport } from './plugin-test';

/** How a proxy has done for the pages that were fetched through it, since the engine started. */
export interface ProxyHealth {
  /** Pages that came through it. */
  readonly ok: number;
  /** Pages whose site turned the proxy away (401, 403, 429). */
  readonly blocked: number;
  /** Requests that the proxy itself failed. */
  readonly failed: number;
  /** When it was last used, ISO. */
  readonly lastAt?: string;
  /** How its last use ended. */
  readonly lastOutcome?: 'ok' | 'blocked' | 'failed';
  /** What the proxy failed by last, in a sentence. */
  readonly lastError?: string;
}

/** One proxy of the settings, in their order. */
export interface ProxyItem {
  readonly health: ProxyHealth;
  /** Why none of the proxies can be used, in a sentence; the same for all of them. */
  readonly problem?: string;
}

/** What came of fetching an address through a proxy. */
export interface ProxyTestReport extends PluginTestReport {
  /** Status of the answer. */
  readonly statusCode?: number;
  /** The IP address that the answer tells, which is the one sites see. */
  readonly outgoingAddress?: string;
}
