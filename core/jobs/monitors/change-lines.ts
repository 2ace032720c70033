import { type ChangeLine, textColumn } from '../../common/monitor-changes';
import type { ChangedRow, Row, RowDifference } from '../../common/saved-job';
import { signedLines } from '../../common/values/diff-body';
import { changedLines } from './text-changes';

/** Maximum number of changes stored per run, and of changed lines per page. */
const [maxLines, maxTextLines] = [6, 3];
/** Maximum length of a stored value, in characters. */
const maxChars = 120;

/** Returns the first changes between two runs. Lists the text changes of a page line by line. */
export function changeLines({ changed, added, removed }: RowDifference, key: string | undefined): ChangeLine[] {
  const lines = [
    ...changed.flatMap((row) => [...row.cells.map((cell) => cellLine(row.key, cell)), ...textLines(row)]),
    ...added.map((row): ChangeLine => ({ key: nameOf(row, key), after: shownValue(row) })),
    ...removed.map((row): ChangeLine => ({ key: nameOf(row, key), before: shownValue(row) })),
  ];
  return lines.slice(0, maxLines);
}

/** Returns the number of changes: changed cells, plus added and removed rows. */
export const changeCount = ({ changed, added, removed }: RowDifference): number =>
  changed.reduce((sum, { cells }) => sum + cells.length, 0) + added.length + removed.length;

function cellLine(key: string, { column, before, after }: ChangedRow['cells'][number]): ChangeLine {
  return { key: cut(key), column, before: shownValue(before), after: shownValue(after) };
}

/** Pairs the removed lines of a page with its added lines. */
function textLines({ key, diff }: ChangedRow): readonly ChangeLine[] {
  if (diff === undefined) return [];
  const { removed, added } = changedLines(signedLines(diff, '-').join('\n'), signedLines(diff, '+').join('\n'));
  const count = Math.min(maxTextLines, Math.max(removed.length, added.length, 1));
  return Array.from({ length: count }, (_, index) => {
    const [before, after] = [removed[index], added[index]];
    return {
      ...{ key: cut(key), column: textColumn },
      ...(before === undefined ? {} : { before: cut(before) }),
      ...(after === undefined ? {} : { after: cut(after) }),
    };
  });
}

function nameOf(row: Row, key: string | undefined): string {
  const value = (key === undefined ? undefined : row[key]) ?? Object.values(row).find((one) => typeof one === 'string');
  return cut(value === undefined ? JSON.stringify(row) : String(value));
}

/** Returns a value as a single line of limited length, or `–` for a missing value. */
export function shownValue(value: unknown): string {
  if (value === null || value === undefined) return '–';
  return cut(typeof value === 'string' ? value : JSON.stringify(value));
}

function cut(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > maxChars ? `${line.slice(0, maxChars - 1)}…` : line;
}
