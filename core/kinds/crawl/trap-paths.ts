/** Maximum length of a repeated block, in segments. */
const maxPeriod = 4;

/** Returns the non-empty segments of a path. */
export const segmentsOf = (pathname: string): string[] => pathname.split('/').filter((segment) => segment !== '');

/**
 * Returns a block of segments that occurs three times in succession, as in `/a/b/a/b/a/b`, or a segment that occurs
 * four times. Undefined when nothing repeats.
 */
export function circleIn(segments: readonly string[]): string | undefined {
  for (let period = 1; period <= maxPeriod; period++) {
    let run = 0;
    for (let index = period; index < segments.length; index++) {
      run = segments[index] === segments[index - period] ? run + 1 : 0;
      if (run >= 2 * period) return segments.slice(index - period + 1, index + 1).join('/');
    }
  }
  return repeatedSegment(segments);
}

/** Returns a non-numeric segment that occurs four times in a path. */
function repeatedSegment(segments: readonly string[]): string | undefined {
  if (segments.length < 4) return undefined;
  const counts = new Map<string, number>();
  for (const segment of segments) {
    if (/^\d+$/.test(segment)) continue;
    const count = (counts.get(segment) ?? 0) + 1;
    if (count >= 4) return segment;
    counts.set(segment, count);
  }
  return undefined;
}

/** Returns the length of the longest run of numeric segments in a path. */
export function numbersInRow(segments: readonly string[]): number {
  let longest = 0;
  let run = 0;
  for (const segment of segments) {
    run = /^\d+$/.test(segment) ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}
