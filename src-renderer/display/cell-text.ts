import { currencyOfCell, type PriceColumns } from '../../core/common/prices/price-columns';
import type { GridRow, RowColumn, RowKind } from '../../core/common/rows';
import { locale } from '../texts/i18n';
import { siteText } from './job-result';
import { amountText } from './table-cells';
import { sizeText } from './words';

/** Returns the text of a grid cell on one line. `currency` is the currency of a price. */
export function cellText(value: unknown, { id }: RowColumn, of: RowKind, currency?: string): string {
  if (of === 'pages' && id === 'bytes' && typeof value === 'number') return sizeText(value);
  if (of === 'pages' && id === 'finishedAt') return new Date(String(value)).toLocaleTimeString(locale());
  return amountText(value, currency);
}

/** Row kind and price columns of a grid. */
interface GridFacts {
  readonly of: RowKind;
  readonly prices?: PriceColumns;
}

/** Returns the text of a cell in a grid. The title column shows the URL of each untitled page. */
export function gridText({ values, currencies }: GridRow, column: RowColumn, { of, prices }: GridFacts): string {
  const isUntitled = of === 'pages' && column.id === 'title' && !values.title;
  const currency = currencyOfCell(column.id, { prices, currencies, valueIn: (id) => values[id] });
  // The grid has a tooltip with the complete URL.
  if (of === 'pages' && (isUntitled || column.id === 'url')) return siteText(String(values.url ?? ''));
  return cellText(values[column.id], column, of, currency);
}

/** Returns a URL without its origin if it has the given origin. */
export const withoutOrigin = (url: string, origin: string): string =>
  url.startsWith(`${origin}/`) ? url.slice(origin.length) : url;

const widths = { text: 180, link: 200, list: 180, date: 150, number: 96, truth: 80 } as const;
const narrow: Readonly<Record<string, number>> = {
  statusCode: 76,
  contentType: 130,
  bytes: 84,
  finishedAt: 116,
};

/** Width of an image column in pixels. */
const imageWidth = 96;
/**
 * Maximum widths in pixels of columns in a phone-sized window. Two columns with text and one with numbers then fit into
 * the window.
 */
const maxOnPhone = { number: 72, other: 106 } as const;
/** Width in pixels of the title column on a phone if the column also shows URLs. Leaves space for the status column. */
const stackedWidth = 186;
/** Width of the checkbox column in pixels. */
const markWidth = 34;
/** Width of the row number column in pixels. */
const numberWidth = { desktop: 52, phone: 40 } as const;

/** Window size and image columns, which determine the column widths. */
interface GridShape {
  readonly isPhone?: boolean;
  /** True if the title column also shows the URLs of the pages, because the window is narrow. */
  readonly isStacked?: boolean;
  /** True if the first column contains checkboxes. */
  readonly hasMarks?: boolean;
  /** IDs of columns that contain images. */
  readonly images?: ReadonlySet<string>;
}

/**
 * Returns the column widths of the grid as CSS, and the grid's minimum width in pixels. Text and URL columns share the
 * remaining space.
 */
export function gridLayout(
  columns: readonly RowColumn[],
  of: RowKind,
  { isPhone = false, isStacked = false, hasMarks = true, images = new Set() }: GridShape = {},
) {
  const tracks = columns.map(({ id, type }) => {
    const isImage = images.has(id);
    const own = isImage ? imageWidth : ((of === 'pages' ? narrow[id] : undefined) ?? widths[type]);
    const onPhone =
      isStacked && id === 'title' ? stackedWidth : Math.min(own, maxOnPhone[type === 'number' ? 'number' : 'other']);
    const width = isPhone ? onPhone : own;
    const grows = !isImage && (type === 'text' || type === 'link') && !(of === 'pages' && id in narrow);
    return { width, css: `minmax(${width}px, ${grows ? '1fr' : `${width}px`})` };
  });
  const first = [...(hasMarks ? [markWidth] : []), numberWidth[isPhone ? 'phone' : 'desktop']];
  const pixels = [...first, ...tracks.map(({ width }) => width)];
  return {
    tracks: [...first.map((width) => `${width}px`), ...tracks.map(({ css }) => css)].join(' '),
    width: pixels.reduce((sum, width) => sum + width, 0),
  };
}
