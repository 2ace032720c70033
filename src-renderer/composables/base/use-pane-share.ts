import { type Ref, ref, watch } from 'vue';

/** Width of the first of two panes, in percent. The width is stored in the browser under `name`. */
export function usePaneShare(name: string, usual: number): Ref<number> {
  const key = `gleaner.panes.${name}`;
  const kept = Number(localStorage.getItem(key));
  const share = ref(kept >= 10 && kept <= 90 ? kept : usual);
  watch(share, (percent) => localStorage.setItem(key, String(percent)));
  return share;
}
