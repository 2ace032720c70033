import { labelFit } from '../find/from-text';
import { excerptOf, type Sighting } from '../find/sighting';
import type { Evidence } from '../page/evidence';
import type { Pair } from '../page/pairs';
import { isWithin } from '../page/text-of';
import type { Field } from '../schema/field';
import type { Row } from './row';

const maxRows = 60;

/** A label with its value and the field that the label matches. */
export interface LabelledField {
  readonly field: Field;
  readonly pair: Pair;
}

/** Returns the labels on a page that match one of the fields. */
export const labelledFields = (fields: readonly Field[], { pairs }: Evidence): readonly LabelledField[] =>
  pairs.flatMap((pair) => {
    const field = fields.find((one) => labelFit(one, pair.key) >= 0.9);
    return field ? [{ field, pair }] : [];
  });

/**
 * Combines rows that each contain one label into records, e.g. `Name: …` above `Role: …`. A repeated label starts the
 * next record. Undefined if each row is a complete record.
 */
export function labelledRecords(
  rows: readonly Row[],
  labels: readonly LabelledField[],
): readonly ReadonlyMap<Field, Sighting>[] | undefined {
  if (labels.length < 2) return undefined;
  const sample = rows.slice(0, maxRows);
  const stated: LabelledField[] = [];
  for (const row of sample) {
    const inside = labels.filter(({ pair }) => row.some((node) => isWithin(pair.node, node)));
    if (new Set(inside.map(({ field }) => field)).size > 1) return undefined;
    stated.push(...inside.slice(0, 1));
  }
  const isShared = new Set(stated.map(({ field }) => field)).size >= 2;
  return isShared && stated.length * 2 >= sample.length ? splitAtRepeats(stated) : undefined;
}

function splitAtRepeats(stated: readonly LabelledField[]): readonly ReadonlyMap<Field, Sighting>[] {
  const records: Map<Field, Sighting>[] = [];
  for (const { field, pair } of stated) {
    const last = records.at(-1);
    const record = !last || last.has(field) ? new Map<Field, Sighting>() : last;
    if (record !== last) records.push(record);
    const { label, value, kind, node } = pair;
    record.set(field, { raw: value, weight: 0.75, kind, node, excerpt: excerptOf(`${label}: ${value}`) });
  }
  return records;
}
