import type { LivePage } from '../../../core/contract/plugin';

/** Minimum interval between previews, in ms. */
const intervalMs = 1000;
/** Minimum pause after a preview, as a multiple of the time that the preview took. */
const loadingShare = 4;

/**
 * Previews a page while its list is loading. `removed` returns the HTML of the removed records, which are added to the
 * preview.
 */
export type ListPreview = (removed: () => readonly string[]) => Promise<void>;

/** Returns a function that sends previews of the page while a list is loading, at most one per second. */
export function listPreview(page: LivePage, records: string | undefined, signal: AbortSignal): ListPreview {
  let nextAt = 0;
  return async (removed) => {
    const startedAt = performance.now();
    if (!page.preview || records === undefined || startedAt < nextAt) return;
    try {
      const { value } = await page.evaluate(copyScript(records, removed()), signal);
      if (typeof value === 'string') page.preview(value);
    } catch {
      // Ignores the failure, which is reported when the complete list is read.
    }
    const endedAt = performance.now();
    nextAt = endedAt + Math.max(intervalMs, loadingShare * (endedAt - startedAt));
  };
}

/**
 * Returns a script that builds a copy of the page with the removed records. The page's own scripts cannot see the copy.
 */
const copyScript = (records: string, removed: readonly string[]): string => `(() => {
  const copy = document.implementation.createHTMLDocument('').importNode(document.documentElement, true);
  const made = copy.ownerDocument.createElement('template');
  made.innerHTML = ${JSON.stringify(removed.join(''))};
  copy.querySelector(${JSON.stringify(records)})?.before(made.content);
  return '<!doctype html>' + copy.outerHTML;
})()`;
