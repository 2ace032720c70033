import { LRUCache } from 'lru-cache';
import { AppError } from '../../../common/errors';
import { PageSlot, type SlotParts } from './page-slot';
import { abortError, within } from './until-aborted';

/** A scrape's requirements for its page. */
export interface TabRequest {
  /** Job to which the scrape belongs. The page must not contain traces of any other job. */
  readonly jobId: string;
  /** Upstream proxy that the egress proxy uses, if any. */
  readonly upstreamUrl?: string;
  /** True to accept invalid certificates. A page that accepts them is never reused for scrapes that do not. */
  readonly skipTlsVerification: boolean;
}

interface Waiter {
  readonly request: TabRequest;
  readonly serve: (slot: PageSlot) => void;
  readonly fail: (thrown: unknown) => void;
}

interface Place {
  readonly key: string;
  slot: PageSlot | undefined;
  state: 'opening' | 'busy' | 'cleaning' | 'idle';
  /**
   * Ends the delay before cleaning. `true` passes the page to the next scrape in the same job. `false` starts the
   * cleaning.
   */
  endCooldown?: (taken: boolean) => void;
}

/** Delay before a page is cleaned, in ms. Allows the response to be sent first. */
const cooldownMs = 40;
/**
 * Delay, in ms, before a page is cleaned if its job has several pages. The job can then reuse the page and skip the
 * cleaning, which costs about a quarter as much as rendering a page.
 */
const betweenPagesMs = 1000;

const keyOf = (request: TabRequest): string =>
  `${request.skipTlsVerification ? 'lax' : 'strict'} ${request.upstreamUrl ?? ''}`;

/** A bounded pool of warm pages. Each page is used by one scrape at a time and cleaned between jobs. */
export class PagePool {
  private readonly places = new Set<Place>();
  private readonly waiters: Waiter[] = [];
  /** Number of pages requested by each recent job. */
  private readonly opened = new LRUCache<string, number>({ max: 500 });
  private closed = false;

  constructor(
    private readonly maxPages: () => number,
    /** Creates the parts needed for a new page. Starts the browser if it is not running. */
    private readonly parts: (upstreamUrl: string | undefined) => Promise<SlotParts>,
  ) {}

  /** True when no page is in use or requested. */
  get isIdle(): boolean {
    return this.waiters.length === 0 && [...this.places].every(({ state }) => state === 'idle');
  }

  /** Returns a page for one scrape. If all pages are in use, the request waits in a queue. */
  acquire(request: TabRequest, signal: AbortSignal): Promise<PageSlot> {
    if (this.closed) return Promise.reject(new AppError('ENGINE_CLOSING'));
    if (signal.aborted) return Promise.reject(abortError(signal));
    this.opened.set(request.jobId, (this.opened.get(request.jobId) ?? 0) + 1);
    return new Promise((resolve, reject) => {
      const leave = () => signal.removeEventListener('abort', onAbort);
      const onAbort = () => {
        const index = this.waiters.indexOf(waiter);
        if (index >= 0) this.waiters.splice(index, 1);
        reject(abortError(signal));
      };
      const waiter: Waiter = {
        request,
        serve: (slot) => {
          leave();
          if (!signal.aborted) return resolve(slot);
          this.release(slot, true);
        },
        fail: (thrown) => {
          leave();
          reject(thrown);
        },
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.waiters.push(waiter);
      this.serveWaiters();
    });
  }

  /** Returns a page to the pool, or discards it if it is unhealthy. */
  release(slot: PageSlot, healthy: boolean): void {
    const place = [...this.places].find((candidate) => candidate.slot === slot);
    if (!place) return;
    const next = this.waiters.findIndex(({ request }) => request.jobId === slot.jobId && keyOf(request) === place.key);
    if (healthy && next >= 0 && !slot.isWorn) {
      const [waiter] = this.waiters.splice(next, 1);
      waiter?.serve(slot);
      return;
    }
    place.state = 'cleaning';
    void this.clean(place, slot, healthy);
  }

  /** Opens one page before the first request. */
  async warm(): Promise<void> {
    if (this.places.size > 0 || this.closed) return;
    const place: Place = { key: keyOf({ jobId: '', skipTlsVerification: false }), slot: undefined, state: 'opening' };
    this.places.add(place);
    await this.fill(place, undefined);
    this.serveWaiters();
  }

  /** Discards all pages, e.g. because the browser has exited. */
  async clear(): Promise<void> {
    const places = [...this.places];
    this.places.clear();
    await Promise.all(places.map(({ slot }) => slot?.dispose()));
    for (const { endCooldown } of places) endCooldown?.(false);
    this.serveWaiters();
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const waiter of this.waiters.splice(0)) waiter.fail(new AppError('ENGINE_CLOSING'));
    await this.clear();
  }

  private serveWaiters(): void {
    for (let index = 0; index < this.waiters.length; ) {
      const waiter = this.waiters[index];
      if (!waiter || !this.serve(waiter)) index++;
    }
  }

  /**
   * Gives an idle page to a waiting scrape, or starts opening a page. Returns false when the scrape must keep waiting.
   */
  private serve(waiter: Waiter): boolean {
    const key = keyOf(waiter.request);
    const { jobId } = waiter.request;
    const places = [...this.places].filter((place) => place.key === key);
    const ready =
      places.find(({ endCooldown, slot }) => endCooldown && slot?.jobId === jobId) ??
      places.find(({ state }) => state === 'idle');
    if (ready?.slot) {
      this.waiters.splice(this.waiters.indexOf(waiter), 1);
      ready.endCooldown?.(true);
      ready.state = 'busy';
      ready.slot.jobId = jobId;
      waiter.serve(ready.slot);
      return true;
    }
    if (this.places.size >= this.maxPages() && !this.evictOther(key)) {
      for (const place of this.places) place.endCooldown?.(false);
      return false;
    }
    this.waiters.splice(this.waiters.indexOf(waiter), 1);
    void this.openFor(waiter, key);
    return true;
  }

  private evictOther(key: string): boolean {
    const other = [...this.places].find((place) => place.state === 'idle' && place.key !== key);
    if (!other) return false;
    this.places.delete(other);
    void other.slot?.dispose();
    return true;
  }

  private async openFor(waiter: Waiter, key: string): Promise<void> {
    const place: Place = { key, slot: undefined, state: 'opening' };
    this.places.add(place);
    try {
      const slot = await this.fill(place, waiter.request.upstreamUrl);
      place.state = 'busy';
      slot.jobId = waiter.request.jobId;
      waiter.serve(slot);
    } catch (thrown) {
      waiter.fail(thrown);
      this.serveWaiters();
    }
  }

  private async fill(place: Place, upstreamUrl: string | undefined): Promise<PageSlot> {
    try {
      const slot = await PageSlot.open(await this.parts(upstreamUrl));
      place.slot = slot;
      place.state = 'idle';
      if (this.places.has(place)) return slot;
      void slot.dispose();
      throw new AppError('ENGINE_CLOSING');
    } catch (thrown) {
      this.places.delete(place);
      throw thrown;
    }
  }

  private async clean(place: Place, slot: PageSlot, healthy: boolean): Promise<void> {
    if (healthy && (await this.coolDown(place, slot))) return;
    const usable = healthy && (await cleanedInTime(slot));
    if (usable && this.places.has(place)) place.state = 'idle';
    else {
      await slot.dispose();
      this.places.delete(place);
    }
    this.serveWaiters();
  }

  /**
   * Freezes the page and briefly reserves it for its job, unless a scrape is waiting. Returns true if the job took the
   * page.
   */
  private async coolDown(place: Place, slot: PageSlot): Promise<boolean> {
    slot.freeze();
    if (this.closed || this.waiters.length > 0 || slot.isWorn) return false;
    const isOneOfSeveral = (this.opened.get(slot.jobId ?? '') ?? 0) > 1;
    return await new Promise<boolean>((resolve) => {
      const end = (taken: boolean) => {
        clearTimeout(timer);
        place.endCooldown = undefined;
        resolve(taken);
      };
      const timer = setTimeout(end, isOneOfSeveral ? betweenPagesMs : cooldownMs, false);
      place.endCooldown = end;
    });
  }
}

/** Cleans the page. Returns false if cleaning fails, or times out because the page hangs. */
async function cleanedInTime(slot: PageSlot): Promise<boolean> {
  return (await within(slot.clean(), 3000)) === true;
}
