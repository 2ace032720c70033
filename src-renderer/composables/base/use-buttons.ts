import { ref } from 'vue';
import { useNotices } from '../../stores/notices';
import { t } from '../../texts/i18n';

const shownForMs = 1600;

/** Copies text to the clipboard. `copied` is true for a short time after copying. */
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
      notices.say(t('shell.copyFailed'), 'bad');
    }
  }

  return { copied, copy };
}

/**
 * Two-step confirmation of an irreversible action. The first call arms the action, and the second call performs it.
 * `disarm` cancels the action.
 */
export function useConfirm(work: () => void) {
  const armed = ref(false);

  function disarm(): void {
    armed.value = false;
  }
  function press(): void {
    if (armed.value) {
      disarm();
      work();
      return;
    }
    armed.value = true;
  }

  return { armed, press, disarm };
}
