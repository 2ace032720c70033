import { onScopeDispose, type Ref, ref, shallowRef, watch } from 'vue';
import { toApiError } from '../../api/client';
import { useThrottledReload } from './use-throttled-reload';

/** One page of a list. */
export interface ListPage<T> {
  readonly items: readonly T[];
  readonly total: number;
}

const freshenMs = 1000;

/**
 * A list shown page by page. `start` is the zero-based index of the initial page. Reloads the list at a limited rate
 * when `news` changes.
 */
export function usePaged<T>(
  size: number,
  read: (range: { skip: number; limit: number }) => Promise<ListPage<T>>,
  news: Readonly<Ref<number>>,
  start = 0,
) {
  const items = shallowRef<readonly T[]>([]);
  const total = ref(0);
  const page = ref(start);
  const ready = ref(false);
  const error = ref<string>();
  let reading = 0;

  async function load(): Promise<void> {
    const mine = ++reading;
    try {
      const found = await read({ skip: page.value * size, limit: size });
      if (mine !== reading) return;
      [items.value, total.value, error.value, ready.value] = [found.items, found.total, undefined, true];
    } catch (thrown) {
      if (mine === reading) error.value = toApiError(thrown).message;
    }
  }
  const first = (): void => {
    if (page.value === 0) void load();
    else page.value = 0;
  };

  useThrottledReload(news, freshenMs, load);
  watch(page, load);
  onScopeDispose(() => {
    reading++;
  });
  void load();

  return { items, total, page, size, ready, error, load, first };
}
