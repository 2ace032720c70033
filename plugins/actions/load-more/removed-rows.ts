import type { LivePage } from '../../../core/contract/plugin';

/**
 * Minimum number of distinct texts that must disappear before records count as removed. Prevents false alarms caused by
 * banners and clocks that change.
 */
const minRemoved = 5;
const maxRows = 500;

/** Script that defines `textOf`, which returns an element's text without times such as `5 min`. */
const textScript = `
  const rows = Symbol.for('rows before loading');
  const textOf = (one) => one.textContent.replace(/\\d+(?::\\d+)+|\\d+ ?(?:d|h|m|s|sec|min|std)\\b/g, '').trim();`;

/** Script that stores the texts of similar siblings in the page. */
const rememberScript = `(() => {
  ${textScript}
  const isAlike = (one, other) => other && other.tagName === one.tagName && other.className === one.className;
  const found = [...document.querySelectorAll('body *')].filter((one) => isAlike(one, one.previousElementSibling) || isAlike(one, one.nextElementSibling));
  const selectorOf = (one) => one.tagName.toLowerCase() + [...one.classList].map((name) => '.' + CSS.escape(name)).join('');
  document[rows] = found.filter((one) => textOf(one) !== '').slice(0, ${maxRows}).map((one) => ({ text: textOf(one), selector: selectorOf(one) }));
})()`;

/**
 * Script that returns the selector of the first row whose text has disappeared. Returns null if too few texts have
 * disappeared.
 */
const removedScript = `(() => {
  ${textScript}
  const present = textOf(document.body);
  const removed = (document[rows] ?? []).filter(({ text }) => !present.includes(text));
  return new Set(removed.map(({ text }) => text)).size < ${minRemoved} ? null : removed[0].selector;
})()`;

/**
 * Loads more of a list for which no `records` selector is set. Adds a warning if the page removed records in the
 * process.
 */
export async function warnOfRemoved<T>(page: LivePage, load: () => Promise<T>, signal: AbortSignal): Promise<T> {
  await page.evaluate(rememberScript, signal);
  const loaded = await load();
  const { value } = await page.evaluate(removedScript, signal);
  if (typeof value === 'string')
    page.warn?.(
      `The page removed records while it loaded more, so records are missing. Set \`records\` of the \`loadMore\` action to the CSS selector of the records, e.g. ${value}.`,
    );
  return loaded;
}
