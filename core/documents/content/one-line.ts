const ODD_SPACE = /[^\S ]| {2}/;

/** A text without white space around it and with single spaces in it. */
export function oneLine(text: string): string {
  const trimmed = text.trim();
  // Most texts are in order already, and looking is faster than making a new one.
  return ODD_SPACE.test(trimmed) ? trimmed.replace(/\s+/g, ' ') : trimmed;
}
