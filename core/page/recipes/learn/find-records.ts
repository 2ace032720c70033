import { type Element, isTag, type ParentNode } from 'domhandler';
import { type Candidate, farRecordCandidates, recordCandidates } from '../../extraction/selectors/candidates';
import { readable } from '../read-field';
import type { SourceReader } from '../source-reader';
import type { ValueIndex } from './value-index';
import { valueAt, type WantedField } from './wanted-fields';

/** A page and its known records. */
export interface ListPage {
  readonly reader: SourceReader;
  readonly index: ValueIndex;
  readonly records: readonly unknown[];
}

/** The element of each record on a page. Undefined for a record without its own element. */
export type RecordElements = readonly (Element | undefined)[];

const trailLength = 5;

/**
 * Finds the element of each record: the largest element that contains one of the record's values but no value of any
 * other record.
 */
export function recordElements({ index, records }: ListPage, fields: readonly WantedField[]): RecordElements {
  let best: RecordElements = [];
  for (const field of byVariety(fields, records)) {
    const found = around(field, index, records);
    if (count(found) > count(best)) best = found;
    if (count(best) === records.length) break;
  }
  return best;
}

const count = (elements: RecordElements): number => elements.filter((one) => one !== undefined).length;

const valueIn = (record: unknown, { steps }: WantedField): unknown => valueAt(record, steps);

/** Returns the scalar fields, those with the most distinct values first. */
function byVariety(fields: readonly WantedField[], records: readonly unknown[]): readonly WantedField[] {
  const variety = new Map(
    fields.map((field) => [field, new Set(records.map((record) => JSON.stringify(valueIn(record, field)))).size]),
  );
  return fields
    .filter(({ isList, isOfPage }) => !isList && !isOfPage)
    .sort((a, b) => (variety.get(b) ?? 0) - (variety.get(a) ?? 0));
}

function around(field: WantedField, index: ValueIndex, records: readonly unknown[]): RecordElements {
  const [type] = field.types;
  if (type === undefined || type === 'choice') return [];
  const reading = readable({ name: field.name, type, sources: [] });
  const spots = records.map((record) => {
    const value = valueIn(record, field);
    return value === undefined ? [] : index.spots(reading, value).map(({ node }) => node);
  });
  const trail = commonTrail(spots);
  const taken = new Set<Element>();
  const nodes = spots.map((some) => {
    const node = some.find((one) => trailOf(one) === trail && !taken.has(one));
    if (node) taken.add(node);
    return node;
  });
  const present = nodes.filter((node) => node !== undefined);
  if (present.length < 2) return [];
  const holding = new Map<ParentNode, number>();
  for (const node of present)
    for (let up: ParentNode | null = node; up; up = up.parent) holding.set(up, (holding.get(up) ?? 0) + 1);
  return nodes.map((node) => {
    let largest = node;
    for (let up = node?.parent; up && isTag(up as Element) && holding.get(up) === 1; up = up.parent)
      largest = up as Element;
    return largest;
  });
}

/**
 * Returns the tag path that leads to the most values. Values on other paths are ignored, because they may be outside
 * the list.
 */
function commonTrail(spots: readonly (readonly Element[])[]): string | undefined {
  const counts = new Map<string, number>();
  for (const some of spots)
    for (const trail of new Set(some.map(trailOf))) counts.set(trail, (counts.get(trail) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

function trailOf(node: Element): string {
  const tags: string[] = [];
  for (let up: ParentNode | null = node; up && isTag(up as Element) && tags.length < trailLength; up = up.parent)
    tags.push((up as Element).name);
  return tags.join('<');
}

type PagesWithRecords = readonly (readonly [Pick<ListPage, 'reader'>, RecordElements])[];

/**
 * Returns a selector that matches the records on all pages and few other elements. Undefined if no such selector
 * exists.
 */
export function recordSelector(pages: PagesWithRecords): string | undefined {
  const all = pages.flatMap(([, elements]) => elements.filter((one) => one !== undefined));
  const [first] = all;
  if (!first) return undefined;
  return bestOf(recordCandidates(first), pages, all.length) ?? bestOf(farRecordCandidates(first), pages, all.length);
}

/**
 * Returns the candidate with the lowest cost. Each match that is not a record increases the cost. On a tie, the first
 * candidate wins.
 */
function bestOf(some: readonly Candidate[], pages: PagesWithRecords, count: number): string | undefined {
  const wanted = pages.map(([{ reader }, elements]) => wantedOn(reader, elements));
  const byCost = some.map((one, at) => ({ ...one, at })).toSorted((a, b) => a.cost - b.cost);
  const tried = new Map<string, number | undefined>();
  let best: { readonly css: string; readonly cost: number; readonly at: number } | undefined;
  for (const { css, cost: own, at } of byCost) {
    // Each selector must be matched against the entire page, so candidates that cannot win are not tried.
    if (best && own > best.cost) break;
    if (!tried.has(css)) tried.set(css, extraOf(css, wanted));
    const extra = tried.get(css);
    if (extra === undefined) continue;
    const cost = own + (30 * extra) / count;
    if (!best || cost < best.cost || (cost === best.cost && at < best.at)) best = { css, cost, at };
  }
  return best?.css;
}

/** The records that a selector must match on one page. */
interface WantedOnPage {
  readonly reader: SourceReader;
  readonly records: ReadonlySet<Element>;
  /** Ancestors of the records. The selector must not match any of them. */
  readonly around: ReadonlySet<ParentNode>;
}

function wantedOn(reader: SourceReader, elements: RecordElements): WantedOnPage {
  const records = new Set(elements.filter((one) => one !== undefined));
  const around = new Set<ParentNode>();
  for (const record of records) for (let up = record.parent; up && !around.has(up); up = up.parent) around.add(up);
  return { reader, records, around };
}

/**
 * Returns the number of matches that are not records. Undefined if the selector misses a record or matches an ancestor
 * of a record.
 */
function extraOf(css: string, pages: readonly WantedOnPage[]): number | undefined {
  let extra = 0;
  for (const { reader, records, around } of pages) {
    const matched = new Set(reader.elements(css, reader.evidence.document));
    for (const one of records) if (!matched.has(one)) return undefined;
    for (const one of matched) if (around.has(one) && !records.has(one)) return undefined;
    extra += matched.size - records.size;
  }
  return extra;
}
