import { type Ref, ref, shallowRef, watch } from 'vue';

/**
 * Effect of a click on the selection: `toggle` toggles the row, and `range` adds all rows from the last toggled row to
 * the clicked row.
 */
export type SelectHow = 'toggle' | 'range';

/** Numbers of the selected rows. `numbersOf` returns the row numbers for a range of positions. */
export function useRowSelection(
  numbersOf: (first: number, last: number) => Promise<readonly number[]>,
  revision: Readonly<Ref<string>>,
) {
  const selected = shallowRef<ReadonlySet<number>>(new Set());
  const anchor = ref(0);

  function toggle(place: number, number: number): void {
    anchor.value = place;
    const next = new Set(selected.value);
    if (!next.delete(number)) next.add(number);
    selected.value = next;
  }
  async function range(place: number): Promise<void> {
    const [first, last] = [Math.min(anchor.value, place), Math.max(anchor.value, place)];
    selected.value = new Set([...selected.value, ...(await numbersOf(first, last))]);
  }
  async function all(total: number): Promise<void> {
    selected.value = total === 0 ? new Set() : new Set(await numbersOf(0, total - 1));
  }
  function clear(): void {
    selected.value = new Set();
  }
  watch(revision, (_, before) => {
    if (before !== '') clear();
  });
  return { selected, anchor, toggle, range, all, clear };
}
