import { useRouter } from 'vue-router';
import { jobsApi } from '../../api/jobs-api';
import { savedApi } from '../../api/saved-api';
import { useNotices } from '../../stores/notices';
import { useRecipes } from '../../stores/saved-list';
import { pageOf, useTableDraft } from '../../stores/table-draft';
import { t } from '../../texts/i18n';
import { guarded } from '../base/use-failures';
import { useSaveText } from '../base/use-save-text';
import { defaultWaitMs } from '../table/use-table-request';

/** Actions on a saved recipe. */
export function useRecipeActions() {
  const recipes = useRecipes();
  const notices = useNotices();
  const draft = useTableDraft();
  const router = useRouter();
  const save = useSaveText();

  const textOf = (name: string) =>
    guarded(t('saved.recipeLoadFailed'), async () => JSON.stringify(await savedApi.recipe(name), undefined, 2));
  /** Opens the "New table" view with the recipe. */
  const build = (name: string) =>
    guarded(t('saved.recipeLoadFailed'), async () => {
      await draft.openRecipe(name);
      await router.push({ name: 'new-table' });
    });
  /** Returns the URL of a page that the recipe reads. Empty if the URL is unknown. */
  const pageFor = (name: string) =>
    guarded(t('saved.recipeLoadFailed'), async () => pageOf(await savedApi.recipe(name)) ?? '');
  /** Starts a job per page. Each job reads all rows of a list with the recipe. */
  const run = (name: string, urls: readonly string[]) =>
    guarded(t('saved.jobStartFailed'), async () => {
      const scrapeOptions = { waitFor: defaultWaitMs };
      let id = '';
      for (const url of urls) ({ id } = await jobsApi.start('/v2/table', { url, recipe: name, scrapeOptions }));
      await router.push({ name: 'jobs', params: urls.length === 1 ? { id } : {} });
    });
  async function exportFile(name: string): Promise<void> {
    const text = await textOf(name);
    if (text) await save(`${name.replace(/[^\p{L}\p{N}_-]+/gu, '-')}.json`, `${text}\n`, 'application/json');
  }
  const remove = (name: string) =>
    guarded(t('saved.recipeDeleteFailed'), async () => {
      await savedApi.removeRecipe(name);
      notices.say(t('saved.recipeDeleted'));
      await recipes.refresh();
    });
  /** Learns a saved recipe again from the current content of its pages. */
  const learnAgain = (name: string) =>
    guarded(t('saved.recipeLearnFailed'), async () => {
      const { warning } = await savedApi.learn({ name });
      await recipes.refresh();
      notices.say(warning ?? t('saved.learnedAgain', { name }), warning ? 'bad' : 'good');
    });

  return { build, pageFor, run, textOf, exportFile, remove, learnAgain };
}
