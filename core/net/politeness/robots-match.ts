const unreserved = /^[A-Za-z0-9\-._~]$/;

/** A compiled path pattern from a robots.txt. */
export interface PathPattern {
  readonly allow: boolean;
  /** Length of the pattern in octets. The longest matching pattern wins. */
  readonly length: number;
  /** Parts of the pattern between the `*` wildcards. */
  readonly parts: readonly string[];
  /** True when the pattern ends with `$`. */
  readonly anchored: boolean;
}

/**
 * Normalizes percent-encoding: decodes unreserved characters, escapes non-ASCII characters, and converts escapes to
 * upper case. Does not escape `*` and `$`, because they have a special meaning in patterns.
 */
export function normalizeOctets(text: string): string {
  if (!text.includes('%')) return escapeBeyondAscii(text);
  let plain = '';
  for (const part of text.split(/(%[0-9a-fA-F]{2})/)) {
    if (/^%[0-9a-fA-F]{2}$/.test(part)) {
      const char = String.fromCharCode(Number.parseInt(part.slice(1), 16));
      plain += unreserved.test(char) ? char : part.toUpperCase();
    } else {
      plain += escapeBeyondAscii(part);
    }
  }
  return plain;
}

const nonAscii = /[^\u0021-\u007e]+/g;

const escapeBeyondAscii = (text: string): string =>
  text.replace(nonAscii, (run) =>
    [...new TextEncoder().encode(run)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );

/**
 * Returns the normalized path and query of a URL. Escapes literal `*` and `$`, because they have a special meaning in
 * patterns.
 */
export function matchText(url: URL): string {
  return normalizeOctets(url.pathname + url.search).replace(/[*$]/g, (char) => (char === '*' ? '%2A' : '%24'));
}

/** Compiles the value of a rule. Undefined if the value is empty, because the rule then has no effect. */
export function pathPattern(value: string, allow: boolean): PathPattern | undefined {
  if (value === '') return undefined;
  const text = normalizeOctets(value);
  const anchored = text.endsWith('$');
  const body = (anchored ? text.slice(0, -1) : text).replaceAll('$', '%24');
  return { allow, length: text.length, parts: body.split('*'), anchored };
}

/**
 * True when a pattern matches a path. The running time is at most proportional to the length of the path times the
 * number of wildcards.
 */
export function matches({ parts, anchored }: PathPattern, path: string): boolean {
  const [first = '', ...rest] = parts;
  if (!path.startsWith(first)) return false;
  const last = rest.pop();
  if (last === undefined) return !anchored || path.length === first.length;
  let at = first.length;
  for (const part of rest) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  if (anchored) return path.length - last.length >= at && path.endsWith(last);
  return path.indexOf(last, at) >= 0;
}
