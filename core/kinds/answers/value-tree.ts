import type { Extraction, ValueSource } from '../../common/extraction';
import { fromPointerStep, pointerStep } from '../../page/extraction/rules/schema/normalise-schema';

/** Where a value was read, without its place in the data. */
export type Place = Omit<ValueSource, 'path'>;

/** What every part of a tree may carry. */
interface Part {
  /** Page the part was read from. */
  readonly url: string;
  readonly places: readonly Place[];
}

/** A single value; null when it is missing. */
export interface Leaf extends Part {
  readonly kind: 'leaf';
  readonly value: unknown;
}

/** An object, and why names it should have are missing. */
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

/** Extracted data in which every value knows where it was read, so that values of several pages can be put together. */
export type Tree = Leaf | Fields | Items;

/** What a page gave. */
export type PageData = Pick<Extraction, 'data' | 'sources' | 'missing'>;

/** The tree of what a page gave. */
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

/** The missing names directly below a place. */
function missingBelow(path: string, reasons: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const start = `${path}/`;
  const direct = [...reasons].filter(([pointer]) => pointer.startsWith(start) && !pointer.includes('/', start.length));
  return new Map(direct.map(([pointer, reason]) => [fromPointerStep(pointer.slice(start.length)), reason]));
}

/** The data of a tree, with sources and what is missing by JSON pointer. */
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

/** True for what holds no value at all. */
export function isEmpty(tree: Tree | undefined): boolean {
  if (!tree) return true;
  if (tree.kind === 'leaf') return tree.value === null || tree.value === undefined || tree.value === '';
  if (tree.kind === 'items') return tree.items.length === 0;
  return [...tree.fields.values()].every(isEmpty);
}

/** How many values a tree holds. */
export function countValues(tree: Tree): number {
  if (tree.kind === 'leaf') return isEmpty(tree) ? 0 : 1;
  const inner = tree.kind === 'items' ? tree.items : [...tree.fields.values()];
  return inner.reduce((sum, one) => sum + countValues(one), 0);
}
