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
export interface GridFacts {
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
/** Maximum widths in pixels of columns in a phone-sized window. */
const maxOnPhone = { number: 72, other: 106 } as const;
/** Width in pixels of the title column on a phone if the column also shows URLs. Leaves space for the status column. */
const stackedWidth = 186;
/**
 * Minimum width in pixels of the visible part of a column that does not fit into a phone-sized window. The right half of
 * this part is faded.
 */
const minCut = 48;
/** Minimum width in pixels of a column that is narrowed to show the cut column next to it. */
const minNarrowed = 64;
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
  /** Width of the grid in pixels, if known. */
  readonly space?: number;
}

const sum = (widths: readonly number[]): number => widths.reduce((all, width) => all + width, 0);

/** Width of a column in pixels, and whether it can be narrowed. */
interface Track {
  readonly width: number;
  readonly grows: boolean;
}

/**
 * Narrows the text columns before the first column that does not fit into `space`, so that part of this column is
 * visible. Otherwise, nothing shows that more columns follow. Narrows the last of these columns first, because the first
 * column usually names the row.
 */
function showingCut<T extends Track>(tracks: readonly T[], space: number): readonly T[] {
  let left = space;
  const cut = tracks.findIndex(({ width }) => {
    left -= width;
    return left < 0;
  });
  const column = tracks[cut];
  if (!column) return tracks;
  let lacking = Math.min(minCut, column.width) - (left + column.width);
  return tracks
    .toReversed()
    .map((track, back) => {
      if (tracks.length - 1 - back >= cut || !track.grows) return track;
      const width = Math.max(Math.min(track.width, minNarrowed), track.width - Math.max(0, lacking));
      lacking -= track.width - width;
      return { ...track, width };
    })
    .toReversed();
}

/**
 * Returns the column widths of the grid as CSS, and the grid's minimum width in pixels. Text and URL columns share the
 * remaining space.
 */
export function gridLayout(
  columns: readonly RowColumn[],
  of: RowKind,
  { isPhone = false, isStacked = false, hasMarks = true, images = new Set(), space = 0 }: GridShape = {},
) {
  const wanted = columns.map(({ id, type }) => {
    const isImage = images.has(id);
    const own = isImage ? imageWidth : ((of === 'pages' ? narrow[id] : undefined) ?? widths[type]);
    const onPhone =
      isStacked && id === 'title' ? stackedWidth : Math.min(own, maxOnPhone[type === 'number' ? 'number' : 'other']);
    const width = isPhone ? onPhone : own;
    const grows = !isImage && (type === 'text' || type === 'link') && !(of === 'pages' && id in narrow);
    return { width, grows };
  });
  const first = [...(hasMarks ? [markWidth] : []), numberWidth[isPhone ? 'phone' : 'desktop']];
  const tracks = isPhone && space > 0 ? showingCut(wanted, space - sum(first)) : wanted;
  const pixels = [...first, ...tracks.map(({ width }) => width)];
  return {
    tracks: [
      ...first.map((width) => `${width}px`),
      ...tracks.map(({ width, grows }) => `minmax(${width}px, ${grows ? '1fr' : `${width}px`})`),
    ].join(' '),
    width: sum(pixels),
  };
}
