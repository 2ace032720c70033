/** Longest block of segments whose repetition is looked for. */
const maxPeriod = 4;

/** Segments of a path. */
export const segmentsOf = (pathname: string): string[] => pathname.split('/').filter((segment) => segment !== '');

/** The segment a path goes round in circles with, as in `/a/b/a/b/a/b`; undefined when it does not. */
export function circleIn(segments: readonly string[]): string | undefined {
  for (let period = 1; period <= maxPeriod; period++) {
    let run = 0;
    for (let index = period; index < segments.length; index++) {
      run = segments[index] === segments[index - period] ? run + 1 : 0;
      if (run >= 2 * period) return segments.slice(index - period + 1, index + 1).join('/');
    }
  }
  return oftenIn(segments);
}

/** A word that stands in a path four times, wherever. */
function oftenIn(segments: readonly string[]): string | undefined {
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

/** The longest run of segments that are numbers. */
export function numbersInRow(segments: readonly string[]): number {
  let longest = 0;
  let run = 0;
  for (const segment of segments) {
    run = /^\d+$/.test(segment) ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}
