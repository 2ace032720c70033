import { reactive } from 'vue';
import { type RouteLocationNormalizedLoaded, useRoute, useRouter } from 'vue-router';

/**
 * URL parameters of a job view: `tab`, the open `page`, and the tab of that page (`view`). `q`, `sort` and `filter`
 * apply to the rows. `from` is the index of the first page in the gallery.
 */
export type PlaceChange = Readonly<Partial<Record<'tab' | 'page' | 'view' | 'q' | 'sort' | 'filter' | 'from', string>>>;

/** State of a job view. The state is stored in the URL, so that Back, Forward and reloading restore it. */
export function useJobPlace() {
  const route = useRoute();
  const router = useRouter();
  let last: Promise<unknown> = Promise.resolve();
  const at = ({ name, params }: Pick<RouteLocationNormalizedLoaded, 'name' | 'params'>) =>
    `${String(name)} ${String(params.id)}`;
  const here = at(route);

  /** Returns a URL parameter. Empty if absent. */
  const text = (name: keyof PlaceChange): string => {
    const value = route.query[name];
    return typeof value === 'string' ? value : '';
  };
  /**
   * Applies changes to the URL parameters once all earlier changes have been applied. Removes empty parameters. Resolves
   * when the changes have been applied.
   */
  function go(change: PlaceChange, how: 'push' | 'replace'): Promise<unknown> {
    last = last.then(() => {
      const now = router.currentRoute.value;
      if (at(now) !== here) return undefined;
      const parts = Object.entries({ ...now.query, ...change }).filter(([, value]) => value);
      return router[how]({ query: Object.fromEntries(parts) });
    });
    return last;
  }
  return { text, go };
}

/** Return type of `useJobPlace`. */
export type JobPlace = ReturnType<typeof useJobPlace>;

/** State of a grid outside a job view. The state is lost when the grid is closed. */
export function useLocalPlace(): JobPlace {
  const parts = reactive<Record<string, string | undefined>>({});
  return { text: (name) => parts[name] ?? '', go: async (change) => Object.assign(parts, change) };
}
