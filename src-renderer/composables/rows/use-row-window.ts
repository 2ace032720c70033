import { computed, onBeforeUnmount, onMounted, type Ref, ref, shallowRef, watch } from 'vue';
import type { GridRow, RowColumn } from '../../../core/common/rows';
import { toApiError } from '../../api/client';
import { jobsApi } from '../../api/jobs-api';

/** Number of rows drawn above and below the visible rows. */
const spare = 8;

/** Height of the header in pixels. */
const headHeight = 32;

/**
 * Determines which rows of a virtual grid must be drawn. With `flows`, the grid is as tall as its rows and scrolls with
 * the page around it.
 */
export function useRowWindow(
  box: Readonly<Ref<HTMLElement | null>>,
  rowHeight: () => number,
  total: () => number,
  flows: () => boolean = () => false,
) {
  const top = ref(0);
  const height = ref(600);
  const width = ref(0);
  const first = computed(() => Math.max(0, Math.min(total() - 1, Math.floor(top.value / rowHeight())) - spare));
  const last = computed(() => Math.min(total() - 1, Math.ceil((top.value + height.value) / rowHeight()) + spare));
  /** Maximum number of rows drawn at once. */
  const size = computed(() => Math.ceil(height.value / rowHeight()) + 2 * spare + 2);
  const sizes = new ResizeObserver(([entry]) => {
    if (!entry) return;
    width.value = entry.contentRect.width;
    if (!flows()) height.value = entry.contentRect.height - headHeight;
    follow();
  });
  /** Determines the visible part of a grid that scrolls with the page. */
  function follow(): void {
    if (!flows() || !box.value) return;
    height.value = window.innerHeight;
    top.value = Math.max(0, -box.value.getBoundingClientRect().top - headHeight);
  }
  onMounted(() => {
    if (box.value) sizes.observe(box.value);
    window.addEventListener('scroll', follow, { capture: true, passive: true });
  });
  onBeforeUnmount(() => {
    sizes.disconnect();
    window.removeEventListener('scroll', follow, { capture: true });
  });

  /** Scrolls just far enough to make a row visible. */
  function show(at: number): void {
    const view = box.value;
    if (!view) return;
    const place = at * rowHeight();
    const end = place + rowHeight() + headHeight;
    if (flows()) showInPage(view.getBoundingClientRect().top + headHeight + place, rowHeight());
    else if (place < view.scrollTop) view.scrollTop = place;
    else if (end > view.scrollTop + view.clientHeight) view.scrollTop = end - view.clientHeight;
  }
  return { top, first, last, size, width, show };
}

/** Scrolls the page just far enough to make a range of it visible. `top` is relative to the window. */
function showInPage(top: number, height: number): void {
  const lacking = top < 0 ? top : Math.max(0, top + height - window.innerHeight);
  if (lacking !== 0) document.scrollingElement?.scrollBy({ top: lacking });
}

/** Loads a row with complete values, because the grid contains only shortened values. Omits empty columns. */
export function useWholeRow(jobId: string, row: () => GridRow) {
  const found = shallowRef<{ readonly columns: readonly RowColumn[]; readonly row: GridRow }>();
  const error = shallowRef<string>();
  const values = computed(() => found.value?.row.values ?? {});
  const columns = computed(() => found.value?.columns.filter(({ id }) => values.value[id] !== undefined) ?? []);

  async function read({ number }: GridRow): Promise<void> {
    [found.value, error.value] = [undefined, undefined];
    try {
      const slice = await jobsApi.rows(jobId, { of: 'data', whole: 'true', skip: number, limit: 1 });
      const [whole] = slice.rows;
      if (number === row().number && whole) found.value = { columns: slice.columns, row: whole };
    } catch (thrown) {
      error.value = toApiError(thrown).message;
    }
  }
  watch(row, read, { immediate: true });
  return { columns, values, error };
}
