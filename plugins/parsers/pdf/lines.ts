import { type Run, runsText, sameLine } from './page-text';

/** A stretch of a line without a wide gap; a table row has several. */
export interface Segment {
  readonly runs: readonly Run[];
  readonly left: number;
  readonly right: number;
}

/** One line of a page. */
export interface Line {
  readonly page: number;
  readonly segments: readonly Segment[];
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly y: number;
  /** Font size most of the line is set in. */
  readonly size: number;
  /** All of it is set in letters of one width. */
  readonly mono: boolean;
}

const BULLET = /^(?:[•◦▪‣●○■□➢►∙·*–—-]|\(?\d{1,3}[.)]|\(?[a-z][.)])$/;

/** Runs of a page as lines, in the order they are drawn. */
export function linesOf(runs: readonly Run[], page: number): readonly Line[] {
  const lines: Line[] = [];
  let current: Run[] = [];
  const close = (): void => {
    const line = lineOf(current, page);
    if (line !== undefined) lines.push(line);
    current = [];
  };
  for (const run of runs) {
    if (run.text.trim() === '') continue;
    const last = current[current.length - 1];
    if (last !== undefined && (!sameLine(last, run) || run.x + run.width < last.x)) close();
    current.push(run);
  }
  close();
  return lines;
}

function lineOf(runs: readonly Run[], page: number): Line | undefined {
  const [first] = runs;
  if (first === undefined) return undefined;
  const widest = runs.reduce((best, run) => (run.text.length > best.text.length ? run : best), first);
  const segments = segmentsOf(runs, widest.size);
  return {
    page,
    segments,
    text: segments.map((segment) => segmentText(segment)).join(' '),
    left: Math.min(...segments.map((segment) => segment.left)),
    right: Math.max(...segments.map((segment) => segment.right)),
    y: first.y,
    size: Math.round(widest.size * 2) / 2,
    mono: runs.every((run) => run.mono),
  };
}

/** The text of a segment, with spaces where its runs stand apart. */
export function segmentText(segment: Segment): string {
  let text = '';
  let end: number | undefined;
  for (const run of segment.runs) {
    if (end !== undefined && run.x - end > run.size * 0.15) text += ' ';
    text += run.text;
    end = run.x + run.width;
  }
  return text.replace(/\s+/g, ' ').trim();
}

function segmentsOf(runs: readonly Run[], size: number): readonly Segment[] {
  const segments: { runs: Run[]; left: number; right: number }[] = [];
  for (const run of runs) {
    const last = segments[segments.length - 1];
    const bullet = last !== undefined && segments.length === 1 && BULLET.test(runsText(last.runs));
    if (last === undefined || (run.x - last.right > size * 1.4 && !bullet)) {
      segments.push({ runs: [run], left: run.x, right: run.x + run.width });
    } else {
      last.runs.push(run);
      last.right = Math.max(last.right, run.x + run.width);
    }
  }
  return segments;
}

/** Leaves out what stands at the same place of many pages, and page numbers at the edge of a page. */
export function withoutRepeats(pages: readonly (readonly Line[])[]): readonly (readonly Line[])[] {
  if (pages.length < 3) return pages;
  const counts = new Map<string, number>();
  const key = (line: Line): string => `${Math.round(line.y / 4)}|${line.text.replace(/\d+/g, '#')}`;
  for (const lines of pages) for (const name of new Set(lines.map(key))) counts.set(name, (counts.get(name) ?? 0) + 1);
  const often = Math.max(3, pages.length * 0.4);
  return pages.map((lines) => {
    const kept = lines.filter((line) => (counts.get(key(line)) ?? 0) < often);
    const top = kept.reduce((most, line) => Math.max(most, line.y), Number.NEGATIVE_INFINITY);
    const bottom = kept.reduce((least, line) => Math.min(least, line.y), Number.POSITIVE_INFINITY);
    return kept.filter(
      (line) => !((line.y === top || line.y === bottom) && /^(?:\d{1,4}|[ivxl]{1,7})$/.test(line.text)),
    );
  });
}
