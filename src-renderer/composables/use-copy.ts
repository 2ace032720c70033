import { ref } from 'vue';
import { useNotices } from '../stores/notices';
import { t } from '../texts/i18n';

const shownForMs = 1600;

/** Copies text; `copied` is true for a moment afterwards. */
export function useCopy() {
  const copied = ref(false);
  const notices = useNotices();

  async function copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      copied.value = true;
      setTimeout(() => {
        copied.value = false;
      }, shownForMs);
    } catch {
      notices.say(t('shell.clipboard'), 'bad');
    }
  }

  return { copied, copy };
}
