import { computed } from 'vue';
import type { GridRow, RowColumn, RowKind } from '../../../core/common/rows';
import { withoutOrigin } from '../../display/cell-text';
import { useMediaQuery } from '../base/use-media-query';

/** Properties of a grid. Where space is limited, URLs are shown without `origin`. */
interface Shown {
  readonly columns: readonly RowColumn[];
  readonly of: RowKind;
  readonly origin: string;
}

/** Fits the columns of a grid to the screen: on phones, the URL of a page is shown below its title. */
export function useStackedColumns(shown: () => Shown) {
  const isPhone = useMediaQuery('(max-width: 480px)');
  const hasColumn = (wanted: string): boolean => shown().columns.some(({ id }) => id === wanted);
  /** True if each URL is shown below its page's title instead of in a separate column. */
  const isStacked = computed(() => isPhone.value && shown().of === 'pages' && hasColumn('title') && hasColumn('url'));
  const shownColumns = computed(() =>
    isStacked.value ? shown().columns.filter(({ id }) => id !== 'url') : shown().columns,
  );
  /** Returns the text to show below a cell's value, if any. */
  const belowOf = ({ values }: GridRow, { id }: RowColumn): string | undefined =>
    isStacked.value && id === 'title' ? withoutOrigin(String(values.url ?? ''), shown().origin) : undefined;
  return { isPhone, isStacked, shownColumns, belowOf };
}
