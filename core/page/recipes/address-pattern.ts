/** Normalizes a URL for pattern matching: removes the scheme, `www.`, the fragment and trailing slashes. */
const bare = (address: string): string =>
  address
    .replace(/#.*/s, '')
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .replace(/^www\./i, '')
    .replace(/(?<!\/)\/+$/, '');

/** True if a URL matches a pattern. In the pattern, `*` is a wildcard. */
export function fitsPattern(address: string, pattern: string): boolean {
  const text = bare(address);
  const parts = bare(pattern).split('*');
  // `site.example/*` also matches the home page.
  return fits(text, parts) || fits(`${text}/`, parts);
}

function fits(text: string, parts: readonly string[]): boolean {
  const [first = '', ...rest] = parts;
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}

/** Returns the most specific pattern that matches all URLs. `*` replaces the differing parts. */
export function patternOf(addresses: readonly string[]): string {
  const [first = '', ...others] = addresses.map((address) => address.replace(/#.*/s, ''));
  return others.reduce(joined, first);
}

/** Merges two URLs into a pattern with `*` for the differing part, which begins and ends at URL delimiters. */
function joined(a: string, b: string): string {
  if (a === b) return a;
  const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/]*\/?/i.exec(a)?.[0] ?? '';
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  while (start > origin.length && !/[/=&?._-]/.test(a[start - 1] ?? '')) start--;
  let end = 0;
  const room = Math.min(a.length, b.length) - start;
  while (end < room && a.at(-1 - end) === b.at(-1 - end)) end++;
  while (end > 0 && !/[/.?&_-]/.test(a.at(-end) ?? '')) end--;
  return `${a.slice(0, start)}*${end > 0 ? a.slice(-end) : ''}`;
}
