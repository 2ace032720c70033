import type { GridRow, RowColumn } from '../../core/common/rows';
import { type GridFacts, gridText } from './cell-text';
import { linkIn } from './table-cells';

/** Properties of a grid, and the parts of a cell that depend on its place. */
interface CellFacts extends GridFacts {
  /** IDs of columns that contain image URLs. */
  readonly images?: ReadonlySet<string>;
  /** Text to show below the value. */
  readonly below?: string;
  /** Path of a screenshot to show beside the value. */
  readonly picture?: string;
}

/** Returns what a cell of the row grid shows. A plain cell contains only text, which is drawn without a component. */
export function gridCell(found: GridRow, column: RowColumn, { images, below, picture, ...grid }: CellFacts) {
  const value = found.values[column.id];
  const ofPages = grid.of === 'pages';
  const isImage = images?.has(column.id) === true;
  const status = ofPages && column.id === 'statusCode' ? value : undefined;
  const link = ofPages || isImage ? undefined : linkIn(value);
  const text = gridText(found, column, grid);
  const title = ofPages && column.id === 'url' ? String(value ?? '') : text;
  const isPlain = !isImage && status === undefined && below === undefined && picture === undefined;
  return { column, text, title, link, isPlain, isImage, status, below, picture };
}
