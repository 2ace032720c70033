import { engineSentence } from '../../common/engine-sentences';
import type { ChangeCondition, SeenRange } from '../../common/monitor';
import { textColumn } from '../../common/monitor-changes';
import type { Row, RowDifference } from '../../common/saved-job';
import { columnIn } from '../../common/values/column-in';
import { findMoney } from '../../common/values/money';
import { parseNumber } from '../../common/values/numbers';
import { shownValue } from './change-lines';
import { isSameValue } from './compare-rows';

/** Data that conditions are checked against. */
export interface CheckedRun {
  readonly difference: RowDifference;
  readonly before: readonly Row[];
  readonly after: readonly Row[];
  /** Column that identifies rows. */
  readonly key?: string;
  /** Value ranges across earlier runs. */
  readonly seen: readonly SeenRange[];
  /** Text of all pages in both runs. Empty when rows are not pages. */
  readonly texts: readonly [before: string, after: string];
}

/** Maximum number of sentences per condition. */
const maxSentences = 5;

/** Returns the amount of the first price in a cell. If the cell contains no price, parses the cell as a number. */
export function numberIn(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  const [money] = findMoney(value);
  return money?.amount ?? parseNumber(value);
}

const keyOf = (row: Row, key: string | undefined): string =>
  String((key === undefined ? undefined : row[key]) ?? JSON.stringify(row));

/** Values of the same cell in two runs. */
interface Pair {
  readonly name: string;
  readonly before?: number;
  readonly after: number;
}

function pairsOf({ before, after, key }: CheckedRun, column: string): readonly Pair[] {
  // Without a key, values can be paired only in tables with a single row.
  const isOne = before.length === 1 && after.length === 1;
  const name = (row: Row) => (isOne && key === undefined ? '' : keyOf(row, key));
  const old = new Map(before.map((row) => [name(row), numberIn(row[column])]));
  return after.flatMap((row) => {
    const value = numberIn(row[column]);
    return value === undefined ? [] : [{ name: name(row), before: old.get(name(row)), after: value }];
  });
}

const labelled = ({ name }: Pair, column: string): string =>
  name === '' || name.startsWith('{') ? column : `${column} of ${name}`;

const limitsOf = (pair: Pair, { column, value }: { readonly column: string; readonly value: number }) => ({
  ...{ subject: labelled(pair, column), now: pair.after, limit: value },
});

const includes = (text: string, part: string): boolean => text.toLowerCase().includes(part.toLowerCase());

/** Returns sentences for a condition that is met now but was not met before. Otherwise, returns an empty list. */
function sentencesOf(condition: ChangeCondition, run: CheckedRun): readonly string[] {
  switch (condition.type) {
    case 'changed':
      return changedValues(condition.column, run);
    case 'falls':
    case 'rises':
      return movedValues(condition, run);
    case 'below':
      return pairsOf(run, condition.column)
        .filter(({ before, after }) => after < condition.value && !(before !== undefined && before < condition.value))
        .map((pair) => engineSentence('condition.below', limitsOf(pair, condition)));
    case 'above':
      return pairsOf(run, condition.column)
        .filter(({ before, after }) => after > condition.value && !(before !== undefined && before > condition.value))
        .map((pair) => engineSentence('condition.above', limitsOf(pair, condition)));
    case 'changedBy':
      return pairsOf(run, condition.column).flatMap((pair) => {
        const { before, after } = pair;
        if (before === undefined || before === 0 || before === after) return [];
        const percent = (100 * (after - before)) / Math.abs(before);
        if (Math.abs(percent) < condition.percent) return [];
        const sign = percent > 0 ? '+' : '−';
        const share = `${sign}${Math.abs(Math.round(percent * 10) / 10)}%`;
        return [
          engineSentence('condition.changed', { subject: labelled(pair, condition.column), before, now: after, share }),
        ];
      });
    case 'newLow':
    case 'newHigh':
      return extremes(condition, run);
    case 'newRow':
      return run.difference.added
        .filter((row) => condition.contains === undefined || hasText(row, condition.contains, condition.column))
        .map((row) => engineSentence('condition.newRow', { row: shown(row, run.key) }));
    case 'textAppears':
      return !includes(run.texts[0], condition.text) && includes(run.texts[1], condition.text)
        ? [engineSentence('condition.appeared', { text: condition.text })]
        : [];
    case 'textDisappears':
      return includes(run.texts[0], condition.text) && !includes(run.texts[1], condition.text)
        ? [engineSentence('condition.disappeared', { text: condition.text })]
        : [];
  }
}

/** Returns a sentence for each changed value in a column. */
function changedValues(column: string, { difference, before, after, key }: CheckedRun): readonly string[] {
  const sentence = (subject: string, old: unknown, now: unknown) =>
    engineSentence('condition.valueChanged', { subject, before: shownValue(old), now: shownValue(now) });
  const [old, now] = [before[0], after[0]];
  // Without a key, values can be paired only in tables with a single row.
  if (key === undefined && before.length === 1 && after.length === 1)
    return isSameValue(old?.[column], now?.[column]) ? [] : [sentence(column, old?.[column], now?.[column])];
  return difference.changed.flatMap(({ key: row, cells }) =>
    cells
      .filter((cell) => cell.column === column)
      .map((cell) =>
        column === textColumn
          ? engineSentence('condition.textChanged', { row })
          : sentence(`${column} of ${row}`, cell.before, cell.after),
      ),
  );
}

/** Returns a sentence for each value in a column that is lower, or higher, than in the previous run. */
function movedValues({ type, column }: Extract<ChangeCondition, { type: 'falls' | 'rises' }>, run: CheckedRun) {
  return pairsOf(run, column).flatMap((pair) => {
    const { before, after } = pair;
    if (before === undefined || (type === 'falls' ? after >= before : after <= before)) return [];
    const values = { subject: labelled(pair, column), before, now: after };
    return [engineSentence(type === 'falls' ? 'condition.fell' : 'condition.rose', values)];
  });
}

function extremes({ type, column }: Extract<ChangeCondition, { type: 'newLow' | 'newHigh' }>, run: CheckedRun) {
  const isLow = type === 'newLow';
  return pairsOf(run, column).flatMap((pair) => {
    const range = run.seen.find((one) => one.key === pair.name && one.column === column);
    const isNew = range !== undefined && (isLow ? pair.after < range.low : pair.after > range.high);
    if (!isNew) return [];
    const last = isLow ? range.low : range.high;
    const values = { subject: labelled(pair, column), now: pair.after, before: last };
    return [engineSentence(isLow ? 'condition.lowest' : 'condition.highest', values)];
  });
}

function hasText(row: Row, text: string, column: string | undefined): boolean {
  const cells = column === undefined ? Object.values(row) : [row[column]];
  return cells.some((cell) => includes(typeof cell === 'string' ? cell : JSON.stringify(cell ?? ''), text));
}

function shown(row: Row, key: string | undefined): string {
  const value = (key === undefined ? undefined : row[key]) ?? Object.values(row).find((one) => typeof one === 'string');
  return String(value ?? JSON.stringify(row)).slice(0, 200);
}

/** Returns the conditions with the columns' actual names. Case is ignored if exactly one column matches. */
export function withColumnNames(conditions: readonly ChangeCondition[], rows: readonly Row[]): ChangeCondition[] {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return conditions.map((condition) =>
    'column' in condition && condition.column !== undefined
      ? { ...condition, column: columnIn(condition.column, columns) ?? condition.column }
      : condition,
  );
}

/** Returns sentences for each condition that is met. Undefined when the monitor has no conditions. */
export function metConditions(conditions: readonly ChangeCondition[], run: CheckedRun): string[] | undefined {
  if (conditions.length === 0) return undefined;
  const named = withColumnNames(conditions, [...run.after, ...run.before]);
  return named.flatMap((condition) => sentencesOf(condition, run).slice(0, maxSentences));
}

/** Maximum number of ranges stored per monitor. */
const maxRanges = 2000;

/** Returns the value ranges that the `newLow` and `newHigh` conditions use, extended to include a run's values. */
export function seenWith(conditions: readonly ChangeCondition[], run: CheckedRun): SeenRange[] {
  const named = withColumnNames(conditions, [...run.after, ...run.before]);
  const columns = named.flatMap((one) => (one.type === 'newLow' || one.type === 'newHigh' ? [one.column] : []));
  const known = new Map(run.seen.map((range) => [JSON.stringify([range.key, range.column]), range]));
  for (const column of new Set(columns)) {
    for (const { name: key, after } of pairsOf(run, column)) {
      const id = JSON.stringify([key, column]);
      const { low, high } = known.get(id) ?? { low: after, high: after };
      known.delete(id);
      known.set(id, { key, column, low: Math.min(low, after), high: Math.max(high, after) });
    }
  }
  return [...known.values()].slice(-maxRanges);
}
