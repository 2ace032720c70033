import type { RecipeField } from '../../../core/common/recipe';
import { sameValue } from '../../schema/same-value';

/**
 * Sets the day and month order of a column. If this column and another one contain the start and end of the same date
 * ranges, both get this order.
 */
export function withDateOrder(
  fields: readonly RecipeField[],
  name: string,
  dateOrder: RecipeField['dateOrder'],
): RecipeField[] {
  const chosen = fields.find((field) => field.name === name);
  const isOtherEnd = ({ end, sources }: RecipeField): boolean =>
    end !== undefined && sameValue(sources, chosen?.sources);
  return fields.map((field) => (field.name === name || isOtherEnd(field) ? { ...field, dateOrder } : field));
}
