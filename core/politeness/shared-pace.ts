import { toAppError } from '../common/errors';
import type { Log } from '../log';
import type { AskedPause, PaceReport } from './host-rate-limiter';
import type { HostSlots, SlotAnswer, SlotWish } from './host-slots';
import { type EndedSlot, type SlotStore, slotLeaseMs } from './slot-store';

/** What a pace of many processes is made of. */
export interface SharedPaceParts {
  readonly store: SlotStore;
  /** The lease of the database's processes, in milliseconds; that of a slot is shorter. */
  readonly leaseMs: number;
  readonly log: Log;
  /** A clock in milliseconds that is never set back; that of the process unless given. */
  readonly steadyNow?: () => number;
}

/** How often a slot is renewed in the time it lasts. */
const renewals = 4;
/** How soon slots are given back that could not be, in milliseconds. */
const againMs = 1000;
/** How long good answers of a host wait for more of them, in milliseconds: each time its row is locked for all processes. */
const learnMs = 200;

const isRefusal = ({ status }: PaceReport): boolean => status === 429 || status === 503;

/**
 * The pace of each host over all processes of a database. Slots are renewed while their pages are in work; what was learned of
 * a host is kept some times a second, a refusal at once.
 */
export class SharedPace implements HostSlots {
  readonly #parts: SharedPaceParts;
  /** Slots in use by their ids, until when their leases surely hold, and whether their jobs rest after them. */
  readonly #held = new Map<string, { readonly until: number; readonly rests: boolean }>();
  readonly #now: () => number;
  readonly #leaseMs: number;
  readonly #learned = new Map<string, PaceReport[]>();
  #ended: EndedSlot[] = [];
  #writing = false;
  #heartbeat: NodeJS.Timeout | undefined;
  #again: NodeJS.Timeout | undefined;
  #learning: NodeJS.Timeout | undefined;

  constructor(parts: SharedPaceParts) {
    this.#parts = parts;
    this.#now = parts.steadyNow ?? (() => performance.now());
    this.#leaseMs = slotLeaseMs(parts.leaseMs);
  }

  async reserve(wish: SlotWish): Promise<SlotAnswer> {
    const pages = wish.pages.map(({ host, claim }) => ({ host: host.toLowerCase(), claim }));
    // The store counts from later on: a process that is stopped meanwhile takes no lease for longer than it is.
    const until = this.#now() + this.#leaseMs;
    const { taken, waitMs, lost } = await this.#parts.store.reserve({ ...wish, pages });
    const rests = (wish.restMs ?? 0) > 0;
    for (const { id } of taken) this.#held.set(id, { until, rests });
    if (taken.length > 0) this.#heartbeat ??= setInterval(() => void this.#renew(), this.#leaseMs / renewals).unref();
    const slots = taken.map(({ page, id }) => ({
      page,
      slot: { release: () => this.#release(id), holds: () => this.#holds(id) },
    }));
    return { taken: slots, waitMs, lost };
  }

  async report(name: string, report: PaceReport): Promise<void> {
    const host = name.toLowerCase();
    const reports = [...(this.#learned.get(host) ?? []), report];
    this.#learned.set(host, reports);
    if (!isRefusal(report)) {
      this.#learning ??= setTimeout(() => void this.#learn(), learnMs).unref();
      return;
    }
    this.#learned.delete(host);
    await this.#parts.store.report(host, reports);
  }

  waitOf(host: string): Promise<number> {
    return this.#parts.store.waitOf(host.toLowerCase());
  }

  asked(host: string): Promise<AskedPause | undefined> {
    return this.#parts.store.asked(host.toLowerCase());
  }

  /** Gives back what is still held, as far as the database can be reached. */
  async close(): Promise<void> {
    clearInterval(this.#heartbeat);
    clearTimeout(this.#again);
    const left = [...this.#held].map(([id, { rests }]) => ({ id, rests }));
    this.#held.clear();
    await this.#learn();
    await this.#parts.store.release([...this.#ended.splice(0), ...left]).catch(() => undefined);
  }

  #holds(id: string): boolean {
    return (this.#held.get(id)?.until ?? Number.NEGATIVE_INFINITY) > this.#now();
  }

  #release(id: string): void {
    const held = this.#held.get(id);
    if (!held) return;
    this.#held.delete(id);
    this.#ended.push({ id, rests: held.rests });
    void this.#write();
  }

  /** Good answers that cannot be kept are forgotten: the next ones say the same. */
  async #learn(): Promise<void> {
    clearTimeout(this.#learning);
    this.#learning = undefined;
    const learned = [...this.#learned];
    this.#learned.clear();
    const { store } = this.#parts;
    await Promise.allSettled(learned.map(([host, reports]) => store.report(host, reports)));
  }

  /** Slots that end while others are written go together with the next write. */
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
      this.#ended.unshift(...ended);
      this.#parts.log.debug(`slots of hosts are given back later: ${toAppError(thrown).message}`);
      clearTimeout(this.#again);
      this.#again = setTimeout(() => void this.#write(), againMs).unref();
    }
  }

  /** A lease that is over stays so, and a slot that is missing is held no longer: another process may have it. */
  async #renew(): Promise<void> {
    const until = this.#now() + this.#leaseMs;
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
