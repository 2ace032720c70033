import type { RecordedSteps } from '../../core/common/api/recorded-step';
import { actionFromWire, type ChosenAction } from './scrape-request';

/** Recorded steps as actions of a list. */
export interface RecordedActions {
  readonly list: readonly ChosenAction[];
  /** Keys of all recorded steps in the order the page has told them, also of those a person has removed. */
  readonly recorded: readonly string[];
  /** The new ones. */
  readonly made: readonly ChosenAction[];
}

/**
 * Puts recorded steps where those stand that they take the place of, else at the end. A person may have moved or removed steps of the list
 * while the page was on its way to tell them.
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
