import { cssSelector, defineAction, type LivePage, z } from '../../../core/contract/plugin';
import { listPreview } from './list-preview';
import { htmlScript, putBefore, recordsScript } from './list-snapshot';
import { warnOfRemoved } from './removed-rows';
import { scrollList } from './scroll-list';

/**
 * Polling settings for a list that loads more records. `most`: maximum number of checks without a change. `everyMs`:
 * interval between checks in ms.
 */
const looks = { most: 28, everyMs: 80 };
/** Attribute that marks the next page-number button to press. */
const mark = 'data-pressed-next';

/**
 * `loadMore`: presses a button or scrolls to the end until no more records load. Returns the number of successful
 * loads, or `most` + 1 if more records are available. If the page removed earlier records, reinserts them before the
 * new records, so that the page contains all records.
 */
export default defineAction({
  type: 'loadMore',
  summary: 'Loads all records of a list by clicking its “load more” button or scrolling to its end.',
  schema: z.object({
    selector: cssSelector
      .optional()
      .describe(
        'CSS selector of the button; if it matches several page numbers, the next number after the current page is clicked. If omitted, the page and the container of the records are scrolled.',
      ),
    records: cssSelector
      .optional()
      .describe(
        'CSS selector of the records; if the page replaces or removes records while it loads more, the old records are put back before the new records.',
      ),
    most: z.int().min(0).max(10_000).default(100).describe('Maximum number of times to load more records.'),
    maxMs: z
      .int()
      .min(1)
      .optional()
      .describe('Milliseconds after which loading stops; defaults to the timeout of the page.'),
    probe: z
      .boolean()
      .default(false)
      .describe('If true, only scrolls to the end and back once; the result is 1 if more records load.'),
  }),
  async run(page, { selector, records, most, maxMs = Number.POSITIVE_INFINITY, probe }, signal) {
    const load = () =>
      selector === undefined
        ? scrollList(page, { records, most, maxMs, probe }, signal)
        : pressButton(page, { selector, records, most, maxMs }, signal);
    const come = records === undefined && !probe ? await warnOfRemoved(page, load, signal) : await load();
    return { javascriptReturns: { type: 'number', value: come } };
  },
});

interface ButtonPressing {
  readonly selector: string;
  readonly records: string | undefined;
  readonly most: number;
  readonly maxMs: number;
}

/**
 * Presses a button until no more records load. Returns the number of successful loads, or `most` + 1 if the button
 * could be pressed again.
 */
async function pressButton(
  page: LivePage,
  { selector, records, most, maxMs }: ButtonPressing,
  signal: AbortSignal,
): Promise<number> {
  const end = performance.now() + maxMs;
  const rows = new Map<string, string>();
  const seen = new Set<string>();
  const preview = listPreview(page, records, signal);
  let come = 0;
  for (let last: number | undefined; ; come++) {
    const next = await read<{ readonly number?: number }>(page, nextButton(selector, last), signal);
    if (!next) break;
    if (come >= most || performance.now() > end) {
      come = most + 1;
      break;
    }
    const before = await listOf(page, records, signal);
    remember(rows, before);
    seen.add(before.said.join('\n'));
    last = next.number;
    await page.click(next.number === undefined ? selector : `[${mark}]`, { all: false, signal });
    const now = await whenChanged(page, records, before, signal);
    if (!now || (now.count <= before.count && seen.has(now.said.join('\n')))) break;
    remember(rows, now);
    await preview(() => missingFrom(now, rows));
  }
  const gone = async (): Promise<readonly string[]> => missingFrom(await listOf(page, records, signal), rows);
  if ((await gone()).length > 0) {
    // The first call detaches the list, because the page would otherwise remove the reinserted records.
    await putBefore(page, { records, detached: true }, [], signal);
    await putBefore(page, { records }, await gone(), signal);
  }
  return come;
}

/** Saves the HTML of records that are not yet known. */
function remember(rows: Map<string, string>, { keys, html }: List): void {
  keys.forEach((key, at) => {
    if (!rows.has(key)) rows.set(key, html[at] ?? '');
  });
}

/** Returns the HTML of saved records that are no longer in the list. */
function missingFrom({ keys }: List, rows: ReadonlyMap<string, string>): readonly string[] {
  const present = new Set(keys);
  return [...rows].flatMap(([key, html]) => (present.has(key) ? [] : [html]));
}

interface List {
  /**
   * Number of elements that follow a similar sibling. The number grows when the list grows, but not when a loading
   * indicator appears.
   */
  readonly count: number;
  /** Text of each record, without times such as `5 min`. */
  readonly said: readonly string[];
  /** Key of each record: a link that no other record contains, or the record's text if there is no such link. */
  readonly keys: readonly string[];
  /** HTML of each record, up to the next record. */
  readonly html: readonly string[];
}

const list = (records: string | undefined): string => `(() => {
  const count = [...document.querySelectorAll('body *')].filter(({ tagName, className, previousElementSibling: before }) => before && before.tagName === tagName && before.className === className).length;
  const found = ${records === undefined ? '[]' : `[...document.querySelectorAll(${JSON.stringify(records)})]`};
  ${htmlScript}
  ${recordsScript}
  return { count, said: texts, keys: texts.map((text, at) => ownLinks[at] || text), html: found.map(htmlOf) };
})()`;

/**
 * Returns a script that finds the button to press, if any. If there are several page numbers, the script marks the
 * number after `last`, or after the current page if `last` is undefined.
 */
const nextButton = (selector: string, last: number | undefined): string => `(() => {
  const found = [...document.querySelectorAll(${JSON.stringify(selector)})];
  const numberOf = (one) => (/^\\d{1,4}$/.test(one.textContent.trim()) ? Number(one.textContent) : undefined);
  const isOff = (one) => one.disabled || one.getAttribute('aria-disabled') === 'true';
  const isShown = (one) => one.getClientRects().length > 0;
  const numbers = found.filter((one) => numberOf(one) !== undefined);
  for (const one of document.querySelectorAll('[${mark}]')) one.removeAttribute('${mark}');
  if (numbers.length < 2) return found[0] && !isOff(found[0]) && isShown(found[0]) ? {} : null;
  const isNow = (one) => one && (/^(?:page|true)$/.test(one.getAttribute('aria-current') || '') || /(?:^|[\\s_-])(?:current|active|selected|present|on)(?:$|[\\s_-])/i.test(one.getAttribute('class') || ''));
  const now = numbers.find((one) => isNow(one) || isNow(one.parentElement)) ?? numbers.find(isOff);
  const number = ${last ?? '(now ? numberOf(now) : 1)'} + 1;
  const next = numbers.find((one) => numberOf(one) === number && !isOff(one) && isShown(one));
  next?.setAttribute('${mark}', '');
  return next ? { number } : null;
})()`;

async function read<T>(page: LivePage, script: string, signal: AbortSignal): Promise<T | undefined> {
  return ((await page.evaluate(script, signal)).value ?? undefined) as T | undefined;
}

async function listOf(page: LivePage, records: string | undefined, signal: AbortSignal): Promise<List> {
  return (await read<List>(page, list(records), signal)) ?? { count: 0, said: [], keys: [], html: [] };
}

/** Waits until additional or different records appear and settle. Returns undefined on timeout. */
async function whenChanged(
  page: LivePage,
  records: string | undefined,
  before: List,
  signal: AbortSignal,
): Promise<List | undefined> {
  const first = before.said.join('\n');
  let last = before;
  const isOther = ({ count, said }: List) => count > before.count || (said.length > 0 && said.join('\n') !== first);
  for (let look = 0; look < looks.most; look++) {
    await page.wait(looks.everyMs, signal);
    const now = await listOf(page, records, signal);
    if (isOther(now) && now.count === last.count && now.said.join('\n') === last.said.join('\n')) return now;
    last = now;
  }
  return isOther(last) ? last : undefined;
}
