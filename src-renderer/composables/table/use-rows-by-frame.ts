import { computed, onScopeDispose, ref } from 'vue';

/** Maximum number of rows in the document. */
export const maxRendered = 200;
/** Number of rows in the first batch. They fill the visible part of the table below the page on most screens. */
const first = 16;
/** Number of rows that are added per frame. */
const perFrame = 40;

/**
 * Returns the rows to render. Adds rows frame by frame, so that a new table appears without delay. The first frame
 * already includes the clicked row.
 */
export function useRowsByFrame<Row>(rows: () => readonly Row[], clickedRow: () => number | undefined) {
  const rendered = ref(first);
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function more(): void {
    frame = requestAnimationFrame(() => {
      // The timeout lets the browser paint before the next rows are added.
      timer = setTimeout(() => {
        rendered.value += perFrame;
        if (rendered.value < maxRendered) more();
      });
    });
  }
  more();
  onScopeDispose(() => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  });
  return computed(() => rows().slice(0, Math.min(maxRendered, Math.max(rendered.value, (clickedRow() ?? 0) + first))));
}
