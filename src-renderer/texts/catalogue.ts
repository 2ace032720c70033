import type { NDateLocale, NLocale } from 'naive-ui';
import type { en } from './en';
import type { EngineTexts } from './engine-texts';

/** UI text in one language, by area and key. */
export type Catalogue = { readonly [A in keyof typeof en]: Readonly<Record<keyof (typeof en)[A], string>> };

/** Key of a UI text: `area.key`. */
export type TextKey = { [A in keyof Catalogue & string]: `${A}.${keyof Catalogue[A] & string}` }[keyof Catalogue &
  string];

/** Texts and settings of the UI for a language other than English. */
export interface LanguagePack {
  readonly catalogue: Catalogue;
  readonly engine: EngineTexts;
  /** Text for the Naive UI widgets. */
  readonly widgets: NLocale;
  readonly dates: NDateLocale;
}
