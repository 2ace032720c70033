import type { ValueSource } from '../../common/extraction';
import { pointerStep } from '../../common/records';
import { agree, areDifferentThings, comparable, marksOf } from './identity';
import { type Fields, type Items, isEmpty, type Leaf, type Place, type Tree } from './value-tree';

/** A value on which pages disagree. The merged data contains the value from the first page. */
export interface Conflict {
  /** JSON pointer of the value. */
  readonly path: string;
  readonly values: readonly { readonly value: unknown; readonly url: string }[];
}

/** Maximum number of conflicts, and of values per conflict. */
const maxConflicts = 500;
const maxValues = 10;

/** Merges data from several pages: joins lists, fills gaps and combines records with the same key. */
export class Merger {
  readonly #conflicts = new Map<string, { value: unknown; url: string }[]>();
  #hasOtherThings = false;

  /** Values on which pages disagree. */
  get conflicts(): readonly Conflict[] {
    return [...this.#conflicts].map(([path, values]) => ({ path, values }));
  }

  /** True when the pages are not all about the same thing. */
  get hasOtherThings(): boolean {
    return this.#hasOtherThings;
  }

  /** Merges the data from all pages. On conflicts, the first page wins. */
  merge(trees: readonly Tree[]): Tree | undefined {
    const [first, ...others] = trees;
    if (!first) return undefined;
    return others.reduce((answer, tree) => this.#join(answer, tree, '', true), first);
  }

  /**
   * If `fills` is false, the two pages describe different things, so values from one must not fill gaps in the other.
   */
  #join(one: Tree, other: Tree, path: string, fills: boolean): Tree {
    if (isEmpty(other)) return one;
    if (isEmpty(one) && (fills || other.kind === 'items')) return other;
    if (one.kind === 'fields' && other.kind === 'fields') return this.#joinFields(one, other, path, fills);
    if (one.kind === 'items' && other.kind === 'items') return this.#joinItems(one, other, path, fills);
    if (one.kind === 'leaf' && other.kind === 'leaf') return this.#joinLeaf(one, other, path);
    return one;
  }

  #joinLeaf(one: Leaf, other: Leaf, path: string): Leaf {
    if (isEmpty(one)) return one;
    if (comparable(one.value) === comparable(other.value)) return { ...one, places: [...one.places, ...other.places] };
    this.#note(path, other);
    return one;
  }

  #joinFields(one: Fields, other: Fields, path: string, fills: boolean): Fields {
    const isOther = areDifferentThings(one, other);
    if (isOther) this.#hasOtherThings = true;
    const mayFill = fills && !isOther;
    const fields = new Map(one.fields);
    for (const [name, inner] of other.fields) {
      const own = fields.get(name);
      if (own) fields.set(name, this.#join(own, inner, `${path}/${pointerStep(name)}`, mayFill));
      else if (mayFill || inner.kind === 'items') fields.set(name, inner);
    }
    return { ...one, fields, missing: new Map([...other.missing, ...one.missing]) };
  }

  #joinItems(one: Items, other: Items, path: string, fills: boolean): Items {
    const isRecords = [...one.items, ...other.items].some(({ kind }) => kind === 'fields');
    if (isRecords) return this.#joinRecords(one, other, path);
    if (!fills) return one;
    const known = new Set(one.items.map(valueText));
    const added = other.items.filter((item) => !known.has(valueText(item)));
    return { ...one, items: [...one.items, ...added], places: [...one.places, ...other.places] };
  }

  /** Records from the same page are never combined, because the page lists them separately. */
  #joinRecords(one: Items, other: Items, path: string): Items {
    const items = [...one.items];
    const byKey = new Map<string, number>();
    one.items.forEach((item, index) => {
      for (const key of keysOf(item)) if (!byKey.has(key)) byKey.set(key, index);
    });
    const taken = new Set<number>();
    // A page with a single record may be the detail page for a record in the list.
    const isDetail = other.items.length === 1;
    for (const item of other.items) {
      const at = keysOf(item)
        .map((key) => byKey.get(key))
        .find((index) => index !== undefined && !taken.has(index));
      const known = at === undefined ? undefined : items[at];
      const isSame = known !== undefined && isSameRecord(known, item, () => isDetail && isOneOfMany(known, one));
      if (at === undefined || !known || !isSame) items.push(item);
      else {
        taken.add(at);
        items[at] = this.#join(known, item, `${path}/${at}`, true);
      }
    }
    return { ...one, items, places: [...one.places, ...other.places] };
  }

  #note(path: string, { value, url }: Leaf): void {
    const values = this.#conflicts.get(path) ?? [];
    if (values.length >= maxValues || (values.length === 0 && this.#conflicts.size >= maxConflicts)) return;
    if (!values.some((known) => known.url === url && comparable(known.value) === comparable(value))) {
      values.push({ value, url });
    }
    this.#conflicts.set(path, values);
  }
}

/**
 * Returns lookup keys for a record, most reliable first. If nothing identifies the record, its entire content is the
 * key.
 */
function keysOf(item: Tree): readonly string[] {
  if (item.kind !== 'fields') return [valueText(item)];
  const marks = marksOf(item).map(({ field, value }) => `${field} ${value}`);
  return marks.length > 0 ? marks : [valueText(item)];
}

/** True if a record's page contains several records, and no other record in the list has the same name. */
function isOneOfMany(record: Tree, { items }: Items): boolean {
  const key = nameKey(record);
  const isListed = items.some((item) => item !== record && item.url === record.url);
  return isListed && items.every((item) => item === record || nameKey(item) !== key);
}

const nameKey = (record: Tree): string | undefined =>
  record.kind === 'fields' ? marksOf(record).find(({ rank }) => rank === 'name')?.value : undefined;

/**
 * True when two records describe the same thing, because they share a code, a URL or a name. A shared name is
 * sufficient only if all other values agree, or if one record comes from the detail page of the other.
 */
function isSameRecord(one: Tree, other: Tree, isDetailOf: () => boolean): boolean {
  if (one.kind !== 'fields' || other.kind !== 'fields') return true;
  const others = new Map(marksOf(other).map((mark) => [mark.field, mark.value]));
  for (const { rank, field, value } of marksOf(one)) {
    const against = others.get(field);
    if (rank !== 'name' && against !== undefined)
      return against === value || (rank === 'address' && value === comparable(other.url));
  }
  return agree(one, other) || isDetailOf();
}

/** Combines the values in a tree into one string, without their sources. */
export function valueText(tree: Tree): string {
  if (tree.kind === 'leaf') return comparable(tree.value);
  if (tree.kind === 'items') return `[${tree.items.map(valueText).join()}]`;
  return `{${[...tree.fields].map(([name, inner]) => `${name}:${valueText(inner)}`).join()}}`;
}

/** Groups sources by the JSON pointer of their value. */
export function sourcesByPath(sources: readonly ValueSource[]): Readonly<Record<string, readonly Place[]>> {
  const byPath: Record<string, Place[]> = {};
  for (const { path, ...place } of sources) {
    const places = byPath[path] ?? [];
    byPath[path] = [...places, place];
  }
  return byPath;
}
