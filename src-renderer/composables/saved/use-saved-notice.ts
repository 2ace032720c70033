import { useRouter } from 'vue-router';
import { useNotices } from '../../stores/notices';
import { t } from '../../texts/i18n';

/** Returns a function that reports what was saved, with a button that shows the saved item. */
export function useSavedNotice() {
  const router = useRouter();
  return (text: string, section: 'jobs' | 'recipes'): void =>
    useNotices().say(text, 'good', {
      label: t('saved.showSaved'),
      run: () => void router.push({ name: 'saved', params: { section } }),
    });
}
