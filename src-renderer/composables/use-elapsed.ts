import { onScopeDispose, type Ref, ref, watch } from 'vue';

const tickMs = 100;

/** Milliseconds since `since`, counting while `running`. */
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
      timer = setInterval(tick, tickMs);
    },
    { immediate: true },
  );
  onScopeDispose(stop);
  return elapsed;
}
