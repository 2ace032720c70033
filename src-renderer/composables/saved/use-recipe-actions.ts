import { useRouter } from 'vue-router';
import { savedApi } from '../../api/saved-api';
import { saveText } from '../../display/save-file';
import { useNotices } from '../../stores/notices';
import { useRecipes } from '../../stores/saved-list';
import { useTableDraft } from '../../stores/table-draft';
import { t } from '../../texts/i18n';
import { guarded } from '../base/use-failures';

/** Actions on a saved recipe. */
export function useRecipeActions() {
  const recipes = useRecipes();
  const notices = useNotices();
  const draft = useTableDraft();
  const router = useRouter();

  const textOf = (name: string) =>
    guarded(t('saved.recipeLoadFailed'), async () => JSON.stringify(await savedApi.recipe(name), undefined, 2));
  /** Opens the "New table" view with the recipe. */
  const build = (name: string) =>
    guarded(t('saved.recipeLoadFailed'), async () => {
      await draft.openRecipe(name);
      await router.push({ name: 'new-table' });
    });
  async function exportFile(name: string): Promise<void> {
    const text = await textOf(name);
    if (text) await saveText(`${name.replace(/[^\p{L}\p{N}_-]+/gu, '-')}.json`, `${text}\n`, 'application/json');
  }
  const remove = (name: string) =>
    guarded(t('saved.recipeDeleteFailed'), async () => {
      await savedApi.removeRecipe(name);
      await recipes.refresh();
    });
  /** Learns a saved recipe again from the current content of its pages. */
  const learnAgain = (name: string) =>
    guarded(t('saved.recipeLearnFailed'), async () => {
      const { warning } = await savedApi.learn({ name });
      await recipes.refresh();
      notices.say(warning ?? t('saved.learnedAgain', { name }), warning ? 'bad' : 'good');
    });

  return { build, textOf, exportFile, remove, learnAgain };
}
