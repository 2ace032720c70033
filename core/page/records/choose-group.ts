import type { Element } from 'domhandler';
import { findElements, isWithin } from '../extraction/rules/page/text-of';
import { isLeaf, type PickedRecord, type Shapes } from './shape';
import { holds, likeliest, type SimilarRecords, similarTo } from './similar';

/** The user's clicks that select records. */
export interface RecordPicks {
  /** Elements inside records. The first element determines which kind of record is selected. */
  readonly picks: readonly Element[];
  /** Elements that no record may contain. */
  readonly without: readonly Element[];
  /**
   * Relative size of the records: 0 for the most probable size, positive for larger records, negative for smaller
   * records.
   */
  readonly level: number;
}

/** The selected group of records, and whether the user can select larger or smaller records. */
export interface ChosenGroup {
  readonly group: SimilarRecords;
  readonly canWiden: boolean;
  readonly canNarrow: boolean;
  /** Number of additional records in the largest offered group that contains all selected records. */
  readonly further: number;
}

/** A group matches a recipe if at least this share of the records is the same in both. */
const sameFrom = 0.9;
/** A group is offered only if its score is at least this share of the best group's score. */
const worthShare = 0.15;
/** Groups around different picks are merged into one list only if their records are at least this similar. */
const mergedFrom = 0.42;
/**
 * A group without excluded elements is chosen only if its score is at least this share of the best group's score.
 * Otherwise, records with excluded elements are removed from all groups.
 */
const otherShare = 0.7;

/** Returns the records that the user selected. Undefined if nothing on the page is similar to the clicked element. */
export function chooseGroup(picks: RecordPicks, shapes: Shapes): ChosenGroup | undefined {
  const found = offered(picks, shapes);
  if (!found) return undefined;
  const { best, worth } = found;
  const at = Math.min(worth.length - 1, Math.max(0, worth.indexOf(best) + picks.level));
  const group = worth[at] ?? best;
  const own = new Set(group.records.map(([first]) => first));
  const around = worth.slice(at + 1).filter(({ records }) => holdsAll(new Set(records.map(([one]) => one)), own));
  const further = Math.max(0, ...around.map(({ records }) => records.length - own.size));
  return { group, canWiden: at < worth.length - 1, canNarrow: at > 0, further };
}

const holdsAll = <T>(whole: ReadonlySet<T>, part: ReadonlySet<T>): boolean => [...part].every((one) => whole.has(one));

/**
 * Returns the level at which a click on `pick` selects the records of a recipe. Undefined if no level selects these
 * records.
 */
export function levelOf(records: readonly Element[], pick: Element, shapes: Shapes): number | undefined {
  const found = offered({ picks: [pick], without: [] }, shapes);
  const wanted = new Set(records);
  const at = found?.worth.findIndex((group) => {
    const same = group.records.filter(([first]) => first && wanted.has(first)).length;
    return same >= sameFrom * Math.max(group.records.length, records.length);
  });
  return found && at !== undefined && at >= 0 ? at - found.worth.indexOf(found.best) : undefined;
}

/** Returns the groups to offer for the picks, smallest records first, and the most probable group among them. */
function offered({ picks, without }: Pick<RecordPicks, 'picks' | 'without'>, shapes: Shapes) {
  const [first, ...others] = picks;
  if (!first) return undefined;
  const all = others.reduce<readonly SimilarRecords[]>(
    (groups, pick) => withPick(groups, pick, shapes),
    similarTo(first, shapes),
  );
  const groups = withoutThose(all, without);
  const inner = likeliest(groups);
  if (!inner) return undefined;
  const best = withWholeRecords(inner, groups, shapes);
  return { best, worth: groups.filter((group) => group === best || group.score >= best.score * worthShare) };
}

/**
 * Larger records are chosen instead of their parts only if the larger records' score is at least this share of the
 * parts' score.
 */
const wholeShare = 0.4;

/**
 * Returns the group whose records contain the records of `inner` and additional values, e.g. the cards around titles.
 * If there is none, returns `inner`.
 */
function withWholeRecords(inner: SimilarRecords, groups: readonly SimilarRecords[], shapes: Shapes): SimilarRecords {
  const valuesIn = ({ records }: SimilarRecords): number =>
    records.flat().reduce((sum, part) => sum + shapes.once(part, leavesIn), 0);
  const isAround = (group: SimilarRecords): boolean =>
    group.records.length === inner.records.length &&
    group.score >= inner.score * wholeShare &&
    group.records.every(([part], at) => {
      const [first, ...others] = inner.records[at] ?? [];
      return part !== undefined && first !== undefined && others.length === 0 && isWithin(first, part);
    });
  const around = groups.filter(isAround);
  const whole = around.at(-1);
  const most = Math.max(0, ...around.map(valuesIn));
  return (whole && most > valuesIn(inner) ? around.find((group) => valuesIn(group) === most) : undefined) ?? inner;
}

/** Returns the number of text values and images in an element. */
const leavesIn = (part: Element): number => findElements(part, isLeaf, Number.POSITIVE_INFINITY).length;

/**
 * Returns the groups that contain `pick`. If no group contains `pick`, merges the given groups with similar groups
 * around `pick`.
 */
function withPick(groups: readonly SimilarRecords[], pick: Element, shapes: Shapes): readonly SimilarRecords[] {
  const holding = groups.filter((group) => holds(group, pick));
  if (holding.length > 0) return holding;
  const merged = similarTo(pick, shapes).flatMap((other) =>
    groups.flatMap((group) => {
      const [one, two] = [group.records[0]?.[0], other.records[0]?.[0]];
      return one && two && shapes.likeness(one, two) >= mergedFrom ? [joined(group, other)] : [];
    }),
  );
  return merged.length > 0 ? merged : groups;
}

function joined(one: SimilarRecords, other: SimilarRecords): SimilarRecords {
  const known = new Set(one.records.flat());
  const further = other.records.filter((record) => !record.some((part) => known.has(part)));
  return {
    records: [...one.records, ...further],
    excluded: [...one.excluded, ...other.excluded],
    score: one.score + other.score,
  };
}

/**
 * Returns the groups without any excluded element. If none of these is probable enough, returns all groups, but removes
 * the records that contain excluded elements.
 */
function withoutThose(groups: readonly SimilarRecords[], without: readonly Element[]): readonly SimilarRecords[] {
  if (without.length === 0) return groups;
  const free = groups.filter((group) => !without.some((element) => holds(group, element)));
  const [best, other] = [likeliest(groups), likeliest(free)];
  if (!best || (other && other.score >= best.score * otherShare)) return free;
  const isMeant = (record: PickedRecord): boolean =>
    !record.some((part) => without.some((element) => isWithin(element, part)));
  return groups.map((group) => ({
    ...group,
    records: group.records.filter(isMeant),
    excluded: [...group.excluded, ...group.records.filter((record) => !isMeant(record))],
  }));
}
