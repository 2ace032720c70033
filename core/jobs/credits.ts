import { costOf } from '../common/format-cost';
import type { Result, Task } from '../common/model';
import type { Hooks } from '../contract/hooks';
import type { Registries } from '../platform/plugins/registry';

/**
 * Returns the credits for a result. The cost depends on the formats, the number of pages in a file, the proxy, zero
 * retention and redaction.
 */
function creditsOf({ page }: Result, { spec }: Task, { format }: Registries): number {
  const { credits } = costOf(spec.formats, (type) => format.get(type)?.cost);
  // A stealth proxy costs extra only if the request succeeded.
  const stealth = page.proxyUsed === 'stealth' && page.statusCode < 400 ? 4 : 0;
  const redaction = spec.redactPII ? 4 * page.pagesRead : 0;
  return credits + Math.max(0, page.pagesRead - 1) + stealth + (spec.zeroDataRetention ? 1 : 0) + redaction;
}

/** Adds the cost in credits to every result. */
export function countCredits(hooks: Hooks, registries: Registries): void {
  hooks.result.tap('credits', (result, task) => {
    const credits = creditsOf(result, task, registries);
    const metadata = { ...result.document.metadata, creditsUsed: credits };
    return { ...result, credits, document: { ...result.document, metadata } };
  });
}
