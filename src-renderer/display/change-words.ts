import { type ChangeLine, type ChangeSentence, changeSentence, textColumn } from '../../core/common/monitor-changes';
import { currencyIn, type PriceColumns, priceColumns } from '../../core/common/prices/price-columns';
import type { Fields } from '../../core/common/records';
import type { TextKey } from '../texts/catalogue';
import { t } from '../texts/i18n';
import { amountText } from './table-cells';

const sentences: Readonly<Record<ChangeSentence, TextKey>> = {
  valueChanged: 'monitors.valueChanged',
  textChanged: 'monitors.textChanged',
  textAdded: 'monitors.textAdded',
  textRemoved: 'monitors.textRemoved',
  textMoved: 'monitors.textMoved',
  rowAdded: 'monitors.rowAdded',
  rowRemoved: 'monitors.rowRemoved',
  andMore: 'monitors.andMore',
  andOne: 'monitors.andOne',
};

interface ReportedChanges {
  readonly changes?: readonly ChangeLine[];
  readonly total?: number;
}

/** Describes the first change of a run in the words of the run's notification. Undefined if nothing changed. */
export function verdictSentence(
  { changes: [first, ...others] = [], total = 0 }: ReportedChanges,
  prices?: PriceColumns,
): string | undefined {
  const changes = first ? [shownChange(first, prices), ...others] : [];
  return changeSentence(changes, total, (name, values) => t(sentences[name], values));
}

/** Formats a change's numbers for the reader's locale, and adds the currency to prices if known. */
export function shownChange(line: ChangeLine, prices?: PriceColumns): ChangeLine {
  const { column = '', before, after } = line;
  if (column === textColumn) return line;
  const shown = (value: string | undefined) => value && amountText(numberOr(value), prices?.get(column)?.currency);
  return { ...line, before: shown(before), after: shown(after) };
}

/** Converts text to a number, unless the number would be displayed differently, as with `007`. */
const numberOr = (text: string): unknown => (String(Number(text)) === text ? Number(text) : text);

/** Returns the text of each value in a row, by column ID. */
export function rowTexts(row: Fields, prices?: PriceColumns): Readonly<Record<string, string>> {
  const known = new Map([...priceColumns(Object.keys(row)), ...(prices ?? [])]);
  const texts = Object.entries(row).map(([id, value]) => [
    id,
    amountText(
      value,
      currencyIn(known.get(id), (other) => row[other]),
    ),
  ]);
  return Object.fromEntries(texts);
}

/**
 * Formats a value from a change for display. If the value is an entire row as JSON, returns the row's values as text.
 */
export function changedText(value: string | undefined, prices?: PriceColumns): string {
  if (!value?.startsWith('{')) return value ?? '–';
  try {
    const texts = Object.values(rowTexts(JSON.parse(value) as Fields, prices));
    return texts.filter((text) => text !== '').join(' · ');
  } catch {
    return value;
  }
}
