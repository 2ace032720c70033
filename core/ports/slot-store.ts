import type { AskedPause, PaceReport } from './host-rate-limiter';
import type { SlotWish } from './host-slots';

/** What became of a wish for a slot. */
export interface StoredAnswer {
  /** Places of the pages that got a slot, and the ids of the slots; with `until` of one that was passed on by another page. */
  readonly taken: readonly { readonly page: number; readonly id: string; readonly until?: number }[];
  /** Milliseconds until it is worth trying again. */
  readonly waitMs: number;
  /** Whether the job itself has to wait, whatever its hosts allow. */
  readonly isJobBusy?: boolean;
  /** Places of pages whose claim has gone to another worker. */
  readonly lost: readonly number[];
}

/** A slot that is over. */
export interface EndedSlot {
  readonly id: string;
  /** Whether its job rests now. */
  readonly rests: boolean;
  /**
   * Its host, and until when its lease surely holds by the clock of its holder: the next page of the host may have it. Absent where the
   * slot counts for its job, too.
   */
  readonly onHost?: { readonly name: string; readonly until: number };
}

/**
 * How long a slot lasts that is not renewed, in milliseconds: half a lease, so that the hosts of a lost process soon come back. Its holder
 * counts it as its own no longer, and nobody frees it sooner, whether the holder has a connection or not.
 */
export const slotLeaseMs = (leaseMs: number): number => Math.floor(leaseMs / 2);

/** The slots of hosts that several processes share. A slot lasts for `slotLeaseMs` unless it is renewed. */
export interface SlotStore {
  /** Slots for the first pages whose hosts may be asked now; their claims are noted as begun in the same step. */
  reserve(wish: SlotWish): Promise<StoredAnswer>;
  /** Ends slots; those that were taken away before are passed over. */
  release(slots: readonly EndedSlot[]): Promise<void>;
  /** Keeps what was learned of a host, the oldest first. */
  report(host: string, reports: readonly PaceReport[]): Promise<void>;
  waitOf(host: string): Promise<number>;
  asked(host: string): Promise<AskedPause | undefined>;
  /** Makes slots last anew from now on; gives back those that are left, others were taken away. */
  renew(ids: readonly string[]): Promise<readonly string[]>;
  /** Ends the slots that were not renewed: those of sessions that are gone, and with `lapsed` those of all. */
  reap(dead: readonly string[], lapsed: boolean): Promise<void>;
  /** Forgets hosts that nobody has asked for a day. */
  sweep(): Promise<void>;
  /** Sessions that hold slots. */
  workers(): Promise<readonly string[]>;
}

/** Token of the store of slots. */
export const SlotStore = Symbol('SlotStore');
