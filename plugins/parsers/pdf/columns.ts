import { type Line, lineOf, type Segment } from './lines';

const MAX_DEPTH = 4;
const MAX_GUTTERS = 6;
const MIN_LINES = 3;

/** The segments of a line on one side of a gutter. */
type Side = readonly Segment[];

/** Sorts the lines of a page into reading order: top to bottom, and column by column in multi-column text. */
export function readingOrder(lines: readonly Line[], depth = 0): readonly Line[] {
  if (depth >= MAX_DEPTH || lines.length < MIN_LINES) return lines;
  for (const gutter of gutters(lines)) {
    const ordered = splitAt(lines, gutter, depth);
    if (ordered !== undefined) return ordered;
  }
  return lines;
}

/**
 * Returns candidate x positions for gutters, most frequent first. A candidate is just left of a position where segments
 * on several lines start.
 */
function gutters(lines: readonly Line[]): readonly number[] {
  const counts = new Map<number, { count: number; left: number }>();
  for (const { segments } of lines) {
    for (const { left } of segments) {
      const key = Math.round(left / 3);
      const found = counts.get(key) ?? counts.get(key - 1) ?? counts.get(key + 1);
      if (found === undefined) counts.set(key, { count: 1, left });
      else {
        found.count++;
        found.left = Math.min(found.left, left);
      }
    }
  }
  const leftmost = Math.min(...lines.map(({ left }) => left));
  return [...counts.values()]
    .filter(({ count, left }) => count >= MIN_LINES && left > leftmost + 20)
    .sort((a, b) => b.count - a.count)
    .slice(0, MAX_GUTTERS)
    .map(({ left }) => left - 1);
}

/**
 * Sorts lines column by column. Lines that cross the gutter stay in place, and the lines between them are sorted
 * separately. Returns undefined if there are no columns.
 */
function splitAt(lines: readonly Line[], gutter: number, depth: number): readonly Line[] | undefined {
  const ordered: Line[] = [];
  let band: Line[] = [];
  let found = false;
  const close = (): void => {
    const columns = columnsOf(band, gutter);
    if (columns === undefined) ordered.push(...band);
    else {
      found = true;
      for (const column of columns) ordered.push(...readingOrder(column, depth + 1));
    }
    band = [];
  };
  for (const line of lines) {
    const crosses = line.turned || line.segments.some(({ left, right }) => left < gutter && right > gutter);
    if (crosses || isCut(band, line, lines)) close();
    if (crosses) ordered.push(line);
    else band.push(line);
  }
  close();
  return found ? ordered : undefined;
}

/**
 * True for a line that starts a new part of the page. Such a line is below a wide gap. In the file's drawing order, it
 * and the lines just below it come after everything above the gap.
 */
function isCut(band: readonly Line[], line: Line, lines: readonly Line[]): boolean {
  const above = band[band.length - 1];
  if (above === undefined || above.y - line.y < Math.max(above.size, line.size) * 1.7) return false;
  const at = lines.indexOf(line);
  const near = lines.slice(at, at + MIN_LINES).filter((one) => line.y - one.y < line.size * 4);
  const first = Math.min(...near.flatMap(drawnAt));
  return band.every((one) => drawnAt(one).every((order) => order < first));
}

const drawnAt = ({ segments }: Line): readonly number[] => segments.map(({ runs }) => runs[0]?.order ?? 0);

function columnsOf(band: readonly Line[], gutter: number): readonly (readonly Line[])[] | undefined {
  const left = band.map(({ segments }) => segments.filter((segment) => segment.right <= gutter));
  const right = band.map(({ segments }) => segments.filter((segment) => segment.right > gutter));
  if (!areColumns(left, right)) return undefined;
  const linesOf = (side: readonly Side[]) =>
    side.map((segments, at) => lineOf(segments, band[at]?.page ?? 0)).filter((line) => line !== undefined);
  return [linesOf(left), linesOf(right)];
}

/**
 * True when both sides are columns. Files usually draw columns one after the other and tables row by row. If a file
 * alternates between the sides, they count as columns only if both contain running text.
 */
function areColumns(left: readonly Side[], right: readonly Side[]): boolean {
  const [lefts, rights] = [left.flat(), right.flat()];
  const rows = left.filter((side) => side.length > 0).length;
  const other = right.filter((side) => side.length > 0).length;
  if (rows < MIN_LINES || other < MIN_LINES) return false;
  const both = left.filter((side, at) => side.length > 0 && (right[at]?.length ?? 0) > 0).length;
  const switches = switchesOf(lefts, rights);
  if (switches <= 1 + Math.floor(Math.min(rows, other) / 8)) {
    const short = Math.min(meanLength(lefts), meanLength(rights)) < 12;
    return !(short && both > Math.max(rows, other) * 0.9);
  }
  return switches > both && isProse(lefts) && isProse(rights);
}

/** Returns the number of times the drawing order switches sides. */
function switchesOf(left: Side, right: Side): number {
  const order = (segment: Segment): number => segment.runs[0]?.order ?? 0;
  const drawn = [
    ...left.map((segment) => ({ at: order(segment), side: 0 })),
    ...right.map((segment) => ({ at: order(segment), side: 1 })),
  ].sort((a, b) => a.at - b.at);
  return drawn.filter(({ side }, at) => at > 0 && side !== drawn[at - 1]?.side).length;
}

const meanLength = (side: Side): number => side.reduce((sum, { text }) => sum + text.length, 0) / side.length;

/** True for lines that fill their column and break mid-sentence. */
function isProse(side: Side): boolean {
  const left = Math.min(...side.map((segment) => segment.left));
  const right = Math.max(...side.map((segment) => segment.right));
  const share = (test: (segment: Segment) => boolean): number => side.filter(test).length / side.length;
  if (meanLength(side) < 15 || share((segment) => segment.right - segment.left > (right - left) * 0.6) < 0.5)
    return false;
  return share(({ text }) => /^[\p{Ll}(]/u.test(text)) >= 0.35;
}
