import { onScopeDispose, type Ref, watch } from 'vue';

/** Calls `read` when `changes` changes, at most once every `everyMs` milliseconds. */
export function useThrottledReload(changes: Readonly<Ref<number>>, everyMs: number, read: () => unknown): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  watch(changes, () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      read();
    }, everyMs);
  });
  onScopeDispose(() => clearTimeout(timer));
}
