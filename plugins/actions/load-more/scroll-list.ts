import type { LivePage } from '../../../core/contract/plugin';
import { goneFrom, isFresh, type ListLook, lookAt, putBefore, scroll, scrollBack } from './list-look';

/** Maximum number of records whose HTML is read before each load, in case the page removes them. */
const maxHtmlRecords = 500;

/** How a list is scrolled. */
export interface ListScrolling {
  /** CSS selector of the records. */
  readonly records: string | undefined;
  /** Maximum number of loads. */
  readonly most: number;
  /** Time after which nothing more is loaded. */
  readonly maxMs: number;
  /** True only tries whether the list grows, and scrolls back. */
  readonly probe: boolean;
}

/** Interval between two looks at a list that is expected to grow. */
const everyMs = 60;
/** Patience with a list: in the middle, where a view is drawn at once; at its end, before and after it has grown; while the page loads something. */
const patienceMs = { view: 150, first: 900, grown: 2300, loading: 5000 };
/** Longest wait for a list that has grown to come to rest. */
const settleMs = 2000;

/** One try to bring further records by scrolling. */
interface ScrollTry {
  /** True when the list goes on below the view. */
  readonly isMiddle: boolean;
  readonly isLastTry: boolean;
}

/** Scrolls a list to its end until no further records come; returns how often some came, `most` + 1 where more would. */
export async function scrollList(page: LivePage, how: ListScrolling, signal: AbortSignal): Promise<number> {
  const first = await lookAt(page, how.records, false, signal);
  if (!first?.overflows) return 0;
  const list = new ListScroll(page, how, { first, signal });
  return how.probe ? list.probe() : list.run();
}

/** One list on its way to its end. */
class ListScroll {
  readonly #end: number;
  readonly #seen = new Set<string>();
  /** HTML of records that the page has removed. */
  readonly #kept: string[] = [];
  /** True for a list that removes records: it is scrolled view by view, so that none is skipped. */
  #byView = false;
  #loads = 0;
  /** Records that came since the last load of a list that is scrolled view by view. */
  #fresh = 0;

  constructor(
    private readonly page: LivePage,
    private readonly how: ListScrolling,
    private readonly from: { readonly first: ListLook; readonly signal: AbortSignal },
  ) {
    this.#end = performance.now() + how.maxMs;
  }

  async probe(): Promise<number> {
    const { page, how, from } = this;
    const grows = await this.#grown(from.first);
    await scrollBack(page, how.records, from.first.places, from.signal);
    return grows ? 1 : 0;
  }

  async run(): Promise<number> {
    const { page, how, from } = this;
    let now: ListLook | undefined = from.first;
    let goesOn = false;
    while (now && !goesOn) {
      const before: ListLook = now;
      if (this.#loads < how.most && performance.now() < this.#end) now = await this.#next(before);
      else {
        goesOn = await this.#growsAfter(before);
        now = undefined;
      }
    }
    if (this.#kept.length > 0) await putBefore(page, { records: how.records, detached: true }, this.#kept, from.signal);
    return goesOn ? how.most + 1 : this.#loads;
  }

  /** Scrolls on; returns the list with its further records, or undefined at its end. */
  async #next(before: ListLook): Promise<ListLook | undefined> {
    const whole = await this.#withHtml(before);
    const now = await this.#grown(before);
    if (!now) {
      this.#keepGone(whole, await this.#look());
      return undefined;
    }
    const isNews = !this.#byView && goneFrom(before, now).length > 0;
    const next = isNews ? await this.#startOver(before, now) : now;
    this.#keepGone(whole, next);
    if (!isNews) this.#count(before, next);
    return next;
  }

  async #withHtml(list: ListLook): Promise<ListLook> {
    return list.count <= maxHtmlRecords ? ((await this.#look(true)) ?? list) : list;
  }

  #keepGone(before: ListLook, now: ListLook | undefined): void {
    if (now) this.#kept.push(...goneFrom(before, now).map(({ html }) => html ?? ''));
  }

  /** A load of a list that keeps its records is one growth; of others, as many records as there were at first. */
  #count(before: ListLook, now: ListLook): void {
    if (!this.#byView) {
      this.#loads++;
      return;
    }
    this.#fresh += now.records.filter((one) => isFresh(one, before, this.#seen)).length;
    const size = Math.max(1, this.from.first.count);
    this.#loads += Math.floor(this.#fresh / size);
    this.#fresh %= size;
  }

  /** Returns to the records that the jump to the end has removed, to read on view by view. */
  async #startOver(before: ListLook, after: ListLook): Promise<ListLook> {
    const { page, how, from } = this;
    this.#byView = true;
    await scrollBack(page, how.records, before.places, from.signal);
    let now = after;
    for (let waited = 0; waited < 10 * everyMs && goneFrom(before, now).length > 0; waited += everyMs) {
      await page.wait(everyMs, from.signal);
      now = (await this.#look()) ?? now;
    }
    return now;
  }

  /**
   * The list after scrolling, once further records have come; a view without any is not the end. A list that has grown is
   * scrolled to its end twice: a page that was still loading may have missed the first time.
   */
  async #scrolled(before: ListLook): Promise<ListLook | undefined> {
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
      if (view && goneFrom(before, view).length > 0) return view;
    }
  }

  /** Waits until there are further records, and no more come; undefined when none have come in time. */
  async #whenFresh(before: ListLook, { isMiddle, isLastTry }: ScrollTry): Promise<ListLook | undefined> {
    const { page, from } = this;
    let last = before;
    // Looks are counted, not milliseconds: on a busy machine both the page and the looks take longer.
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

  #patience({ isBlank }: ListLook, isMiddle: boolean): number {
    if (isMiddle && !isBlank) return patienceMs.view;
    return this.#loads > 0 || this.#byView ? patienceMs.grown : patienceMs.first;
  }

  #hasGrown(before: ListLook, now: ListLook): boolean {
    return now.count > before.count || now.records.some((one) => isFresh(one, before, this.#seen));
  }

  #look(withHtml = this.#byView): Promise<ListLook | undefined> {
    const { page, how, from } = this;
    return lookAt(page, how.records, withHtml, from.signal);
  }

  /** True when the list grows once more; what was added to it is removed again. */
  async #growsAfter(before: ListLook): Promise<boolean> {
    const whole = await this.#withHtml(before);
    const now = await this.#grown(before);
    this.#keepGone(whole, now ?? (await this.#look()));
    if (!now) return false;
    const added = now.count - before.count;
    const isAppended = before.records.every(({ said }, at) => now.records[at]?.said === said);
    if (!this.#byView && isAppended && added > 0) await this.#remove(before.count);
    return true;
  }

  #grown(before: ListLook): Promise<ListLook | undefined> {
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

const isSame = (one: ListLook, other: ListLook): boolean =>
  one.count === other.count && one.records.every(({ said }, at) => said === other.records[at]?.said);
