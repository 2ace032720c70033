import { defineStore } from 'pinia';
import { computed, ref, watch } from 'vue';
import { type Language, languageOf, languages } from '../../core/common/values/language';
import { language, showLanguage } from '../texts/i18n';

/** Selected language. `system` follows the operating system's language. */
export type LanguageChoice = 'system' | Language;

const storageKey = 'gleaner.language';
const kept = (): LanguageChoice => {
  const text = localStorage.getItem(storageKey);
  return languages.find((one) => one === text) ?? 'system';
};

/** Language of the UI, including the desktop app's menus. */
export const useLanguage = defineStore('language', () => {
  const choice = ref<LanguageChoice>(kept());
  const system = ref(navigator.language);
  const wanted = computed(() => (choice.value === 'system' ? languageOf(system.value) : choice.value));
  const shown = computed(language);

  window.addEventListener('languagechange', () => {
    system.value = navigator.language;
  });

  async function apply(): Promise<void> {
    await showLanguage(wanted.value);
    document.documentElement.lang = wanted.value;
    await window.gleaner?.setLanguage(wanted.value);
  }
  watch(wanted, () => void apply());

  function choose(next: LanguageChoice): void {
    choice.value = next;
    localStorage.setItem(storageKey, next);
  }

  return { choice, shown, choose, apply };
});
