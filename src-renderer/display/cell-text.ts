import { currencyIn, type PriceColumns } from '../../core/common/prices/price-columns';
import type { GridRow, RowColumn, RowKind } from '../../core/common/rows';
import { locale } from '../texts/i18n';
import { amountText } from './table-cells';
import { sizeText } from './words';

/** Returns the text of a grid cell on one line. `currency` is the currency of a price. */
export function cellText(value: unknown, { id }: RowColumn, of: RowKind, currency?: string): string {
  if (of === 'pages' && id === 'bytes' && typeof value === 'number') return sizeText(value);
  if (of === 'pages' && id === 'finishedAt') return new Date(String(value)).toLocaleTimeString(locale());
  return amountText(value, currency);
}

/** Columns of a grid. */
interface GridFacts {
  readonly columns: readonly RowColumn[];
  readonly of: RowKind;
  readonly prices?: PriceColumns;
}

/**
 * Returns the text of a cell in a grid. If the grid has no URL column, the title column shows the URL of each untitled
 * page.
 */
export function gridText({ values }: GridRow, column: RowColumn, { columns, of, prices }: GridFacts): string {
  const isUntitled = of === 'pages' && column.id === 'title' && !values.title;
  const hasUrl = columns.some(({ id }) => id === 'url');
  const currency = currencyIn(prices?.get(column.id), (id) => values[id]);
  return cellText(isUntitled && !hasUrl ? values.url : values[column.id], column, of, currency);
}

const widths = { text: 180, link: 200, list: 180, date: 150, number: 96, truth: 80 } as const;
const narrow: Readonly<Record<string, number>> = {
  statusCode: 76,
  contentType: 130,
  bytes: 84,
  finishedAt: 96,
};

const widthOf = ({ id, type }: RowColumn, of: RowKind): number =>
  (of === 'pages' ? narrow[id] : undefined) ?? widths[type];

/** Widths of the checkbox column and the row number column, in pixels. */
const leading = [34, 52] as const;

/**
 * Returns the column widths of the grid as CSS, and the grid's minimum width in pixels. Text and URL columns share the
 * remaining space.
 */
export function gridLayout(columns: readonly RowColumn[], of: RowKind) {
  const tracks = columns.map((column) => {
    const width = widthOf(column, of);
    const grows = (column.type === 'text' || column.type === 'link') && !(of === 'pages' && column.id in narrow);
    return { width, css: `minmax(${width}px, ${grows ? '1fr' : `${width}px`})` };
  });
  const pixels = [...leading, ...tracks.map(({ width }) => width)];
  return {
    tracks: [...leading.map((width) => `${width}px`), ...tracks.map(({ css }) => css)].join(' '),
    width: pixels.reduce((sum, width) => sum + width, 0),
  };
}
