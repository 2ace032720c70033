import type { LivePage } from '../../../core/contract/plugin';
import { type ListPreview, listPreview } from './list-preview';
import { isFresh, type ListSnapshot, putBefore, readList, removedFrom, scroll, scrollBack } from './list-snapshot';

/**
 * Maximum number of records whose HTML is saved before each load. The page may remove these records when it loads more.
 */
const maxHtmlRecords = 500;

/** Options for scrolling a list. */
export interface ListScrolling {
  readonly records: string | undefined;
  /** Maximum number of loads. */
  readonly most: number;
  /** Time limit for loading, in ms. */
  readonly maxMs: number;
  /** True if the list is only tested for growth and then scrolled back. */
  readonly probe: boolean;
}

/** Poll interval in ms for a list that is expected to grow. */
const everyMs = 60;
/**
 * Maximum time in ms to wait for more records. `view` applies in the middle of a list, where records render
 * immediately. `first` applies at the end of a list that has not grown yet, and `grown` at the end of a list that has
 * grown. `loading` applies while data is loading.
 */
const patienceMs = { view: 150, first: 900, grown: 2300, loading: 5000 };
/** Maximum time in ms for a list to settle after it has grown. */
const settleMs = 2000;

/** One attempt to load more records by scrolling. */
interface ScrollTry {
  /** True when the list continues below the viewport. */
  readonly isMiddle: boolean;
  readonly isLastTry: boolean;
}

/**
 * Scrolls a list until no more records load. Returns the number of successful loads, or `most` + 1 if more records are
 * available.
 */
export async function scrollList(page: LivePage, how: ListScrolling, signal: AbortSignal): Promise<number> {
  const first = await readList(page, how.records, false, signal);
  if (!first?.overflows) return 0;
  const list = new ListScroll(page, how, { first, signal });
  return how.probe ? list.probe() : list.run();
}

/** State of a list while it is scrolled to its end. */
class ListScroll {
  readonly #end: number;
  readonly #preview: ListPreview;
  readonly #seen = new Set<string>();
  /** HTML of records removed by the page. */
  readonly #kept: string[] = [];
  /** True for a list that removes records. It is scrolled by one viewport at a time, so that no records are skipped. */
  #byView = false;
  #loads = 0;
  /** Number of new records since the last counted load. Used when scrolling by viewport. */
  #fresh = 0;

  constructor(
    private readonly page: LivePage,
    private readonly how: ListScrolling,
    private readonly from: { readonly first: ListSnapshot; readonly signal: AbortSignal },
  ) {
    this.#end = performance.now() + how.maxMs;
    this.#preview = listPreview(page, how.records, from.signal);
  }

  async probe(): Promise<number> {
    const { page, how, from } = this;
    const grows = await this.#grown(from.first);
    await scrollBack(page, how.records, from.first.places, from.signal);
    return grows ? 1 : 0;
  }

  async run(): Promise<number> {
    const { page, how, from } = this;
    let now: ListSnapshot | undefined = from.first;
    let goesOn = false;
    while (now && !goesOn) {
      const before: ListSnapshot = now;
      if (this.#loads < how.most && performance.now() < this.#end) now = await this.#next(before);
      else {
        goesOn = await this.#growsAfter(before);
        now = undefined;
      }
    }
    if (this.#kept.length > 0) await putBefore(page, { records: how.records, detached: true }, this.#kept, from.signal);
    return goesOn ? how.most + 1 : this.#loads;
  }

  /** Scrolls further. Returns the list with more records, or undefined at the end of the list. */
  async #next(before: ListSnapshot): Promise<ListSnapshot | undefined> {
    const whole = await this.#withHtml(before);
    const now = await this.#grown(before);
    if (!now) {
      this.#keepRemoved(whole, await this.#look());
      return undefined;
    }
    const isNews = !this.#byView && removedFrom(before, now).length > 0;
    const next = isNews ? await this.#startOver(before, now) : now;
    this.#keepRemoved(whole, next);
    if (!isNews) this.#count(before, next);
    await this.#preview(() => this.#kept);
    return next;
  }

  async #withHtml(list: ListSnapshot): Promise<ListSnapshot> {
    return list.count <= maxHtmlRecords ? ((await this.#look(true)) ?? list) : list;
  }

  #keepRemoved(before: ListSnapshot, now: ListSnapshot | undefined): void {
    if (now) this.#kept.push(...removedFrom(before, now).map(({ html }) => html ?? ''));
  }

  /**
   * Counts one load each time the list grows. When scrolling by viewport, instead counts one load each time the number
   * of new records reaches the initial size of the list.
   */
  #count(before: ListSnapshot, now: ListSnapshot): void {
    if (!this.#byView) {
      this.#loads++;
      return;
    }
    this.#fresh += now.records.filter((one) => isFresh(one, before, this.#seen)).length;
    const size = Math.max(1, this.from.first.count);
    this.#loads += Math.floor(this.#fresh / size);
    this.#fresh %= size;
  }

  /**
   * Scrolls back to the records that the page removed when the list was scrolled to its end. From there, scrolls by one
   * viewport at a time.
   */
  async #startOver(before: ListSnapshot, after: ListSnapshot): Promise<ListSnapshot> {
    const { page, how, from } = this;
    this.#byView = true;
    await scrollBack(page, how.records, before.places, from.signal);
    let now = after;
    for (let waited = 0; waited < 10 * everyMs && removedFrom(before, now).length > 0; waited += everyMs) {
      await page.wait(everyMs, from.signal);
      now = (await this.#look()) ?? now;
    }
    return now;
  }

  /**
   * Scrolls until more records have loaded, then returns the list, or undefined at the end of the list. A blank
   * viewport does not count as the end. Scrolls a grown list to its end twice, because a page that is still loading may
   * miss the first scroll event.
   */
  async #scrolled(before: ListSnapshot): Promise<ListSnapshot | undefined> {
    for (let isLastTry = false; ; ) {
      const { canScroll } = await scroll(this.page, this.how.records, this.#byView, this.from.signal);
      const isMiddle = this.#byView && canScroll;
      const now = await this.#whenFresh(before, { isMiddle, isLastTry });
      if (now || performance.now() > this.#end) return now;
      if (!isMiddle) {
        if (isLastTry || this.#loads === 0) return undefined;
        isLastTry = true;
        await scrollBack(this.page, this.how.records, before.places, this.from.signal);
        await this.page.wait(2 * everyMs, this.from.signal);
        continue;
      }
      const view = await this.#look();
      if (view && removedFrom(before, view).length > 0) return view;
    }
  }

  /** Waits until more records load and settle. Returns undefined on timeout. */
  async #whenFresh(before: ListSnapshot, { isMiddle, isLastTry }: ScrollTry): Promise<ListSnapshot | undefined> {
    const { page, from } = this;
    let last = before;
    // Counts polls, not milliseconds, because a busy machine slows down both the page and the polls.
    for (let [looks, grown] = [1, undefined as number | undefined]; ; looks++) {
      await page.wait(everyMs, from.signal);
      const now = await this.#look();
      if (!now) return undefined;
      if (this.#hasGrown(before, now)) {
        grown ??= performance.now();
        if (isSame(now, last) || performance.now() - grown > settleMs) return now;
      } else {
        const isLoading = page.pendingRequests(patienceMs.loading) > 0 || (!isMiddle && now.parts > before.parts);
        const usual = isLastTry ? patienceMs.first : this.#patience(now, isMiddle);
        const patience = isLoading ? patienceMs.loading : usual;
        if (looks * everyMs >= patience) return undefined;
      }
      last = now;
    }
  }

  #patience({ isBlank }: ListSnapshot, isMiddle: boolean): number {
    if (isMiddle && !isBlank) return patienceMs.view;
    return this.#loads > 0 || this.#byView ? patienceMs.grown : patienceMs.first;
  }

  #hasGrown(before: ListSnapshot, now: ListSnapshot): boolean {
    return now.count > before.count || now.records.some((one) => isFresh(one, before, this.#seen));
  }

  #look(withHtml = this.#byView): Promise<ListSnapshot | undefined> {
    const { page, how, from } = this;
    return readList(page, how.records, withHtml, from.signal);
  }

  /** Returns true if the list keeps growing. Removes the records that were appended during this check. */
  async #growsAfter(before: ListSnapshot): Promise<boolean> {
    const whole = await this.#withHtml(before);
    const now = await this.#grown(before);
    this.#keepRemoved(whole, now ?? (await this.#look()));
    if (!now) return false;
    const added = now.count - before.count;
    const isAppended = before.records.every(({ said }, at) => now.records[at]?.said === said);
    if (!this.#byView && isAppended && added > 0) await this.#remove(before.count);
    return true;
  }

  #grown(before: ListSnapshot): Promise<ListSnapshot | undefined> {
    for (const { said } of before.records) this.#seen.add(said);
    return this.#scrolled(before);
  }

  async #remove(from: number): Promise<void> {
    const { records } = this.how;
    if (records === undefined) return;
    const script = `[...document.querySelectorAll(${JSON.stringify(records)})].slice(${from}).forEach((one) => one.remove())`;
    await this.page.evaluate(script, this.from.signal);
  }
}

const isSame = (one: ListSnapshot, other: ListSnapshot): boolean =>
  one.count === other.count && one.records.every(({ said }, at) => said === other.records[at]?.said);
