import type { RecipeField } from '../../core/common/recipe';
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
