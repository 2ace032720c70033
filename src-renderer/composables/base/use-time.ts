import { onScopeDispose, type Ref, ref, watch } from 'vue';

const nowTickMs = 500;

/** Current time, updated twice a second. */
export function useNow(): Readonly<Ref<number>> {
  const now = ref(Date.now());
  const timer = setInterval(() => {
    now.value = Date.now();
  }, nowTickMs);
  onScopeDispose(() => clearInterval(timer));
  return now;
}

const elapsedTickMs = 100;

/** Milliseconds since `since`, updated while `running` returns true. */
export function useElapsed(running: () => boolean, since: () => number): Readonly<Ref<number>> {
  const elapsed = ref(0);
  let timer: ReturnType<typeof setInterval> | undefined;
  const stop = (): void => clearInterval(timer);
  watch(
    running,
    (on) => {
      stop();
      if (!on) return;
      const tick = (): void => {
        elapsed.value = Date.now() - since();
      };
      tick();
      timer = setInterval(tick, elapsedTickMs);
    },
    { immediate: true },
  );
  onScopeDispose(stop);
  return elapsed;
}

/** Debounces calls to `work` by `afterMs` milliseconds. */
export function useDebounce(afterMs: number, work: () => unknown): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  onScopeDispose(() => clearTimeout(timer));
  return () => {
    clearTimeout(timer);
    timer = setTimeout(work, afterMs);
  };
}
