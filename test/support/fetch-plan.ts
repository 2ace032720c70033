import type { FetchPlan } from '../../core/common/model';
import { userAgent } from '../../core/net/politeness/user-agents';

/** Returns a complete fetch plan with default values. */
export function fetchPlan(url: string, changes: Partial<FetchPlan> = {}): FetchPlan {
  return {
    url,
    engine: 'http',
    headers: {},
    userAgent: userAgent({ mobile: false }),
    waitForMs: 0,
    timeoutMs: 10_000,
    mobile: false,
    skipTlsVerification: false,
    blockAds: true,
    proxyTier: 'basic',
    actions: [],
    captures: [],
    jobId: 'job',
    ...changes,
  };
}
