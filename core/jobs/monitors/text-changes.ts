/** Lines removed from a text and lines added to it, in their original order. */
export interface ChangedLines {
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** Collapses and trims white space, because it is irrelevant for comparison. */
const bare = (line: string): string => line.replace(/\s+/g, ' ').trim();

const linesOf = (text: string): readonly string[] => text.split('\n').map(bare).filter(Boolean);

function counts(entries: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const entry of entries) found.set(entry, (found.get(entry) ?? 0) + 1);
  return found;
}

/** Returns entries that occur more often in `entries` than in `other`, once for each additional occurrence. */
function lacking(entries: readonly string[], other: readonly string[]): readonly string[] {
  const left = counts(other);
  return entries.filter((entry) => {
    const count = left.get(entry) ?? 0;
    left.set(entry, count - 1);
    return count <= 0;
  });
}

/** Returns the lines removed from a text and the lines added to it. The order of the lines does not matter. */
export function changedLines(before: string, after: string): ChangedLines {
  const [old, now] = [linesOf(before), linesOf(after)];
  return { removed: lacking(old, now), added: lacking(now, old) };
}

/**
 * Returns the percentage of words that were removed or added between two versions of a text. The order of the words
 * does not matter.
 */
export function changedPercent(before: string, after: string): number {
  const [old, now] = [before, after].map((text) => text.split(/\s+/).filter(Boolean)) as [string[], string[]];
  const all = old.length + now.length;
  return all === 0 ? 0 : (100 * (lacking(old, now).length + lacking(now, old).length)) / all;
}
