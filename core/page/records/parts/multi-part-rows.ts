import type { Element } from 'domhandler';
import type { PickedRecord } from '../shape';
import { asElement, haveCommonClass, type Shapes, shownElements, stableClasses } from '../shape';

const alikeFrom = 0.75;
const maxParts = 6;

/** Returns records that each consist of several siblings. The kinds of siblings repeat in the same order. */
export function multiPartRows(element: Element, shapes: Shapes): readonly PickedRecord[] {
  const parent = asElement(element.parent);
  if (!parent) return [];
  const children = shownElements(parent);
  if (children.length < 4) return [];
  const kinds = kindsOf(children, shapes);
  const at = children.indexOf(element);
  for (let parts = 2; parts <= maxParts; parts++) {
    const records = repeating(children, kinds, { at, parts, shapes });
    if (records.length >= 3) return records;
  }
  return headed(children, at, shapes);
}

/**
 * True if the parts of most records are similar to each other. In that case, the parts may be the actual records, e.g.
 * in a striped table.
 */
export const hasPartsAlike = (records: readonly PickedRecord[], shapes: Shapes): boolean =>
  records.filter(([first, ...rest]) => {
    if (!first || rest.length === 0 || shapes.of(first).leaves.size < 2) return false;
    return rest.every((part) => shapes.likeness(first, part) >= alikeFrom);
  }).length *
    2 >
  records.length;

/** Returns the kind of each child as a number. Children of the same kind have the same number. */
function kindsOf(children: readonly Element[], shapes: Shapes): readonly number[] {
  const samples: Element[] = [];
  return children.map((child) => {
    const known = samples.findIndex((sample) => sameKind(sample, child, shapes));
    if (known >= 0) return known;
    samples.push(child);
    return samples.length - 1;
  });
}

/**
 * True for siblings with the same tag that share a class. Table rows, and siblings without classes, must instead have
 * identical class lists and similar content.
 */
function sameKind(one: Element, other: Element, shapes: Shapes): boolean {
  if (one.name !== other.name) return false;
  const [a, b] = [stableClasses(one), stableClasses(other)];
  if (a.length > 0 && b.length > 0 && one.name !== 'tr') return haveCommonClass(one, other);
  return a.join(' ') === b.join(' ') && shapes.likeness(one, other) >= alikeFrom;
}

/**
 * Divides the children around an index into groups of `parts` children. All groups contain the same kinds of children
 * in the same order, each kind once.
 */
function repeating(
  children: readonly Element[],
  kinds: readonly number[],
  { at, parts, shapes }: { readonly at: number; readonly parts: number; readonly shapes: Shapes },
): readonly PickedRecord[] {
  const fits = (index: number): boolean =>
    kinds[index] !== undefined && (kinds[index] === kinds[index + parts] || kinds[index] === kinds[index - parts]);
  let [from, to] = [at, at];
  while (fits(from - 1)) from--;
  while (fits(to + 1)) to++;
  const run = kinds.slice(from, to + 1);
  if (run.length < parts * 3 || new Set(run.slice(0, parts)).size !== parts) return [];
  // The last record may lack its last part, e.g. a spacer.
  const count = Math.floor((run.length + 1) / parts);
  const records = Array.from({ length: count }, (_, index) =>
    children.slice(from + index * parts, Math.min(to + 1, from + (index + 1) * parts)),
  );
  return records.filter((record) => record.length === parts || isLike(record, records[0], shapes));
}

/**
 * False for an incomplete record that has at most half as many kinds of values as the same parts of the first record,
 * e.g. the link to older entries at the end of a list.
 */
const isLike = (record: PickedRecord, first: PickedRecord | undefined, shapes: Shapes): boolean =>
  record.every((part, at) => {
    const same = first?.[at];
    const values = same ? shapes.of(same).leaves.size : 0;
    return values <= 1 || shapes.of(part).leaves.size * 2 > values;
  });

const LEADS = /^(?:h[2-5]|dt)$/;

/** Groups children into records. Each record starts with a heading or term, always with the same tag. */
function headed(children: readonly Element[], at: number, shapes: Shapes): readonly PickedRecord[] {
  const lead = children.slice(0, at + 1).findLast(({ name }) => LEADS.test(name))?.name;
  if (lead === undefined) return [];
  const records: Element[][] = [];
  let open = false;
  for (const child of children) {
    if (child.name === lead) records.push([]);
    else if (/^h[1-6]$/.test(child.name) && lead.startsWith('h') && child.name < lead) open = false;
    if (child.name === lead) open = true;
    if (open) records.at(-1)?.push(child);
  }
  const whole = records.filter((record) => record.length > 1);
  const own = children[at];
  if (
    own &&
    own.name !== lead &&
    shapes.of(own).leaves.size > 1 &&
    whole.filter((record) => hasManyParts(record, own, shapes)).length * 2 > whole.length
  )
    return [];
  return whole.length >= 3 && whole.length >= records.length * 0.8 ? whole : [];
}

/** True if a record contains several elements that are similar to `own` and contain more than one text value each. */
const hasManyParts = (record: PickedRecord, own: Element, shapes: Shapes): boolean =>
  record.filter((part) => sameKind(part, own, shapes) && shapes.of(part).leaves.size > 1).length > 1;
