import type { ValueSource } from '../common/extraction';
import type { Place } from './value-tree';

/** The places of each value, by its JSON pointer. */
export function sourcesByPath(sources: readonly ValueSource[]): Readonly<Record<string, readonly Place[]>> {
  const byPath: Record<string, Place[]> = {};
  for (const { path, ...place } of sources) {
    const places = byPath[path] ?? [];
    byPath[path] = [...places, place];
  }
  return byPath;
}
