import type { AskedPause, PaceReport } from './host-rate-limiter';
import type { SlotWish } from './host-slots';

/** What became of a wish for a slot. */
export interface StoredAnswer {
  /** Places of the pages that got a slot, and the ids of the slots. */
  readonly taken: readonly { readonly page: number; readonly id: string }[];
  /** Milliseconds until it is worth trying again. */
  readonly waitMs: number;
  /** Places of pages whose claim has gone to another worker. */
  readonly lost: readonly number[];
}

/** A slot that is over. */
export interface EndedSlot {
  readonly id: string;
  /** Whether its job rests now. */
  readonly rests: boolean;
}

/** The slots of hosts that several processes share. A slot lasts as long as a lease unless it is renewed. */
export interface SlotStore {
  /** Slots for the first pages whose hosts may be asked now; their claims are noted as begun in the same step. */
  reserve(wish: SlotWish): Promise<StoredAnswer>;
  /** Ends slots; those that were taken away before are passed over. */
  release(slots: readonly EndedSlot[]): Promise<void>;
  /** Keeps what was learned of a host, the oldest first. */
  report(host: string, reports: readonly PaceReport[]): Promise<void>;
  waitOf(host: string): Promise<number>;
  asked(host: string): Promise<AskedPause | undefined>;
  /** Makes slots last for a lease from now on. */
  renew(ids: readonly string[]): Promise<void>;
  /** Ends the slots of sessions that are gone, and with `lapsed` those that were not renewed. */
  reap(dead: readonly string[], lapsed: boolean): Promise<void>;
  /** Forgets hosts that nobody has asked for a day. */
  sweep(): Promise<void>;
  /** Sessions that hold slots. */
  workers(): Promise<readonly string[]>;
}

/** Token of the store of slots. */
export const SlotStore = Symbol('SlotStore');
