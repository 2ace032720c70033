import { computed, onScopeDispose, ref } from 'vue';
import { useMediaQuery } from '../base/use-media-query';
import { usePaneShare } from '../base/use-pane-share';

/** Time in ms for which the pointer must stay on a cell before the page scrolls to the cell's element. */
const glowMs = 120;
/**
 * Default share of the view that the page takes up, in percent: its height if it is above the table, and its width if
 * it is next to the table.
 */
const [aboveShare, besideShare] = [60, 55];

/**
 * Tracks the sizes of the page and the table in the view. On wide screens, the page and the table are side by side. On
 * narrow screens, the page is above the table.
 */
export function useDockShare() {
  const isWide = useMediaQuery('(min-width: 1600px)');
  const [below, beside] = [usePaneShare('new-table-below', aboveShare), usePaneShare('new-table', besideShare)];
  const share = computed({
    get: () => (isWide.value ? beside : below).value,
    set: (percent) => {
      (isWide.value ? beside : below).value = percent;
    },
  });
  return { isWide, share, defaultShare: computed(() => (isWide.value ? besideShare : aboveShare)) };
}

/** Tracks the ID of the page element that belongs to the cell under the pointer. */
export function useGlow() {
  const glowing = ref<number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  onScopeDispose(() => clearTimeout(timer));
  return {
    glowing,
    glow(id: number | undefined): void {
      clearTimeout(timer);
      timer = setTimeout(() => {
        glowing.value = id;
      }, glowMs);
    },
  };
}
