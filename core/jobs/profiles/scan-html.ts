/** What a quick look at HTML finds, without a parse. */
export interface ScannedHtml {
  /** Text outside of tags, comments, scripts and the head, with single spaces; at most `mostText` characters and some more. */
  readonly text: string;
  /** Start tags as they are written, those of scripts, templates and the like left out. */
  readonly tags: readonly string[];
}

const unread = new Set(['script', 'template', 'style', 'noscript']);
const unseen = new Set(['svg', 'head']);
const nameAt = /[a-z][a-z0-9]*/iy;

/** Looks through HTML once, in time that grows with its length whatever it holds; text beyond `mostText` characters is not gathered. */
export function scanHtml(html: string, mostText: number): ScannedHtml {
  // Lower case of other letters can be longer, so that places would no longer agree.
  const lower = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const tags: string[] = [];
  let text = '';
  let unseenUntil = 0;
  let at = 0;
  while (at < html.length) {
    const start = nextTag(lower, at);
    if (start > at && at >= unseenUntil && text.length <= mostText) text += ` ${html.slice(at, start)}`;
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

/** Where a tag or comment ends, an element that holds no markup with its contents. */
function endOf(lower: string, start: number, name: string | undefined): number {
  if (lower.startsWith('<!--', start)) return orEnd(lower, lower.indexOf('-->', start + 4), 3);
  const end = orEnd(lower, lower.indexOf('>', start), 1);
  return name !== undefined && unread.has(name) ? closeOf(lower, name, end) : end;
}
