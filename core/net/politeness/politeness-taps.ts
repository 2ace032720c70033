import { toAppError } from '../../common/errors';
import { hostRefusal } from '../../common/host-refusal';
import type { Hooks } from '../../contract/hooks';
import type { AddressGuard } from '../../ports/address-guard';
import type { HostSlots } from '../../ports/host-slots';

/** Refuses tasks whose URL the guard can reject without a DNS lookup. */
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

/** Refuses a task, a request from a page, or a cached copy if the lists in the task's options block the host. */
export function blockThreats(hooks: Hooks): void {
  hooks.admit.tap('threat protection', ({ spec }) => {
    const error = hostRefusal(spec.threatProtection, spec.url);
    return error && { error, reason: 'address' };
  });
  hooks.plan.tap('threat protection', (plan, { spec: { threatProtection } }) =>
    threatProtection ? { ...plan, refusalOf: (url) => hostRefusal(threatProtection, url) } : plan,
  );
  hooks.fetched.tapPromise('threat protection', async ({ url }, { spec }) => {
    const error = hostRefusal(spec.threatProtection, url);
    if (error) throw error;
  });
}

/** Adapts the request rate for a host to its responses. Status 429 and 503 pause the host for all jobs. */
export function paceByAnswers(hooks: Hooks, pace: HostSlots): void {
  hooks.fetched.tapPromise('host pace', async (page) => {
    if (page.cacheState === 'hit') return;
    const { statusCode: status, headers, durationMs = 0 } = page;
    await pace.report(new URL(page.url).host, { status, retryAfter: headers['retry-after'], durationMs });
  });
}
