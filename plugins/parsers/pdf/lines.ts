import { inLogicalOrder, isRightToLeft, mostlyRightToLeft } from './bidi';
import { type Run, runsText, sameLine } from './page-text';

/** A part of a line without wide gaps. A table row has several segments. */
export interface Segment {
  readonly runs: readonly Run[];
  readonly text: string;
  readonly left: number;
  readonly right: number;
}

/** A line of a page. */
export interface Line {
  readonly page: number;
  readonly segments: readonly Segment[];
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly y: number;
  /** Most frequent font size in the line. */
  readonly size: number;
  /** True when the entire line is monospaced. */
  readonly mono: boolean;
  /** True for rotated text. */
  readonly turned: boolean;
}

const BULLET = /^(?:[•◦▪‣●○■□➢►∙·*–—-]|\(?\d{1,3}[.)]|\(?[a-z][.)])$/;
/** Maximum number of preceding rows to which a run can be added. */
const ROWS_BACK = 4;

interface Row {
  runs: Run[];
  /** The largest run in the row, which determines the row's position. */
  main: Run;
}

/** Groups the runs of a page into lines from top to bottom, rotated text last. */
export function linesOf(runs: readonly Run[], page: number): readonly Line[] {
  const shown = runs.filter((run) => run.text.trim() !== '');
  const rows: Row[] = [];
  const level = shown.filter((run) => !run.turned).sort((a, b) => b.y - a.y || a.order - b.order);
  for (const run of level) addToRow(rows, run);
  const isRtlPage = mostlyRightToLeft(shown);
  const lines = rows.map((row) => lineOfRuns(inVisualOrder(row.runs), page, isRtlPage));
  const turned = shown.filter((run) => run.turned).map((run) => lineOfRuns([run], page, false));
  return [...lines, ...turned].filter((line) => line !== undefined);
}

function addToRow(rows: Row[], run: Run): void {
  for (let at = rows.length - 1; at >= Math.max(0, rows.length - ROWS_BACK); at--) {
    const row = rows[at];
    if (row === undefined || !fits(row, run)) continue;
    row.runs.push(run);
    if (run.size > row.main.size) row.main = run;
    return;
  }
  rows.push({ runs: [run], main: run });
}

/** True for a run that is level with the row and does not overlap any of the row's runs. */
function fits({ runs, main }: Row, run: Run): boolean {
  if (main.y - run.y >= Math.max(main.size, run.size) * 0.45) return false;
  return runs.every((other) => {
    const size = Math.min(other.size, run.size);
    const apart = run.x >= other.x + other.width - size * 0.3 || other.x >= run.x + run.width - size * 0.3;
    return apart || Math.abs(other.y - run.y) < size * 0.2;
  });
}

/** Sorts the runs of a row from left to right. Drops duplicates drawn to simulate bold. */
const inVisualOrder = (runs: readonly Run[]): readonly Run[] =>
  [...runs]
    .sort((a, b) => a.x - b.x || a.order - b.order)
    .filter((run, at, sorted) => {
      const before = sorted[at - 1];
      return before === undefined || before.text !== run.text || Math.abs(run.x - before.x) > run.size * 0.1;
    });

/** Returns runs in file order, except that right-to-left lines are put in reading order. */
export function inReadingOrder(runs: readonly Run[]): readonly Run[] {
  if (!runs.some(({ rtl }) => rtl)) return runs;
  const lines: Run[][] = [];
  for (const run of runs) {
    const last = lines[lines.length - 1];
    const [first] = last ?? [];
    if (last !== undefined && first !== undefined && sameLine(first, run)) last.push(run);
    else lines.push([run]);
  }
  const isPage = mostlyRightToLeft(runs);
  return lines.flatMap((line) => {
    if (!line.some(({ rtl }) => rtl)) return line;
    const visual = inVisualOrder(line.filter(({ text }) => text.trim() !== ''));
    return inLogicalOrder(visual, isRightToLeft(visual, isPage));
  });
}

/** Builds a line from runs that are sorted from left to right. */
function lineOfRuns(runs: readonly Run[], page: number, isRtlPage: boolean): Line | undefined {
  const widest = widestOf(runs);
  if (widest === undefined) return undefined;
  if (!runs.some(({ rtl }) => rtl)) return lineOf(segmentsOf(runs, widest.size), page);
  const rtl = isRightToLeft(runs, isRtlPage);
  const segments = segmentsOf(rtl ? runs.toReversed() : runs, widest.size).map((segment) => {
    const ordered = inLogicalOrder(rtl ? segment.runs.toReversed() : segment.runs, rtl);
    return { ...segment, runs: ordered, text: textOf(ordered) };
  });
  return lineOf(segments, page);
}

const widestOf = (runs: readonly Run[]): Run | undefined =>
  runs.reduce<Run | undefined>((best, run) => (run.text.length > (best?.text.length ?? 0) ? run : best), undefined);

/** Builds a line from segments, left to right. Returns undefined if there are no segments. */
export function lineOf(segments: readonly Segment[], page: number): Line | undefined {
  const runs = segments.flatMap((segment) => segment.runs);
  const widest = widestOf(runs);
  if (widest === undefined) return undefined;
  return {
    page,
    segments,
    text: segments.map(({ text }) => text).join(' '),
    left: Math.min(...segments.map(({ left }) => left)),
    right: Math.max(...segments.map(({ right }) => right)),
    y: widest.y,
    size: Math.round(widest.size * 2) / 2,
    mono: runs.every((run) => run.mono),
    turned: widest.turned,
  };
}

/** Joins the text of runs, with spaces at gaps. */
function textOf(runs: readonly Run[]): string {
  let text = '';
  let previous: Run | undefined;
  for (const run of runs) {
    const [first, second] = previous !== undefined && previous.x > run.x ? [run, previous] : [previous, run];
    if (first !== undefined && second.x - (first.x + first.width) > run.size * 0.15) text += ' ';
    text += run.text;
    previous = run;
  }
  return text.replace(/\s+/g, ' ').trim();
}

function segmentsOf(runs: readonly Run[], size: number): readonly Segment[] {
  const groups: { runs: Run[]; left: number; right: number }[] = [];
  for (const run of runs) {
    const last = groups[groups.length - 1];
    const gap = last === undefined ? 0 : Math.max(run.x - last.right, last.left - (run.x + run.width));
    const bullet = last !== undefined && groups.length === 1 && BULLET.test(runsText(last.runs));
    if (last === undefined || (gap > size * 1.4 && !bullet)) {
      groups.push({ runs: [run], left: run.x, right: run.x + run.width });
    } else {
      last.runs.push(run);
      last.left = Math.min(last.left, run.x);
      last.right = Math.max(last.right, run.x + run.width);
    }
  }
  return groups.map((group) => ({ ...group, text: textOf(group.runs) }));
}
