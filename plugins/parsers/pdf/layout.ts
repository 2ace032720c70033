import { escapeHtml } from '../../../core/contract/plugin';
import type { Line } from './lines';
import { runsHtml } from './page-text';
import { tableAt } from './tables';

interface Fonts {
  readonly body: number;
  /** Font sizes of headings, largest first. */
  readonly headings: readonly number[];
}

const BULLET = /^(?:[•◦▪‣●○■□➢►∙·]\s*|[*–—-]\s+)(?=\S)/;
const NUMBER = /^\(?(\d{1,3})[.)]\s+(?=\S)/;
/** Matches the leader dots and page number at the end of a table-of-contents entry. */
const LEADERS = /(?<!\. ?)(?:\. ?){4,} *\d{1,4}$/;
const MAX_HEADING_CHARS = 200;

/**
 * Converts untagged lines to HTML. Headings are detected by font size, and paragraphs, lists and tables by line
 * position.
 */
export const layoutHtml = (lines: readonly Line[], fonts: Fonts): string =>
  layoutParts(lines, fonts)
    .map(({ html }) => html)
    .join('\n');

/** Converts untagged lines to pieces of HTML, each with its source lines. */
export function layoutParts(lines: readonly Line[], fonts: Fonts) {
  const parts: { readonly html: string; readonly lines: readonly Line[] }[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at];
    if (line === undefined) break;
    const [html, taken] =
      codeAt(lines, at) ??
      tableAt(lines, at) ??
      listAt(lines, at) ??
      headingAt(lines, at, fonts) ??
      paragraphAt(lines, at);
    parts.push({ html, lines: lines.slice(at, at + taken) });
    at += taken;
  }
  return parts;
}

/** Returns the most common font size, and the larger sizes used for headings. */
export function fontsOf(lines: readonly Line[]): Fonts {
  const chars = new Map<number, number>();
  for (const line of lines) chars.set(line.size, (chars.get(line.size) ?? 0) + line.text.length);
  const body = [...chars].reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0])[0];
  const headings = [...chars.keys()].filter((size) => size > body * 1.12).sort((a, b) => b - a);
  return { body, headings };
}

type Found = readonly [html: string, taken: number] | undefined;

const allRuns = (lines: readonly Line[]) => lines.flatMap((line) => line.segments.flatMap((segment) => segment.runs));

/** Recognizes lines in a monospaced font as code. Their indent determines the leading spaces. */
function codeAt(lines: readonly Line[], from: number): Found {
  let end = from;
  for (; end < lines.length; end++) {
    const line = lines[end];
    const previous = lines[end - 1];
    if (line?.mono !== true || (end > from && previous !== undefined && !isNear(previous, line))) break;
  }
  if (end === from || (end === from + 1 && !/[{}();=<>/]/.test(lines[from]?.text ?? ''))) return undefined;
  const part = lines.slice(from, end);
  const left = part.reduce((least, line) => Math.min(least, line.left), Number.POSITIVE_INFINITY);
  const text = part.map(
    (line) => ' '.repeat(Math.max(0, Math.round((line.left - left) / (line.size * 0.6)))) + line.text,
  );
  return [`<pre><code>${escapeHtml(text.join('\n'))}</code></pre>`, part.length];
}

const isNear = (previous: Line, line: Line): boolean =>
  line.page === previous.page && previous.y > line.y && previous.y - line.y < line.size * 3;

function listAt(lines: readonly Line[], from: number): Found {
  const first = lines[from];
  const ordered = NUMBER.test(first?.text ?? '');
  const sign = ordered ? NUMBER : BULLET;
  if (first === undefined || !sign.test(first.text)) return undefined;
  const start = numberOf(first);
  const items: Line[][] = [];
  let at = from;
  for (; at < lines.length; at++) {
    const line = lines[at];
    const item = items[items.length - 1];
    const previous = item?.[item.length - 1];
    if (line === undefined) break;
    const begins = ordered ? numberOf(line) === start + items.length : BULLET.test(line.text);
    if (begins && Math.abs(line.size - first.size) <= 1) items.push([line]);
    else if (item !== undefined && previous !== undefined && continuesItem(item[0] as Line, previous, line))
      item.push(line);
    else break;
  }
  // A single numbered line is more likely to be a heading or a sentence than a list.
  if (ordered && items.length < 2) return undefined;
  const html = items.map((item) => `<li>${runsHtml(allRuns(item)).replace(sign, '')}</li>`).join('');
  return [ordered ? `<ol${start === 1 ? '' : ` start="${start}"`}>${html}</ol>` : `<ul>${html}</ul>`, at - from];
}

const numberOf = (line: Line): number => Number(NUMBER.exec(line.text)?.[1] ?? Number.NaN);

function continuesItem(head: Line, previous: Line, line: Line): boolean {
  if (BULLET.test(line.text) || NUMBER.test(line.text) || line.segments.length > 1) return false;
  if (Math.abs(line.size - head.size) > 1 || !isNextLine(previous, line)) return false;
  return line.left > head.left + head.size * 0.4;
}

function headingAt(lines: readonly Line[], from: number, fonts: Fonts): Found {
  const first = lines[from];
  const level = fonts.headings.indexOf(first?.size ?? 0) + 1;
  if (first === undefined || level === 0) return undefined;
  let end = from + 1;
  while (
    end < lines.length &&
    lines[end]?.size === first.size &&
    isNextLine(lines[end - 1] as Line, lines[end] as Line)
  )
    end++;
  const heading = lines.slice(from, end);
  const text = heading.map((line) => line.text).join(' ');
  if (text.length > MAX_HEADING_CHARS || !/\p{L}/u.test(text)) return undefined;
  const tag = `h${Math.min(level, 6)}`;
  return [`<${tag}>${runsHtml(allRuns(heading))}</${tag}>`, heading.length];
}

function paragraphAt(lines: readonly Line[], from: number): readonly [string, number] {
  const first = lines[from] as Line;
  let end = from + 1;
  for (; end < lines.length; end++) {
    const previous = lines[end - 1] as Line;
    const line = lines[end] as Line;
    if (Math.abs(line.size - first.size) > first.size * 0.12 || line.segments.length > 1 || line.turned) break;
    if (LEADERS.test(previous.text) || line.mono !== first.mono) break;
    if (BULLET.test(line.text) || !(isNextLine(previous, line) || continuesInNextColumn(previous, line))) break;
    // An indented line starts a new paragraph, and a short line that ends a sentence completes a paragraph.
    if (end - from > 1 && line.left > first.left + first.size && line.left > previous.left + first.size * 0.8) break;
    if (/[.!?:]["”’)]?$/.test(previous.text) && previous.right < widestRight(lines, from, end) * 0.85) break;
  }
  const part = lines.slice(from, end);
  const html = stretches(part, columnRight(lines, from)).map((stretch) => runsHtml(allRuns(stretch)));
  return [`<p>${html.join('<br>')}</p>`, part.length];
}

/** Splits a paragraph at its intentional line breaks. */
function stretches(lines: readonly Line[], right: number): readonly (readonly Line[])[] {
  const parts: Line[][] = [];
  lines.forEach((line, at) => {
    const previous = lines[at - 1];
    if (previous === undefined || endsOnPurpose(previous, line, right)) parts.push([line]);
    else parts[parts.length - 1]?.push(line);
  });
  return parts;
}

/**
 * True for an intentional line break. Either the first word of the next line would have fitted on this line, or both
 * lines look like list entries.
 */
function endsOnPurpose(line: Line, next: Line, right: number): boolean {
  if (line.page !== next.page || next.y > line.y) return false;
  const word = next.text.split(' ', 1)[0] ?? '';
  const letter = (next.right - next.left) / Math.max(1, next.text.length);
  const form = (text: string): string => text.replace(/\d+/g, '#');
  if (/\d/.test(line.text) && form(line.text) === form(next.text)) return true;
  return !/^\p{Ll}/u.test(word) && line.right + (word.length + 2) * letter < right;
}

/** Returns the rightmost edge of the lines on a page that start at about the same x position as a given line. */
function columnRight(lines: readonly Line[], from: number): number {
  const first = lines[from] as Line;
  let { right } = first;
  for (const step of [-1, 1]) {
    for (let at = from + step; lines[at]?.page === first.page; at += step) {
      const line = lines[at] as Line;
      const alike = line.segments.length === 1 && Math.abs(line.size - first.size) <= 1;
      if (alike && Math.abs(line.left - first.left) < first.size * 2) right = Math.max(right, line.right);
    }
  }
  return right;
}

function widestRight(lines: readonly Line[], from: number, end: number): number {
  let right = 0;
  for (let at = Math.max(from, end - 8); at < end; at++) right = Math.max(right, lines[at]?.right ?? 0);
  return right;
}

/** True if `line` is directly below `previous`. */
function isNextLine(previous: Line, line: Line): boolean {
  const drop = previous.y - line.y;
  return line.page === previous.page && drop > 0 && drop < Math.max(previous.size, line.size) * 1.75;
}

/** True when a sentence continues from the bottom of a column or page to the top of the next. */
function continuesInNextColumn(previous: Line, line: Line): boolean {
  const jumps = line.page === previous.page ? line.y > previous.y + previous.size * 5 : line.page === previous.page + 1;
  return jumps && /[\p{L},;-]$/u.test(previous.text) && /^[\p{Ll}(]/u.test(line.text);
}
