import type { SinkOutcome } from '../../contract/plugin';
import type { DeliveryChange } from '../../ports/delivery/outbox';

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** Pauses after the first, second, … failed try; when they are used up, the delivery has failed. */
export const retryPausesMs: readonly number[] = [
  5 * secondMs,
  minuteMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
];

/** A receiver may ask for a longer pause than the schedule has, but for no longer one than this. */
export const longestAskedPauseMs = hourMs;

/** How long a receiver rests after so many failed tries in a row: from the second on 1 s, 2 s, 4 s, …, a minute at most. */
export const receiverPauseMs = (failures: number): number =>
  failures < 2 ? 0 : Math.min(secondMs * 2 ** (failures - 2), minuteMs);

/** A try as the dispatcher sees it: what the sink said, or that there is no use in another. */
export type TryOutcome =
  | SinkOutcome
  | { readonly result: 'hopeless'; readonly message: string; readonly statusCode?: undefined };

/** How long the receiver asked to be left alone, within reason. */
export const askedPauseMs = (outcome: TryOutcome): number =>
  outcome.result === 'retry' ? Math.min(Math.max(outcome.retryAfterMs ?? 0, 0), longestAskedPauseMs) : 0;

/** Where a delivery stands after a try; `triesBefore` counts those that were made before. */
export function afterTry(outcome: TryOutcome, triesBefore: number): Omit<DeliveryChange, 'attempt'> {
  if (outcome.result === 'delivered') return { state: 'delivered' };
  if (outcome.result === 'disable') return { state: 'disabled' };
  const pauseMs = retryPausesMs[triesBefore];
  if (outcome.result === 'hopeless' || pauseMs === undefined) return { state: 'failed' };
  return { state: 'pending', waitMs: Math.max(pauseMs, askedPauseMs(outcome)) };
}
