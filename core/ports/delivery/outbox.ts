import type { DeliveryState, DeliveryTry } from '../../common/api/delivery-answers';

/** An event to be delivered to a sink. */
export interface Delivery {
  /** ID that is sent as `webhookId`. It is the same for every attempt. */
  readonly id: string;
  readonly jobId: string;
  readonly type: string;
  readonly sink: string;
  /** Sink settings for this delivery, such as URL and headers. */
  readonly config: Readonly<Record<string, unknown>>;
  /**
   * Destination, e.g. the host and path of a URL. Defaults to the name of the sink. Deliveries with the same receiver
   * share a rate limit.
   */
  readonly receiver?: string;
  readonly state: DeliveryState;
  readonly createdAt: string;
  /** ISO time of the next attempt. */
  readonly nextAt: string;
  readonly tries: readonly DeliveryTry[];
}

/** Returns the receiver of a delivery. */
export const receiverOf = ({ receiver, sink }: Pick<Delivery, 'receiver' | 'sink'>): string => receiver ?? sink;

/** A new delivery. Every attempt sends the same bytes. */
export type NewDelivery = Pick<Delivery, 'id' | 'jobId' | 'type' | 'sink' | 'config' | 'receiver'> & {
  readonly body: Uint8Array;
};

/** Changes to a delivery after an attempt. */
export interface DeliveryChange {
  readonly state: DeliveryState;
  /** Milliseconds until the next attempt. Setting the clock back does not lengthen this time. */
  readonly waitMs?: number;
  readonly attempt?: DeliveryTry;
}

/** Filter for deliveries from all jobs. All given criteria must match. */
export interface DeliveryFilter {
  readonly state?: DeliveryState;
  /** String that the event name must contain. */
  readonly event?: string;
  /** String that the receiver must contain. */
  readonly receiver?: string;
}

/** Queue of events to deliver, and log of delivered events. */
export interface Outbox {
  /** Adds a delivery that is due now. Returns false when its ID already exists. */
  add(delivery: NewDelivery): Promise<boolean>;
  /** Returns due deliveries, longest overdue first. Skips deliveries to the receivers in `except`. */
  due(limit: number, except?: ReadonlySet<string>): Promise<readonly Delivery[]>;
  /**
   * Returns the milliseconds until the next pending delivery is due. Undefined when there are no pending deliveries.
   */
  nextDueIn(): Promise<number | undefined>;
  body(id: string): Promise<Uint8Array | undefined>;
  get(id: string): Promise<Delivery | undefined>;
  /**
   * Claims a due delivery for one attempt. Returns undefined when the delivery is not due or another process has
   * claimed it. The lease is longer than any attempt.
   */
  claim(id: string): Promise<Delivery | undefined>;
  /** Releases a delivery that was claimed but not attempted, so that it is due again. */
  unclaim(id: string): Promise<void>;
  /**
   * Records an attempt or a state change. Returns undefined if the delivery does not exist or another process has since
   * claimed it.
   */
  update(id: string, change: DeliveryChange): Promise<Delivery | undefined>;
  /** Lists a job's deliveries, oldest first. */
  list(
    jobId: string,
    options: { readonly skip: number; readonly limit: number },
  ): Promise<{ readonly deliveries: readonly Delivery[]; readonly total: number }>;
  /** Lists deliveries from all jobs, newest first. */
  find(
    filter: DeliveryFilter,
    options: { readonly skip: number; readonly limit: number },
  ): Promise<{ readonly deliveries: readonly Delivery[]; readonly total: number }>;
  /** Makes a delivery due again with the same ID and content. */
  replay(id: string): Promise<Delivery | undefined>;
  removeJob(jobId: string): Promise<void>;
}

/** Injection token for the outbox. */
export const Outbox = Symbol('Outbox');
