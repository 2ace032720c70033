import { computed, shallowRef } from 'vue';
import type { RecipeField } from '../../../core/common/recipe';
import { linkToFollow } from '../../display/followed-links';
import type { SerialSteps } from './serial-steps';
import { withColumns } from './table-picks';
import type { TableState } from './table-state';
import type { TableQuery } from './use-table-query';
import type { TableReload } from './use-table-reload';

/** Computes the new columns of a table from the current ones. */
export type ColumnChange = (fields: readonly RecipeField[]) => RecipeField[];

/** Changes of columns, shown at once and answered by the engine one after the other. */
export function useColumnChanges(
  { asked, table, followed, inDetails }: TableState,
  { step }: Pick<TableQuery, 'step'>,
  { reloadIfDue }: Pick<TableReload, 'reloadIfDue'>,
  { inTurn }: SerialSteps,
) {
  /** Changes that the engine has not answered yet, in their order. */
  const changes = shallowRef<readonly ColumnChange[]>([]);
  /** The change in flight. */
  let asking: ColumnChange | undefined;

  function remove(change: ColumnChange | undefined): void {
    changes.value = changes.value.filter((one) => one !== change);
  }

  /** Changes the columns of the latest answer, so that none of several changes undoes another. */
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
    /** The columns as they will be once the engine has answered. */
    fields: computed(() =>
      changes.value.reduce<readonly RecipeField[]>((now, change) => change(now), table.value?.fields ?? []),
    ),
    change(change: ColumnChange): Promise<void> {
      changes.value = [...changes.value, change];
      return inTurn(apply)(change);
    },
    /** Notes that the engine has answered: the change in flight is part of the table now. */
    answered: (): void => remove(asking),
    /** Drops every change that was not answered yet. */
    drop(): void {
      changes.value = [];
    },
  };
}
