import type { LivePage } from '../../../core/contract/plugin';

/** Minimum interval between previews, ms. */
const intervalMs = 1000;
/** The pause after a preview is at least this many times as long as the preview took. */
const loadingShare = 4;

/** Shows a page while its list is loading, including the records that the page has already removed from the list. */
export type ListPreview = (removed: () => readonly string[]) => Promise<void>;

/** Returns a function that shows the page while a list is loading, at most about once per second. */
export function listPreview(page: LivePage, records: string | undefined, signal: AbortSignal): ListPreview {
  let nextAt = 0;
  return async (removed) => {
    const startedAt = performance.now();
    if (!page.preview || records === undefined || startedAt < nextAt) return;
    try {
      const { value } = await page.evaluate(copyScript(records, removed()), signal);
      if (typeof value === 'string') page.preview(value);
    } catch {
      // A failure is reported later, when the complete list is read.
    }
    const endedAt = performance.now();
    nextAt = endedAt + Math.max(intervalMs, loadingShare * (endedAt - startedAt));
  };
}

/**
 * Script that returns the HTML of a copy of the page with the removed records. The page's scripts do not see the copy.
 */
const copyScript = (records: string, removed: readonly string[]): string => `(() => {
  const copy = document.implementation.createHTMLDocument('').importNode(document.documentElement, true);
  const made = copy.ownerDocument.createElement('template');
  made.innerHTML = ${JSON.stringify(removed.join(''))};
  copy.querySelector(${JSON.stringify(records)})?.before(made.content);
  return '<!doctype html>' + copy.outerHTML;
})()`;
