import type { RecordedSteps } from '../../core/common/api/recorded-step';
import { actionFromWire, type ChosenAction } from './scrape-request';

/** A list of actions that includes recorded steps. */
export interface RecordedActions {
  readonly list: readonly ChosenAction[];
  /** Keys of all recorded steps in their original order, including steps that the user removed. */
  readonly recorded: readonly string[];
  /** Steps added by the latest change. */
  readonly made: readonly ChosenAction[];
}

/**
 * Replaces the last `replaces` recorded steps with new steps, at the position of the first replaced step. If the user
 * removed all replaced steps, appends the new steps. Finds steps by key, because the user may have moved or removed
 * some of them while the request was pending.
 */
export function withRecorded(
  { list, recorded }: Pick<RecordedActions, 'list' | 'recorded'>,
  { steps, replaces }: Pick<RecordedSteps, 'steps' | 'replaces'>,
): RecordedActions {
  const kept = recorded.slice(0, Math.max(0, recorded.length - replaces));
  const old = recorded.slice(kept.length);
  const made = steps.map(({ action }, index) => {
    const step = actionFromWire(action);
    return { ...step, key: old[index] ?? step.key };
  });
  const at = list.findIndex(({ key }) => old.includes(key));
  const others = list.filter(({ key }) => !old.includes(key));
  const place = at < 0 ? others.length : at;
  return {
    list: [...others.slice(0, place), ...made, ...others.slice(place)],
    recorded: [...kept, ...made.map(({ key }) => key)],
    made,
  };
}
