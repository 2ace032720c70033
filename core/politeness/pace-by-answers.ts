import type { Hooks } from '../hooks';
import type { HostPace } from './host-pace';

/** Adapts the rate of a host to its responses: 429 and 503 with Retry-After pause it, for all jobs. */
export function paceByAnswers(hooks: Hooks, pace: HostPace): void {
  hooks.fetched.tap('host pace', (page) => {
    if (page.cacheState === 'hit') return;
    const { statusCode: status, headers, durationMs = 0 } = page;
    pace.report(new URL(page.url).host, { status, retryAfter: headers['retry-after'], durationMs });
  });
}
