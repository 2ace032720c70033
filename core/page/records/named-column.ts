import type { RecipeField } from '../../common/recipe';
import type { RecordColumn } from './columns';

/** A column with its type and its name. Duplicate names are not numbered yet. */
export interface NamedColumn {
  readonly column: RecordColumn;
  readonly type: RecipeField['type'];
  readonly name: string;
}
