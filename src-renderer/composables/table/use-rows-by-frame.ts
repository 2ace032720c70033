import { computed, onScopeDispose, ref } from 'vue';

/** Maximum number of rows rendered in the table. */
export const maxRendered = 200;
/** Number of rows in the first batch. On most screens, these rows fill the visible part of the table. */
const first = 16;
/** Number of rows that are added at a time, above and below the rendered rows. */
const perBatch = 40;

/**
 * Returns the rows to render, and the index of the first rendered row. A new table immediately renders its first rows,
 * or the rows around the clicked row. The remaining rows follow in batches, so that the table appears without delay.
 */
export function useRowsByFrame<Row>(rows: () => readonly Row[], clickedRow: () => number | undefined) {
  const added = ref(0);
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Adds rows in batches. Each batch starts after the browser has painted the previous batch. */
  function more(): void {
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        timer = setTimeout(() => {
          added.value += perBatch;
          if (added.value < maxRendered) more();
        });
      });
    });
  }
  more();
  onScopeDispose(() => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  });
  return computed(() => {
    const clicked = clickedRow() ?? 0;
    const middle = clicked < maxRendered ? clicked : 0;
    const from = Math.max(0, middle - first - added.value);
    return { from, rows: rows().slice(from, Math.min(maxRendered, middle + first + added.value)) };
  });
}
