import type { Result, Task } from '../common/model';
import type { Hooks } from '../hooks';

type Facts = Readonly<Record<string, unknown>>;

/** Credits a result costs (contract section 9). */
export function creditsOf({ document }: Result, { spec }: Task): number {
  const metadata = document.metadata as Facts;
  const usesModel = spec.formats.some(
    ({ type, modes }) =>
      type === 'json' || (type === 'changeTracking' && Array.isArray(modes) && modes.includes('json')),
  );
  const read = metadata.pagesRead ?? metadata.numPages;
  const pages = typeof read === 'number' ? read : 1;
  // A stealth proxy that was turned away, too, is not paid for.
  const helped = typeof metadata.statusCode === 'number' && metadata.statusCode < 400;
  const stealth = metadata.proxyUsed === 'stealth' && helped ? 4 : 0;
  return (usesModel ? 5 : 1) + Math.max(0, pages - 1) + stealth + (spec.zeroDataRetention ? 1 : 0);
}

/** Lets every result say what it cost. */
export function countCredits(hooks: Hooks): void {
  hooks.result.tap('credits', (result, task) => {
    const credits = creditsOf(result, task);
    const metadata = { ...(result.document.metadata as Facts), creditsUsed: credits };
    return { ...result, credits, document: { ...result.document, metadata } };
  });
}
