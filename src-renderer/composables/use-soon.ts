import { onScopeDispose } from 'vue';

/** A deed put off until nobody has asked for it for `afterMs`. */
export function useSoon(afterMs: number, deed: () => unknown): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  onScopeDispose(() => clearTimeout(timer));
  return () => {
    clearTimeout(timer);
    timer = setTimeout(deed, afterMs);
  };
}
