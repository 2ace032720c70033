const SLOTS = 4096;
const MAX_CHARS = 32;
const names = new Array<string>(SLOTS).fill('');

/**
 * Returns the stored copy of the lower-case tag or attribute name at `[start, end)`. Tree walks compare names often,
 * and identical strings compare fastest. Allocates nothing for a known name.
 */
export function sharedName(text: string, start: number, end: number): string {
  let hash = 0;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code > 0x7a || (code >= 0x41 && code <= 0x5a)) return lowerCased(text.slice(start, end));
    hash = Math.imul(hash, 31) + code;
  }
  const slot = hash & (SLOTS - 1);
  const known = names[slot] ?? '';
  if (isAt(known, text, start, end)) return known;
  if (end - start > MAX_CHARS) return text.slice(start, end);
  const name = interned(text.slice(start, end));
  names[slot] = name;
  return name;
}

/**
 * Makes V8 store a string only once, as it does for object keys. The key is a copy, so the page is not kept in memory.
 */
const interned = (name: string): string => Object.keys({ [name]: true })[0] ?? name;

function lowerCased(name: string): string {
  const lower = name.toLowerCase();
  return /^[\0-z]*$/.test(lower) ? sharedName(lower, 0, lower.length) : lower;
}

function isAt(name: string, text: string, start: number, end: number): boolean {
  if (name.length !== end - start) return false;
  for (let at = start; at < end; at++) if (text.charCodeAt(at) !== name.charCodeAt(at - start)) return false;
  return true;
}
