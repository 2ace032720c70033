import { onScopeDispose, type Ref, ref } from 'vue';

const tickMs = 500;

/** The time, twice a second. */
export function useNow(): Readonly<Ref<number>> {
  const now = ref(Date.now());
  const timer = setInterval(() => {
    now.value = Date.now();
  }, tickMs);
  onScopeDispose(() => clearInterval(timer));
  return now;
}
