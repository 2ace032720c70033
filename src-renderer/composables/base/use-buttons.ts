import { onScopeDispose, ref } from 'vue';
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
 * Time in ms after the first click during which further clicks are ignored, so that a double click does not confirm the
 * action.
 */
const doubleClickMs = 400;

/**
 * Two-step confirmation of an irreversible action. The first call arms the action, and the second call performs it. For
 * a short time after the first call, `isReady` is false and further calls are ignored. `disarm` restores the initial
 * state.
 */
export function useConfirm(work: () => void) {
  const armed = ref(false);
  const isReady = ref(false);
  let timer: ReturnType<typeof setTimeout> | undefined;

  function disarm(): void {
    clearTimeout(timer);
    armed.value = isReady.value = false;
  }
  function press(): void {
    if (armed.value) {
      if (!isReady.value) return;
      disarm();
      work();
      return;
    }
    armed.value = true;
    timer = setTimeout(() => {
      isReady.value = true;
    }, doubleClickMs);
  }
  onScopeDispose(disarm);

  return { armed, isReady, press, disarm };
}
