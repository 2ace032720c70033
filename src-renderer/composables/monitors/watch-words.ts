import { currencyIn, type PriceColumns } from '../../../core/common/prices/price-columns';
import type { ReadValues } from '../../../core/common/saved-job';
import { countOf, countText } from '../../display/job-words';
import { amountText } from '../../display/table-cells';
import { type TargetForm, valuesOf } from '../../schema/monitor-form';
import type { WatchedTable } from '../../schema/watched-table';
import { t } from '../../texts/i18n';

/** Describes what a new monitor reads now and reports later. */
export function watchHelp(table: WatchedTable | undefined, targets: readonly TargetForm[]): string {
  if (table) return t('monitors.watchTableHelp');
  const [first, ...others] = targets;
  if (!first || others.length > 0) return t('monitors.watchAllHelp');
  if (first.type === 'crawl') return t('monitors.watchSiteHelp');
  if (first.type === 'search') return t('monitors.watchSearchHelp');
  const isOne = first.lines.trim().split(/[\s,;]+/).length < 2;
  const values = valuesOf(first).join(', ');
  if (values) return t(isOne ? 'monitors.watchValuesHelp' : 'monitors.watchPagesValuesHelp', { values });
  return t(isOne ? 'monitors.watchHelp' : 'monitors.watchPagesHelp');
}

/** Summarizes what the first run read, e.g. `12 rows; price: €2.30 to €3.90`. */
export function readText({ characters, columns }: ReadValues, rows: number, prices: PriceColumns): string {
  const price = (value: string, column: string): string =>
    amountText(
      String(Number(value)) === value ? Number(value) : value,
      currencyIn(prices.get(column), () => undefined),
    );
  const ranges = columns.map(({ column, low, high }) => {
    const [from, to] = [price(low, column), price(high, column)];
    return from === to ? `${column}: ${from}` : t('monitors.readRange', { column, from, to });
  });
  if (characters !== undefined && rows === 1 && ranges.length === 0)
    return t('monitors.readOnlyText', { characters: countText(characters) });
  const text = characters === undefined ? [] : [t('monitors.readText', { characters: countText(characters) })];
  const what = characters === undefined ? [countOf(rows, 'row')] : rows === 1 ? [] : [countOf(rows, 'page')];
  return [...what, ...ranges, ...text].join('; ');
}
