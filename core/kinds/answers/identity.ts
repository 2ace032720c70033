import { type Fields, isEmpty, type Tree } from './value-tree';

/** Matches field names that reliably identify a record. */
const sureNames = /^(?:id|sku|asin|ean|upc|isbn(?:_?1[03])?|gtin(?:_?\d+)?|mpn|.+(?:_id|Id|_number|Number))$/;
const addressNames = /^(?:url|link|href|.+(?:_url|Url|_link|Link))$/;
const plainNames = /^(?:name|title|headline|product|company|person|.+(?:_name|Name|_title|Title))$/;

/** An identifying value. */
export interface Mark {
  /** Kind of value: a code, a URL or a name. The kind determines how reliably the value identifies a record. */
  readonly rank: 'code' | 'address' | 'name';
  readonly field: string;
  readonly value: string;
}

const rankOf = (field: string): Mark['rank'] | undefined => {
  if (sureNames.test(field)) return 'code';
  if (addressNames.test(field)) return 'address';
  return plainNames.test(field) ? 'name' : undefined;
};

/** Normalizes a value for comparison. */
export const comparable = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .normalize('NFKC')
        .toLowerCase()
        .replace(/[\s\p{P}]+/gu, ' ')
        .trim()
    : JSON.stringify(value);

/** Returns a record's identifying values, most reliable first. */
export function marksOf({ fields }: Fields): readonly Mark[] {
  const marks = [...fields].flatMap(([field, inner]): readonly Mark[] => {
    const rank = rankOf(field);
    if (!rank || inner.kind !== 'leaf' || isEmpty(inner)) return [];
    return [{ rank, field, value: comparable(inner.value) }];
  });
  const order = ['code', 'address', 'name'];
  return marks.sort((a, b) => order.indexOf(a.rank) - order.indexOf(b.rank));
}

/**
 * True when two answers have different codes or names, and therefore describe different things. URLs are ignored,
 * because every page has its own URL.
 */
export function areDifferentThings(one: Fields, other: Fields): boolean {
  const others = new Map(marksOf(other).map((mark) => [mark.field, mark.value]));
  for (const { rank, field, value } of marksOf(one)) {
    const against = others.get(field);
    if (rank === 'address' || against === undefined) continue;
    if (rank === 'code') return against !== value;
    return !against.includes(value) && !value.includes(against);
  }
  return false;
}

/** True when two records have no conflicting values. */
export function agree(one: Tree, other: Tree): boolean {
  if (isEmpty(one) || isEmpty(other)) return true;
  if (one.kind === 'leaf' && other.kind === 'leaf') return comparable(one.value) === comparable(other.value);
  if (one.kind !== 'fields' || other.kind !== 'fields') return one.kind === other.kind;
  return [...one.fields].every(([name, inner]) => {
    const against = other.fields.get(name);
    return against === undefined || agree(inner, against);
  });
}
