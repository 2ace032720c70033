import type { Extraction, MainRecord } from '../../common/extraction';
import { stepsOfPointer } from '../../page/extraction/rules/schema/normalise-schema';
import { marksOf } from './identity';
import { Merger, valueText } from './merge';
import { isEmpty, type Tree, toTree } from './value-tree';

/** A page's main record. */
export interface MainTree extends Omit<MainRecord, 'alone'> {
  /** The page's answer without its other records. Absent if the page has no other records. */
  readonly alone?: Tree;
}

/** A page's answer, and its main record, if any. */
interface Answer {
  readonly tree: Tree;
  readonly main?: MainTree;
}

/** Minimum share of signs that two pages with the same template have in common. */
const minShare = 0.5;

/** Converts an extraction's main record to a tree. */
export function mainTree({ mainRecord }: Extraction, url: string): MainTree | undefined {
  if (!mainRecord) return undefined;
  const { alone, ...facts } = mainRecord;
  return { ...facts, ...(alone ? { alone: toTree(alone, url) } : {}) };
}

/**
 * If several pages look alike and each has a main record, returns their answers without all other records, and a
 * warning if this omits records. Otherwise, returns the answers unchanged.
 */
export function onePerPage(answers: readonly Answer[]): {
  readonly trees: readonly Tree[];
  readonly warning?: string;
} {
  const all = answers.map(({ tree }) => tree);
  const filled = answers.filter(({ tree }) => !isEmpty(tree));
  const alike = [answers.filter(({ tree, main }) => main || !isEmpty(tree)), filled].find(areAlike);
  const list = alike?.[0]?.main?.list;
  if (!alike || list === undefined) return { trees: all };
  const trees = answers.map((answer) => (alike.includes(answer) ? answer.main?.alone : undefined) ?? answer.tree);
  const count = recordsIn([...trees, ...all], list) - recordsIn(trees, list);
  return { trees, ...(count > 0 ? { warning: omitted(count) } : {}) };
}

const omitted = (count: number): string =>
  count === 1
    ? 'Each page describes one record, so 1 row from another list on the pages was omitted.'
    : `Each page describes one record, so ${count} rows from other lists on the pages were omitted.`;

/**
 * True for several pages that seem to have the same template. All must have a main record, and most main records must
 * be certain. If no markup confirms that the pages are of one kind, their headlines and values must also differ,
 * because the pages of one listing often have the same headline and state the same facts, e.g. on delivery.
 */
function areAlike(answers: readonly Answer[]): boolean {
  const mains = answers.flatMap(({ main }) => main ?? []);
  const [first] = mains;
  if (!first || mains.length < 2 || mains.length < answers.length) return false;
  if (mains.some(({ list }) => list !== first.list) || !mains.some(({ alone }) => alone)) return false;
  if (mains.filter(({ isSure }) => isSure).length * 2 <= mains.length) return false;
  if (first.kind !== '' && mains.every(({ kind }) => kind === first.kind)) return true;
  const titles = new Set(mains.map(({ title }) => title.toLowerCase()));
  return (
    titles.size === mains.length && areVaried(answers) && mains.every(({ signs }) => sharesSigns(first.signs, signs))
  );
}

/** True if two pages share at least half of the signs of the page with fewer signs. */
function sharesSigns(one: readonly string[], other: readonly string[]): boolean {
  const [few, many] = one.length < other.length ? [one, other] : [other, one];
  return few.length > 0 && few.filter((sign) => many.includes(sign)).length >= few.length * minShare;
}

/** True unless all main records have the same values. Ignores codes, names and URLs. */
function areVaried(answers: readonly Answer[]): boolean {
  const texts = answers.map(({ tree, main }) => {
    const record = main && entriesAt(main.alone ?? tree, main.list)[0];
    const marks = new Set(record?.kind === 'fields' ? marksOf(record).map(({ field }) => field) : []);
    const others = record?.kind === 'fields' ? [...record.fields].filter(([name]) => !marks.has(name)) : [];
    return valueText({ url: '', places: [], kind: 'fields', fields: new Map(others), missing: new Map() });
  });
  return texts.every((text) => text === '{}') || new Set(texts).size > 1;
}

/** Merges the trees, and counts the records in the list at a JSON pointer. */
function recordsIn(trees: readonly Tree[], pointer: string): number {
  const merged = new Merger().merge(trees);
  return merged ? entriesAt(merged, pointer).length : 0;
}

/** Returns the entries of the list at a JSON pointer. */
function entriesAt(tree: Tree, pointer: string): readonly Tree[] {
  const list = stepsOfPointer(pointer).reduce<Tree | undefined>(
    (at, step) => (at?.kind === 'fields' ? at.fields.get(step) : undefined),
    tree,
  );
  return list?.kind === 'items' ? list.items : [];
}
