import type { Extraction, ValueSource } from '../../common/extraction';
import { pointerStep } from '../../common/records';
import { fromPointerStep } from '../../page/extraction/rules/schema/normalise-schema';

/** Source of a value, without the path of the value. */
export type Place = Omit<ValueSource, 'path'>;

/** Fields common to all tree nodes. */
interface Part {
  readonly url: string;
  readonly places: readonly Place[];
}

/** A single value. Null when missing. */
export interface Leaf extends Part {
  readonly kind: 'leaf';
  readonly value: unknown;
}

/** An object, with a reason for each missing field. */
export interface Fields extends Part {
  readonly kind: 'fields';
  readonly fields: ReadonlyMap<string, Tree>;
  readonly missing: ReadonlyMap<string, string>;
}

/** A list. */
export interface Items extends Part {
  readonly kind: 'items';
  readonly items: readonly Tree[];
}

/** Extracted data in which every value has its source, so that data from several pages can be merged. */
export type Tree = Leaf | Fields | Items;

/** Data extracted from a page. */
export type PageData = Pick<Extraction, 'data' | 'sources' | 'missing'>;

/** Builds a tree from a page's data. */
export function toTree({ data, sources, missing }: PageData, url: string): Tree {
  const places = new Map<string, Place[]>();
  for (const { path, ...place } of sources) places.set(path, [...(places.get(path) ?? []), place]);
  const reasons = new Map(missing.map(({ path, reason }) => [path, reason]));
  const build = (value: unknown, path: string): Tree => {
    const part = { url, places: places.get(path) ?? [] };
    if (Array.isArray(value)) {
      return { ...part, kind: 'items', items: value.map((item, index) => build(item, `${path}/${index}`)) };
    }
    if (typeof value !== 'object' || value === null) return { ...part, kind: 'leaf', value };
    const fields = Object.entries(value).map(([name, inner]) => {
      return [name, build(inner, `${path}/${pointerStep(name)}`)] as const;
    });
    return { ...part, kind: 'fields', fields: new Map(fields), missing: missingBelow(path, reasons) };
  };
  return build(data, '');
}

function missingBelow(path: string, reasons: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const start = `${path}/`;
  const direct = [...reasons].filter(([pointer]) => pointer.startsWith(start) && !pointer.includes('/', start.length));
  return new Map(direct.map(([pointer, reason]) => [fromPointerStep(pointer.slice(start.length)), reason]));
}

/** Converts a tree back to data. Sources and missing values are listed by JSON pointer. */
export function fromTree(tree: Tree): PageData {
  const sources: ValueSource[] = [];
  const missing: { path: string; reason: string }[] = [];
  const read = (node: Tree, path: string): unknown => {
    sources.push(...node.places.map((place) => ({ path, ...place })));
    if (node.kind === 'leaf') return node.value;
    if (node.kind === 'items') return node.items.map((item, index) => read(item, `${path}/${index}`));
    for (const [name, reason] of node.missing) {
      if (isEmpty(node.fields.get(name))) missing.push({ path: `${path}/${pointerStep(name)}`, reason });
    }
    return Object.fromEntries(
      [...node.fields].map(([name, inner]) => [name, read(inner, `${path}/${pointerStep(name)}`)]),
    );
  };
  return { data: read(tree, ''), sources, missing };
}

/** True for a tree without values. */
export function isEmpty(tree: Tree | undefined): boolean {
  if (!tree) return true;
  if (tree.kind === 'leaf') return tree.value === null || tree.value === undefined || tree.value === '';
  if (tree.kind === 'items') return tree.items.length === 0;
  return [...tree.fields.values()].every(isEmpty);
}

/** Counts the values in a tree. */
export function countValues(tree: Tree): number {
  if (tree.kind === 'leaf') return isEmpty(tree) ? 0 : 1;
  const inner = tree.kind === 'items' ? tree.items : [...tree.fields.values()];
  return inner.reduce((sum, one) => sum + countValues(one), 0);
}
