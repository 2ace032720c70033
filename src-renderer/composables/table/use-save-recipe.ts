import type { Recipe } from '../../../core/common/recipe';
import { savedApi } from '../../api/saved-api';
import { useNotices } from '../../stores/notices';
import { t } from '../../texts/i18n';
import { guarded } from '../base/use-failures';
import { useSavedNotice } from '../saved/use-saved-notice';

/** Saves a recipe under a name. Replaces an existing recipe only if that recipe is being edited. */
export function useSaveRecipe(edited: () => string | undefined) {
  const notices = useNotices();
  const noteSaved = useSavedNotice();
  const own = new Set<string>();

  return (recipe: Recipe) =>
    guarded(t('saved.recipeSaveFailed'), async () => {
      const { items } = await savedApi.recipes();
      if (!own.has(recipe.name) && recipe.name !== edited() && items.some(({ name }) => name === recipe.name)) {
        notices.say(t('saved.recipeNameInUse', { name: recipe.name }), 'bad');
        return;
      }
      await savedApi.putRecipe(recipe.name, recipe);
      own.add(recipe.name);
      noteSaved(t('saved.recipeSaved', { name: recipe.name }), 'recipes');
    });
}
