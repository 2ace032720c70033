import { computed, type Ref, ref } from 'vue';
import type { RowColumn } from '../../../core/common/rows';
import type { TextKey } from '../../texts/catalogue';
import { t } from '../../texts/i18n';

/** A user's column settings. */
interface Wanted {
  /** Column IDs in display order. Columns not listed here come last. */
  readonly order: readonly string[];
  readonly hidden: readonly string[];
}

const originalOrder: Wanted = { order: [], hidden: [] };

function kept(key: string): Wanted {
  try {
    return { ...originalOrder, ...(JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Wanted>) };
  } catch {
    return originalOrder;
  }
}

/** Labels for page columns. */
const pageNames: Readonly<Record<string, TextKey>> = {
  title: 'rows.title',
  url: 'common.address',
  statusCode: 'rows.status',
  contentType: 'table.type',
  bytes: 'result.size',
  finishedAt: 'monitors.time',
};

/** Labels page columns in the display language. Omits the credits, which only API clients use. */
export const pageColumns = (columns: readonly RowColumn[]): readonly RowColumn[] =>
  columns
    .filter(({ id }) => id !== 'credits')
    .map((column) => {
      const key = pageNames[column.id];
      return key ? { ...column, name: t(key) } : column;
    });

/** Matches the names of fields that usually contain a record's name or title. */
const nameField = /(?:^|[._-])(?:title|name|headline|heading|label)$/i;

/**
 * Moves the first text column with a name or title to the front. If no such column exists, moves the first column that
 * does not contain links, but only if it contains text.
 */
export function withNameFirst(columns: readonly RowColumn[]): readonly RowColumn[] {
  const isText = ({ type }: RowColumn): boolean => type === 'text';
  const firstOther = columns.findIndex(({ type }) => type !== 'link');
  const named = columns.find((column) => isText(column) && nameField.test(column.id));
  const first = named ?? columns.find((column, at) => isText(column) && at === firstOther);
  return first ? [first, ...columns.filter((column) => column !== first)] : columns;
}

/**
 * Visibility and order of columns, stored per kind of job. `isChosen` is true if the user chose the column order in the
 * table builder.
 */
export function useRowColumns(key: string, columns: Readonly<Ref<readonly RowColumn[]>>, isChosen: boolean) {
  const storageKey = `gleaner-columns-${key}`;
  const wanted = ref(kept(storageKey));

  const ordered = computed(() => {
    const placeOf = ({ id }: RowColumn, at: number): number => {
      const place = wanted.value.order.indexOf(id);
      return place < 0 ? wanted.value.order.length + at : place;
    };
    return (isChosen ? columns.value : withNameFirst(columns.value))
      .map((column, at) => ({ column, place: placeOf(column, at) }))
      .sort((one, other) => one.place - other.place)
      .map(({ column }) => column);
  });
  const isHidden = (id: string): boolean => wanted.value.hidden.includes(id);
  const shown = computed(() => ordered.value.filter(({ id }) => !isHidden(id)));

  function keep(change: Partial<Wanted>): void {
    wanted.value = { ...wanted.value, ...change };
    localStorage.setItem(storageKey, JSON.stringify(wanted.value));
  }
  const show = (id: string, isShown: boolean): void => {
    const others = wanted.value.hidden.filter((one) => one !== id);
    keep({ hidden: isShown ? others : [...others, id] });
  };
  function move(id: string, by: 1 | -1): void {
    const ids = ordered.value.map((column) => column.id);
    const from = ids.indexOf(id);
    const to = from + by;
    if (from < 0 || to < 0 || to >= ids.length) return;
    ids.splice(to, 0, ...ids.splice(from, 1));
    keep({ order: ids });
  }
  /** True if the user has hidden or moved columns. */
  const isChanged = computed(() => shown.value.length < ordered.value.length || wanted.value.order.length > 0);
  return { ordered, shown, isChanged, isHidden, show, move, reset: () => keep(originalOrder) };
}

/** Columns of a result table, with their order and visibility. */
export type RowColumns = ReturnType<typeof useRowColumns>;
