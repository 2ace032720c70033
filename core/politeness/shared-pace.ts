import { toAppError } from '../common/errors';
import type { Log } from '../log';
import type { AskedPause, PaceReport } from './host-rate-limiter';
import type { HostSlots, SlotAnswer, SlotWish } from './host-slots';
import type { ReleasedSlot, SlotStore } from './slot-store';

/** What a pace of many processes is made of. */
export interface SharedPaceParts {
  readonly store: SlotStore;
  /** How long a slot lasts that is not renewed, in milliseconds. */
  readonly leaseMs: number;
  readonly log: Log;
}

/** How soon slots are given back that could not be, in milliseconds. */
const againMs = 1000;

const isRefusal = ({ status }: PaceReport): boolean => status === 429 || status === 503;

/**
 * The pace of each host over all processes of a database. Slots are renewed while their pages are in work; what was learned of
 * a host goes with the next slot of it that is given back, a refusal at once.
 */
export class SharedPace implements HostSlots {
  readonly #parts: SharedPaceParts;
  /** Slots in use, by id, with their hosts. */
  readonly #held = new Map<string, string>();
  readonly #learned = new Map<string, PaceReport[]>();
  #ended: ReleasedSlot[] = [];
  #writing = false;
  #heartbeat: NodeJS.Timeout | undefined;
  #again: NodeJS.Timeout | undefined;

  constructor(parts: SharedPaceParts) {
    this.#parts = parts;
  }

  async reserve(wish: SlotWish): Promise<SlotAnswer> {
    const pages = wish.pages.map(({ host, claim }) => ({ host: host.toLowerCase(), claim }));
    const { page, id, waitMs, lost } = await this.#parts.store.reserve({ ...wish, pages });
    if (page === undefined || id === undefined) return { waitMs, lost };
    this.#held.set(id, pages[page]?.host ?? '');
    this.#heartbeat ??= setInterval(() => void this.#renew(), this.#parts.leaseMs / 3).unref();
    return { taken: { page, slot: { release: () => this.#release(id) } }, waitMs, lost };
  }

  async report(name: string, report: PaceReport): Promise<void> {
    const host = name.toLowerCase();
    if (isRefusal(report)) return this.#parts.store.report(host, report);
    this.#learned.set(host, [...(this.#learned.get(host) ?? []), report]);
  }

  readyAt(host: string): Promise<number> {
    return this.#parts.store.readyAt(host.toLowerCase());
  }

  asked(host: string): Promise<AskedPause | undefined> {
    return this.#parts.store.asked(host.toLowerCase());
  }

  /** Gives back what is still held, as far as the database can be reached. */
  async close(): Promise<void> {
    clearInterval(this.#heartbeat);
    clearTimeout(this.#again);
    const left = [...this.#held].map(([id, host]) => ({ id, host, reports: [] }));
    this.#held.clear();
    await this.#parts.store.release([...this.#ended.splice(0), ...left]).catch(() => undefined);
  }

  #release(id: string): void {
    const host = this.#held.get(id);
    if (host === undefined) return;
    this.#held.delete(id);
    this.#ended.push({ id, host, reports: this.#learned.get(host) ?? [] });
    this.#learned.delete(host);
    void this.#write();
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

  async #renew(): Promise<void> {
    await this.#parts.store.renew([...this.#held.keys()]).catch(() => undefined);
    if (this.#held.size > 0) return;
    clearInterval(this.#heartbeat);
    this.#heartbeat = undefined;
  }
}
