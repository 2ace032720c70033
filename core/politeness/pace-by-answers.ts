import type { Hooks } from '../hooks';
import type { HostPace } from './host-pace';

/** Lets the pace of a host follow its answers: 429 and 503 with Retry-After make it pause, for all jobs. */
export function paceByAnswers(hooks: Hooks, pace: HostPace): void {
  hooks.fetched.tap('host pace', (page) => {
    if (page.cacheState === 'hit') return;
    const { statusCode: status, headers, durationMs = 0 } = page;
    pace.report(new URL(page.url).host, { status, retryAfter: headers['retry-after'], durationMs });
  });
}
