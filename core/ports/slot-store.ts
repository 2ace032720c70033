import type { PaceReport, RequestedPause } from './host-rate-limiter';
import type { SlotRequest } from './host-slots';

/** Outcome of a slot request. */
export interface StoredAnswer {
  /**
   * Granted slots, each with the index of its page. For a slot taken over from another page, `until` is the end of the
   * slot's lease.
   */
  readonly taken: readonly { readonly page: number; readonly id: string; readonly until?: number }[];
  /** Milliseconds until a retry is worthwhile. */
  readonly waitMs: number;
  /** True when the job itself must wait, even if hosts have capacity. */
  readonly isJobBusy?: boolean;
  /** Indexes of pages whose claims were taken over by another worker. */
  readonly lost: readonly number[];
}

/** A slot that is no longer needed. */
export interface EndedSlot {
  readonly id: string;
  /** True when the job must now wait for its configured delay before starting another page. */
  readonly rests: boolean;
  /**
   * Set when the next page on the host may take over the slot. Contains the host's name and the time at which the lease
   * ends, according to the holder's clock. Absent if the slot also counts towards a limit of its job.
   */
  readonly onHost?: { readonly name: string; readonly until: number };
}

/**
 * Returns the lease time for a slot in ms. It is half the usual lease time, so that the slots of a lost process soon
 * become free. Even if the holder loses the database connection, its slot is not freed before the lease expires. When
 * the lease expires, the holder stops using the slot.
 */
export const slotLeaseMs = (leaseMs: number): number => Math.floor(leaseMs / 2);

/** Slots on hosts, shared by several processes. A slot expires after `slotLeaseMs` unless it is renewed. */
export interface SlotStore {
  /**
   * Reserves slots for pages whose hosts have capacity, in the order of the request. In the same transaction, marks the
   * claims on these pages as started.
   */
  reserve(request: SlotRequest): Promise<StoredAnswer>;
  /** Releases slots. Ignores slots that no longer exist. */
  release(slots: readonly EndedSlot[]): Promise<void>;
  /** Stores reports about a host. `reports` must be sorted, oldest first. */
  report(host: string, reports: readonly PaceReport[]): Promise<void>;
  waitOf(host: string): Promise<number>;
  requestedPause(host: string): Promise<RequestedPause | undefined>;
  /** Renews slots. Returns the IDs of the slots that still exist. */
  renew(ids: readonly string[]): Promise<readonly string[]>;
  /** Releases the expired slots of dead sessions or, if `lapsed` is true, of all sessions. */
  reap(dead: readonly string[], lapsed: boolean): Promise<void>;
  /** Deletes the state of hosts that have received no requests for a day. */
  sweep(): Promise<void>;
  /** Returns the sessions that hold slots. */
  workers(): Promise<readonly string[]>;
}

/** Injection token for the slot store. */
export const SlotStore = Symbol('SlotStore');
