import { readingOrder } from './columns';
import { fontsOf, layoutHtml } from './layout';
import { type Line, linesOf } from './lines';
import { withoutMargins } from './margins';
import type { Run } from './page-text';
import type { PageContent } from './read-pages';
import { readTags } from './tagged';

/** The HTML of the tagged part of a page, and the lines outside it. */
interface PagePart {
  readonly html: string;
  readonly lines: readonly Line[];
}

/**
 * Joins pages. The HTML of tagged pages stays unchanged. Untagged lines are laid out together, so that paragraphs and
 * tables continue across pages.
 */
export function joinPages(pages: readonly PageContent[]): string {
  const texts = withoutMargins(pages);
  const parts = pages.map((page, at) => taggedPart(page, texts[at] ?? []));
  const fonts = fontsOf(parts.flatMap(({ lines }) => lines));
  let html = '';
  let waiting: Line[] = [];
  const flush = (): void => {
    if (waiting.length > 0) html = joined(html, layoutHtml(waiting, fonts));
    waiting = [];
  };
  for (const part of parts) {
    if (part.html !== '') {
      flush();
      html = joined(html, part.html);
    }
    for (const line of part.lines) waiting.push(line);
  }
  flush();
  return html.trim();
}

/** Returns the tagged part of a page as HTML, and the untagged lines in reading order. */
export function taggedPart({ runs, tags, number }: PageContent, text: readonly Line[]): PagePart {
  const kept = tags === undefined ? undefined : new Set(runsOf(text).map(({ order }) => order));
  const tagged =
    kept &&
    readTags(
      tags,
      runs.filter((run) => kept.has(run.order) || run.text.trim() === ''),
    );
  if (tagged === undefined) return { html: '', lines: readingOrder(text) };
  return { html: tagged.html, lines: readingOrder(linesOf(tagged.rest, number)) };
}

const runsOf = (lines: readonly Line[]): readonly Run[] =>
  lines.flatMap(({ segments }) => segments.flatMap(({ runs }) => runs.flatMap((run) => run.parts ?? [run])));

/** Joins two pieces of HTML. Repairs a table or sentence split by the page break. */
function joined(before: string, after: string): string {
  const columns = (row: string | undefined): number => row?.match(/<t[hd][ >]/g)?.length ?? 0;
  if (before.endsWith('</table>') && after.startsWith('<table>')) {
    const last = before.slice(before.lastIndexOf('<tr>'));
    const first = after.slice(0, after.indexOf('</tr>'));
    if (columns(last) === columns(first)) return before.slice(0, -'</table>'.length) + after.slice('<table>'.length);
  }
  if (/[\p{L},;]<\/p>$/u.test(before) && /^<p>\p{Ll}/u.test(after)) {
    return `${before.slice(0, -'</p>'.length)} ${after.slice('<p>'.length)}`;
  }
  return before === '' ? after : `${before}\n${after}`;
}
