import type { Hooks } from '../hooks';
import type { HostSlots } from './host-slots';

/** Adapts the rate of a host to its responses: 429 and 503 with Retry-After pause it, for all jobs. */
export function paceByAnswers(hooks: Hooks, pace: HostSlots): void {
  hooks.fetched.tapPromise('host pace', async (page) => {
    if (page.cacheState === 'hit') return;
    const { statusCode: status, headers, durationMs = 0 } = page;
    await pace.report(new URL(page.url).host, { status, retryAfter: headers['retry-after'], durationMs });
  });
}
