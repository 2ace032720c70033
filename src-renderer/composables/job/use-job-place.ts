import { type RouteLocationNormalizedLoaded, useRoute, useRouter } from 'vue-router';

/** Parts of a job's address: `tab`, the open `page`, its `view`, `q`, `sort` and `filter` of the rows, and `from`, the first page of the gallery. */
export type PlaceChange = Readonly<Partial<Record<'tab' | 'page' | 'view' | 'q' | 'sort' | 'filter' | 'from', string>>>;

/** What is shown of a job, kept in the address, so that Back, Forward and a reload find it again. */
export function useJobPlace() {
  const route = useRoute();
  const router = useRouter();
  let last: Promise<unknown> = Promise.resolve();
  const at = ({ name, params }: Pick<RouteLocationNormalizedLoaded, 'name' | 'params'>) =>
    `${String(name)} ${String(params.id)}`;
  const here = at(route);

  /** A part of the address; empty when it is not there. */
  const text = (name: keyof PlaceChange): string => {
    const value = route.query[name];
    return typeof value === 'string' ? value : '';
  };
  /** Changes parts of the address, one change after the other; an empty part is left out. */
  function go(change: PlaceChange, how: 'push' | 'replace'): void {
    last = last.then(() => {
      const now = router.currentRoute.value;
      if (at(now) !== here) return undefined;
      const parts = Object.entries({ ...now.query, ...change }).filter(([, value]) => value);
      return router[how]({ query: Object.fromEntries(parts) });
    });
  }
  return { text, go };
}

/** What `useJobPlace` gives. */
export type JobPlace = ReturnType<typeof useJobPlace>;
