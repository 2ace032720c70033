import type { Element } from 'domhandler';

/** Syntax of the structured data on a page. */
export type MarkupKind = 'json-ld' | 'microdata' | 'rdfa' | 'state';

/** Value of a property, and the element that it was read from, if any. */
export interface MarkupValue {
  readonly value: string | number | boolean | MarkupItem;
  readonly node: Element | undefined;
  /** True for a value from the visible page. Such a value takes precedence over conflicting markup. */
  readonly isShown?: true;
}

/** An item described by the markup of a page. */
export interface MarkupItem {
  readonly kind: MarkupKind;
  /** Names of the item's types, in lower case and without a namespace. */
  readonly types: readonly string[];
  readonly properties: ReadonlyMap<string, readonly MarkupValue[]>;
  readonly node: Element | undefined;
}

/** True when the value is a nested item. */
export const isItem = (value: MarkupValue['value']): value is MarkupItem => typeof value === 'object';

/** Returns the values at a path such as `offers.price`. Property names are case-insensitive. */
export function valuesAt(item: MarkupItem, path: string): readonly MarkupValue[] {
  let found: readonly MarkupValue[] = [{ value: item, node: item.node }];
  for (const name of path.split('.')) {
    found = found.flatMap(({ value }) => (isItem(value) ? propertyOf(value, name) : []));
    if (found.length === 0) return found;
  }
  return found;
}

function propertyOf(item: MarkupItem, name: string): readonly MarkupValue[] {
  const exact = item.properties.get(name);
  if (exact) return exact;
  const lower = name.toLowerCase();
  for (const [key, values] of item.properties) if (key.toLowerCase() === lower) return values;
  return [];
}

/**
 * Returns a value as a scalar. For an item, returns its name or, if absent, its value, text or URL. Undefined if the
 * item has none of these.
 */
export function plainValue({ value }: MarkupValue): string | number | boolean | undefined {
  if (!isItem(value)) return value;
  for (const name of ['name', '@value', 'value', 'text', 'url', 'contentUrl']) {
    const inner = propertyOf(value, name)[0]?.value;
    if (inner !== undefined && !isItem(inner)) return inner;
  }
  return undefined;
}
