import { shallowRef } from 'vue';
import { createI18n } from 'vue-i18n';
import { type Language, languageOf } from '../../core/common/values/language';
import type { Catalogue, LanguagePack, TextKey } from './catalogue';
import { en } from './en';

/** Values for the placeholders in a text. */
export type TextValues = Readonly<Record<string, string | number | undefined>>;

/** Message catalogues. English is bundled. Other languages are loaded on demand. */
export const i18n = createI18n({ legacy: false, locale: 'en', fallbackLocale: 'en', messages: { en } });

const { global } = i18n as unknown as {
  global: {
    readonly locale: { value: Language };
    t(key: string, values: TextValues, count?: number): string;
    setLocaleMessage(language: Language, catalogue: Catalogue): void;
  };
};

/** Language pack in use. Undefined for English. */
export const shownPack = shallowRef<LanguagePack>();

/** Returns a text in the display language, with its placeholders filled in. */
export const t = (key: TextKey, values: TextValues = {}): string => global.t(key, values);

/** Returns the singular or plural form of a text. `{n}` is the formatted count. */
export const tCount = (key: TextKey, count: number, values: TextValues = {}): string =>
  global.t(key, { n: numberFormat().format(count), ...values }, count);

function translated(part: 'names' | 'values' | 'texts', key: string): string | undefined {
  const known = shownPack.value?.engine[part];
  return known && Object.hasOwn(known, key) ? known[key] : undefined;
}

/** Returns one of the engine's descriptions or summaries in the display language. Falls back to `english`. */
export const engineText = (key: string | undefined, english: string): string =>
  (key === undefined ? undefined : translated('texts', key)) ?? english;

/** Returns the name of an option, format or the like in the display language. Falls back to `english`. */
export const engineName = (name: string, english: string): string => translated('names', name) ?? english;

/** Returns an API value in the display language. A value without a translation is returned unchanged. */
export const engineValue = (value: string): string => translated('values', value) ?? value;

/** Returns the display language. */
export const language = (): Language => global.locale.value;

/**
 * Returns the locale for numbers and dates: the browser's locale (e.g. `en-GB`) if its language is the display
 * language, otherwise the display language.
 */
export function locale(): string | undefined {
  const own = globalThis.navigator?.language;
  return languageOf(own) === language() ? own : language();
}

const formats = new Map<string, Intl.NumberFormat>();

/** Returns a cached number format for `locale()`. Creating a format takes longer than formatting hundreds of numbers. */
export function numberFormat(options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const place = locale();
  const key = JSON.stringify([place, options]);
  const format = formats.get(key) ?? new Intl.NumberFormat(place, options);
  formats.set(key, format);
  return format;
}

const packs: Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ readonly pack: LanguagePack }>>> = {
  de: () => import('./de'),
};

/** Loads the catalogue for a language and switches to it. */
export async function showLanguage(next: Language): Promise<void> {
  const pack = next === 'en' ? undefined : (await packs[next]()).pack;
  if (pack) global.setLocaleMessage(next, pack.catalogue);
  shownPack.value = pack;
  global.locale.value = next;
}
