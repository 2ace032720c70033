import { countOf } from './job-words';

/** A child of a JSON value. */
export interface JsonChild {
  readonly key: string;
  readonly value: unknown;
  /** Path in JavaScript notation, e.g. `$.items[0].name`. */
  readonly path: string;
}

/** Returns the children of an array or object. Empty for other values. */
export function childrenOf(value: unknown, path: string): readonly JsonChild[] {
  if (Array.isArray(value)) return value.map((one, at) => ({ key: String(at), value: one, path: `${path}[${at}]` }));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).map(([key, one]) => {
    const step = /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
    return { key, value: one, path: path + step };
  });
}

/** Returns a summary of a collapsed value. */
export function foldedText(value: unknown): string {
  if (Array.isArray(value)) return `[${countOf(value.length, 'entry')}]`;
  const count = Object.keys(value as object).length;
  return `{${countOf(count, 'field')}}`;
}
