import { computed, onScopeDispose, ref, watch } from 'vue';
import type { JobPlace } from '../job/use-job-place';

/** Delay in ms after which a changed text is stored in the URL. */
const storeMs = 250;

/**
 * A text stored in the view's URL. A new text takes effect at once and is stored a moment later, because a navigation
 * would delay the drawing of the rows that the text selects.
 */
export function usePlaceText(place: JobPlace, name: 'q' | 'sort', how: 'push' | 'replace') {
  const shown = ref(place.text(name));
  let timer: ReturnType<typeof setTimeout> | undefined;
  let navigations = 0;

  async function store(): Promise<void> {
    timer = undefined;
    navigations++;
    await place.go({ [name]: shown.value.trim() }, how);
    navigations--;
  }
  watch(
    () => place.text(name),
    (now) => {
      if (timer === undefined && navigations === 0 && now !== shown.value.trim()) shown.value = now;
    },
  );
  onScopeDispose(() => {
    if (timer === undefined) return;
    clearTimeout(timer);
    void store();
  });
  return computed({
    get: () => shown.value,
    set: (to) => {
      shown.value = to;
      clearTimeout(timer);
      timer = setTimeout(store, storeMs);
    },
  });
}
