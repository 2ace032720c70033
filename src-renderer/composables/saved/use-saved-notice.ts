import { useRouter } from 'vue-router';
import { useNotices } from '../../stores/notices';
import { t } from '../../texts/i18n';

/** Returns a function that shows a notice after saving, with a button that opens the list of saved jobs or recipes. */
export function useSavedNotice() {
  const router = useRouter();
  return (text: string, section: 'jobs' | 'recipes'): void =>
    useNotices().say(text, 'good', {
      label: t('saved.showSaved'),
      run: () => void router.push({ name: 'saved', params: { section } }),
    });
}
