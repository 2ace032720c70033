import type { LivePage } from '../../../core/contract/plugin';

interface ListRecord {
  /** Text and link of the record, without times such as `5 min`. */
  readonly said: string;
  /** Vertical and horizontal position of the record in the scrolled content, in pixels. */
  readonly at: string;
  /** ID of the record's element. */
  readonly element: number;
  /** URL that only this record links to. Empty if no such URL exists. */
  readonly href: string;
  /** HTML of the record, up to the next record. */
  readonly html?: string;
}

/** State of a list at a point in time. */
export interface ListSnapshot {
  readonly count: number;
  /** Records in the list. Empty if no selector for records is set. */
  readonly records: readonly ListRecord[];
  /** Number of elements on the page. */
  readonly parts: number;
  /** True when the page, or a scroll container around the list, overflows. */
  readonly overflows: boolean;
  /** True when no record reaches the lower edge of the viewport. */
  readonly isBlank: boolean;
  /** Scroll positions of the page and of the scroll containers around the list. */
  readonly places: readonly number[];
}

/**
 * Returns a script that finds the records and their scroll containers, innermost first. Without a selector, records are
 * elements preceded by a similar sibling.
 */
const found = (records: string | undefined): string => `
  const page = document.scrollingElement || document.documentElement;
  const found = ${
    records === undefined
      ? "[...document.querySelectorAll('body *')].filter(({ tagName, className, previousElementSibling: before }) => before && before.tagName === tagName && before.className === className)"
      : `[...document.querySelectorAll(${JSON.stringify(records)})]`
  };
  const scrolls = (one, least) => one !== page && one.scrollHeight > one.clientHeight + least && /auto|scroll|overlay/.test(getComputedStyle(one).overflowY);
  const boxes = [];
  ${
    records === undefined
      ? "boxes.push(...[...document.querySelectorAll('body *')].filter((one) => scrolls(one, 200)));"
      : 'for (let up = found[0]?.parentElement; up; up = up.parentElement) if (scrolls(up, 1)) boxes.push(up);'
  }
  boxes.push(page);
  const canScroll = (one) => one.scrollHeight - one.clientHeight - one.scrollTop > 1;
  const move = (one, top) => one.scrollTo({ top, behavior: 'instant' });`;

/** Script that defines `htmlOf`, which returns the HTML of a record up to the next record. */
export const htmlScript = `
  const all = new Set(found);
  const lastIn = new Map(found.map((one) => [one.parentNode, one]));
  const htmlOf = (one) => {
    if (lastIn.get(one.parentNode) === one) return one.outerHTML;
    const parts = [one.outerHTML];
    for (let next = one.nextElementSibling; next && !all.has(next); next = next.nextElementSibling) parts.push(next.outerHTML);
    return parts.join('');
  };`;

/**
 * Script that defines `texts` and `ownLinks`. `texts` contains the records' texts without times such as `5 min`.
 * `ownLinks` contains the URLs that only one record links to.
 */
export const recordsScript = `
  const texts = found.map((one) => one.textContent.replace(/\\d+(?::\\d+)+|\\d+ ?(?:d|h|m|s|sec|min|std)\\b/g, ''));
  const links = found.map((one) => (one.matches('a[href]') ? one : one.querySelector('a[href]'))?.getAttribute('href') ?? '');
  const times = new Map();
  for (const link of links) times.set(link, (times.get(link) ?? 0) + 1);
  const ownLinks = links.map((link) => (times.get(link) === 1 && !/^(?:#|javascript:|$)/i.test(link) ? link : ''));`;

const look = (records: string | undefined, withHtml: boolean): string => `(() => {
  ${found(records)}
  const numbers = (document[Symbol.for('list numbers')] ??= { next: 1, of: new WeakMap() });
  const numberOf = (one) => { if (!numbers.of.has(one)) numbers.of.set(one, numbers.next++); return numbers.of.get(one); };
  const scrolled = boxes.reduce((sum, one) => sum + one.scrollTop, 0);
  const parts = document.getElementsByTagName('*').length;
  const shared = { count: found.length, parts, overflows: boxes.some((one) => one.scrollHeight > one.clientHeight + 1), places: boxes.map((one) => one.scrollTop) };
  ${records === undefined ? 'return { ...shared, isBlank: false, records: [] };' : ''}
  const view = boxes[0] === page ? { top: 0, bottom: innerHeight } : boxes[0].getBoundingClientRect();
  let isBlank = true;
  ${withHtml ? htmlScript : ''}
  ${recordsScript}
  const records = found.map((one, at) => {
    const box = one.getBoundingClientRect();
    const href = ownLinks[at];
    const said = texts[at].trim();
    const slack = Math.max(8, Math.min(box.height, (view.bottom - view.top) * 0.2));
    if (said !== '' && box.top < view.bottom && box.bottom > view.bottom - slack) isBlank = false;
    return { said: said === '' && href === '' ? '' : said + '\\n' + href, href, at: Math.round(box.top + scrolled) + ' ' + Math.round(box.left), element: numberOf(one)${withHtml ? ', html: htmlOf(one)' : ''} };
  });
  return { ...shared, isBlank, records };
})()`;

/** Reads the current state of a list. Returns undefined while the page is being replaced. */
export async function readList(
  page: LivePage,
  records: string | undefined,
  withHtml: boolean,
  signal: AbortSignal,
): Promise<ListSnapshot | undefined> {
  return ((await page.evaluate(look(records, withHtml), signal)).value ?? undefined) as ListSnapshot | undefined;
}

/** Scrolls the list to its end, or by one viewport. Returns true if it can be scrolled further. */
export async function scroll(
  page: LivePage,
  records: string | undefined,
  byView: boolean,
  signal: AbortSignal,
): Promise<{ readonly canScroll: boolean }> {
  const script = `(async () => {
    ${found(records)}
    const isAtEnd = !boxes.some(canScroll);
    // A list already scrolled to its end loads more only when the end comes into view again.
    if (isAtEnd) {
      for (const one of boxes) move(one, one.scrollTop - one.clientHeight / 2);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const one = boxes.find(canScroll);
    if (${byView}) { if (one) move(one, one.scrollTop + one.clientHeight * 0.8); }
    else for (const one of boxes) move(one, one.scrollHeight);
    // Intersection observers are notified within the next frames.
    await new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(resolve)); setTimeout(resolve, 1500); });
    return { canScroll: boxes.some(canScroll) };
  })()`;
  const { value } = await page.evaluate(script, signal);
  return (value as { readonly canScroll: boolean } | null) ?? { canScroll: false };
}

/** Restores the scroll positions of the page and of the scroll containers around the list. */
export async function scrollBack(
  page: LivePage,
  records: string | undefined,
  places: readonly number[],
  signal: AbortSignal,
): Promise<void> {
  const script = `(() => { ${found(records)} boxes.forEach((one, at) => move(one, ${JSON.stringify(places)}[at] ?? 0)); })()`;
  await page.evaluate(script, signal);
}

/**
 * Inserts removed records before the remaining records. If `detached` is true, first replaces the list with a copy that
 * the page does not control.
 */
export async function putBefore(
  page: LivePage,
  { records, detached = false }: { readonly records: string | undefined; readonly detached?: boolean },
  html: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  if (records === undefined) return;
  const script = `(() => {
    const first = () => document.querySelector(${JSON.stringify(records)});
    const list = first()?.parentElement;
    if (${detached} && list) list.replaceWith(list.cloneNode(true));
    const made = document.createElement('template');
    made.innerHTML = ${JSON.stringify(html.join(''))};
    first()?.before(made.content);
  })()`;
  await page.evaluate(script, signal);
}

/** True if two records from different snapshots are the same record, even if its text has changed, e.g. the price. */
const isSameRecord = (one: ListRecord, other: ListRecord): boolean =>
  one.href !== '' || other.href !== '' ? one.href === other.href : one.at === other.at && one.element === other.element;

/** True for a record that was not in the list before. */
export const isFresh = (one: ListRecord, before: ListSnapshot, seen: ReadonlySet<string>): boolean =>
  one.said !== '' && !seen.has(one.said) && !before.records.some((other) => isSameRecord(one, other));

/** Returns the records that the page has removed, ordered by position. */
export function removedFrom(before: ListSnapshot, now: ListSnapshot): readonly ListRecord[] {
  const left = new Map<string, number>();
  for (const { said } of now.records) left.set(said, (left.get(said) ?? 0) + 1);
  const gone = before.records.filter((one) => {
    const count = left.get(one.said) ?? 0;
    left.set(one.said, count - 1);
    return count <= 0 && one.said !== '' && !now.records.some((other) => isSameRecord(one, other));
  });
  return gone.toSorted((one, other) => Number.parseInt(one.at, 10) - Number.parseInt(other.at, 10));
}
