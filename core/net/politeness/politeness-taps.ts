import { toAppError } from '../../common/errors';
import type { Hooks } from '../../contract/hooks';
import type { AddressGuard } from '../../ports/address-guard';
import type { HostSlots } from '../../ports/host-slots';

/** Refuses tasks whose URL is refused literally, before any lookup. */
export function admitByAddress(hooks: Hooks, guard: AddressGuard): void {
  hooks.admit.tap('address guard', ({ spec }) => {
    try {
      guard.checkUrl(new URL(spec.url));
      return undefined;
    } catch (thrown) {
      return { error: toAppError(thrown), reason: 'address' };
    }
  });
}

/** Adapts the rate of a host to its responses: 429 and 503 with Retry-After pause it for all jobs. */
export function paceByAnswers(hooks: Hooks, pace: HostSlots): void {
  hooks.fetched.tapPromise('host pace', async (page) => {
    if (page.cacheState === 'hit') return;
    const { statusCode: status, headers, durationMs = 0 } = page;
    await pace.report(new URL(page.url).host, { status, retryAfter: headers['retry-after'], durationMs });
  });
}
