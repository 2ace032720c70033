import { computed, onBeforeUnmount, onMounted, type Ref, ref } from 'vue';

/** Rows drawn above and below what can be seen. */
const spare = 8;

/** Which rows of a long grid are drawn: those in sight of its scrolled box, below a header as high as a row. */
export function useRowWindow(box: Readonly<Ref<HTMLElement | null>>, rowHeight: number, total: () => number) {
  const top = ref(0);
  const height = ref(600);
  const first = computed(() => Math.max(0, Math.min(total() - 1, Math.floor(top.value / rowHeight)) - spare));
  const last = computed(() => Math.min(total() - 1, Math.ceil((top.value + height.value) / rowHeight) + spare));
  const sizes = new ResizeObserver(([entry]) => {
    if (entry) height.value = entry.contentRect.height - rowHeight;
  });
  onMounted(() => box.value && sizes.observe(box.value));
  onBeforeUnmount(() => sizes.disconnect());

  /** Scrolls no further than it takes to see a row. */
  function show(at: number): void {
    const view = box.value;
    if (!view) return;
    const place = at * rowHeight;
    if (place < view.scrollTop) view.scrollTop = place;
    const end = place + 2 * rowHeight;
    if (end > view.scrollTop + view.clientHeight) view.scrollTop = end - view.clientHeight;
  }
  return { top, first, last, show };
}
