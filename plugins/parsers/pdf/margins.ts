import type { Line } from './lines';

/** Lines of a page from top to bottom, and the height of the page. */
export interface PageLines {
  readonly number: number;
  readonly height: number;
  readonly lines: readonly Line[];
}

/** Minimum number of pages on which text must repeat at the same position to count as a running header or footer. */
const MIN_PAGES = 3;
/** Maximum height of the top or bottom margin, as a share of the page height. */
const MARGIN = 0.12;
const MAX_LINES = 4;
/** Minimum gap between a margin line and the text, as a multiple of the line spacing. */
const GAP = 1.4;
const SEPARATOR = /(?<!\s)\s+[|·•–—-]\s+|(?:(?<!\s)\s+)?\|\s*/;
const PAGE_NUMBER =
  /^[-–—[(\s]*(?:(?:page|p\.|pg\.?|seite|s\.|página|pág\.?|pagina|pag\.?|sida|side|strona|str\.|стр\.?|страница|σελίδα|σελ\.?)\s*)?(\d{1,5}|[ivxl]{1,7})(?:\s*(?:\/|of|von|de|di|sur|av|af|z|из|από)\s*\d{1,5})?[-–—\])\s]*$/i;

/**
 * A repeated line counts as a margin line on all its pages if a gap separates it from the text on at least this share
 * of them.
 */
const MOST = 0.6;
const EDGES = ['top', 'bottom'] as const;

type Edge = (typeof EDGES)[number];

/** Number of pages that contain each part of a margin line, keyed as in `partKeys`. */
type Counts = ReadonlyMap<string, number>;

/**
 * Removes running headers, footers and page numbers. These are lines in a margin, separated from the text by a gap.
 * Their text repeats at the same position on at least three pages, or contains a number that increases with each page.
 */
export function withoutMargins(pages: readonly PageLines[]): readonly (readonly Line[])[] {
  const all = pages.map(({ lines }) => lines);
  if (pages.length < MIN_PAGES) return all;
  const counts = countParts(pages, edgeLines);
  const repeats = pages.map((page) => marginsOf(page, counts));
  // A large heading may be so close to the header that no gap separates them. The header is still recognized if a gap
  // separates it from the text on other pages.
  const apartCounts = countParts(pages, (_, edge, at) => repeats[at]?.[edge].apart ?? []);
  const isKnown = (key: string): boolean => (apartCounts.get(key) ?? 0) >= (counts.get(key) ?? 0) * MOST;
  const kept = pages.map((page, at) => {
    const dropped = new Set(
      EDGES.flatMap((edge) => {
        const { lines = [], apart = [] } = repeats[at]?.[edge] ?? {};
        return lines.filter((line) => apart.includes(line) || partKeys(line, page, edge).every(isKnown));
      }),
    );
    return page.lines.filter((line) => !dropped.has(line));
  });
  return kept.some((lines) => lines.length > 0) ? kept : all;
}

/** Counts the pages that contain each part of a line at the top or bottom edge. */
function countParts(
  pages: readonly PageLines[],
  linesAt: (page: PageLines, edge: Edge, at: number) => readonly Line[],
): Counts {
  const counts = new Map<string, number>();
  for (const [at, page] of pages.entries()) {
    const keys = new Set(
      EDGES.flatMap((edge) => linesAt(page, edge, at).flatMap((line) => partKeys(line, page, edge))),
    );
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** Returns the lines within a margin, outermost first. */
function edgeLines({ lines, height }: PageLines, edge: Edge): readonly Line[] {
  const inside = lines.filter(
    (line) => !line.turned && (edge === 'top' ? line.y > height * (1 - MARGIN) : line.y < height * MARGIN),
  );
  return (edge === 'top' ? inside : inside.reverse()).slice(0, MAX_LINES);
}

/**
 * Returns a key for each part of a line, based on its position and text. For a page number, the text is replaced by the
 * difference between the number and the page's index in the file.
 */
function partKeys(line: Line, { number, height }: PageLines, edge: Edge): readonly string[] {
  const place = `${edge} ${Math.round((edge === 'top' ? height - line.y : line.y) / 2)}`;
  return line.segments
    .flatMap(({ text }) => text.split(SEPARATOR))
    .map((part) => {
      const shown = pageNumber(part);
      return shown === undefined ? `${place} text ${part}` : `${place} ${shown.kind} ${shown.value - number}`;
    });
}

/**
 * Returns the repeated margin lines of a page. `apart` contains the lines that are separated from the text by a gap.
 */
function marginsOf(page: PageLines, counts: Counts): Record<Edge, { lines: readonly Line[]; apart: readonly Line[] }> {
  const top = repeated(page, 'top', counts);
  const bottom = repeated(page, 'bottom', counts);
  const text = page.lines.filter((line) => !line.turned && !top.includes(line) && !bottom.includes(line));
  return {
    top: { lines: top, apart: apart(top, text, 'top') },
    bottom: { lines: bottom, apart: apart(bottom, text, 'bottom') },
  };
}

/** Returns the repeated lines at an edge, outermost first. Stops at the first line with a part that does not repeat. */
function repeated(page: PageLines, edge: Edge, counts: Counts): readonly Line[] {
  const lines = edgeLines(page, edge);
  const end = lines.findIndex((line) => partKeys(line, page, edge).some((key) => (counts.get(key) ?? 0) < MIN_PAGES));
  return lines.slice(0, end < 0 ? lines.length : end);
}

/** Returns the margin lines that are separated from the text by a gap wider than the line spacing. */
function apart(margin: readonly Line[], text: readonly Line[], edge: Edge): readonly Line[] {
  let next = edge === 'top' ? text[0] : text[text.length - 1];
  for (let count = margin.length; count > 0; count--) {
    const inner = margin[count - 1] as Line;
    if (next === undefined) return margin;
    const between = Math.min(typicalDrop(text) ?? next.size * 1.25, next.size * 2.5);
    if (Math.abs(inner.y - next.y) >= Math.max(between * GAP, next.size * 1.5)) return margin.slice(0, count);
    next = inner;
  }
  return [];
}

/** Returns the median line spacing. */
function typicalDrop(lines: readonly Line[]): number | undefined {
  const drops = lines
    .slice(1)
    .map((line, at) => (lines[at] as Line).y - line.y)
    .filter((drop) => drop > 1)
    .sort((a, b) => a - b);
  return drops[Math.floor(drops.length / 2)];
}

function pageNumber(part: string): { readonly kind: 'number' | 'roman'; readonly value: number } | undefined {
  const digits = PAGE_NUMBER.exec(part)?.[1];
  if (digits === undefined) return undefined;
  if (/^\d/.test(digits)) return { kind: 'number', value: Number(digits) };
  const value = romanValue(digits.toLowerCase());
  return value === undefined ? undefined : { kind: 'roman', value };
}

function romanValue(text: string): number | undefined {
  const worth: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50 };
  let value = 0;
  for (let at = 0; at < text.length; at++) {
    const one = worth[text[at] ?? ''] ?? 0;
    value += one < (worth[text[at + 1] ?? ''] ?? 0) ? -one : one;
  }
  return value > 0 ? value : undefined;
}
