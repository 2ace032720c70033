import { computed, shallowRef } from 'vue';
import type { RecipeField } from '../../../core/common/recipe';
import { linkToFollow } from '../../display/followed-links';
import type { SerialSteps } from './serial-steps';
import { withColumns } from './table-picks';
import type { TableState } from './table-state';
import type { TableQuery } from './use-table-query';
import type { TableReload } from './use-table-reload';

/** Computes the new columns of a table from its current columns. */
export type ColumnChange = (fields: readonly RecipeField[]) => RecipeField[];

/** Tracks column changes. Changes are shown immediately, and sent to the engine one at a time. */
export function useColumnChanges(
  { asked, table, followed, inDetails }: TableState,
  { step }: Pick<TableQuery, 'step'>,
  { reloadIfDue }: Pick<TableReload, 'reloadIfDue'>,
  { inTurn }: SerialSteps,
) {
  /** Unconfirmed changes, in order. */
  const changes = shallowRef<readonly ColumnChange[]>([]);
  /** Change in flight. */
  let asking: ColumnChange | undefined;

  function remove(change: ColumnChange | undefined): void {
    changes.value = changes.value.filter((one) => one !== change);
  }

  /** Applies the change to the columns of the latest response, so that concurrent changes are not lost. */
  async function apply(change: ColumnChange): Promise<void> {
    await reloadIfDue();
    asking = change;
    if (table.value && changes.value.includes(change)) {
      const { fields } = table.value;
      await setFields(fields, change(fields));
    }
    asking = undefined;
    remove(change);
  }

  function setFields(before: readonly RecipeField[], fields: RecipeField[]): Promise<void> {
    if (!inDetails.value) followed.value = linkToFollow(followed.value, before, fields);
    return step(withColumns(asked.value, fields));
  }

  return {
    /** Columns with all unconfirmed changes applied. */
    fields: computed(() =>
      changes.value.reduce<readonly RecipeField[]>((now, change) => change(now), table.value?.fields ?? []),
    ),
    change(change: ColumnChange): Promise<void> {
      changes.value = [...changes.value, change];
      return inTurn(apply)(change);
    },
    /** Removes the change in flight, because the engine has confirmed it. */
    answered: (): void => remove(asking),
    /** Drops all unconfirmed changes. */
    drop(): void {
      changes.value = [];
    },
  };
}
