import type { Field } from '../schema/field';
import { coerce, type ValuePlace } from '../values/coerce';
import { type Coerced, comparable } from '../values/texts';
import type { Sighting } from './sighting';

/** The value chosen for a field, with the strongest evidence for it. */
export interface Chosen {
  readonly value: Coerced['value'];
  readonly score: number;
  readonly sighting: Sighting;
}

const MIN_SCORE = 0.3;

/** Returns the value with the most support. Undefined if no value is reliable enough. */
export function choose(field: Field, sightings: readonly Sighting[], place: ValuePlace): Chosen | undefined {
  const groups = new Map<string, { chosen: Chosen; doubt: number; kinds: Set<string> }>();
  for (const sighting of sightings) {
    if (sighting.weight <= 0) continue;
    const coerced = coerce(field, sighting, place);
    if (!coerced) continue;
    const weight = Math.min(0.97, sighting.weight * coerced.fit);
    const key = comparable(coerced.value);
    const group = groups.get(key);
    if (!group) {
      groups.set(key, {
        chosen: { value: coerced.value, score: weight, sighting },
        doubt: 1 - weight,
        kinds: new Set([sighting.kind]),
      });
      continue;
    }
    // Another source of the same kind adds little support, or slightly more for a number that is repeated in the text.
    const isNew = !group.kinds.has(sighting.kind);
    group.kinds.add(sighting.kind);
    group.doubt *=
      1 - weight * (isNew ? 0.9 : sighting.kind === 'text' && typeof coerced.value === 'number' ? 0.4 : 0.15);
    if (rank(sighting, weight) > rank(group.chosen.sighting, group.chosen.score))
      group.chosen = { value: coerced.value, score: weight, sighting };
  }
  let best: Chosen | undefined;
  let second = 0;
  for (const { chosen, doubt } of groups.values()) {
    const score = 1 - doubt;
    const isBest = score >= MIN_SCORE && (!best || score > best.score + 1e-9);
    second = Math.max(second, isBest ? (best?.score ?? 0) : score);
    if (isBest) best = { ...chosen, score };
  }
  return best && { ...best, score: withDoubt(best.score, second) };
}

/** Two values contradict each other only if both have at least this score. */
const contradicted = 0.5;

/**
 * Lowers a score by half the score of a contradicting value. Contradicting scores below `contradicted` have no effect.
 */
const withDoubt = (score: number, second: number): number =>
  second < contradicted || score < contradicted ? score : Math.max(contradicted, score - second / 2);

/** Prefers the notation on the visible page, because markup omits symbols and spaces. */
const rank = ({ kind }: Sighting, weight: number): number =>
  weight + (kind === 'table' || kind === 'definition' || kind === 'label' || kind === 'text' ? 0.3 : 0);
