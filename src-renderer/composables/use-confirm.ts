import { onScopeDispose, ref } from 'vue';

const armedForMs = 4000;

/** Two steps for what cannot be undone: the first arms, the second does it. */
export function useConfirm(work: () => void) {
  const armed = ref(false);
  let timer: ReturnType<typeof setTimeout> | undefined;

  function disarm(): void {
    clearTimeout(timer);
    armed.value = false;
  }
  function press(): void {
    if (armed.value) {
      disarm();
      work();
      return;
    }
    armed.value = true;
    timer = setTimeout(disarm, armedForMs);
  }

  onScopeDispose(disarm);
  return { armed, press, disarm };
}
