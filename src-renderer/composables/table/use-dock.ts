import { computed, onScopeDispose, ref } from 'vue';
import { useMediaQuery } from '../base/use-media-query';
import { usePaneShare } from '../base/use-pane-share';

/** Delay before the page scrolls to the cell under the pointer, ms. */
const glowMs = 120;
/** Default share of the page, in percent. */
const defaultShare = 60;

/**
 * Share of the view that the page and the table each get. They are side by side on wide screens, and one above the
 * other on narrow screens.
 */
export function useDockShare() {
  const isWide = useMediaQuery('(min-width: 1600px)');
  const [below, beside] = [usePaneShare('new-table-below', defaultShare), usePaneShare('new-table', defaultShare)];
  const share = computed({
    get: () => (isWide.value ? beside : below).value,
    set: (percent) => {
      (isWide.value ? beside : below).value = percent;
    },
  });
  return { isWide, share, defaultShare };
}

/** Element of the page whose cell is under the pointer. */
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
