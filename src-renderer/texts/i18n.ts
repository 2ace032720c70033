import { shallowRef } from 'vue';
import { createI18n } from 'vue-i18n';
import { type Language, languageOf } from '../../core/common/values/language';
import type { Catalogue, LanguagePack, TextKey } from './catalogue';
import { en } from './en';
import type { EngineTexts } from './engine-texts';

/** Values of the placeholders of a text. */
export type TextValues = Readonly<Record<string, string | number | undefined>>;

/** The catalogues; English is there from the start, the others are loaded when they are chosen. */
export const i18n = createI18n({ legacy: false, locale: 'en', fallbackLocale: 'en', messages: { en } });

const { global } = i18n as unknown as {
  global: {
    readonly locale: { value: Language };
    t(key: string, values: TextValues, count?: number): string;
    setLocaleMessage(language: Language, catalogue: Catalogue): void;
  };
};

/** What was loaded with the language that is shown; undefined for English. */
export const shownPack = shallowRef<LanguagePack>();

/** A text in the language that is shown, with its placeholders filled. */
export const t = (key: TextKey, values: TextValues = {}): string => global.t(key, values);

/** A text that has one form for 1 and another for other counts; `{n}` is the count with separators. */
export const tCount = (key: TextKey, count: number, values: TextValues = {}): string =>
  global.t(key, { n: new Intl.NumberFormat(locale()).format(count), ...values }, count);

function translated(part: keyof EngineTexts, key: string): string | undefined {
  const known = shownPack.value?.engine[part];
  return known && Object.hasOwn(known, key) ? known[key] : undefined;
}

/** Description or summary of the engine in the language shown; its English where it has no translation. */
export const engineText = (key: string | undefined, english: string): string =>
  (key === undefined ? undefined : translated('texts', key)) ?? english;

/** Name of an option, format or the like in the language shown; `english` where it has no translation. */
export const engineName = (name: string, english: string): string => translated('names', name) ?? english;

/** Value of the API in the language shown; itself where it has no translation. */
export const engineValue = (value: string): string => translated('values', value) ?? value;

/** The language that is shown. */
export const language = (): Language => global.locale.value;

/** Locale for numbers and dates: the reader's own where it fits the language, e.g. `en-GB`. */
export function locale(): string | undefined {
  const own = globalThis.navigator?.language;
  return languageOf(own) === language() ? own : language();
}

const packs: Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ readonly pack: LanguagePack }>>> = {
  de: () => import('./de'),
};

/** Shows another language; its catalogue is loaded first. */
export async function showLanguage(next: Language): Promise<void> {
  const pack = next === 'en' ? undefined : (await packs[next]()).pack;
  if (pack) global.setLocaleMessage(next, pack.catalogue);
  shownPack.value = pack;
  global.locale.value = next;
}
