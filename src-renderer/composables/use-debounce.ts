import { onScopeDispose } from 'vue';

/** Delays `work` until no call has come for `afterMs` milliseconds. */
export function useDebounce(afterMs: number, work: () => unknown): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  onScopeDispose(() => clearTimeout(timer));
  return () => {
    clearTimeout(timer);
    timer = setTimeout(work, afterMs);
  };
}
