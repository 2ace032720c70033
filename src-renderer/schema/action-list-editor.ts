import { newJobId } from '../display/uuid';
import type { ChosenAction } from './scrape-request';

/** Edits an ordered list of actions in a form. */
export function actionListEditor(
  list: () => readonly ChosenAction[],
  keep: (actions: readonly ChosenAction[]) => void,
) {
  return {
    addAction(id: string): ChosenAction {
      const action = { key: newJobId(), id, options: {} };
      keep([...list(), action]);
      return action;
    },
    moveAction(from: number, to: number): void {
      const actions = [...list()];
      const [moved] = actions.splice(from, 1);
      if (!moved || to < 0 || to > actions.length) return;
      actions.splice(to, 0, moved);
      keep(actions);
    },
    setAction(key: string, options: ChosenAction['options']): void {
      keep(list().map((action) => (action.key === key ? { ...action, options } : action)));
    },
    removeAction(key: string): void {
      keep(list().filter((action) => action.key !== key));
    },
  };
}
