/**
 * Returns the lines in the hunks of a unified diff. Drops the header, because its lines also start with `-` and `+`.
 */
export function diffBody(diff: string): readonly string[] {
  const start = diff.search(/^@@/m);
  return start === -1
    ? []
    : diff
        .slice(start)
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('\\'));
}

/** Returns the removed (`-`) or added (`+`) lines in a unified diff, without their signs. */
export const signedLines = (diff: string, sign: '-' | '+'): readonly string[] =>
  diffBody(diff).flatMap((line) => (line.startsWith(sign) ? [line.slice(1)] : []));
