/** Result of a quick scan of HTML, without parsing. */
export interface ScannedHtml {
  /**
   * Text outside tags, comments, scripts and the head, with white space collapsed. Can be longer than `maxTextChars`,
   * because the last piece of text is not truncated.
   */
  readonly text: string;
  /** Start tags as written, except inside scripts, templates and similar elements. */
  readonly tags: readonly string[];
}

const unread = new Set(['script', 'template', 'style', 'noscript']);
const unseen = new Set(['svg', 'head']);
const nameAt = /[a-z][a-z0-9]*/iy;

/** Scans HTML once, in linear time for any input, and collects up to `maxTextChars` characters of text. */
export function scanHtml(html: string, maxTextChars: number): ScannedHtml {
  // Lower-cases only ASCII letters. Lower-casing other letters can change the length of the string, which would shift
  // the offsets.
  const lower = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const tags: string[] = [];
  let text = '';
  let unseenUntil = 0;
  let at = 0;
  while (at < html.length) {
    const start = nextTag(lower, at);
    if (start > at && at >= unseenUntil && text.length <= maxTextChars) text += ` ${html.slice(at, start)}`;
    if (start === html.length) break;
    const name = nameOf(lower, start + 1);
    const end = endOf(lower, start, name);
    if (name !== undefined && !unread.has(name)) tags.push(html.slice(start, end));
    if (name !== undefined && unseen.has(name) && start >= unseenUntil) unseenUntil = closeOf(lower, name, end);
    at = end;
  }
  return {
    text: text
      .replace(/&[#\w]{1,32};|\s+/g, ' ')
      .replace(/ {2,}/g, ' ')
      .trim(),
    tags,
  };
}

const orEnd = (lower: string, found: number, length = 0): number => (found < 0 ? lower.length : found + length);
const nextTag = (lower: string, from: number): number => orEnd(lower, lower.indexOf('<', from));
const closeOf = (lower: string, name: string, from: number): number => orEnd(lower, lower.indexOf(`</${name}`, from));

function nameOf(lower: string, at: number): string | undefined {
  nameAt.lastIndex = at;
  return nameAt.exec(lower)?.[0];
}

/** Returns the end of a tag or comment. For a raw-text element, returns the end of its content. */
function endOf(lower: string, start: number, name: string | undefined): number {
  if (lower.startsWith('<!--', start)) return orEnd(lower, lower.indexOf('-->', start + 4), 3);
  const end = orEnd(lower, lower.indexOf('>', start), 1);
  return name !== undefined && unread.has(name) ? closeOf(lower, name, end) : end;
}
