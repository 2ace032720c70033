import type { RecipeField } from '../../../core/common/recipe';
import { sameValue } from '../../schema/same-value';

/**
 * Sets the day and month order of a column. A column with the other end of the same date ranges gets the same order.
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
