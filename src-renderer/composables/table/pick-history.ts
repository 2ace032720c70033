import { computed, shallowRef } from 'vue';
import type { TablePicks } from '../../../core/common/api/live-table';
import type { Recipe } from '../../../core/common/recipe';
import { byRecipe, nothing } from './table-picks';

/** Maximum number of steps that can be undone. */
const maxSteps = 50;
/** Maximum number of undo steps that are kept when the app is reloaded. */
const maxKept = 20;

/** State of a table between two steps: the user's picks, and the resulting recipe, if any. */
export interface TableStep {
  readonly picks: TablePicks;
  readonly recipe?: Recipe;
}

/**
 * Table states that undo and redo can restore. Each state is stored as the table's recipe, or null if there was no
 * table.
 */
export interface KeptSteps {
  readonly undo: readonly (Recipe | null)[];
  readonly redo: readonly (Recipe | null)[];
}

/** Returns a step that finds its records by recipe, because the picked elements no longer exist. */
const stepOf = (recipe: Recipe | undefined): TableStep =>
  recipe ? { picks: byRecipe(recipe), recipe } : { picks: nothing };

/**
 * Creates the undo history of a table. The history contains the state before each step and the state after each undone
 * step.
 */
export function pickHistory() {
  const steps = shallowRef<readonly TableStep[]>([]);
  const undone = shallowRef<readonly TableStep[]>([]);
  /** Last picks in single-record mode and in list mode, keyed by `single`. */
  const other = new Map<boolean, TablePicks>();

  /** Moves one step back or forward: removes the last state from `from`, and adds the current state to `to`. */
  function move(from: typeof steps, to: typeof steps, now: TableStep): TablePicks | undefined {
    const last = from.value.at(-1);
    if (!last) return undefined;
    from.value = from.value.slice(0, -1);
    to.value = [...to.value, now].slice(-maxSteps);
    return last.picks;
  }
  return {
    canGoBack: computed(() => steps.value.length > 0),
    canGoForward: computed(() => undone.value.length > 0),
    /** Stores the state before a step. Discards undone steps. */
    note(step: TableStep): void {
      steps.value = [...steps.value, step].slice(-maxSteps);
      undone.value = [];
    },
    /** Returns the picks before the last step, if any. Stores the current state for redo. */
    back: (now: TableStep): TablePicks | undefined => move(steps, undone, now),
    /** Returns the picks to restore when the last undone step is redone, if any. */
    forward: (now: TableStep): TablePicks | undefined => move(undone, steps, now),
    /**
     * Saves the picks of the current mode (single record or list). Returns the last picks of the other mode, if any.
     */
    other(picks: TablePicks): TablePicks | undefined {
      other.set(picks.single, picks);
      return other.get(!picks.single);
    },
    /** Makes the steps independent of the page's elements, because these elements do not exist on another page. */
    leavePage(): void {
      for (const list of [steps, undone]) list.value = list.value.map(({ recipe }) => stepOf(recipe));
      other.clear();
    },
    clear(): void {
      [steps.value, undone.value] = [[], []];
      other.clear();
    },
    /** Undo and redo steps in the format that is stored across app reloads. */
    kept: computed((): KeptSteps => {
      const recipes = (list: readonly TableStep[]) => list.slice(-maxKept).map(({ recipe }) => recipe ?? null);
      return { undo: recipes(steps.value), redo: recipes(undone.value) };
    }),
    restore({ undo, redo }: KeptSteps): void {
      const stepsOf = (recipes: KeptSteps['undo']) => recipes.map((recipe) => stepOf(recipe ?? undefined));
      [steps.value, undone.value] = [stepsOf(undo), stepsOf(redo)];
    },
  };
}

/** Undo history of a table. */
export type PickHistory = ReturnType<typeof pickHistory>;
