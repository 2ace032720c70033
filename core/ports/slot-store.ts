import type { PaceReport, RequestedPause } from './host-rate-limiter';
import type { SlotRequest } from './host-slots';

/** Outcome of a slot request. */
export interface StoredAnswer {
  /** Indexes of the pages that got a slot, and the slot IDs; `until` is set for a slot passed on by another page. */
  readonly taken: readonly { readonly page: number; readonly id: string; readonly until?: number }[];
  /** Milliseconds until a retry is worthwhile. */
  readonly waitMs: number;
  /** True when the job itself must wait, whatever its hosts allow. */
  readonly isJobBusy?: boolean;
  /** Indexes of pages whose claim another worker has taken over. */
  readonly lost: readonly number[];
}

/** A finished slot. */
export interface EndedSlot {
  readonly id: string;
  /** True when the delay of its job starts now. */
  readonly rests: boolean;
  /**
   * Host of the slot, and the time until which its lease certainly holds by the holder's clock: the next page of the host may
   * take it over. Absent when the slot also counts for its job.
   */
  readonly onHost?: { readonly name: string; readonly until: number };
}

/**
 * Returns the lease of a slot, ms: half a lease, so that the hosts of a lost process soon become free. Its holder stops using
 * it afterwards, and no other process frees it sooner, whether the holder is connected or not.
 */
export const slotLeaseMs = (leaseMs: number): number => Math.floor(leaseMs / 2);

/** Slots of hosts that several processes share. A slot lasts for `slotLeaseMs` unless renewed. */
export interface SlotStore {
  /** Reserves slots for the first pages whose hosts are free now, and marks their claims as started in the same step. */
  reserve(request: SlotRequest): Promise<StoredAnswer>;
  /** Ends slots; skips those that were deleted before. */
  release(slots: readonly EndedSlot[]): Promise<void>;
  /** Stores reports about a host, oldest first. */
  report(host: string, reports: readonly PaceReport[]): Promise<void>;
  waitOf(host: string): Promise<number>;
  requestedPause(host: string): Promise<RequestedPause | undefined>;
  /** Renews slots; returns those that still exist. */
  renew(ids: readonly string[]): Promise<readonly string[]>;
  /** Ends slots that were not renewed: those of dead sessions, and with `lapsed` those of all sessions. */
  reap(dead: readonly string[], lapsed: boolean): Promise<void>;
  /** Deletes hosts without requests for a day. */
  sweep(): Promise<void>;
  /** Returns the sessions that hold slots. */
  workers(): Promise<readonly string[]>;
}

/** Token of the store of slots. */
export const SlotStore = Symbol('SlotStore');
