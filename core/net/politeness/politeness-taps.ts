import { AppError, toAppError } from '../../common/errors';
import type { Task } from '../../common/model';
import { blockedBy } from '../../common/options/threat-protection';
import type { Hooks } from '../../contract/hooks';
import type { AddressGuard } from '../../ports/address-guard';
import type { HostSlots } from '../../ports/host-slots';

/** Refuses tasks whose URL the guard rejects without a DNS lookup. */
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

/** Refuses tasks on hosts that the request blocks, and fails pages that were redirected to such a host. */
export function blockThreats(hooks: Hooks): void {
  const errorOf = ({ spec: { threatProtection } }: Task, url: string) => {
    const entry = threatProtection && blockedBy(threatProtection, url);
    return entry === undefined
      ? undefined
      : new AppError('SCRAPE_HOST_BLOCKED', `\`threatProtection\` blocks ${url} by its entry "${entry}".`);
  };
  hooks.admit.tap('threat protection', (task) => {
    const error = errorOf(task, task.spec.url);
    return error && { error, reason: 'address' };
  });
  hooks.fetched.tapPromise('threat protection', async (page, task) => {
    const error = errorOf(task, page.url);
    if (error) throw error;
  });
}

/** Adapts the request rate for a host to its responses; 429 and 503 pause the host for all jobs. */
export function paceByAnswers(hooks: Hooks, pace: HostSlots): void {
  hooks.fetched.tapPromise('host pace', async (page) => {
    if (page.cacheState === 'hit') return;
    const { statusCode: status, headers, durationMs = 0 } = page;
    await pace.report(new URL(page.url).host, { status, retryAfter: headers['retry-after'], durationMs });
  });
}
