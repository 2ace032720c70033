import { computed, onScopeDispose, ref } from 'vue';

/** Maximum number of rows in the document. */
export const maxRendered = 200;
/** Number of rows that are added per frame. The first batch fills the visible part of the table. */
const perFrame = 40;

/**
 * Returns the rows to render. Adds rows frame by frame, so that a new table appears without delay. The first frame
 * already includes the clicked row.
 */
export function useRowsByFrame<Row>(rows: () => readonly Row[], clickedRow: () => number | undefined) {
  const rendered = ref(perFrame);
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
  return computed(() =>
    rows().slice(0, Math.min(maxRendered, Math.max(rendered.value, (clickedRow() ?? 0) + perFrame))),
  );
}
