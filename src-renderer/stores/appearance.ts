import { defineStore } from 'pinia';
import { computed, type Ref, ref, watchEffect } from 'vue';
import { applyPalette, darkPalette, lightPalette } from '../theme/palette';

/** Selected theme. `system` follows the desktop's theme. */
export type Appearance = 'system' | 'light' | 'dark';

const order: readonly Appearance[] = ['system', 'light', 'dark'];
const storageKey = 'gleaner.appearance';

/** The selected theme and the theme in effect. */
export const useAppearance = defineStore('appearance', () => {
  const kept = localStorage.getItem(storageKey) as Appearance | null;
  const choice = ref<Appearance>(kept && order.includes(kept) ? kept : 'system');
  const systemDark = usePreferredDark();
  const dark = computed(() => (choice.value === 'system' ? systemDark.value : choice.value === 'dark'));
  const palette = computed(() => (dark.value ? darkPalette : lightPalette));
  watchEffect(() => applyPalette(palette.value, dark.value));

  function choose(theme: Appearance): void {
    choice.value = theme;
    localStorage.setItem(storageKey, theme);
  }

  /** Selects the next theme. */
  const next = (): void => choose(order[(order.indexOf(choice.value) + 1) % order.length] ?? 'system');

  return { choice, dark, palette, choose, next };
});

/** Returns whether a media query matches. The result stays up to date for the lifetime of the page. */
export function useMedia(query: string): Readonly<Ref<boolean>> {
  const list = window.matchMedia(query);
  const matches = ref(list.matches);
  list.addEventListener('change', (event) => {
    matches.value = event.matches;
  });
  return matches;
}

/** True if the desktop prefers a dark theme. */
export const usePreferredDark = (): Readonly<Ref<boolean>> => useMedia('(prefers-color-scheme: dark)');
