import { type SteadyClock, systemClock } from '../../common/concurrency/clock';
import { toAppError } from '../../common/errors';
import type { Log } from '../../common/log';
import { isRefusal, type PaceReport, type RequestedPause } from '../../ports/host-rate-limiter';
import { type HostSlots, pollIntervalMs, type SlotAnswer, type SlotRequest } from '../../ports/host-slots';
import { type EndedSlot, type SlotStore, slotLeaseMs } from '../../ports/slot-store';
import { PendingPauses } from './pending-pauses';

/** Dependencies of `SharedPace`. */
export interface SharedPaceParts {
  readonly store: SlotStore;
  /** Duration in ms of a process's lease in the database. Slot leases are shorter. */
  readonly leaseMs: number;
  readonly log: Log;
  /** Clock. Defaults to the system clock. */
  readonly clock?: SteadyClock;
}

interface HeldSlot {
  /** Time, in ms on the monotonic clock (`steadyNow`), until which the lease is certain to be valid. */
  readonly until: number;
  /** True when the slot's job waits after each page. */
  readonly rests: boolean;
  /**
   * Host whose next page can take over the slot. Absent if the slot must not be passed on, because it counts towards
   * its job's page limit.
   */
  readonly host?: string;
}

/** Number of times that a slot lease is renewed within its duration. */
const renewals = 4;
/** Delay in ms before retrying to store releases and pauses. */
const retryMs = 1000;
/**
 * Time window in ms for batching reports of successful responses from a host. Each write locks the host's row for all
 * processes.
 */
const learnMs = 200;

/**
 * Limits the request rate per host across all processes that share a database. Slots are renewed while their pages are
 * in flight. Reports about a host are batched and stored a few times per second, but refusals are stored immediately. A
 * refusal pauses the host at once, even if storing the refusal is delayed.
 */
export class SharedPace implements HostSlots {
  readonly #parts: SharedPaceParts;
  readonly #held = new Map<string, HeldSlot>();
  readonly #clock: SteadyClock;
  readonly #leaseMs: number;
  readonly #learned = new Map<string, PaceReport[]>();
  readonly #pauses: PendingPauses;
  #ended: EndedSlot[] = [];
  #writing = false;
  #heartbeat: NodeJS.Timeout | undefined;
  #again: NodeJS.Timeout | undefined;
  #learning: NodeJS.Timeout | undefined;
  #pausing: NodeJS.Timeout | undefined;

  constructor(parts: SharedPaceParts) {
    this.#parts = parts;
    this.#clock = parts.clock ?? systemClock;
    this.#pauses = new PendingPauses(this.#clock);
    this.#leaseMs = slotLeaseMs(parts.leaseMs);
  }

  async reserve(request: SlotRequest): Promise<SlotAnswer> {
    const pages = request.pages.map(({ host, claim }) => ({ host: host.toLowerCase(), claim }));
    const waits = pages.map(({ host }) => this.#pauses.waitMs(host));
    const places = [...pages.keys()].filter((place) => waits[place] === 0);
    if (places.length === 0) return { taken: [], waitMs: Math.min(...waits, pollIntervalMs * 10), lost: [] };
    const open = { ...request, pages: pages.filter((_, place) => waits[place] === 0) };
    // The local lease starts before the store starts its lease. If this process is suspended in between, it therefore
    // never overestimates the remaining time.
    const until = this.#clock.steadyNow() + this.#leaseMs;
    const { taken, waitMs, isJobBusy, lost } = await this.#parts.store.reserve(open);
    const rests = (request.delayMs ?? 0) > 0;
    for (const { page, id, until: passedUntil = until } of taken) {
      const host = request.maxPages === undefined ? open.pages[page]?.host : undefined;
      this.#held.set(id, { until: passedUntil, rests, host });
    }
    if (taken.length > 0) this.#heartbeat ??= setInterval(() => void this.#renew(), this.#leaseMs / renewals).unref();
    const placeOf = (page: number) => places[page] ?? page;
    const slots = taken.map(({ page, id }) => ({
      page: placeOf(page),
      slot: { release: () => this.#release(id), holds: () => this.#holds(id) },
    }));
    return { taken: slots, waitMs, isJobBusy, lost: lost.map(placeOf) };
  }

  async report(name: string, report: PaceReport): Promise<void> {
    const host = name.toLowerCase();
    if (isRefusal(report)) {
      this.#pauses.add(host, report);
      await this.#storePauses([host]);
      return;
    }
    this.#learned.set(host, [...(this.#learned.get(host) ?? []), report]);
    this.#learning ??= setTimeout(() => void this.#learn(), learnMs).unref();
  }

  async waitOf(name: string): Promise<number> {
    const host = name.toLowerCase();
    return this.#pauses.waitMs(host) || (await this.#parts.store.waitOf(host));
  }

  async requestedPause(name: string): Promise<RequestedPause | undefined> {
    const host = name.toLowerCase();
    return this.#pauses.requestedPause(host) ?? (await this.#parts.store.requestedPause(host));
  }

  /** Releases all slots held by this process, if the database is reachable. */
  async close(): Promise<void> {
    clearInterval(this.#heartbeat);
    clearTimeout(this.#again);
    const left = [...this.#held].map(([id, { rests }]) => ({ id, rests }));
    this.#held.clear();
    await this.#storePauses(this.#pauses.hosts);
    clearTimeout(this.#pausing);
    this.#pauses.clear();
    await this.#learn();
    await this.#parts.store.release([...this.#ended.splice(0), ...left]).catch(() => undefined);
  }

  #holds(id: string): boolean {
    return (this.#held.get(id)?.until ?? Number.NEGATIVE_INFINITY) > this.#clock.steadyNow();
  }

  #release(id: string): void {
    const held = this.#held.get(id);
    if (!held) return;
    this.#held.delete(id);
    const { rests, host: name, until } = held;
    // Passes the slot on only if enough time is left for the next page to renew it.
    const isFresh = until - this.#clock.steadyNow() > this.#leaseMs / 2;
    this.#ended.push({ id, rests, ...(name !== undefined && !rests && isFresh ? { onHost: { name, until } } : {}) });
    void this.#write();
  }

  /** Stores pauses together with any earlier reports. Retries failed writes. */
  async #storePauses(hosts: readonly string[]): Promise<void> {
    const stored = hosts.map((host) => {
      const before = this.#learned.get(host) ?? [];
      this.#learned.delete(host);
      return this.#pauses.store(host, (report) => this.#parts.store.report(host, [...before, report]));
    });
    const failed = (await Promise.allSettled(stored)).find((each) => each.status === 'rejected');
    if (!failed) return;
    this.#parts.log.debug(`host pauses could not be stored, retrying: ${toAppError(failed.reason).message}`);
    clearTimeout(this.#pausing);
    this.#pausing = setTimeout(() => void this.#storePauses(this.#pauses.hosts), retryMs).unref();
  }

  /**
   * Stores reports of successful responses. Drops reports that cannot be stored, because similar reports will follow.
   */
  async #learn(): Promise<void> {
    clearTimeout(this.#learning);
    this.#learning = undefined;
    const learned = [...this.#learned];
    this.#learned.clear();
    const { store } = this.#parts;
    await Promise.allSettled(learned.map(([host, reports]) => store.report(host, reports)));
  }

  /** Writes released slots. Slots that are released during a write are batched into the next write. */
  async #write(): Promise<void> {
    if (this.#writing || this.#ended.length === 0) return;
    this.#writing = true;
    const ended = this.#ended;
    this.#ended = [];
    try {
      await this.#parts.store.release(ended);
      this.#writing = false;
      await this.#write();
    } catch (thrown) {
      this.#writing = false;
      // The rows of the slots may have been deleted even though the write failed, so these slots cannot be passed on to
      // other pages.
      this.#ended.unshift(...ended.map(({ id, rests }) => ({ id, rests })));
      this.#parts.log.debug(`host slots could not be released, retrying: ${toAppError(thrown).message}`);
      clearTimeout(this.#again);
      this.#again = setTimeout(() => void this.#write(), retryMs).unref();
    }
  }

  /**
   * Renews the leases. An expired lease remains expired. A slot that is missing from the database is dropped, because
   * another process may have reserved it.
   */
  async #renew(): Promise<void> {
    const until = this.#clock.steadyNow() + this.#leaseMs;
    const ids = [...this.#held.keys()].filter((id) => this.#holds(id));
    const left = await this.#parts.store.renew(ids).catch(() => undefined);
    for (const id of left ? ids : []) {
      const held = this.#held.get(id);
      if (!left?.includes(id)) this.#held.delete(id);
      else if (held && this.#holds(id)) this.#held.set(id, { ...held, until });
    }
    if (this.#held.size > 0) return;
    clearInterval(this.#heartbeat);
    this.#heartbeat = undefined;
  }
}
