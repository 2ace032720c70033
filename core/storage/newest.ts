/**
 * The `limit` newest rows, newest first. Walks from the end, because stores hand out rows roughly oldest first; so most
 * rows cost one comparison.
 */
export function newest<T>(rows: readonly T[], limit: number, compare: (a: T, b: T) => number): readonly T[] {
  const kept: T[] = [];
  for (let at = rows.length - 1; at >= 0; at -= 1) {
    const row = rows[at] as T;
    const last = kept[kept.length - 1];
    if (kept.length >= limit && (last === undefined || compare(row, last) <= 0)) continue;
    let place = kept.length;
    while (place > 0 && compare(row, kept[place - 1] as T) > 0) place -= 1;
    kept.splice(place, 0, row);
    if (kept.length > limit) kept.pop();
  }
  return kept;
}

/** Orders texts by code units: ISO times and UUID v7 ids come out by time. */
export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
