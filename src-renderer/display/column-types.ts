import type { RecipeField } from '../../core/common/recipe';
import type { ColumnType, RowColumn } from '../../core/common/rows';
import type { TextKey } from '../texts/catalogue';
import { t } from '../texts/i18n';

const labels: Readonly<Record<RecipeField['type'], TextKey>> = {
  text: 'extract.text',
  html: 'table.typeHtml',
  name: 'common.name',
  code: 'common.code',
  barcode: 'table.typeBarcode',
  number: 'extract.number',
  integer: 'extract.wholeNumber',
  price: 'table.typePrice',
  currency: 'table.typeCurrency',
  boolean: 'extract.yesOrNo',
  choice: 'table.typeChoice',
  date: 'extract.date',
  datetime: 'table.typeDateTime',
  time: 'monitors.time',
  minutes: 'table.typeMinutes',
  link: 'extract.link',
  image: 'table.typeImage',
  email: 'settings.email',
  phone: 'table.typePhone',
};

/** Returns the label of a column type, e.g. `Date and time`. */
export const columnTypeLabel = (type: RecipeField['type']): string => t(labels[type]);

/** Types of grid columns. All other recipe types are shown as text. */
const gridTypes: Readonly<Partial<Record<RecipeField['type'], ColumnType>>> = {
  number: 'number',
  integer: 'number',
  price: 'number',
  minutes: 'number',
  boolean: 'truth',
  date: 'date',
  datetime: 'date',
  link: 'link',
  image: 'link',
};

/**
 * Returns the grid columns of a table: the fields of its recipe in their order, then all further columns of its rows.
 * The types of columns that the rows do not contain yet follow from the types of the fields.
 */
export function tableColumns(fields: readonly RecipeField[], found: readonly RowColumn[]): readonly RowColumn[] {
  const known = new Map(found.filter(({ isContent }) => !isContent).map((column) => [column.id, column]));
  const chosen = fields.map(({ name, type, list }): RowColumn => {
    const column = known.get(name) ?? { id: name, name, type: list ? 'list' : (gridTypes[type] ?? 'text') };
    known.delete(name);
    return column;
  });
  return [...chosen, ...known.values()];
}
