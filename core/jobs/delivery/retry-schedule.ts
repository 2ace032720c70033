import type { SinkOutcome } from '../../contract/plugin';
import type { DeliveryChange } from '../../ports/delivery/outbox';

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** Pauses in ms after the first, second, … failed attempt. After the last pause, another failure is final. */
export const retryPausesMs: readonly number[] = [
  5 * secondMs,
  minuteMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
];

/** Maximum pause in ms that a receiver can request. A requested pause may be longer than the scheduled pause. */
export const maxRequestedPauseMs = hourMs;

/**
 * Returns the pause in ms before a receiver is tried again: 0 after the first failure, then 1 s, 2 s, 4 s and so on, up
 * to a minute.
 */
export const receiverPauseMs = (failures: number): number =>
  failures < 2 ? 0 : Math.min(secondMs * 2 ** (failures - 2), minuteMs);

/** Outcome of an attempt: the response of the sink, or a failure that a retry cannot resolve. */
export type TryOutcome =
  | SinkOutcome
  | { readonly result: 'hopeless'; readonly message: string; readonly statusCode?: undefined };

/** Returns the pause in ms that the receiver requested, capped at the maximum. */
export const requestedPauseMs = (outcome: TryOutcome): number =>
  outcome.result === 'retry' ? Math.min(Math.max(outcome.retryAfterMs ?? 0, 0), maxRequestedPauseMs) : 0;

/** Returns the state of a delivery after an attempt. `triesBefore` is the number of earlier attempts. */
export function afterTry(outcome: TryOutcome, triesBefore: number): Omit<DeliveryChange, 'attempt'> {
  if (outcome.result === 'delivered') return { state: 'delivered' };
  if (outcome.result === 'disable') return { state: 'disabled' };
  const pauseMs = retryPausesMs[triesBefore];
  if (outcome.result === 'hopeless' || pauseMs === undefined) return { state: 'failed' };
  return { state: 'pending', waitMs: Math.max(pauseMs, requestedPauseMs(outcome)) };
}
