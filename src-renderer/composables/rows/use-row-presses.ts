import type { Ref } from 'vue';
import type { GridRow } from '../../../core/common/rows';
import { stepKeys } from '../../display/key-words';
import type { SelectHow } from './use-row-selection';

/** Parts of a grid that clicks and keys read and change. */
interface Grid {
  readonly box: Readonly<Ref<HTMLElement | null>>;
  /** Place of the active row. */
  readonly active: Ref<number | undefined>;
  readonly total: () => number;
  readonly row: (at: number) => GridRow | undefined;
  /** Row numbers of the selected rows. Undefined if rows cannot be selected. */
  readonly selected: () => ReadonlySet<number> | undefined;
  /** Scrolls to the row at a place. */
  readonly show: (at: number) => void;
}

interface Events {
  open(row: GridRow, how: 'press' | 'walk'): void;
  select(place: number, number: number, how: SelectHow): void;
  all(): void;
  none(): void;
}

/** Opens and selects the rows of a grid on clicks (`press`) and keys (`pressed`). */
export function useRowPresses({ box, active, total, row, selected, show }: Grid, emit: Events) {
  function go(at: number, extend: boolean, how: 'press' | 'walk'): void {
    active.value = at;
    show(at);
    const found = row(at);
    if (extend && selected()) emit.select(at, found?.number ?? at, 'range');
    else if (found) emit.open(found, how);
  }
  function mark(at: number, how: SelectHow): void {
    if (!selected()) return;
    active.value = at;
    const found = row(at);
    if (found) emit.select(at, found.number, how);
  }
  function press(at: number, event: MouseEvent): void {
    const isMark = event.ctrlKey || event.metaKey || (event.target as Element).closest('.mark') !== null;
    if (event.shiftKey || isMark) mark(at, event.shiftKey ? 'range' : 'toggle');
    else go(at, false, 'press');
  }
  function pressed(event: KeyboardEvent): void {
    // Ignores keys pressed on a header button or a link, because these elements handle the keys.
    if (event.target !== box.value) return;
    const at = active.value ?? 0;
    const step = stepKeys[event.key];
    const found = row(at);
    if (step !== undefined) go(Math.max(0, Math.min(total() - 1, (active.value ?? -1) + step)), event.shiftKey, 'walk');
    else if (event.key === 'Enter' && found) emit.open(found, 'press');
    else if (event.key === ' ') mark(at, event.shiftKey ? 'range' : 'toggle');
    else if (selected() && event.key === 'a' && (event.ctrlKey || event.metaKey)) emit.all();
    else if (event.key === 'Escape' && (selected()?.size ?? 0) > 0) emit.none();
    else return;
    event.preventDefault();
  }
  return { press, pressed };
}
