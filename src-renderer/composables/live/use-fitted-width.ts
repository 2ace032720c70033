import { computed, onScopeDispose, type Ref, ref, watch } from 'vue';

/**
 * Returns the style, scale and left margin of a page. If the page is wider than the element `stage`, the page is scaled
 * down to fit.
 */
export function useFittedWidth(stage: Readonly<Ref<HTMLElement | null>>, width: () => number) {
  const available = ref(0);
  const sizes = new ResizeObserver(([entry]) => {
    if (entry) available.value = entry.contentRect.width;
  });
  watch(stage, (element) => {
    sizes.disconnect();
    if (element) sizes.observe(element);
  });
  onScopeDispose(() => sizes.disconnect());

  return computed(() => {
    const own = available.value;
    const wanted = width();
    if (wanted === 0 || own === 0) return { style: {}, scale: 1, left: 0 };
    const scale = Math.min(1, own / wanted);
    const left = Math.max(0, (own - wanted) / 2);
    // The height is a percentage, so that it follows the height of the element in the same layout pass.
    const style = {
      width: `${wanted}px`,
      height: `${100 / scale}%`,
      transform: `translateX(${left}px) scale(${scale})`,
    };
    return { style, scale, left };
  });
}
