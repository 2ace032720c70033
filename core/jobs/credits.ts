import { costOf } from '../common/format-cost';
import type { Result, Task } from '../common/model';
import type { Hooks } from '../hooks';
import type { Registries } from '../plugins/registry';

type Facts = Readonly<Record<string, unknown>>;

/** Credits a result costs: its formats, further pages of a file, a stealth proxy that helped, no trace on the disk. */
function creditsOf({ document }: Result, { spec }: Task, { format }: Registries): number {
  const metadata = document.metadata as Facts;
  const { credits } = costOf(spec.formats, (type) => format.get(type)?.cost);
  const read = metadata.pagesRead ?? metadata.numPages;
  const pages = typeof read === 'number' ? read : 1;
  // A stealth proxy that was turned away, too, is not paid for.
  const helped = typeof metadata.statusCode === 'number' && metadata.statusCode < 400;
  const stealth = metadata.proxyUsed === 'stealth' && helped ? 4 : 0;
  return credits + Math.max(0, pages - 1) + stealth + (spec.zeroDataRetention ? 1 : 0);
}

/** Lets every result say what it cost. */
export function countCredits(hooks: Hooks, registries: Registries): void {
  hooks.result.tap('credits', (result, task) => {
    const credits = creditsOf(result, task, registries);
    const metadata = { ...(result.document.metadata as Facts), creditsUsed: credits };
    return { ...result, credits, document: { ...result.document, metadata } };
  });
}
