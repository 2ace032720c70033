import type { Recipe } from '../../core/common/recipe';
import { toApiError } from '../api/client';
import { tableApi } from '../api/table-api';
import { useNotices } from '../stores/notices';

/** Saving a recipe by its name; a recipe that was saved before, from elsewhere, is not replaced. */
export function useSaveRecipe() {
  const notices = useNotices();
  const own = new Set<string>();

  return async (recipe: Recipe): Promise<void> => {
    try {
      const { items } = await tableApi.names();
      if (!own.has(recipe.name) && items.some(({ name }) => name === recipe.name)) {
        notices.say(`There is a recipe “${recipe.name}” already: give this one another name.`, 'bad');
        return;
      }
      await tableApi.save(recipe);
      own.add(recipe.name);
      notices.say(`Recipe “${recipe.name}” saved.`);
    } catch (thrown) {
      notices.say(toApiError(thrown).message, 'bad');
    }
  };
}
