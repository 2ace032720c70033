import type { Element } from 'domhandler';
import { isObject, type JsonObject } from '../../../../common/values/json';
import type { MarkupItem, MarkupKind, MarkupValue } from '../../../../contract/markup-item';
import { parseJsonLd, typesOf } from '../../../documents/metadata/json-ld';

const MAX_ITEMS = 4000;
const MAX_DEPTH = 12;
const MAX_VALUES = 500;

/** Converts JSON objects to items, including nested objects. */
export class JsonItems {
  #made = 0;
  readonly #byId = new Map<string, JsonObject>();

  constructor(
    private readonly kind: MarkupKind,
    private readonly node: Element | undefined,
  ) {}

  /** Returns the top-level items of JSON-LD, including their nested items. Resolves `@id` references. */
  ofJsonLd(script: string): readonly MarkupItem[] {
    const root = parseJsonLd(script);
    this.#index(root, 0);
    return topObjects(root).map((object) => this.item(object));
  }

  item(object: JsonObject, depth = 0): MarkupItem {
    this.#made++;
    const properties = new Map<string, readonly MarkupValue[]>();
    for (const [name, value] of Object.entries(object)) {
      if (name === '@type' || name === '@context' || name === '__proto__') continue;
      const values = this.#values(value, depth);
      if (values.length > 0) properties.set(name.replace(/^.*[/#:](?=[^/#:]+$)/, ''), values);
    }
    return { kind: this.kind, types: typesOf(object), properties, node: this.node };
  }

  #values(value: unknown, depth: number): readonly MarkupValue[] {
    if (this.#made > MAX_ITEMS || depth > MAX_DEPTH) return [];
    if (Array.isArray(value)) return value.slice(0, MAX_VALUES).flatMap((one) => this.#values(one, depth + 1));
    if (isObject(value)) {
      if ('@value' in value) return this.#values(value['@value'], depth + 1);
      if (Array.isArray(value['@list'])) return this.#values(value['@list'], depth + 1);
      return [{ value: this.item(this.#followed(value), depth + 1), node: this.node }];
    }
    if (typeof value === 'string') return isEmptyText(value) ? [] : [{ value, node: this.node }];
    return typeof value === 'number' || typeof value === 'boolean' ? [{ value, node: this.node }] : [];
  }

  #followed(object: JsonObject): JsonObject {
    const id = object['@id'];
    if (typeof id !== 'string' || Object.keys(object).length > 2) return object;
    return this.#byId.get(id) ?? object;
  }

  #index(value: unknown, depth: number): void {
    if (depth > MAX_DEPTH) return;
    if (Array.isArray(value)) for (const one of value.slice(0, MAX_VALUES)) this.#index(one, depth + 1);
    else if (isObject(value)) {
      const id = value['@id'];
      if (typeof id === 'string' && Object.keys(value).length > 2 && !this.#byId.has(id)) this.#byId.set(id, value);
      for (const inner of Object.values(value)) if (typeof inner === 'object') this.#index(inner, depth + 1);
    }
  }
}

/** True for unfilled template placeholders, and for strings such as `null` that mean an empty value. */
const isEmptyText = (text: string): boolean =>
  /^\s*$|^(?:null|undefined|n\/a|none|\[object Object\])$|^\$\w+$|\{\{[^{\n]*\}\}/i.test(text);

/** Returns the top-level objects of JSON-LD, including those in `@graph`. */
function topObjects(root: unknown): readonly JsonObject[] {
  if (Array.isArray(root)) return root.slice(0, MAX_VALUES).flatMap(topObjects);
  if (!isObject(root)) return [];
  const graph = root['@graph'];
  return Array.isArray(graph) ? graph.slice(0, MAX_VALUES).filter(isObject) : [root];
}
