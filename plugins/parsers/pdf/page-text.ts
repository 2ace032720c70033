import type { getDocumentProxy } from 'unpdf';
import { escapeHtml } from '../../../core/common/plain-text';

/** An open PDF. */
export type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

/** One page of an open PDF. */
export type PdfPage = Awaited<ReturnType<Pdf['getPage']>>;

/** A run of text on a page, with its place: `x` from the left, `y` from the bottom. */
export interface Run {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Font size. */
  readonly size: number;
  /** Set in a font whose letters are all of one width, as program text is. */
  readonly mono: boolean;
  /** Name of the marked content the run belongs to, in tagged files. */
  readonly mark: string | undefined;
  /** Where it leads, when a link lies over it. */
  readonly href: string | undefined;
}

interface Area {
  readonly href: string;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

/** Every run of text of a page, in the order the file draws them. */
export async function pageRuns(page: PdfPage): Promise<readonly Run[]> {
  const areas = await linkAreas(page);
  const { items, styles } = await page.getTextContent({ includeMarkedContent: true });
  const marks: (string | undefined)[] = [];
  const runs: Run[] = [];
  for (const item of items) {
    if (!('str' in item)) {
      if (item.type === 'endMarkedContent') marks.pop();
      else marks.push(item.id ?? marks[marks.length - 1]);
      continue;
    }
    if (item.str === '') continue;
    const [a = 0, b = 0, , , x = 0, y = 0] = item.transform as number[];
    const size = Math.hypot(a, b) || item.height;
    const place = { x, y, width: item.width, size };
    runs.push({
      ...place,
      text: item.str,
      mono: styles[item.fontName]?.fontFamily === 'monospace',
      mark: marks[marks.length - 1],
      href: linkAt(areas, place),
    });
  }
  return runs;
}

async function linkAreas(page: PdfPage): Promise<readonly Area[]> {
  const annotations = (await page.getAnnotations()) as readonly {
    readonly url?: string;
    readonly rect?: readonly number[];
  }[];
  return annotations.flatMap(({ url, rect }) => {
    const [left, bottom, right, top] = rect ?? [];
    if (url === undefined || left === undefined || bottom === undefined || right === undefined || top === undefined)
      return [];
    return [{ href: url, left, right, bottom, top }];
  });
}

function linkAt(
  areas: readonly Area[],
  run: { readonly x: number; readonly y: number; readonly width: number; readonly size: number },
): string | undefined {
  const x = run.x + run.width / 2;
  const y = run.y + run.size / 3;
  return areas.find((area) => x >= area.left && x <= area.right && y >= area.bottom && y <= area.top)?.href;
}

/** Runs as HTML: a space between lines and across gaps, words broken at a line's end made whole again. */
export function runsHtml(runs: readonly Run[]): string {
  let html = '';
  let href: string | undefined;
  let previous: Run | undefined;
  for (const run of runs) {
    const apart = previous !== undefined && isApart(previous, run);
    const newLine = previous !== undefined && !sameLine(previous, run);
    if (run.href !== href) {
      if (href !== undefined) html += '</a>';
      if (apart) html = `${html.trimEnd()} `;
      if (run.href !== undefined) html += `<a href="${escapeHtml(run.href)}">`;
      href = run.href;
    } else if (newLine && /\p{L}[-\u00ad]$/u.test(html) && /^\p{Ll}/u.test(run.text)) html = html.slice(0, -1);
    else if (apart && !html.endsWith(' ')) html += ' ';
    html += escapeHtml(run.text.replace(/\s+/g, ' '));
    previous = run;
  }
  return (href === undefined ? html : `${html}</a>`)
    .replace(/(?: ?\. ?){5,}/g, ' … ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** Runs as plain text. */
export const runsText = (runs: readonly Run[]): string =>
  runs
    .map((run) => run.text)
    .join('')
    .replace(/\s+/g, ' ')
    .trim();

/** True when both stand on one line. */
export const sameLine = (a: Run, b: Run): boolean => Math.abs(a.y - b.y) < Math.max(a.size, b.size) * 0.45;

function isApart(a: Run, b: Run): boolean {
  // Back to the left is a new line too: of the next column, or of the next page at the same height.
  if (!sameLine(a, b) || b.x < a.x + a.width - a.size) return true;
  return b.x - (a.x + a.width) > Math.max(a.size, b.size) * 0.15;
}
