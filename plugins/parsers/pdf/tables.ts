import type { Line, Segment } from './lines';
import { type Run, runsHtml } from './page-text';

interface Column {
  left: number;
  right: number;
}

/** Segments of a row, keyed by column. A wrapped cell has segments from several lines. */
type Row = Map<Column, Segment[]>;

interface Table {
  /** Columns, from left to right. */
  readonly columns: Column[];
  readonly rows: Row[];
  lines: number;
}

/** Maximum distance between two lines of a table, as a multiple of the font size. */
const FAR = 4;
/**
 * Maximum distance between two lines of a cell, as a multiple of the font size. Applies only if the distance between
 * rows is larger.
 */
const CLOSE = 1.45;

/**
 * Returns the table that starts at a line, as HTML, and the number of lines in the table. Undefined if no table starts
 * there. Tables may continue across pages.
 */
export function tableAt(lines: readonly Line[], from: number): readonly [html: string, taken: number] | undefined {
  const first = lines[from];
  if (first === undefined || first.segments.length < 2 || first.turned) return undefined;
  const table: Table = { columns: [], rows: [], lines: 0 };
  const wraps = rowsStandApart(lines, from);
  for (let at = from; at < lines.length; at++) {
    const line = lines[at] as Line;
    const previous = at > from ? lines[at - 1] : undefined;
    const close = previous === undefined ? 'same' : nearness(previous, line);
    if (close === 'far' || (!wraps && previous !== undefined && isBreak(lines[at - 2], previous, line))) break;
    const row = placed(line, table.columns, close === 'page');
    if (row === undefined || (line.segments.length === 1 && !belongs(lines, at, row, table, wraps))) break;
    if (close === 'page' && isHeader(row, table)) table.lines++;
    else addRow(table, row, previous !== undefined && continuesRow(previous, line, row, table, wraps));
  }
  const wide = table.rows.filter((row) => row.size > 1).length;
  return wide < 2 ? undefined : [tableHtml(table), table.lines];
}

function nearness(previous: Line, line: Line): 'same' | 'page' | 'far' {
  if (line.turned) return 'far';
  if (line.page === previous.page + 1) return line.segments.length > 1 ? 'page' : 'far';
  const drop = previous.y - line.y;
  return line.page === previous.page && drop > 0 && drop < line.size * FAR ? 'same' : 'far';
}

/** True if the gap before a line is much wider than the gap before the previous line. */
function isBreak(before: Line | undefined, above: Line, line: Line): boolean {
  if (before === undefined || before.page !== above.page || above.page !== line.page) return false;
  const usual = before.y - above.y;
  return usual > 0 && usual < line.size * FAR && above.y - line.y > usual * 1.6;
}

/** True when the lines that follow form groups separated by wider gaps. */
function rowsStandApart(lines: readonly Line[], from: number): boolean {
  let [close, wide] = [0, 0];
  for (let at = from + 1; at < lines.length && at < from + 60; at++) {
    const [previous, line] = [lines[at - 1] as Line, lines[at] as Line];
    if (nearness(previous, line) !== 'same') break;
    if (previous.y - line.y < line.size * CLOSE) close++;
    else wide++;
  }
  return close > 0 && wide > 1 && wide > close * 0.2;
}

/**
 * Assigns the segments of a line to columns. Widens columns and inserts new ones as needed. Returns undefined if the
 * segments do not fit.
 */
function placed(line: Line, columns: Column[], knownOnly: boolean): Row | undefined {
  const row: Row = new Map();
  const added: Column[] = [];
  for (const segment of line.segments) {
    const under = columns.filter(({ left, right }) => segment.left < right && left < segment.right);
    if (under.length > 1 && line.segments.length === 1) return undefined;
    const column = under.find((one) => !row.has(one)) ?? nearest(columns, segment, line.size * 1.5, row);
    if (under.length > 0 && column === undefined) return undefined;
    if (column === undefined && (knownOnly || line.segments.length === 1)) return undefined;
    const own = column ?? { left: segment.left, right: segment.right };
    if (column === undefined) added.push(own);
    row.set(own, [segment]);
  }
  columns.push(...added);
  for (const [column, [segment]] of row) {
    if (segment === undefined || overlapping(columns, segment) > 1) continue;
    column.left = Math.min(column.left, segment.left);
    column.right = Math.max(column.right, segment.right);
  }
  columns.sort((a, b) => a.left - b.left);
  return row;
}

const overlapping = (columns: readonly Column[], segment: Segment): number =>
  columns.filter(({ left, right }) => segment.left < right && left < segment.right).length;

function nearest(columns: readonly Column[], segment: Segment, slack: number, row: Row): Column | undefined {
  const distance = ({ left, right }: Column): number => Math.max(left - segment.right, segment.left - right);
  return columns.find((column) => !row.has(column) && distance(column) < slack);
}

/**
 * True if a line with a single cell belongs to the table: it continues a wrapped cell, or it is a row between other
 * rows.
 */
function belongs(lines: readonly Line[], at: number, row: Row, table: Table, wraps: boolean): boolean {
  const [previous, line, next] = [lines[at - 1], lines[at] as Line, lines[at + 1]];
  if (previous === undefined) return false;
  if (continuesRow(previous, line, row, table, wraps)) return true;
  if (next === undefined || next.segments.length < 2 || nearness(line, next) !== 'same') return false;
  return Math.abs(previous.y - line.y - (line.y - next.y)) < line.size * 0.3 && fitsColumns(next, table.columns);
}

const fitsColumns = (line: Line, columns: readonly Column[]): boolean =>
  line.segments.every((segment) => overlapping(columns, segment) === 1);

/** True when a line continues the cells of the row above. */
function continuesRow(previous: Line, line: Line, row: Row, { columns, rows }: Table, wraps: boolean): boolean {
  const above = rows[rows.length - 1];
  if (above === undefined || line.page !== previous.page) return false;
  if (![...row.keys()].every((column) => above.has(column))) return false;
  const drop = previous.y - line.y;
  if (wraps) return drop < line.size * CLOSE;
  const [first] = columns;
  const lower = line.segments.every(({ text }) => /^[\p{Ll}(]/u.test(text));
  return first !== undefined && !row.has(first) && lower && drop < line.size * CLOSE;
}

/** True if a row at the top of the next page repeats the table's first row. */
function isHeader(row: Row, { columns, rows }: Table): boolean {
  const text = (one: Row | undefined): string => columns.map((column) => cellText(one?.get(column))).join('|');
  return text(row) === text(rows[0]);
}

const cellText = (segments: readonly Segment[] = []): string => segments.map((segment) => segment.text).join(' ');

function addRow(table: Table, row: Row, continues: boolean): void {
  table.lines++;
  const above = table.rows[table.rows.length - 1];
  if (!continues || above === undefined) table.rows.push(row);
  else for (const [column, segments] of row) above.set(column, [...(above.get(column) ?? []), ...segments]);
}

function tableHtml({ columns, rows }: Table): string {
  const html = rows.map((row, at) => {
    const tag = at === 0 ? 'th' : 'td';
    return `<tr>${columns.map((column) => `<${tag}>${runsHtml(runsOf(row.get(column)))}</${tag}>`).join('')}</tr>`;
  });
  return `<table>${html.join('')}</table>`;
}

const runsOf = (segments: readonly Segment[] = []): readonly Run[] => segments.flatMap(({ runs }) => runs);
