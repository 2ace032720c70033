import { type Ref, ref } from 'vue';

/** Follows a media query for the life of the page. */
export function useMedia(query: string): Readonly<Ref<boolean>> {
  const list = window.matchMedia(query);
  const matches = ref(list.matches);
  list.addEventListener('change', (event) => {
    matches.value = event.matches;
  });
  return matches;
}

/** Whether the desktop prefers dark. */
export const usePreferredDark = (): Readonly<Ref<boolean>> => useMedia('(prefers-color-scheme: dark)');
