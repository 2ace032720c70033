import type { Element } from 'domhandler';
import { isWithin } from '../extraction/rules/page/text-of';
import type { PickedRecord, Shapes } from './shape';
import { holds, likeliest, type SimilarRecords, similarTo } from './similar';

/** What a person has clicked to say which records are meant. */
export interface RecordPicks {
  /** Elements in records; the first is what the records are found from. */
  readonly picks: readonly Element[];
  /** Elements that are in no record. */
  readonly without: readonly Element[];
  /** Steps to wider (above 0) or narrower groups from the likeliest. */
  readonly level: number;
}

/** The records that are meant, and whether there are others around or inside them. */
export interface ChosenGroup {
  readonly group: SimilarRecords;
  readonly canWiden: boolean;
  readonly canNarrow: boolean;
  /** Number of further records in the widest group that is offered and holds all of these. */
  readonly further: number;
}

/** Records a recipe finds are those of a group where this share of both is the same. */
const sameFrom = 0.9;
/** Groups this far below the likeliest are not offered. */
const worthShare = 0.15;
/** Records at least this much alike may be of one list, though one click does not find both. */
const mergedFrom = 0.42;
/** A group without what is not meant is taken up to this share of the likeliest one's score; else that one is taken without it. */
const otherShare = 0.7;

/** The records a person means; undefined where nothing on the page looks like what was clicked. */
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

/** The level at which a click on an element means these records, as a recipe finds them; undefined where none does. */
export function levelOf(records: readonly Element[], pick: Element, shapes: Shapes): number | undefined {
  const found = offered({ picks: [pick], without: [] }, shapes);
  const wanted = new Set(records);
  const at = found?.worth.findIndex((group) => {
    const same = group.records.filter(([first]) => first && wanted.has(first)).length;
    return same >= sameFrom * Math.max(group.records.length, records.length);
  });
  return found && at !== undefined && at >= 0 ? at - found.worth.indexOf(found.best) : undefined;
}

/** The groups that are offered for what was picked, from the inside out, and the likeliest of them. */
function offered({ picks, without }: Pick<RecordPicks, 'picks' | 'without'>, shapes: Shapes) {
  const [first, ...others] = picks;
  if (!first) return undefined;
  const all = others.reduce<readonly SimilarRecords[]>(
    (groups, pick) => withPick(groups, pick, shapes),
    similarTo(first, shapes),
  );
  const groups = withoutThose(all, without);
  const best = likeliest(groups);
  if (!best) return undefined;
  return { best, worth: groups.filter((group) => group === best || group.score >= best.score * worthShare) };
}

/** The groups that hold a further element; where none does, those of both that are alike are put together. */
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
    leftOut: [...one.leftOut, ...other.leftOut],
    score: one.score + other.score,
  };
}

/** The groups without elements that are not meant: those that never held them, else the likeliest without such records. */
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
    leftOut: [...group.leftOut, ...group.records.filter((record) => !isMeant(record))],
  }));
}
