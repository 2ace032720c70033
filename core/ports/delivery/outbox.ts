import type { DeliveryState, DeliveryTry } from '../../common/api/delivery-answers';

/** An event on its way to a sink. */
export interface Delivery {
  /** The `webhookId`, the same for every attempt. */
  readonly id: string;
  readonly jobId: string;
  readonly type: string;
  readonly sink: string;
  /** Settings of the sink for this delivery (URL, headers). */
  readonly config: Readonly<Record<string, unknown>>;
  /** Receiver (host and path of a URL); deliveries to one receiver share its rate. Defaults to the sink. */
  readonly receiver?: string;
  readonly state: DeliveryState;
  readonly createdAt: string;
  /** Time of the next attempt, ISO. */
  readonly nextAt: string;
  readonly tries: readonly DeliveryTry[];
}

/** Returns the receiver of a delivery. */
export const receiverOf = ({ receiver, sink }: Pick<Delivery, 'receiver' | 'sink'>): string => receiver ?? sink;

/** A delivery to make; every attempt sends exactly these bytes. */
export type NewDelivery = Pick<Delivery, 'id' | 'jobId' | 'type' | 'sink' | 'config' | 'receiver'> & {
  readonly body: Uint8Array;
};

/** Outcome of an attempt. */
export interface DeliveryChange {
  readonly state: DeliveryState;
  /** Milliseconds until the next attempt; a clock set back does not prolong it. */
  readonly waitMs?: number;
  readonly attempt?: DeliveryTry;
}

/** Filter over the deliveries of all jobs; all given criteria must match. */
export interface DeliveryFilter {
  readonly state?: DeliveryState;
  /** Substring of the event name. */
  readonly event?: string;
  /** Substring of the receiver. */
  readonly receiver?: string;
}

/** Events waiting for delivery, and the log of delivered ones. */
export interface Outbox {
  /** Adds a delivery that is due now; returns false when its ID exists already. */
  add(delivery: NewDelivery): Promise<boolean>;
  /** Returns due deliveries, the longest due first, except for the receivers in `except`. */
  due(limit: number, except?: ReadonlySet<string>): Promise<readonly Delivery[]>;
  /** Returns the milliseconds until the next pending delivery is due; undefined when none is pending. */
  nextDueIn(): Promise<number | undefined>;
  body(id: string): Promise<Uint8Array | undefined>;
  get(id: string): Promise<Delivery | undefined>;
  /**
   * Claims a due delivery for one attempt; undefined when it is not due or another process holds it. The lease is longer than
   * any attempt.
   */
  claim(id: string): Promise<Delivery | undefined>;
  /** Releases a claimed but unattempted delivery; it is due again. */
  unclaim(id: string): Promise<void>;
  /**
   * Records an attempt or a change of state; undefined when there is no such delivery, or when another process has claimed it
   * since.
   */
  update(id: string, change: DeliveryChange): Promise<Delivery | undefined>;
  /** Lists the deliveries of a job, oldest first. */
  list(
    jobId: string,
    options: { readonly skip: number; readonly limit: number },
  ): Promise<{ readonly deliveries: readonly Delivery[]; readonly total: number }>;
  /** Lists the deliveries of all jobs, newest first. */
  find(
    filter: DeliveryFilter,
    options: { readonly skip: number; readonly limit: number },
  ): Promise<{ readonly deliveries: readonly Delivery[]; readonly total: number }>;
  /** Makes a delivery due again, with the same ID and bytes. */
  replay(id: string): Promise<Delivery | undefined>;
  removeJob(jobId: string): Promise<void>;
}

/** Token of the outbox. */
export const Outbox = Symbol('Outbox');
