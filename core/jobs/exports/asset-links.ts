/** An image or link in Markdown. */
export interface MarkdownLink {
  /** Destination as written in the Markdown, without escapes. */
  readonly url: string;
  readonly isImage: boolean;
  /** Position of the destination in the Markdown. */
  readonly start: number;
  readonly end: number;
}

const escapes = /\\([!-/:-@[-`{-~])/g;
/** Matches the start of a fenced code block, including in a block quote or a list item. */
const fence = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}(?!.*`)|~{3,})/;

/** Returns the inline images and links in a Markdown text, in order. Skips those in code. Runs in linear time. */
export function markdownLinks(markdown: string): readonly MarkdownLink[] {
  const links: MarkdownLink[] = [];
  for (const { text, at } of paragraphs(markdown)) if (text.includes('](')) addLinks(text, at, links);
  return links;
}

/** Yields runs of lines that contain neither a blank line nor fenced code. */
function* paragraphs(markdown: string): Generator<{ readonly text: string; readonly at: number }> {
  let closing: RegExp | undefined;
  let start = 0;
  let at = 0;
  for (const line of markdown.split('\n')) {
    const mark = closing ? undefined : fence.exec(line)?.[1];
    const isCode = closing !== undefined || mark !== undefined;
    if (isCode || line.trim() === '') {
      if (at > start) yield { text: markdown.slice(start, at), at: start };
      start = at + line.length + 1;
    }
    if (mark) closing = new RegExp(`^[ \\t>]*${mark[0]}{${mark.length},}[ \\t\\r]*$`);
    else if (closing?.test(line)) closing = undefined;
    at += line.length + 1;
  }
  if (start < markdown.length) yield { text: markdown.slice(start), at: start };
}

function addLinks(text: string, at: number, links: MarkdownLink[]): void {
  const codeEnds = codeSpans(text);
  const tokens = /\\[^\n]|`+|!?\[|\]\(?/g;
  const destination = /[ \n]?(?:<([^<>\n]*)>|((?:\\[^\n]|[^\s()\\]|\([^\s()]*\))+))(?=\s*\)|\s+["'(])/dy;
  const open: boolean[] = [];
  for (let found = tokens.exec(text); found; found = tokens.exec(text)) {
    const [token] = found;
    if (token.startsWith('`')) tokens.lastIndex = codeEnds.get(found.index) ?? tokens.lastIndex;
    else if (token.endsWith('[') && !token.startsWith('\\')) open.push(token === '![');
    if (!token.startsWith(']')) continue;
    const isImage = open.pop();
    if (isImage === undefined || token === ']') continue;
    destination.lastIndex = tokens.lastIndex;
    const place = destination.exec(text)?.indices;
    const range = place?.[1] ?? place?.[2];
    if (!range) continue;
    const [start, end] = range;
    const url = text.slice(start, end).replaceAll('&amp;', '&').replace(escapes, '$1');
    links.push({ url, isImage, start: at + start, end: at + end });
    tokens.lastIndex = end;
  }
}

/** Maps the start of each code span to its end. A span ends at the next run of the same number of backticks. */
function codeSpans(text: string): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const next = new Map<number, number>();
  for (const { index, 0: run } of [...text.matchAll(/`+/g)].reverse()) {
    const closing = next.get(run.length);
    if (closing !== undefined) ends.set(index, closing + run.length);
    next.set(run.length, index);
  }
  return ends;
}

/** Replaces each link destination for which `targetOf` returns a new destination. */
export function withTargets(
  markdown: string,
  links: readonly MarkdownLink[],
  targetOf: (link: MarkdownLink) => string | undefined,
): string {
  let text = '';
  let at = 0;
  for (const link of links) {
    text += markdown.slice(at, link.start) + (targetOf(link) ?? markdown.slice(link.start, link.end));
    at = link.end;
  }
  return text + markdown.slice(at);
}
